/**
 * Plans the object's only alarm. It fires at the earliest of: the lease of an open run, the outbox, the usage report.
 * An alarm that is set too early stays as it is, because the object plans again when it fires. A busy thread therefore
 * rarely writes the alarm.
 */

import { SEND_DELAY_MS } from '../../billing/metering/usage-totals.ts'
import { LEASE_MS, OUTBOX_DELAY_MS, OUTBOX_RETRY_FIRST_MS, OUTBOX_RETRY_MAX_MS } from './limits.ts'

export class AlarmPlan {
  readonly #set: (atMs: number) => void
  /** Null until this instance sets the alarm. An alarm of an earlier instance may then fire too, which is harmless. */
  #atMs: number | null = null
  #outboxDueAtMs: number | null = null
  #usageDueAtMs: number | null = null
  #outboxFailures = 0

  constructor(set: (atMs: number) => void) {
    this.#set = set
  }

  fired(): void {
    this.#atMs = null
  }

  usageDue(atMs: number | null): void {
    this.#usageDueAtMs = atMs
  }

  usageCounted(nowMs: number): void {
    this.#usageDueAtMs = Math.min(this.#usageDueAtMs ?? Number.POSITIVE_INFINITY, nowMs + SEND_DELAY_MS)
  }

  isOutboxDue(nowMs: number): boolean {
    const never = Number.POSITIVE_INFINITY
    return Math.min(this.#outboxDueAtMs ?? never, this.#usageDueAtMs ?? never) <= nowMs
  }

  /** Plans the next alarm after a delivery. Failed deliveries are repeated at growing intervals. */
  outboxTried(nowMs: number, isDone: boolean): void {
    this.#outboxFailures = isDone ? 0 : this.#outboxFailures + 1
    const waitMs = Math.min(OUTBOX_RETRY_MAX_MS, OUTBOX_RETRY_FIRST_MS * 2 ** (this.#outboxFailures - 1))
    this.#outboxDueAtMs = isDone ? null : nowMs + waitMs
    if (!isDone && this.#usageDueAtMs !== null) this.#usageDueAtMs = Math.max(this.#usageDueAtMs, nowMs + waitMs)
  }

  plan(nowMs: number, needs: { readonly isRunOpen: boolean; readonly isOutboxBehind: boolean }): void {
    if (needs.isOutboxBehind) this.#outboxDueAtMs ??= nowMs + OUTBOX_DELAY_MS
    else this.#outboxDueAtMs = null
    const atMs = Math.min(
      needs.isRunOpen ? nowMs + LEASE_MS : Number.POSITIVE_INFINITY,
      this.#outboxDueAtMs ?? Number.POSITIVE_INFINITY,
      this.#usageDueAtMs ?? Number.POSITIVE_INFINITY,
    )
    if (atMs === Number.POSITIVE_INFINITY || (this.#atMs !== null && this.#atMs <= atMs)) return
    this.#atMs = atMs
    this.#set(atMs)
  }
}
