/**
 * Delivers to D1, search and billing what they do not have of a thread yet, and empties the object of a deleted thread.
 */

import { flushUsage, type UsageCounter } from '../../billing/metering/usage-counter.ts'
import type { SearchRpc } from '../../contracts/object-rpc.ts'
import { objectNameOf } from '../../contracts/thread-ids.ts'
import { recordedUsageTotals } from '../../db/billing/recorded-totals.ts'
import type { Database } from '../../db/database.ts'
import type { PlacedProject } from '../../domain/context.ts'
import type { Bindings } from '../../env.ts'
import { logFailure } from '../../log/log.ts'
import { letOthersIn } from '../../work-pace.ts'
import type { AlarmPlan } from './alarm-plan.ts'
import { deliverRow, searchBatches, unindexedRuns } from './delivery.ts'
import type { ThreadEvent } from './machine.ts'
import type { ThreadState } from './thread-state.ts'
import type { ThreadStore } from './thread-store.ts'

/** What the outbox needs of its thread. */
export interface OutboxHost {
  readonly db: Database
  readonly usageQueue: Bindings['USAGE_QUEUE']
  readonly store: ThreadStore
  readonly alarm: AlarmPlan
  state(): ThreadState | null
  usage(): UsageCounter | null
  /** The search object of a project. */
  search(project: PlacedProject): SearchRpc
  commit(event: ThreadEvent): void
  plan(): void
  /** The object no longer holds a thread. */
  forget(): void
}

export class Outbox {
  readonly #host: OutboxHost
  #delivery: Promise<boolean> | null = null
  #changesInD1 = 0

  constructor(host: OutboxHost) {
    this.#host = host
  }

  /**
   * Runs one delivery at a time; the next one covers what changed meanwhile. `row` is the part that a caller waits for,
   * so that a list read right after the answer shows the thread as it is. Never throws: what was not delivered stays
   * due.
   */
  async deliver(what: 'all' | 'row' = 'all'): Promise<void> {
    while (this.#delivery !== null) await this.#delivery
    this.#delivery = this.#deliverOnce(what)
    const isDone = await this.#delivery
    this.#delivery = null
    if (what === 'all' || !isDone) this.#host.alarm.outboxTried(Date.now(), isDone)
    this.#host.plan()
  }

  /** Waits for the row, but no longer than the limit. */
  async deliverWithin(timeoutMs: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const tooLong = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, timeoutMs)
    })
    await Promise.race([this.deliver('row'), tooLong])
    clearTimeout(timer)
  }

  async #deliverOnce(what: 'all' | 'row'): Promise<boolean> {
    try {
      await this.#row()
      if (what === 'row') return true
      await this.#search()
      await this.#usage()
      return true
    } catch (error) {
      logFailure('thread_delivery_failed', error)
      return false
    }
  }

  async #row(): Promise<void> {
    const thread = this.#host.state()?.thread
    if (thread === undefined || thread.changes <= thread.changesInD1) return
    if (thread.changes <= this.#changesInD1) return
    await deliverRow(this.#host.db, thread)
    // This is recorded together with the next delivery to search. A crash before that repeats the row, which costs
    // less than a commit for each row.
    this.#changesInD1 = thread.changes
  }

  async #search(): Promise<void> {
    const { store } = this.#host
    for (;;) {
      const state = this.#host.state()
      if (state === null) return
      const { thread } = state
      const isCurrent = thread.changes <= thread.changesInSearch && thread.changesInD1 >= this.#changesInD1
      if (isCurrent && thread.unindexedRuns.length === 0) return
      const runs = unindexedRuns(state)
      for (const batch of searchBatches(store, state, runs)) {
        await this.#host.search(thread).index(batch)
        await letOthersIn()
        if (this.#host.state()?.thread.isDeleted && !thread.isDeleted) break
      }
      this.#host.commit({ type: 'delivered', toD1: this.#changesInD1, toSearch: thread.changes, runs })
    }
  }

  async #usage(): Promise<void> {
    const { db, usageQueue } = this.#host
    const thread = this.#host.state()?.thread
    const usage = this.#host.usage()
    if (thread === undefined) return
    if (usage === null) {
      await this.#emptyIfDeleted()
      return
    }
    const { organizationId, projectId } = thread
    const scope = { organizationId, projectId, source: objectNameOf(thread.id) }
    const nowMs = Date.now()
    const dueAtMs = await flushUsage({
      usage,
      scope,
      queue: usageQueue,
      recordedTotals: (of, keys) => recordedUsageTotals(db, of, keys),
      nowMs,
    })
    this.#host.alarm.usageDue(dueAtMs)
    if (dueAtMs === null) await this.#emptyIfDeleted()
  }

  /** When every reader knows of the deletion and all usage is recorded, nothing needs this object any more. */
  async #emptyIfDeleted(): Promise<void> {
    const thread = this.#host.state()?.thread
    if (!thread?.isDeleted || thread.changes > Math.min(thread.changesInD1, thread.changesInSearch)) return
    await this.#host.store.destroy()
    this.#host.forget()
  }
}
