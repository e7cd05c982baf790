/**
 * Starts runs of schedules that are due and follows them to their end: question, answer, message to the destinations. A
 * run is stored before its question is asked, under ids that do not change. So a crash between any two steps repeats a
 * step, but no run. Storage, clock, ids and the asking itself are passed in.
 */
import type { IncidentEvent } from '../../contracts/oncall-protocol.ts'
import type { ScheduleDefinition, ScheduleRun } from '../../contracts/schedule-protocol.ts'
import { begun, due, ended } from '../../oncall/schedules/machine.ts'
import { nextTime } from '../../oncall/schedules/timing.ts'
import type { ScheduleStore, StoredSchedule } from './schedule-store.ts'

/** Delay after a failure of our own, or if too many of the organization's runs are in progress. */
const RETRY_MS = 30_000
/** A run limits its own time. One that does not report for this long is given up. */
const GIVE_UP_MS = 3_600_000

/** The result of a question. */
export type Asked =
  | { readonly kind: 'started'; readonly runId: string }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'later' }

export interface Answer {
  readonly isFailed: boolean
  /** Markdown. */
  readonly text: string
}

export interface SchedulerHost {
  readonly store: ScheduleStore
  readonly now: () => number
  readonly newRunId: () => string
  readonly newThreadId: () => string
  readonly ask: (definition: ScheduleDefinition, run: ScheduleRun, threadId: string) => Promise<Asked>
  /** Waits a while for the answer. `gone`: the thread was deleted. */
  readonly answer: (threadId: string, runId: string) => Promise<Answer | 'running' | 'gone'>
  /** Delivers the answer. A repetition with the same id changes nothing. */
  readonly tell: (event: IncidentEvent, destinationIds: readonly string[] | null) => Promise<void>
  readonly baseUrl: string
  readonly onMishap: (error: unknown) => void
}

export class Scheduler {
  readonly #host: SchedulerHost
  /** Runs that this instance follows to their end. */
  readonly #followed = new Map<string, Promise<void>>()
  #retryAt = 0

  constructor(host: SchedulerHost) {
    this.#host = host
  }

  /** Starts what is due, and resumes what an earlier instance left. */
  run(): void {
    const { store, now } = this.#host
    for (const schedule of store.all()) {
      const at = now()
      if (schedule.nextAt !== null && schedule.nextAt <= at) {
        const next = due(schedule.definition, schedule.state, at, this.#ids())
        store.putWithRun({ ...schedule, state: next.state, nextAt: next.nextAt }, next.run)
      }
      this.#follow(schedule.id)
    }
  }

  /** Starts a run now, in addition to its times. Null: there is no such schedule. */
  runNow(id: string): ScheduleRun | null {
    const { store, now } = this.#host
    const schedule = store.get(id)
    if (schedule === null) return null
    const { state, run } = begun(schedule.state, now(), now(), this.#ids())
    if (run.state === 'skipped') return run
    // A run that a person requested does not use up a time of the schedule.
    store.putWithRun({ ...schedule, state: { ...state, handledTo: schedule.state.handledTo } }, run)
    this.#follow(id)
    return run
  }

  /** When there is something to do. Null: nothing is planned. */
  dueAt(): number | null {
    const { store, now } = this.#host
    const next = store.nextAt()
    const isOpen = store.all().some(({ state }) => state.active !== null)
    const times = [...(next === null ? [] : [next]), ...(isOpen ? [Math.max(now() + RETRY_MS, this.#retryAt)] : [])]
    return times.length === 0 ? null : Math.min(...times)
  }

  /** Waits for the runs that are followed. */
  async idle(): Promise<void> {
    await Promise.all(this.#followed.values())
  }

  #ids() {
    return { runId: this.#host.newRunId(), threadId: this.#host.newThreadId() }
  }

  #follow(id: string): void {
    if (this.#followed.has(id) || this.#host.store.get(id)?.state.active == null) return
    const work = this.#seeToEnd(id)
      .catch((error) => {
        this.#retryAt = this.#host.now() + RETRY_MS
        this.#host.onMishap(error)
      })
      .finally(() => this.#followed.delete(id))
    this.#followed.set(id, work)
  }

  async #seeToEnd(id: string): Promise<void> {
    const { store, ask, answer, now } = this.#host
    for (;;) {
      const schedule = store.get(id)
      const active = schedule?.state.active
      if (schedule == null || active == null || active.threadId === null) return
      const { threadId } = active
      if (active.runId === null) {
        const asked = await ask(schedule.definition, active, threadId)
        if (asked.kind === 'later' && now() - active.startedAt < GIVE_UP_MS) return
        if (asked.kind === 'started') this.#note(id, { ...active, runId: asked.runId })
        else
          await this.#end(id, active, {
            isFailed: true,
            text: asked.kind === 'refused' ? asked.reason : "Too many of the organization's runs were in progress.",
          })
        continue
      }
      const came = await answer(threadId, active.runId)
      if (came === 'running' && now() - active.startedAt < GIVE_UP_MS) continue
      if (came === 'gone') await this.#end(id, active, { isFailed: true, text: 'Its thread was deleted.' })
      else if (came === 'running') await this.#end(id, active, { isFailed: true, text: 'It did not end in time.' })
      else await this.#end(id, active, came)
    }
  }

  #note(id: string, active: ScheduleRun): void {
    const schedule = this.#host.store.get(id)
    if (schedule === null || schedule.state.active?.id !== active.id) return
    this.#host.store.putWithRun({ ...schedule, state: { ...schedule.state, active } }, active)
  }

  /** Delivered first: after a crash before the end is stored, it is delivered again under the same id. */
  async #end(id: string, active: ScheduleRun, { isFailed, text }: Answer): Promise<void> {
    const { store, tell, now, baseUrl } = this.#host
    const schedule = store.get(id)
    if (schedule === null) return
    await tell(eventOf(schedule, active, { isFailed, text }, now(), baseUrl), schedule.definition.destinationIds)
    // The schedule may have been changed or deleted while its answer was delivered.
    const after = store.get(id)
    if (after === null || after.state.active?.id !== active.id) return
    const outcome = { state: isFailed ? 'failed' : 'answered', reason: isFailed ? text.slice(0, 500) : null } as const
    const { state, run } = ended(after.state, now(), outcome)
    store.putWithRun({ ...after, state }, run)
  }
}

/** The schedule as it is to be stored with this definition. Times before now are not caught up on. */
export function planned(
  known: StoredSchedule | null,
  id: string,
  definition: ScheduleDefinition,
  now: number,
): StoredSchedule {
  const isSameTiming =
    known?.definition.enabled === true && JSON.stringify(known.definition.timing) === JSON.stringify(definition.timing)
  return {
    id,
    definition,
    state: { handledTo: isSameTiming ? known.state.handledTo : now, active: known?.state.active ?? null },
    nextAt: !definition.enabled ? null : isSameTiming ? known.nextAt : nextTime(definition.timing, now),
    createdAt: known?.createdAt ?? now,
    updatedAt: now,
  }
}

const TEXT_CHARS_MAX = 12_000
const HEADLINE_CHARS_MAX = 300

function eventOf(
  { id, definition }: StoredSchedule,
  active: ScheduleRun,
  { isFailed, text }: Answer,
  at: number,
  baseUrl: string,
): IncidentEvent {
  // Citations of tool calls are links where the thread is shown, but useless elsewhere.
  const shown = text.replaceAll(/ ?\[call_\d{1,4}\]/g, '').slice(0, TEXT_CHARS_MAX)
  const [first = ''] = shown.replaceAll('**', '').split('\n', 1)
  return {
    id: active.id,
    incidentId: id,
    sequence: active.scheduledAt,
    type: 'scheduled_answer',
    at,
    severity: 'info',
    state: 'open',
    services: [],
    title: definition.name,
    headline: isFailed ? 'The question could not be answered.' : first.slice(0, HEADLINE_CHARS_MAX),
    text: isFailed ? text : shown,
    url: `${baseUrl}/v1/threads/${active.threadId}`,
    threadId: active.threadId,
  }
}
