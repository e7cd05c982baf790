import type { OrganizationScope } from '../../auth/scope.ts'
import { summaryView } from '../../billing/views.ts'
import type { VerbCall } from '../context.ts'
import { collectionOf } from './collection.ts'
import { hasActiveProcessorBilling } from './list-plans.ts'
import { readBilling } from './transact.ts'

/** Returns the billing summary as of now. Renewals that are due are included but not written. */
export async function getSummary({ ctx, scope }: VerbCall<OrganizationScope>) {
  const { organizationId } = scope
  const { account, balanceMicro, hasPaymentMethod } = await readBilling(ctx, organizationId)
  return {
    ...summaryView(account, balanceMicro),
    hasActiveProcessorBilling: hasActiveProcessorBilling(ctx, hasPaymentMethod),
    collection: await collectionOf(ctx, organizationId),
  }
}
