/**
 * A thread in memory, and the only way to change it. An event goes to the machine, its writes are stored in one
 * transaction, and everybody who follows the thread is notified (driver, readers, waiting callers, the alarm). The
 * driver and the outbox reach the thread through the interfaces that they define; this class implements them.
 */
import { UsageCounter } from '../../billing/metering/usage-counter.ts'
import type { StoredMessage } from '../../contracts/content-block.ts'
import type { SearchRpc } from '../../contracts/object-rpc.ts'
import type { Database } from '../../db/database.ts'
import type { PlacedProject } from '../../domain/context.ts'
import type { Bindings } from '../../env.ts'
import { logFailure } from '../../log/log.ts'
import { objectPorts } from '../../wiring/objects.ts'
import { type AgentServices, agentServices } from './agent-provider.ts'
import { AlarmPlan } from './alarm-plan.ts'
import { Driver, type DriverHost } from './driver.ts'
import { HistoryCache } from './history.ts'
import { type ThreadEvent, transition } from './machine.ts'
import { Outbox, type OutboxHost } from './outbox.ts'
import type { RunRecord } from './records.ts'
import { openStepOf } from './steps.ts'
import { StreamReaders } from './stream-readers.ts'
import type { EndedRun, ThreadState, Transition } from './thread-state.ts'
import { ThreadStore } from './thread-store.ts'
import { Waiters } from './waiters.ts'

export class LiveThread implements DriverHost, OutboxHost {
  readonly store: ThreadStore
  readonly readers: StreamReaders
  readonly waiters = new Waiters<EndedRun>()
  readonly alarm: AlarmPlan
  readonly outbox: Outbox
  readonly db: Database
  readonly usageQueue: Bindings['USAGE_QUEUE']
  readonly #object: DurableObjectState
  readonly #env: Bindings
  readonly #history: HistoryCache
  /** undefined: not loaded yet. null: this object holds no thread. */
  #state: ThreadState | null | undefined
  #usage: UsageCounter | null = null
  #driver: Driver | null = null
  #services: AgentServices | null = null

  constructor(object: DurableObjectState, env: Bindings) {
    this.#object = object
    this.#env = env
    this.db = env.DB
    this.usageQueue = env.USAGE_QUEUE
    this.store = new ThreadStore(object.storage)
    this.readers = new StreamReaders(object, this.store)
    this.#history = new HistoryCache(this.store)
    this.alarm = new AlarmPlan((atMs) => void object.storage.setAlarm(atMs))
    this.outbox = new Outbox(this)
  }

  /** The thread in memory, also a deleted one. Null before `load`, and if there is none. */
  state(): ThreadState | null {
    return this.#state ?? null
  }

  /** Returns the thread unless it is deleted. The first call in an instance resumes a run that a dead instance left. */
  load(): ThreadState | null {
    if (this.#state === undefined) {
      this.#state = this.store.load()
      if (this.#state !== null) {
        if (this.store.hasUsage) this.alarm.usageDue(this.#usageCounter().nextDueAt())
        if (openStepOf(this.#state) !== null) this.change(this.#state, { type: 'resume' })
        else this.plan()
      }
    }
    const state = this.#state
    if (state === null || state.thread.isDeleted) return null
    this.#ensureDriven()
    return state
  }

  /** Loads a thread that was stored in another way than through events: a copy. */
  adopt(state: ThreadState): void {
    this.#state = state
  }

  /** The object no longer holds a thread. */
  forget(): void {
    this.#state = null
    this.#usage = null
  }

  /**
   * Asks the machine what the event does to `state`, stores it, and notifies the followers. A refusal changes nothing.
   */
  change(state: ThreadState, event: ThreadEvent): Transition {
    const nowMs = Date.now()
    const change = transition(state, event, nowMs)
    if (change.refusal !== null || change.writes.length === 0) return change
    this.store.apply(change.writes, () => {
      for (const ended of change.ended) this.#count(ended, nowMs)
      if (change.state.thread.isDeleted && !state.thread.isDeleted) this.store.clear()
    })
    this.#state = change.state
    for (const ended of change.ended) this.#settle(ended)
    this.#driver?.notice(change.state)
    this.readers.publish(change.state)
    if (change.state.thread.isDeleted) this.readers.closeAll()
    this.plan()
    this.#ensureDriven()
    return change
  }

  /** The same for callers that hold no state. If there is no thread, nothing happens. */
  commit(event: ThreadEvent): void {
    if (this.#state) this.change(this.#state, event)
  }

  /** Sets the alarm to the earliest of lease, outbox and usage report. */
  plan(): void {
    const state = this.#state
    if (!state) return
    const { changes, changesInD1, changesInSearch, unindexedRuns } = state.thread
    const isBehind = changes > changesInD1 || changes > changesInSearch || unindexedRuns.length > 0
    this.alarm.plan(Date.now(), { isRunOpen: state.open.length > 0, isOutboxBehind: isBehind })
  }

  now(): number {
    return Date.now()
  }

  history(run: RunRecord): readonly StoredMessage[] {
    return this.#history.of(run)
  }

  async services(): Promise<AgentServices> {
    this.#services ??= await agentServices(this.#env)
    return this.#services
  }

  /** null: this thread has used nothing that is counted. */
  usage(): UsageCounter | null {
    return this.#usage
  }

  search(project: PlacedProject): SearchRpc {
    return objectPorts(this.#env).search(project)
  }

  #count({ run }: EndedRun, nowMs: number): void {
    const { inputTokens, outputTokens } = run.usage ?? { inputTokens: 0, outputTokens: 0 }
    if (inputTokens + outputTokens === 0) return
    const usage = this.#usageCounter()
    usage.count({ streamId: null, dimension: 'ai_input_tokens', quantity: inputTokens, nowMs })
    usage.count({ streamId: null, dimension: 'ai_output_tokens', quantity: outputTokens, nowMs })
    this.alarm.usageCounted(nowMs)
  }

  /** Created when first needed, because its constructor creates a table. */
  #usageCounter(): UsageCounter {
    this.#usage ??= new UsageCounter(this.#object.storage.sql)
    return this.#usage
  }

  #settle(ended: EndedRun): void {
    this.waiters.settle(ended.run.order, ended)
    this.#history.add(ended.run, ended.answer)
  }

  #ensureDriven(): void {
    const state = this.#state
    if (!state || this.#driver !== null || openStepOf(state) === null) return
    const driver = new Driver(this)
    this.#driver = driver
    this.#object.waitUntil(this.#drive(driver))
  }

  async #drive(driver: Driver): Promise<void> {
    try {
      await driver.drive()
    } catch (error) {
      // This is a bug or a storage failure: the state in memory is not trusted, and the alarm restarts from the
      // stored state.
      logFailure('thread_driver_failed', error)
      this.#state = undefined
      this.#history.clear()
    } finally {
      if (this.#driver === driver) this.#driver = null
      this.#ensureDriven()
    }
  }
}
