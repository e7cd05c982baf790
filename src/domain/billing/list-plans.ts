import type { OrganizationScope } from '../../auth/scope.ts'
import { BILLING_MODEL, listedPlans } from '../../billing/plans.ts'
import { planView } from '../../billing/views.ts'
import type { DomainContext, VerbCall } from '../context.ts'
import { readBilling } from './transact.ts'

/** Returns the plans that an organization can switch to, and its own plan. */
export async function listPlans({ ctx, scope }: VerbCall<OrganizationScope>) {
  const { account, hasPaymentMethod } = await readBilling(ctx, scope.organizationId)
  const currentPlanSlug = account.subscription?.planSlug ?? null
  return {
    billingModel: BILLING_MODEL,
    currentPlanSlug,
    hasActiveProcessorBilling: hasActiveProcessorBilling(ctx, hasPaymentMethod),
    plans: listedPlans(currentPlanSlug).map(planView),
  }
}

/** Whether the processor can charge the organization without a new checkout. */
export function hasActiveProcessorBilling(ctx: DomainContext, hasPaymentMethod: boolean): boolean {
  return ctx.settings.BILLING_PROCESSOR !== 'none' && hasPaymentMethod
}
