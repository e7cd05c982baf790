/** Views of billing objects in the API: pure mappings, with every amount as text. */
import type { BillingAccount, Subscription, SubscriptionChange } from './account.ts'
import { creditsText, moneyText } from './amounts.ts'
import type { PlanChangeQuote } from './plan-change.ts'
import { BILLING_MODEL, heldPlan, isFree } from './plans.ts'
import type { Plan } from './price-book.ts'
import { renewalCharge } from './renewal.ts'

/** Words a time (milliseconds since 1970) as ISO 8601. */
export const iso = (ms: number): string => new Date(ms).toISOString()

/** Returns a plan as the API shows it. */
export function planView(plan: Plan) {
  return {
    slug: plan.slug,
    billingModel: BILLING_MODEL,
    name: plan.name,
    description: plan.description,
    bestFor: plan.bestFor,
    price: plan.price,
    currency: plan.currency,
    cycleCredits: plan.cycleCredits,
    targetCreditBalance: plan.targetCreditBalance,
    logsIncludedBytes: plan.logsIncludedBytes,
    aiTokensIncluded: plan.aiTokensIncluded,
  }
}

/** The scheduled downgrade. An upgrade that waits for its payment is not scheduled and is not shown here. */
export function pendingChangeView(pending: SubscriptionChange | null) {
  if (pending?.kind !== 'downgrade' || pending.targetPlanSlug === null) return null
  const plan = heldPlan(pending.targetPlanSlug)
  return {
    billingSubscriptionChangeId: pending.id,
    effectiveAt: iso(pending.effectiveAt),
    planSlug: plan.slug,
    planName: plan.name,
    price: plan.price,
    currency: plan.currency,
    cycleCredits: plan.cycleCredits,
    targetCreditBalance: plan.targetCreditBalance,
  }
}

/** Returns the plan of an organization as the API shows it, with its cycle and what is pending. */
export function currentPlanView(subscription: Subscription, pending: SubscriptionChange | null) {
  const plan = heldPlan(subscription.planSlug)
  const isCancelled = pending?.kind === 'cancellation'
  return {
    slug: plan.slug,
    name: plan.name,
    price: plan.price,
    currency: plan.currency,
    cycleCredits: plan.cycleCredits,
    targetCreditBalance: plan.targetCreditBalance,
    subscriptionStatus: subscription.status,
    cycleStartsAt: iso(subscription.cycleStartsAt),
    cycleEndsAt: iso(subscription.cycleEndsAt),
    renewalAt: isCancelled ? null : iso(subscription.cycleEndsAt),
    pendingSwitch: pendingChangeView(pending),
    pendingCancellation: isCancelled ? { effectiveAt: iso(pending.effectiveAt) } : null,
  }
}

function subscriptionView(subscription: Subscription, pending: SubscriptionChange | null) {
  return {
    id: subscription.id,
    status: subscription.status,
    billingPlanId: subscription.planSlug,
    cycleType: 'monthly' as const,
    cancelAt: pending?.kind === 'cancellation' ? iso(pending.effectiveAt) : null,
    // A subscription that was ended by a cancellation is not shown any more.
    canceledAt: null,
  }
}

function estimateView(subscription: Subscription, pending: SubscriptionChange | null, balanceMicro: number) {
  const charge = renewalCharge(subscription, pending, balanceMicro)
  return {
    subscriptionChargeAmount: moneyText(charge.subscriptionChargeCents),
    creditDeficitAmount: creditsText(charge.deficitMicro),
    creditDeficitChargeAmount: moneyText(charge.deficitChargeCents),
    totalAmount: moneyText(charge.subscriptionChargeCents + charge.deficitChargeCents),
    currency: charge.plan.currency,
  }
}

/**
 * Returns the part of the summary that the account itself determines; `collection` and the processor flag are added
 * later.
 */
export function summaryView(account: BillingAccount, balanceMicro: number) {
  const { subscription, pending } = account
  const pendingDowngrade = pendingChangeView(pending)
  if (subscription === null) {
    return {
      billingModel: BILLING_MODEL,
      billable: false,
      nonBillableReason: 'no_subscription' as const,
      // It is missing only after a cancellation has taken effect.
      status: 'canceled' as const,
      planName: null,
      planSlug: null,
      currency: null,
      currentBalance: null,
      cycleCredits: null,
      targetCreditBalance: null,
      currentCycle: null,
      currentPeriodEstimate: null,
      pendingDowngrade,
      subscription: null,
      currentPlan: null,
    }
  }
  const plan = heldPlan(subscription.planSlug)
  const isBillable = !isFree(plan)
  return {
    billingModel: BILLING_MODEL,
    billable: isBillable,
    nonBillableReason: isBillable ? null : ('free_plan' as const),
    status: subscription.status,
    planName: plan.name,
    planSlug: plan.slug,
    currency: plan.currency,
    currentBalance: creditsText(balanceMicro),
    cycleCredits: plan.cycleCredits,
    targetCreditBalance: plan.targetCreditBalance,
    currentCycle: {
      startsAt: iso(subscription.cycleStartsAt),
      endsAt: iso(subscription.cycleEndsAt),
      billableStartsAt: iso(Math.max(subscription.cycleStartsAt, subscription.startedAt)),
    },
    currentPeriodEstimate: estimateView(subscription, pending, balanceMicro),
    pendingDowngrade,
    subscription: subscriptionView(subscription, pending),
    currentPlan: currentPlanView(subscription, pending),
  }
}

/** What a plan includes for an organization without a subscription. */
const NO_PLAN = { slug: null, name: 'No subscription', price: '0.00', cycleCredits: '0', targetCreditBalance: '0' }

/** Returns the quote of a plan change as the API shows it. */
export function planChangeView(quote: PlanChangeQuote) {
  const current = quote.current ?? NO_PLAN
  const { target } = quote
  return {
    calculatedAt: iso(quote.calculatedAt),
    type: quote.type,
    effectiveAt: iso(quote.effectiveAt),
    currency: target.currency,
    currentPlanSlug: current.slug,
    targetPlanSlug: target.slug,
    currentPlanName: current.name,
    targetPlanName: target.name,
    currentPlanPrice: current.price,
    targetPlanPrice: target.price,
    currentCycleCredits: current.cycleCredits,
    currentTargetCreditBalance: current.targetCreditBalance,
    cycleCredits: target.cycleCredits,
    targetCreditBalance: target.targetCreditBalance,
    creditDeficitAmount: creditsText(quote.deficitMicro),
    creditDeficitChargeAmount: moneyText(quote.deficitChargeCents),
    additionalCreditPrice: target.additionalCreditPrice,
    immediateChargeAmount: moneyText(quote.immediateChargeCents),
    subscriptionChargeAmount: moneyText(quote.subscriptionChargeCents),
    proratedCreditGrantAmount: creditsText(quote.grantMicro),
    remainingCycleFraction: quote.remainingCycleFraction,
    nextCycleChargeAmount: moneyText(quote.nextCycleChargeCents),
  }
}

export interface CancellationViewInput {
  readonly account: BillingAccount
  readonly subscription: Subscription
  readonly balanceMicro: number
  readonly effectiveAt: number
  readonly finalChargeCents: number
  readonly now: number
}

/** Returns what a cancellation does, as the API shows it. */
export function cancellationView(input: CancellationViewInput) {
  return {
    currentPlan: currentPlanView(input.subscription, input.account.pending),
    effectiveAt: iso(input.effectiveAt),
    currentBalance: creditsText(input.balanceMicro),
    servicePolicy: 'active_until_period_end' as const,
    creditPolicy: 'dormant_until_resubscription' as const,
    scheduledFinalCharge: input.finalChargeCents === 0 ? null : moneyText(input.finalChargeCents),
    autoTopUpEnabled: false,
    pendingDowngrade: pendingChangeView(input.account.pending),
    calculatedAt: iso(input.now),
  }
}
