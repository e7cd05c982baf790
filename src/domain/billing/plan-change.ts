/** Previews and makes a plan change. Both use the same pure function; the preview keeps only the quote. */

import type { OrganizationScope } from '../../auth/scope.ts'
import type { SubscriptionChange } from '../../billing/account.ts'
import { type PlanChangeOutcome, type PlanChangeQuote, planChange } from '../../billing/plan-change.ts'
import type { BillingProcessor } from '../../billing/processor/processor.ts'
import { iso, planChangeView } from '../../billing/views.ts'
import { conflict, notFound } from '../../contracts/domain-error.ts'
import { newId } from '../../contracts/ids.ts'
import type { DomainContext, VerbCall } from '../context.ts'
import { type CheckoutLink, closeReplacedCheckout, openCheckout } from './checkout.ts'
import { forgetStanding } from './enforcement.ts'
import { processorOf } from './processor.ts'
import { readBilling, transact } from './transact.ts'

type PlanChangeCall = VerbCall<OrganizationScope, { readonly planSlug: string }>

/** Returns the quote of a plan change as of now, without storing anything. Throws the same refusals as the change. */
export async function previewPlanChange({ ctx, scope, input }: PlanChangeCall) {
  const { account, balanceMicro } = await readBilling(ctx, scope.organizationId)
  const processor = await processorOf(ctx)
  const outcome = planChange({
    account,
    balanceMicro,
    planSlug: input.planSlug,
    changeId: 'preview',
    newSubscriptionId: 'preview',
    prepaidFromCents: processor?.paymentMinimumCents ?? null,
    now: ctx.now(),
  })
  return planChangeView(accepted(outcome).quote)
}

interface Changed {
  readonly quote: PlanChangeQuote
  readonly change: SubscriptionChange
  readonly subscriptionId: string
  readonly replaced: SubscriptionChange | null
}

/**
 * Changes the plan: at once, at the end of the cycle, or when its checkout is paid, as the quote says. A pending change
 * is replaced. Throws `not_found` for an unknown plan, `conflict` for the plan it already has, and the refusals of
 * `openCheckout`.
 */
export async function changePlan({ ctx, scope, input }: PlanChangeCall) {
  const { organizationId, actor } = scope
  const processor = await processorOf(ctx)
  const ids = { changeId: newId(), newSubscriptionId: newId() }
  const changed = await transact<Changed>(ctx, organizationId, actor, ({ account, balanceMicro }, now) => {
    const prepaidFromCents = processor?.paymentMinimumCents ?? null
    const { quote, change, transition } = accepted(
      planChange({ account, balanceMicro, planSlug: input.planSlug, ...ids, prepaidFromCents, now }),
    )
    return {
      result: { quote, change, subscriptionId: change.subscriptionId, replaced: account.pending },
      transition,
      audit: {
        action: 'billing.change_plan',
        targetId: change.id,
        detail: { from: change.fromPlanSlug, to: change.targetPlanSlug, status: change.status },
      },
    }
  })
  forgetStanding(organizationId)
  const checkout = await checkoutFor(ctx, processor, organizationId, changed)
  return {
    billingSubscriptionChangeId: changed.change.id,
    billingSubscriptionId: changed.subscriptionId,
    status: statusOf(changed.change),
    checkoutUrl: checkout?.url ?? null,
    ...planChangeView(changed.quote),
    effectiveAt: iso(changed.quote.effectiveAt),
  }
}

function accepted(outcome: PlanChangeOutcome) {
  switch (outcome.outcome) {
    case 'unknown_plan':
      throw notFound('The plan')
    case 'current_plan':
      throw conflict('The organization is already on this plan.')
    case 'changed':
      return outcome
  }
}

/** A withdrawal has taken effect, in the same way as an applied change. */
function statusOf(change: SubscriptionChange): 'applied' | 'scheduled' | 'pending_payment' {
  return change.status === 'scheduled' || change.status === 'pending_payment' ? change.status : 'applied'
}

async function checkoutFor(
  ctx: DomainContext,
  processor: BillingProcessor | null,
  organizationId: string,
  changed: Changed,
): Promise<CheckoutLink | null> {
  if (processor === null) return null
  if (changed.replaced?.status === 'pending_payment') await closeReplacedCheckout(ctx, processor, changed.replaced.id)
  if (changed.change.status !== 'pending_payment') return null
  return openCheckout(ctx, processor, organizationId, changed.change, changed.quote)
}
