import type { OrganizationScope } from '../../auth/scope.ts'
import { ProcessorError } from '../../billing/processor/processor.ts'
import { conflict } from '../../contracts/domain-error.ts'
import type { VerbCall } from '../context.ts'
import { processorRefusal, returnUrl } from './checkout.ts'
import { ensureCustomer } from './customer.ts'
import { processorOf } from './processor.ts'
import { settleOverdue } from './settle-overdue.ts'

/** The processor's page for payment methods and past invoices. */
export async function createPortalSession({
  ctx,
  scope,
}: VerbCall<OrganizationScope>): Promise<{ readonly portalUrl: string }> {
  const processor = await processorOf(ctx)
  if (processor === null) throw conflict('This deployment has no payment processor.')
  // An untouched organization gets its row first, or the customer's id would have no place.
  await settleOverdue(ctx, scope.organizationId)
  try {
    const customerId = await ensureCustomer(ctx, processor, scope.organizationId)
    return { portalUrl: await processor.createPortalSession(customerId, returnUrl(ctx)) }
  } catch (error) {
    if (error instanceof ProcessorError) throw processorRefusal(error)
    throw error
  }
}
