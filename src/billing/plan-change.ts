/**
 * Changes the plan. One function computes what a change costs, grants and does. The preview shows its quote and
 * discards the rest, so the two cannot differ. Rules: docs/design/billing.md; rounding: amounts.ts.
 */
import {
  type BillingAccount,
  deficitOf,
  type LedgerEntryDraft,
  type Subscription,
  type SubscriptionChange,
  type Transition,
} from './account.ts'
import { centsFromText, fractionText, microCreditsPriceCents, proratedCents, proratedMicroCredits } from './amounts.ts'
import { findPlan, heldPlan, isUpgrade } from './plans.ts'
import type { Plan } from './price-book.ts'
import { cycleGrantMicro, invoiceDraft, startSubscription, withoutZeros } from './subscription-start.ts'

/** `withdrawal`: the request names the current plan while a change is pending. */
export type PlanChangeType = 'upgrade' | 'downgrade' | 'withdrawal'

export interface PlanChangeQuote {
  readonly calculatedAt: number
  readonly type: PlanChangeType
  readonly effectiveAt: number
  /** Null without a subscription: the change then starts one with a full cycle. */
  readonly current: Plan | null
  readonly target: Plan
  readonly remainingCycleFraction: string
  readonly deficitMicro: number
  readonly deficitChargeCents: number
  readonly subscriptionChargeCents: number
  readonly immediateChargeCents: number
  readonly grantMicro: number
  readonly nextCycleChargeCents: number
}

export interface PlanChangeInput {
  /** The state with every due renewal already applied. */
  readonly account: BillingAccount
  readonly balanceMicro: number
  readonly planSlug: string
  readonly changeId: string
  /** The id of the subscription that starts if there is none. */
  readonly newSubscriptionId: string
  /** An upgrade that charges at least this many cents waits for its payment. null: no upgrade waits (no processor). */
  readonly prepaidFromCents: number | null
  readonly now: number
}

export type PlanChangeOutcome =
  | { readonly outcome: 'unknown_plan' }
  | { readonly outcome: 'current_plan' }
  | {
      readonly outcome: 'changed'
      readonly quote: PlanChangeQuote
      /** The change after the transition; for a withdrawal, the withdrawn change. */
      readonly change: SubscriptionChange
      readonly transition: Transition
    }

/**
 * Decides on a change of plan: an upgrade applies at once, or when its checkout is paid; a downgrade applies at the end
 * of the cycle; the plan it has already withdraws a pending change.
 */
export function planChange(input: PlanChangeInput): PlanChangeOutcome {
  const { account, planSlug } = input
  const target = findPlan(planSlug)
  if (target === null) return { outcome: 'unknown_plan' }
  const { subscription } = account
  if (subscription === null) {
    return target.availability === 'offered' ? started(input, target) : { outcome: 'unknown_plan' }
  }
  if (subscription.planSlug === target.slug) return currentPlanAskedFor(input, subscription, target)
  if (target.availability !== 'offered') return { outcome: 'unknown_plan' }
  const current = heldPlan(subscription.planSlug)
  return isUpgrade(current, target)
    ? upgraded(input, subscription, current, target)
    : downgraded(input, subscription, current, target)
}

function currentPlanAskedFor(input: PlanChangeInput, subscription: Subscription, plan: Plan): PlanChangeOutcome {
  const { account, now } = input
  const { pending } = account
  // A pending cancellation is not a plan change; a separate operation withdraws it.
  if (pending === null || pending.kind === 'cancellation') return { outcome: 'current_plan' }
  const withdrawn: SubscriptionChange = { ...pending, status: 'withdrawn' }
  const quote = {
    ...nothingDueNow(input, subscription, plan),
    type: 'withdrawal' as const,
    effectiveAt: now,
    current: plan,
    target: plan,
  }
  return {
    outcome: 'changed',
    quote,
    change: withdrawn,
    transition: { account: { ...account, pending: null }, ended: [], entries: [], invoices: [], changes: [withdrawn] },
  }
}

function downgraded(
  input: PlanChangeInput,
  subscription: Subscription,
  current: Plan,
  target: Plan,
): PlanChangeOutcome {
  const { account } = input
  const quote = {
    ...nothingDueNow(input, subscription, target),
    type: 'downgrade' as const,
    effectiveAt: subscription.cycleEndsAt,
    current,
    target,
  }
  const change: SubscriptionChange = {
    id: input.changeId,
    subscriptionId: subscription.id,
    kind: 'downgrade',
    status: 'scheduled',
    fromPlanSlug: current.slug,
    targetPlanSlug: target.slug,
    effectiveAt: subscription.cycleEndsAt,
    createdAt: input.now,
    quote: null,
  }
  const changes = [...replacedBy(account), change]
  const transition = { account: { ...account, pending: change }, ended: [], entries: [], invoices: [], changes }
  return { outcome: 'changed', quote, change, transition }
}

function upgraded(input: PlanChangeInput, subscription: Subscription, current: Plan, target: Plan): PlanChangeOutcome {
  const { now, balanceMicro } = input
  const fraction = remainingFraction(subscription, now)
  const deficitMicro = deficitOf(balanceMicro)
  const deficitChargeCents = microCreditsPriceCents(deficitMicro, target.additionalCreditPrice)
  const subscriptionChargeCents = proratedCents(current.price, target.price, fraction)
  const quote: PlanChangeQuote = {
    calculatedAt: now,
    type: 'upgrade',
    effectiveAt: now,
    current,
    target,
    remainingCycleFraction: fraction,
    deficitMicro,
    deficitChargeCents,
    subscriptionChargeCents,
    immediateChargeCents: subscriptionChargeCents + deficitChargeCents,
    grantMicro: proratedMicroCredits(current.cycleCredits, target.cycleCredits, fraction),
    nextCycleChargeCents: centsFromText(target.price),
  }
  return decideUpgrade(input, quote, subscription.id)
}

/** Without a subscription: a full cycle from now on. Dormant credits are included. */
function started(input: PlanChangeInput, target: Plan): PlanChangeOutcome {
  const { now, balanceMicro } = input
  const deficitMicro = deficitOf(balanceMicro)
  const deficitChargeCents = microCreditsPriceCents(deficitMicro, target.additionalCreditPrice)
  const subscriptionChargeCents = centsFromText(target.price)
  const quote: PlanChangeQuote = {
    calculatedAt: now,
    type: 'upgrade',
    effectiveAt: now,
    current: null,
    target,
    remainingCycleFraction: fractionText(1, 1),
    deficitMicro,
    deficitChargeCents,
    subscriptionChargeCents,
    immediateChargeCents: subscriptionChargeCents + deficitChargeCents,
    grantMicro: cycleGrantMicro(target, balanceMicro),
    nextCycleChargeCents: subscriptionChargeCents,
  }
  return decideUpgrade(input, quote, input.newSubscriptionId)
}

function decideUpgrade(input: PlanChangeInput, quote: PlanChangeQuote, subscriptionId: string): PlanChangeOutcome {
  const { account } = input
  const waits = input.prepaidFromCents !== null && quote.immediateChargeCents >= input.prepaidFromCents
  const change: SubscriptionChange = {
    id: input.changeId,
    subscriptionId,
    kind: 'upgrade',
    status: waits ? 'pending_payment' : 'applied',
    fromPlanSlug: quote.current?.slug ?? null,
    targetPlanSlug: quote.target.slug,
    effectiveAt: quote.effectiveAt,
    createdAt: input.now,
    quote: {
      remainingCycleFraction: quote.remainingCycleFraction,
      subscriptionChargeCents: quote.subscriptionChargeCents,
      deficitMicro: quote.deficitMicro,
      deficitChargeCents: quote.deficitChargeCents,
      grantMicro: quote.grantMicro,
    },
  }
  const resolved = replacedBy(account)
  if (waits) {
    const pending = { ...account, pending: change }
    const changes = [...resolved, change]
    return {
      outcome: 'changed',
      quote,
      change,
      transition: { account: pending, ended: [], entries: [], invoices: [], changes },
    }
  }
  const applied = applyUpgrade(account, change, { balanceMicro: input.balanceMicro, isPaid: false, now: input.now })
  return {
    outcome: 'changed',
    quote,
    change,
    transition: { ...applied, changes: [...resolved, ...applied.changes] },
  }
}

/**
 * Applies an upgrade exactly as quoted, either at once or when its payment has arrived. The caller has checked that the
 * change is still pending. (A renewal in between would have expired it, because its fraction belongs to the previous
 * cycle.)
 */
export function applyUpgrade(
  account: BillingAccount,
  change: SubscriptionChange,
  input: { readonly balanceMicro: number; readonly isPaid: boolean; readonly now: number },
): Transition {
  const { quote, targetPlanSlug } = change
  if (change.kind !== 'upgrade' || quote === null || targetPlanSlug === null) {
    throw new Error(`change ${change.id} is no upgrade`)
  }
  const target = heldPlan(targetPlanSlug)
  const applied: SubscriptionChange = { ...change, status: 'applied', effectiveAt: input.now }
  const { subscription } = account
  if (subscription === null) {
    const subscriptionId = change.subscriptionId
    const start = startSubscription({ account, plan: target, subscriptionId, changeId: change.id, ...input })
    return { ...start, changes: [applied] }
  }
  const entry = { effectiveAt: input.now, subscriptionId: subscription.id, planSlug: target.slug, changeId: change.id }
  const entries: LedgerEntryDraft[] = [
    { ...entry, key: `settlement:${change.id}`, kind: 'deficit_settlement', amountMicro: quote.deficitMicro },
    { ...entry, key: `upgrade:${change.id}`, kind: 'upgrade_grant', amountMicro: quote.grantMicro },
  ]
  return {
    account: { ...account, pending: null, subscription: { ...subscription, planSlug: target.slug } },
    ended: [],
    entries: withoutZeros(entries),
    invoices: invoiceDraft({
      key: `upgrade:${change.id}`,
      kind: 'upgrade',
      subscriptionId: subscription.id,
      plan: target,
      subscriptionChargeCents: quote.subscriptionChargeCents,
      deficitMicro: quote.deficitMicro,
      deficitChargeCents: quote.deficitChargeCents,
      isPaid: input.isPaid,
      issuedAt: input.now,
    }),
    changes: [applied],
  }
}

/** At most one change or cancellation is pending; a newer one replaces the older one. */
export function replacedBy(account: BillingAccount): SubscriptionChange[] {
  return account.pending === null ? [] : [{ ...account.pending, status: 'replaced' }]
}

function nothingDueNow(input: PlanChangeInput, subscription: Subscription, next: Plan) {
  return {
    calculatedAt: input.now,
    remainingCycleFraction: remainingFraction(subscription, input.now),
    deficitMicro: deficitOf(input.balanceMicro),
    deficitChargeCents: 0,
    subscriptionChargeCents: 0,
    immediateChargeCents: 0,
    grantMicro: 0,
    nextCycleChargeCents: centsFromText(next.price),
  }
}

function remainingFraction(subscription: Subscription, now: number): string {
  return fractionText(subscription.cycleEndsAt - now, subscription.cycleEndsAt - subscription.cycleStartsAt)
}
