/** An organization's billing kept in memory: transitions applied as the database applies them, duplicates refused. */
import type {
  BillingAccount,
  InvoiceDraft,
  LedgerEntryKind,
  SubscriptionChange,
  Transition,
} from '../../src/billing/account.ts'
import { resumeSubscription, scheduleCancellation } from '../../src/billing/cancellation.ts'
import { planChange } from '../../src/billing/plan-change.ts'
import { heldPlan } from '../../src/billing/plans.ts'
import { renew } from '../../src/billing/renewal.ts'
import { startSubscription } from '../../src/billing/subscription-start.ts'

export interface MemoryEntry {
  readonly key: string
  readonly kind: LedgerEntryKind
  readonly amountMicro: number
  readonly effectiveAt: number
}

export class MemoryLedger {
  account: BillingAccount
  readonly entries: MemoryEntry[] = []
  readonly invoices: InvoiceDraft[] = []
  readonly changes = new Map<string, SubscriptionChange>()
  readonly #keys = new Set<string>()
  #nextId = 0

  constructor(organizationId: string, now: number) {
    this.account = { organizationId, subscription: null, pending: null }
    const plan = heldPlan('free')
    const subscriptionId = this.#id()
    const { account } = this
    this.commit(
      startSubscription({ account, plan, balanceMicro: 0, subscriptionId, changeId: null, isPaid: false, now }),
    )
  }

  get balanceMicro(): number {
    return this.entries.reduce((sum, entry) => sum + entry.amountMicro, 0)
  }

  balanceBefore(instant: number): number {
    return this.entries.reduce((sum, entry) => (entry.effectiveAt < instant ? sum + entry.amountMicro : sum), 0)
  }

  commit(transition: Transition): void {
    this.account = transition.account
    for (const entry of transition.entries) this.#append(entry)
    for (const invoice of transition.invoices) {
      this.#unique(`invoice ${invoice.key}`)
      this.invoices.push(invoice)
    }
    for (const change of transition.changes) this.changes.set(change.id, change)
  }

  renew(now: number): void {
    this.commit(renew(this.account, (boundary) => this.balanceBefore(boundary), now))
  }

  debit(amountMicro: number, now: number): void {
    this.#append({ key: `usage:${this.#id()}`, kind: 'usage', amountMicro: 0 - amountMicro, effectiveAt: now })
  }

  change(planSlug: string, now: number): string {
    this.renew(now)
    const { account, balanceMicro } = this
    const ids = { changeId: this.#id(), newSubscriptionId: this.#id() }
    const result = planChange({ account, balanceMicro, planSlug, ...ids, prepaidFromCents: null, now })
    if (result.outcome === 'changed') this.commit(result.transition)
    return result.outcome
  }

  cancel(now: number): string {
    this.renew(now)
    const { account, balanceMicro } = this
    const result = scheduleCancellation({ account, balanceMicro, changeId: this.#id(), now })
    if (result.outcome === 'scheduled') this.commit(result.transition)
    return result.outcome
  }

  resume(now: number): string {
    this.renew(now)
    const result = resumeSubscription(this.account)
    if (result.outcome === 'resumed') this.commit(result.transition)
    return result.outcome
  }

  #append(entry: MemoryEntry): void {
    this.#unique(entry.key)
    this.entries.push(entry)
  }

  #unique(key: string): void {
    if (this.#keys.has(key)) throw new Error(`appended twice: ${key}`)
    this.#keys.add(key)
  }

  #id(): string {
    return `${this.account?.organizationId ?? 'new'}-${this.#nextId++}`
  }
}
