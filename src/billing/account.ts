/**
 * The billing state of one organization, and the changes that an operation makes to it. Operations are pure: state,
 * request and `now` in, a `Transition` out. src/db/billing commits a transition as one guarded batch; tests apply it in
 * memory. Times are milliseconds since 1970, credits are integer micro-credits, money is integer cents.
 */

/** `past_due`: a charge failed and is being retried. A cancelled subscription is not a state; it is absent. */
export type SubscriptionStatus = 'active' | 'past_due'

export interface Subscription {
  readonly id: string
  readonly planSlug: string
  readonly status: SubscriptionStatus
  /** The start of the subscription. All cycle boundaries repeat its day and time of day. */
  readonly anchorAt: number
  readonly cycleNumber: number
  readonly cycleStartsAt: number
  readonly cycleEndsAt: number
  readonly startedAt: number
}

export type ChangeKind = 'upgrade' | 'downgrade' | 'cancellation'
export type ChangeStatus = 'scheduled' | 'pending_payment' | 'applied' | 'withdrawn' | 'replaced' | 'expired'

/** What an upgrade costs and grants, fixed when it was quoted. A later payment settles exactly this. */
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
  /** Set only for upgrades. */
  readonly quote: UpgradeQuote | null
}

export interface BillingAccount {
  readonly organizationId: string
  /** The running subscription; null after a cancellation has taken effect. */
  readonly subscription: Subscription | null
  /** The one change or cancellation that is scheduled or waits for its payment. */
  readonly pending: SubscriptionChange | null
}

export type GrantKind = 'cycle_grant' | 'upgrade_grant' | 'deficit_settlement'
export type LedgerEntryKind = GrantKind | 'usage'

/** One entry to append to the ledger. `key` is unique for ever: the ledger refuses to append the same cause twice. */
export interface LedgerEntryDraft {
  readonly key: string
  readonly kind: GrantKind
  readonly amountMicro: number
  /** The time from which the entry counts. A late renewal counts from its boundary. */
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

/** A subscription in its last cycle, and the time at which a cancellation ended it. */
export interface EndedSubscription {
  readonly subscription: Subscription
  readonly canceledAt: number
}

export interface Transition {
  readonly account: BillingAccount
  readonly ended: readonly EndedSubscription[]
  readonly entries: readonly LedgerEntryDraft[]
  readonly invoices: readonly InvoiceDraft[]
  /** The changes after the transition: new ones and those that it resolved. */
  readonly changes: readonly SubscriptionChange[]
}

/** Returns how far a balance is below zero, in micro-credits; 0 if it is not. */
export function deficitOf(balanceMicro: number): number {
  return Math.max(0, 0 - balanceMicro)
}

/** The transition that changes nothing. */
export function unchanged(account: BillingAccount): Transition {
  return { account, ended: [], entries: [], invoices: [], changes: [] }
}

/** Joins two consecutive transitions into one. */
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

/** Returns what a transition adds to the balance, in micro-credits. */
export function grantedMicro(transition: Transition): number {
  return transition.entries.reduce((sum, entry) => sum + entry.amountMicro, 0)
}
