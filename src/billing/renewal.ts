/**
 * The cycle engine. Each boundary that has passed is renewed once, in order, as of its own time. The balance used is
 * the balance at the boundary, so a renewal that runs days late has the same result as one that ran on time.
 */
import {
  type BillingAccount,
  deficitOf,
  followedBy,
  grantedMicro,
  type Subscription,
  type SubscriptionChange,
  type Transition,
  unchanged,
} from './account.ts'
import { centsFromText, microCreditsPriceCents } from './amounts.ts'
import { cycleOf } from './cycle.ts'
import { heldPlan } from './plans.ts'
import type { Plan } from './price-book.ts'
import { cycleGrantMicro, invoiceDraft, withoutZeros } from './subscription-start.ts'

/** Returns the balance of all entries that take effect before the boundary. */
export type RecordedBalanceAt = (boundary: number) => number

/** Renews every boundary up to `now`. If there is none, returns a transition that changes nothing. */
export function renew(account: BillingAccount, recordedBalanceAt: RecordedBalanceAt, now: number): Transition {
  let done = unchanged(account)
  for (;;) {
    const { subscription } = done.account
    if (subscription === null || subscription.cycleEndsAt > now) return done
    const balanceMicro = recordedBalanceAt(subscription.cycleEndsAt) + grantedMicro(done)
    done = followedBy(done, renewOnce(done.account, subscription, balanceMicro))
  }
}

/** Returns true when `renew` would change something. */
export function isRenewalDue(account: BillingAccount, now: number): boolean {
  return account.subscription !== null && account.subscription.cycleEndsAt <= now
}

/** Returns what the end of the running cycle will charge, given the present balance. */
export interface RenewalCharge {
  readonly plan: Plan
  readonly subscriptionChargeCents: number
  readonly deficitMicro: number
  readonly deficitChargeCents: number
}

/** The deficit is charged at the price of the plan on which it arose; the next cycle at the price of its new plan. */
export function renewalCharge(
  subscription: Subscription,
  pending: SubscriptionChange | null,
  balanceMicro: number,
): RenewalCharge {
  const closing = heldPlan(subscription.planSlug)
  const deficitMicro = deficitOf(balanceMicro)
  const deficitChargeCents = microCreditsPriceCents(deficitMicro, closing.additionalCreditPrice)
  if (pending?.kind === 'cancellation') {
    return { plan: closing, subscriptionChargeCents: 0, deficitMicro, deficitChargeCents }
  }
  const plan = pending?.kind === 'downgrade' ? targetPlan(pending) : closing
  return { plan, subscriptionChargeCents: centsFromText(plan.price), deficitMicro, deficitChargeCents }
}

function renewOnce(account: BillingAccount, subscription: Subscription, balanceMicro: number): Transition {
  const { pending } = account
  if (pending?.kind === 'cancellation') return endSubscription(account, subscription, pending, balanceMicro)
  const boundary = subscription.cycleEndsAt
  const { plan, ...charge } = renewalCharge(subscription, pending, balanceMicro)
  const cycle = cycleOf(subscription.anchorAt, subscription.cycleNumber + 1)
  return {
    account: {
      organizationId: account.organizationId,
      // An upgrade that was not paid by now was quoted for a cycle that is over.
      pending: null,
      subscription: {
        ...subscription,
        planSlug: plan.slug,
        cycleNumber: cycle.number,
        cycleStartsAt: cycle.startsAt,
        cycleEndsAt: cycle.endsAt,
      },
    },
    ended: [],
    entries: withoutZeros([
      {
        key: `cycle:${subscription.id}:${cycle.number}`,
        kind: 'cycle_grant',
        amountMicro: cycleGrantMicro(plan, balanceMicro),
        effectiveAt: boundary,
        subscriptionId: subscription.id,
        planSlug: plan.slug,
        changeId: pending?.kind === 'downgrade' ? pending.id : null,
      },
    ]),
    invoices: invoiceDraft({
      key: `renewal:${subscription.id}:${cycle.number}`,
      kind: 'renewal',
      subscriptionId: subscription.id,
      plan,
      ...charge,
      isPaid: false,
      issuedAt: boundary,
    }),
    changes: pending === null ? [] : [{ ...pending, status: pending.kind === 'downgrade' ? 'applied' : 'expired' }],
  }
}

/** When the cancellation takes effect, the deficit is charged and settled. Remaining credits stay, dormant. */
export function endSubscription(
  account: BillingAccount,
  subscription: Subscription,
  cancellation: SubscriptionChange,
  balanceMicro: number,
): Transition {
  const endsAt = cancellation.effectiveAt
  const { plan, ...charge } = renewalCharge(subscription, cancellation, balanceMicro)
  return {
    account: { organizationId: account.organizationId, subscription: null, pending: null },
    ended: [{ subscription, canceledAt: endsAt }],
    entries: withoutZeros([
      {
        key: `settlement:${cancellation.id}`,
        kind: 'deficit_settlement',
        amountMicro: charge.deficitMicro,
        effectiveAt: endsAt,
        subscriptionId: subscription.id,
        planSlug: plan.slug,
        changeId: cancellation.id,
      },
    ]),
    invoices: invoiceDraft({
      key: `final:${subscription.id}`,
      kind: 'final',
      subscriptionId: subscription.id,
      plan,
      ...charge,
      isPaid: false,
      issuedAt: endsAt,
    }),
    changes: [{ ...cancellation, status: 'applied' }],
  }
}

function targetPlan(change: SubscriptionChange): Plan {
  if (change.targetPlanSlug === null) throw new Error(`change ${change.id} has no target plan`)
  return heldPlan(change.targetPlanSlug)
}
