/** Previews, schedules and withdraws a cancellation at the end of the paid cycle. */

import type { OrganizationScope } from '../../auth/scope.ts'
import type { BillingAccount } from '../../billing/account.ts'
import {
  type CancellationOutcome,
  resumeSubscription as resume,
  scheduleCancellation as schedule,
} from '../../billing/cancellation.ts'
import { cancellationView } from '../../billing/views.ts'
import { conflict } from '../../contracts/domain-error.ts'
import { newId } from '../../contracts/ids.ts'
import type { VerbCall } from '../context.ts'
import { closeReplacedCheckout } from './checkout.ts'
import { processorOf } from './processor.ts'
import { readBilling, transact } from './transact.ts'

type CancellationCall = VerbCall<OrganizationScope>

/**
 * Returns what a cancellation would do now, without storing anything. Throws `conflict` on the free plan and without a
 * subscription.
 */
export async function previewCancellation({ ctx, scope }: CancellationCall) {
  const { account, balanceMicro } = await readBilling(ctx, scope.organizationId)
  const now = ctx.now()
  const outcome = accepted(schedule({ account, balanceMicro, changeId: 'preview', now }))
  return viewOf(account, outcome, balanceMicro, now)
}

/**
 * Schedules the end of the subscription for the end of its cycle. A pending plan change is replaced, and its checkout
 * is closed. Asking again returns the change that is already scheduled. Throws `conflict` on the free plan and without
 * a subscription.
 */
export async function scheduleCancellation({ ctx, scope }: CancellationCall) {
  const changeId = newId()
  const { view, replaced } = await transact(
    ctx,
    scope.organizationId,
    scope.actor,
    ({ account, balanceMicro }, now) => {
      const outcome = accepted(schedule({ account, balanceMicro, changeId, now }))
      const { change, alreadyScheduled, transition } = outcome
      return {
        result: {
          view: {
            ...viewOf(transition.account, outcome, balanceMicro, now),
            billingSubscriptionChangeId: change.id,
            alreadyScheduled,
          },
          replaced: alreadyScheduled ? null : account.pending,
        },
        transition: alreadyScheduled ? null : transition,
        audit: {
          action: 'billing.schedule_cancellation',
          targetId: change.id,
          detail: { plan: change.fromPlanSlug, effectiveAt: change.effectiveAt },
        },
      }
    },
  )
  const processor = await processorOf(ctx)
  if (processor !== null && replaced?.status === 'pending_payment') {
    await closeReplacedCheckout(ctx, processor, replaced.id)
  }
  return view
}

/** Withdraws a scheduled cancellation. Throws `conflict` when none is scheduled. */
export async function resumeSubscription({ ctx, scope }: CancellationCall) {
  const billingSubscriptionId = await transact(ctx, scope.organizationId, scope.actor, ({ account }) => {
    const outcome = resume(account)
    if (outcome.outcome === 'nothing_to_resume') {
      throw conflict('No cancellation is scheduled, so there is nothing to withdraw.')
    }
    const { subscriptionId, transition } = outcome
    return {
      result: subscriptionId,
      transition,
      audit: { action: 'billing.resume_subscription', targetId: subscriptionId, detail: {} },
    }
  })
  return { billingSubscriptionId, resumed: true as const }
}

type Scheduled = Extract<CancellationOutcome, { readonly outcome: 'scheduled' }>

function accepted(outcome: CancellationOutcome): Scheduled {
  switch (outcome.outcome) {
    case 'no_subscription':
      throw conflict('The organization has no subscription, so there is nothing to cancel.')
    case 'free_plan':
      throw conflict('The free plan cannot be cancelled: it costs nothing. Delete the organization to end its use.')
    case 'scheduled':
      return outcome
  }
}

function viewOf(account: BillingAccount, outcome: Scheduled, balanceMicro: number, now: number) {
  const { subscription } = account
  // `accepted` has already refused accounts without a subscription.
  if (subscription === null) throw new Error('a cancellation without a subscription')
  const { effectiveAt, finalChargeCents } = outcome
  return cancellationView({ account, subscription, balanceMicro, effectiveAt, finalChargeCents, now })
}
