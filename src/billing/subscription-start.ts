/**
 * Starts a subscription: the free one of every new organization, one after a cancellation (its dormant credits become
 * active, so the grant only fills up to the target), and that of the demo, which may start in the past.
 */
import { type BillingAccount, deficitOf, type InvoiceDraft, type LedgerEntryDraft, type Transition } from './account.ts'
import { centsFromText, microCreditsFromText, microCreditsPriceCents } from './amounts.ts'
import { cycleOf } from './cycle.ts'
import type { Plan } from './price-book.ts'

/** Returns max(0, target − balance): a cycle never starts below its plan's target and never takes credits away. */
export function cycleGrantMicro(plan: Plan, balanceMicro: number): number {
  return Math.max(0, microCreditsFromText(plan.targetCreditBalance) - balanceMicro)
}

export interface StartInput {
  readonly account: BillingAccount
  readonly plan: Plan
  readonly balanceMicro: number
  readonly subscriptionId: string
  /** The change that started it; null when nobody requested it (the free plan of a new organization). */
  readonly changeId: string | null
  readonly isPaid: boolean
  /** False: the first cycle starts with the existing balance. Later cycles are filled up as usual. */
  readonly isGranted?: boolean
  readonly now: number
}

/**
 * Starts a subscription at `now` with its first cycle and, unless `isGranted` is false, the credits of that cycle.
 * Throws when the organization has a subscription already.
 */
export function startSubscription(input: StartInput): Transition {
  const { account, plan, balanceMicro, subscriptionId, changeId, isGranted = true, now } = input
  if (account.subscription !== null)
    throw new Error('the organization already has a subscription, and it can have only one')
  const cycle = cycleOf(now, 0)
  const entries: LedgerEntryDraft[] = [
    {
      key: `cycle:${subscriptionId}:0`,
      kind: 'cycle_grant',
      amountMicro: isGranted ? cycleGrantMicro(plan, balanceMicro) : 0,
      effectiveAt: now,
      subscriptionId,
      planSlug: plan.slug,
      changeId,
    },
  ]
  const deficitMicro = deficitOf(balanceMicro)
  const invoice = invoiceDraft({
    key: `start:${subscriptionId}`,
    kind: 'start',
    subscriptionId,
    plan,
    subscriptionChargeCents: centsFromText(plan.price),
    deficitMicro,
    deficitChargeCents: microCreditsPriceCents(deficitMicro, plan.additionalCreditPrice),
    isPaid: input.isPaid,
    issuedAt: now,
  })
  return {
    account: {
      organizationId: account.organizationId,
      pending: null,
      subscription: {
        id: subscriptionId,
        planSlug: plan.slug,
        status: 'active',
        anchorAt: now,
        cycleNumber: 0,
        cycleStartsAt: cycle.startsAt,
        cycleEndsAt: cycle.endsAt,
        startedAt: now,
      },
    },
    ended: [],
    entries: withoutZeros(entries),
    invoices: invoice,
    changes: [],
  }
}

/** Returns an invoice with the given lines, or none if their sum is zero. */
export function invoiceDraft(
  input: Omit<InvoiceDraft, 'planSlug' | 'currency' | 'totalCents'> & { readonly plan: Plan },
): InvoiceDraft[] {
  const { plan, ...lines } = input
  const totalCents = lines.subscriptionChargeCents + lines.deficitChargeCents
  return totalCents === 0 ? [] : [{ ...lines, planSlug: plan.slug, currency: plan.currency, totalCents }]
}

/** Entries that change nothing are not written. */
export function withoutZeros(entries: readonly LedgerEntryDraft[]): LedgerEntryDraft[] {
  return entries.filter((entry) => entry.amountMicro !== 0)
}
