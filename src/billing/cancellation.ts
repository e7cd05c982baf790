/**
 * Cancels at the end of the paid cycle, and withdraws such a cancellation. As with plan changes, the preview discards
 * the transition.
 */
import {
  type BillingAccount,
  type Subscription,
  type SubscriptionChange,
  type Transition,
  unchanged,
} from './account.ts'
import { replacedBy } from './plan-change.ts'
import { heldPlan, isFree } from './plans.ts'
import { endSubscription, renewalCharge } from './renewal.ts'

export interface CancellationInput {
  /** The state with every due renewal already applied. */
  readonly account: BillingAccount
  readonly balanceMicro: number
  readonly changeId: string
  readonly now: number
}

export type CancellationOutcome =
  | { readonly outcome: 'no_subscription' }
  | { readonly outcome: 'free_plan' }
  | {
      readonly outcome: 'scheduled'
      readonly change: SubscriptionChange
      readonly alreadyScheduled: boolean
      readonly effectiveAt: number
      /** The deficit that the end of the period will charge, given the present balance. */
      readonly finalChargeCents: number
      readonly transition: Transition
    }

/**
 * Decides on a cancellation: it takes effect at the end of the cycle and replaces a pending plan change. One that is
 * scheduled already stays as it is.
 */
export function scheduleCancellation(input: CancellationInput): CancellationOutcome {
  const { account, balanceMicro, now } = input
  const { subscription, pending } = account
  if (subscription === null) return { outcome: 'no_subscription' }
  if (isFree(heldPlan(subscription.planSlug))) return { outcome: 'free_plan' }
  const alreadyScheduled = pending?.kind === 'cancellation'
  const change = alreadyScheduled ? pending : newCancellation(subscription, input.changeId, now)
  return {
    outcome: 'scheduled',
    change,
    alreadyScheduled,
    effectiveAt: change.effectiveAt,
    finalChargeCents: renewalCharge(subscription, change, balanceMicro).deficitChargeCents,
    transition: alreadyScheduled
      ? unchanged(account)
      : {
          account: { ...account, pending: change },
          ended: [],
          entries: [],
          invoices: [],
          changes: [...replacedBy(account), change],
        },
  }
}

/**
 * Ends the subscription of a deleted organization at `now`, before its cycle ends. Pending changes are dropped. Returns
 * null when no subscription is running.
 */
export function endSubscriptionNow(input: CancellationInput): Transition | null {
  const { account, balanceMicro, now } = input
  const { subscription, pending } = account
  if (subscription === null) return null
  const scheduled = pending?.kind === 'cancellation' ? pending : newCancellation(subscription, input.changeId, now)
  const cancellation = { ...scheduled, effectiveAt: now }
  const ended = endSubscription(account, subscription, cancellation, balanceMicro)
  return pending?.kind === 'cancellation' ? ended : { ...ended, changes: [...replacedBy(account), ...ended.changes] }
}

export type ResumeOutcome =
  | { readonly outcome: 'nothing_to_resume' }
  | { readonly outcome: 'resumed'; readonly subscriptionId: string; readonly transition: Transition }

/** Withdraws a scheduled cancellation. After it has taken effect, only a new subscription helps. */
export function resumeSubscription(account: BillingAccount): ResumeOutcome {
  const { subscription, pending } = account
  if (subscription === null || pending?.kind !== 'cancellation') return { outcome: 'nothing_to_resume' }
  return {
    outcome: 'resumed',
    subscriptionId: subscription.id,
    transition: {
      account: { ...account, pending: null },
      ended: [],
      entries: [],
      invoices: [],
      changes: [{ ...pending, status: 'withdrawn' }],
    },
  }
}

function newCancellation(subscription: Subscription, id: string, now: number): SubscriptionChange {
  return {
    id,
    subscriptionId: subscription.id,
    kind: 'cancellation',
    status: 'scheduled',
    fromPlanSlug: subscription.planSlug,
    targetPlanSlug: null,
    effectiveAt: subscription.cycleEndsAt,
    createdAt: now,
    quote: null,
  }
}
