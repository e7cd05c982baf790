/** One object per project: its monitors and schedules, and when each is due (docs/design/oncall.md). */
import { DurableObject } from 'cloudflare:workers'
import { newId } from '../../contracts/ids.ts'
import {
  MONITOR_QUERIES_MAX,
  MONITORS_PER_PROJECT_MAX,
  type MonitorChange,
  type MonitorDefinition,
  type MonitorPage,
  type MonitorView,
  type SavedMonitor,
  type SaveMonitor,
  type TransitionPage,
} from '../../contracts/monitor-protocol.ts'
import type { MonitorRpc, Served } from '../../contracts/object-rpc.ts'
import type { PlacedProject } from '../../contracts/oncall-protocol.ts'
import {
  type SavedSchedule,
  type SaveSchedule,
  SCHEDULES_PER_PROJECT_MAX,
  type ScheduleChange,
  type SchedulePage,
  type ScheduleRun,
  type ScheduleRunPage,
  type ScheduleView,
} from '../../contracts/schedule-protocol.ts'
import { newThreadId } from '../../contracts/thread-ids.ts'
import type { DomainContext } from '../../domain/context.ts'
import { askScheduled, scheduledAnswer } from '../../domain/schedules/ask-scheduled.ts'
import { type Bindings, baseUrlOf } from '../../env.ts'
import { logFailure } from '../../log/log.ts'
import { MINUTE_MS } from '../../oncall/monitors/evaluate.ts'
import { type MonitorEvent, newMonitorState, step } from '../../oncall/monitors/machine.ts'
import { backgroundContext } from '../../wiring/contexts.ts'
import { EVALUATION_DELAY_MS, Evaluator, evaluableAt } from './evaluator.ts'
import { MonitorStore } from './monitor-store.ts'
import { ScheduleStore } from './schedule-store.ts'
import { planned, Scheduler } from './scheduler.ts'

/** Delay after a failure of our own: a store or an object that did not answer. */
const MISHAP_MS = 10_000
/** One wait for an answer. Another one follows until the answer is there. */
const ANSWER_WAIT_MS = 20_000

export class MonitorObject extends DurableObject<Bindings> implements Served<MonitorRpc> {
  #store: MonitorStore
  #schedules: ScheduleStore
  #evaluator: Evaluator | null = null
  #scheduler: Scheduler | null = null

  constructor(state: DurableObjectState, env: Bindings) {
    super(state, env)
    this.#store = new MonitorStore(state.storage)
    this.#schedules = new ScheduleStore(this.#store)
  }

  async saveMonitor({ owner, id, isNew, definition }: SaveMonitor): Promise<SavedMonitor> {
    this.#store.noteOwner(owner)
    const evaluator = this.#evaluation()
    const known = this.#store.get(id)
    if (known === null && !isNew) return { ok: false, reason: 'not_found' }
    if (known === null && evaluator.count >= MONITORS_PER_PROJECT_MAX) return { ok: false, reason: 'too_many' }
    if (evaluator.queriesWith({ id, definition }) > MONITOR_QUERIES_MAX)
      return { ok: false, reason: 'too_many_queries' }
    const now = Date.now()
    if (known === null) {
      const monitor = { id, definition, state: newMonitorState(now), createdAt: now, updatedAt: now }
      this.#store.put(monitor)
      evaluator.put(monitor)
      // The state for the minutes that already exist is known at once.
      await this.ctx.storage.setAlarm(now)
      return { ok: true, monitor }
    }
    return this.#redefine(evaluator.view(id) ?? known, definition, now)
  }

  async changeMonitor({ id, change }: { readonly id: string; readonly change: MonitorChange }): Promise<SavedMonitor> {
    const before = this.getMonitor(id)
    if (before === null) return { ok: false, reason: 'not_found' }
    const definition = { ...before.definition, ...given(change) }
    if (this.#evaluation().queriesWith({ id, definition }) > MONITOR_QUERIES_MAX)
      return { ok: false, reason: 'too_many_queries' }
    return this.#redefine(before, definition, Date.now())
  }

  async #redefine(before: MonitorView, definition: MonitorDefinition, now: number): Promise<SavedMonitor> {
    const isSameCondition = JSON.stringify(before.definition.condition) === JSON.stringify(definition.condition)
    const redefined = { ...before, definition, updatedAt: now }
    this.#store.put(redefined)
    this.#evaluation().put(redefined)
    const monitor = isSameCondition ? redefined : this.#step(redefined, { type: 'redefined' }, now)
    await this.#tell()
    await this.#plan(now)
    return { ok: true, monitor }
  }

  getMonitor(id: string): MonitorView | null {
    const view = this.#store.get(id)
    return view === null ? null : (this.#evaluation().view(id) ?? view)
  }

  listMonitors({ limit, cursor }: { readonly limit: number; readonly cursor: string | null }): MonitorPage {
    const page = this.#store.list(limit, cursor)
    return { ...page, monitors: page.monitors.length === 0 ? [] : this.#evaluation().current(page.monitors) }
  }

  async setPaused({ id, isPaused }: { readonly id: string; readonly isPaused: boolean }): Promise<MonitorView | null> {
    const view = this.getMonitor(id)
    if (view === null) return null
    const now = Date.now()
    const after = this.#step(view, { type: isPaused ? 'paused' : 'resumed' }, now)
    await this.#tell()
    await this.#plan(now)
    return after
  }

  async deleteMonitor(id: string): Promise<boolean> {
    const view = this.getMonitor(id)
    if (view === null) return false
    // Its alert is resolved, as far as the monitor can tell.
    if (view.state.status !== 'paused') this.#step(view, { type: 'paused' }, Date.now())
    this.#store.delete(id)
    this.#evaluation().delete(id)
    await this.#tell()
    await this.#plan(Date.now())
    return true
  }

  monitorHistory({
    id,
    limit,
    cursor,
  }: {
    readonly id: string
    readonly limit: number
    readonly cursor: string | null
  }): TransitionPage {
    return this.#store.history(id, limit, cursor)
  }

  async saveSchedule({ owner, id, isNew, definition }: SaveSchedule): Promise<SavedSchedule> {
    this.#store.noteOwner(owner)
    const known = this.#schedules.get(id)
    if (known === null && !isNew) return { ok: false, reason: 'not_found' }
    if (known === null && this.#schedules.count() >= SCHEDULES_PER_PROJECT_MAX) return { ok: false, reason: 'too_many' }
    const now = Date.now()
    const schedule = planned(known, id, definition, now)
    this.#schedules.put(schedule)
    await this.#plan(now)
    return { ok: true, schedule: this.#schedules.view(schedule) }
  }

  async changeSchedule({
    id,
    change,
  }: {
    readonly id: string
    readonly change: ScheduleChange
  }): Promise<SavedSchedule> {
    const known = this.#schedules.get(id)
    if (known === null) return { ok: false, reason: 'not_found' }
    const now = Date.now()
    const schedule = planned(known, id, { ...known.definition, ...given(change) }, now)
    this.#schedules.put(schedule)
    await this.#plan(now)
    return { ok: true, schedule: this.#schedules.view(schedule) }
  }

  getSchedule(id: string): ScheduleView | null {
    const schedule = this.#schedules.get(id)
    return schedule === null ? null : this.#schedules.view(schedule)
  }

  listSchedules({ limit, cursor }: { readonly limit: number; readonly cursor: string | null }): SchedulePage {
    return this.#schedules.list(limit, cursor)
  }

  async deleteSchedule(id: string): Promise<boolean> {
    const isDeleted = this.#schedules.delete(id)
    await this.#plan(Date.now())
    return isDeleted
  }

  async runSchedule(id: string): Promise<ScheduleRun | null> {
    const run = this.#scheduling().runNow(id)
    await this.#plan(Date.now())
    return run
  }

  scheduleRuns({
    id,
    limit,
    cursor,
  }: {
    readonly id: string
    readonly limit: number
    readonly cursor: string | null
  }): ScheduleRunPage {
    return this.#schedules.runs(id, limit, cursor)
  }

  override async alarm(): Promise<void> {
    if (!this.#store.exists() || this.#store.owner() === null) return
    // Runs continue on their own: an answer that takes a minute does not delay monitors.
    this.#scheduling().run()
    try {
      // Monitors that were created during an evaluation do not wait for the next minute.
      while ((await this.#evaluation().run(Date.now())) > 0 && this.#evaluation().hasNew);
    } catch (error) {
      logFailure('monitor_evaluation_failed', error)
    }
    await this.#tell()
    await this.#plan(Date.now())
  }

  /** Waits until the runs of schedules that this instance follows have ended. */
  async settled(): Promise<void> {
    await this.#scheduling().idle()
  }

  /** Removes everything of a deleted project. */
  async purge(): Promise<void> {
    await this.ctx.storage.deleteAlarm()
    await this.ctx.storage.deleteAll()
    this.#store = new MonitorStore(this.ctx.storage)
    this.#schedules = new ScheduleStore(this.#store)
    this.#evaluator = null
    this.#scheduler = null
  }

  /** Handles a person's action: the state, its transition and its alert are written together. */
  #step(view: MonitorView, event: MonitorEvent, now: number): MonitorView {
    const evaluator = this.#evaluation()
    const change = step(view.state, event, now, view.definition)
    const after = { ...view, state: change.state, updatedAt: now }
    this.#store.write([evaluator.changeOf(view, change.state, [change])], now)
    evaluator.put(after)
    return after
  }

  /**
   * Sends the on-call object the alerts that it does not have yet. Never throws: the next alarm sends what could not be
   * sent.
   */
  async #tell(): Promise<void> {
    const owner = this.#store.owner()
    if (owner === null) return
    try {
      for (;;) {
        const untold = this.#store.untold()
        if (untold === null) return
        const { batch, alerts } = untold
        const onCall = this.#context().objects.onCall(owner)
        await onCall.receiveAlerts({ owner, deliveryId: `monitor:${batch}`, receivedAt: Date.now(), alerts })
        this.#store.told(batch)
      }
    } catch (error) {
      logFailure('monitor_alert_failed', error)
    }
  }

  async #plan(now: number): Promise<void> {
    const scheduledAt = this.#scheduling().dueAt()
    const times = [
      ...(scheduledAt === null ? [] : [scheduledAt]),
      ...(this.#store.untold() !== null ? [now + MISHAP_MS] : []),
      ...(this.#evaluation().hasWork ? [evaluableAt(now) + MINUTE_MS + EVALUATION_DELAY_MS] : []),
    ]
    if (times.length === 0) await this.ctx.storage.deleteAlarm()
    else await this.ctx.storage.setAlarm(Math.max(now, Math.min(...times)))
  }

  #scheduling(): Scheduler {
    this.#scheduler ??= new Scheduler({
      store: this.#schedules,
      now: Date.now,
      newRunId: newId,
      newThreadId: () => newThreadId(Date.now(), (bytes) => crypto.getRandomValues(bytes)),
      ask: ({ question }, run, threadId) =>
        askScheduled({ ctx: this.#context(), scope: this.#owner(), input: { question, threadId, requestKey: run.id } }),
      answer: (threadId, runId) =>
        scheduledAnswer({
          ctx: this.#context(),
          scope: this.#owner(),
          input: { threadId, runId, waitMs: ANSWER_WAIT_MS },
        }),
      tell: async (event, destinationIds) => {
        const owner = this.#owner()
        const only = destinationIds === null ? {} : { destinationIds }
        await this.#context()
          .objects.deliveries(owner)
          .enqueue({ owner, events: [event], ...only })
      },
      baseUrl: baseUrlOf(this.#context().settings),
      onMishap: (error) => logFailure('schedule_failed', error),
    })
    return this.#scheduler
  }

  #owner(): PlacedProject {
    const owner = this.#store.owner()
    if (owner === null) throw new Error('The monitor object was called before it was given its project.')
    return owner
  }

  #evaluation(): Evaluator {
    this.#evaluator ??= this.#newEvaluator()
    return this.#evaluator
  }

  #newEvaluator(): Evaluator {
    const ctx = this.#context()
    const owner = this.#store.owner() ?? { organizationId: '', projectId: '', region: '' }
    return new Evaluator({
      store: this.#store,
      telemetry: ctx.telemetry,
      // Only the address matters for reading. Retention matters when records are appended.
      project: { ...owner, retentionDays: 0 },
      newId,
      baseUrl: baseUrlOf(ctx.settings),
      onMishap: (error) => logFailure('monitor_read_failed', error),
    })
  }

  #context(): DomainContext {
    return backgroundContext(this.env, (work) => this.ctx.waitUntil(work))
  }
}

/** Without the fields that were not given, which would otherwise overwrite. */
function given<Fields extends object>(
  change: { readonly [Name in keyof Fields]?: Fields[Name] | undefined },
): Partial<Fields> {
  const named = Object.entries(change).filter(([, value]) => value !== undefined)
  // The same fields as `change`, without those that have no value.
  return Object.fromEntries(named) as Partial<Fields>
}
