/**
 * The state of one organization's billing, and what an operation wants changed. Operations are pure: state, request and
 * `now` in, a `Transition` out; src/db/billing commits a transition as one guarded batch, tests apply it in memory.
 * Times are milliseconds since 1970, credits integer micro-credits, money integer cents.
 */

/** `past_due`: a charge failed and is being retried. A cancelled subscription is no state, it is gone. */
export type SubscriptionStatus = 'active' | 'past_due'

export interface Subscription {
  readonly id: string
  readonly planSlug: string
  readonly status: SubscriptionStatus
  /** The start whose day and time of day all cycle boundaries repeat. */
  readonly anchorAt: number
  readonly cycleNumber: number
  readonly cycleStartsAt: number
  readonly cycleEndsAt: number
  readonly startedAt: number
}

export type ChangeKind = 'upgrade' | 'downgrade' | 'cancellation'
export type ChangeStatus = 'scheduled' | 'pending_payment' | 'applied' | 'withdrawn' | 'replaced' | 'expired'

/** What an upgrade costs and grants, fixed when it was quoted: a payment that comes later settles exactly this. */
export interface UpgradeQuote {
  readonly remainingCycleFraction: string
  readonly subscriptionChargeCents: number
  readonly deficitMicro: number
  readonly deficitChargeCents: number
  readonly grantMicro: number
}

export interface SubscriptionChange {
  readonly id: string
  readonly subscriptionId: string
  readonly kind: ChangeKind
  readonly status: ChangeStatus
  readonly fromPlanSlug: string | null
  /** Null for a cancellation. */
  readonly targetPlanSlug: string | null
  readonly effectiveAt: number
  readonly createdAt: number
  /** Of upgrades only. */
  readonly quote: UpgradeQuote | null
}

export interface BillingAccount {
  readonly organizationId: string
  /** The running subscription; null after a cancellation took effect. */
  readonly subscription: Subscription | null
  /** The one change or cancellation that is scheduled or waits for its payment. */
  readonly pending: SubscriptionChange | null
}

export type GrantKind = 'cycle_grant' | 'upgrade_grant' | 'deficit_settlement'
export type LedgerEntryKind = GrantKind | 'usage'

/** One entry to append. `key` is unique for ever: appending the same cause twice is refused by the ledger itself. */
export interface LedgerEntryDraft {
  readonly key: string
  readonly kind: GrantKind
  readonly amountMicro: number
  /** The instant the entry counts from; a renewal done late counts from its boundary. */
  readonly effectiveAt: number
  readonly subscriptionId: string
  readonly planSlug: string
  readonly changeId: string | null
}

export type InvoiceKind = 'start' | 'renewal' | 'upgrade' | 'final'

export interface InvoiceDraft {
  readonly key: string
  readonly kind: InvoiceKind
  readonly subscriptionId: string
  readonly planSlug: string
  readonly currency: string
  readonly subscriptionChargeCents: number
  readonly deficitMicro: number
  readonly deficitChargeCents: number
  readonly totalCents: number
  /** Set when the amount was paid before the invoice was written (checkout of an upgrade). */
  readonly isPaid: boolean
  readonly issuedAt: number
}

/** A subscription in its last cycle, and when a cancellation ended it. */
export interface EndedSubscription {
  readonly subscription: Subscription
  readonly canceledAt: number
}

export interface Transition {
  readonly account: BillingAccount
  readonly ended: readonly EndedSubscription[]
  readonly entries: readonly LedgerEntryDraft[]
  readonly invoices: readonly InvoiceDraft[]
  /** Changes as they stand after the transition: new ones and those it resolves. */
  readonly changes: readonly SubscriptionChange[]
}

export function deficitOf(balanceMicro: number): number {
  return Math.max(0, 0 - balanceMicro)
}

/** The transition that changes nothing. */
export function unchanged(account: BillingAccount): Transition {
  return { account, ended: [], entries: [], invoices: [], changes: [] }
}

/** Two transitions one after the other as one. */
export function followedBy(first: Transition, second: Transition): Transition {
  const replaced = new Set(second.changes.map((change) => change.id))
  return {
    account: second.account,
    ended: [...first.ended, ...second.ended],
    entries: [...first.entries, ...second.entries],
    invoices: [...first.invoices, ...second.invoices],
    changes: [...first.changes.filter((change) => !replaced.has(change.id)), ...second.changes],
  }
}

/** What a transition adds to the balance. */
export function grantedMicro(transition: Transition): number {
  return transition.entries.reduce((sum, entry) => sum + entry.amountMicro, 0)
}
