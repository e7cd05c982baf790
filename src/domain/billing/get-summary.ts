import type { OrganizationScope } from '../../auth/scope.ts'
import { summaryView } from '../../billing/views.ts'
import type { DomainContext } from '../context.ts'
import { collectionOf } from './collection.ts'
import { hasActiveProcessorBilling } from './list-plans.ts'
import { readBilling } from './transact.ts'

/** The billing summary as of now; renewals that are due are counted in, not written. */
export async function getSummary({ ctx, scope }: { readonly ctx: DomainContext; readonly scope: OrganizationScope }) {
  const { organizationId } = scope
  const { account, balanceMicro, hasPaymentMethod } = await readBilling(ctx, organizationId)
  return {
    ...summaryView(account, balanceMicro),
    hasActiveProcessorBilling: hasActiveProcessorBilling(ctx, hasPaymentMethod),
    collection: await collectionOf(ctx, organizationId),
  }
}
