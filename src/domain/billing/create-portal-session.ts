import type { OrganizationScope } from '../../auth/scope.ts'
import { ProcessorError } from '../../billing/processor/processor.ts'
import { conflict } from '../../contracts/domain-error.ts'
import type { VerbCall } from '../context.ts'
import { processorRefusal, returnUrl } from './checkout.ts'
import { ensureCustomer } from './customer.ts'
import { processorOf } from './processor.ts'
import { settleOverdue } from './settle-overdue.ts'

/** Returns the URL of the processor's page for payment methods and past invoices. */
export async function createPortalSession({
  ctx,
  scope,
}: VerbCall<OrganizationScope>): Promise<{ readonly portalUrl: string }> {
  const processor = await processorOf(ctx)
  if (processor === null) throw conflict('This deployment has no payment processor, so there is no billing portal.')
  // An organization that billing has not touched gets its row first; otherwise the customer's id could not be stored.
  await settleOverdue(ctx, scope.organizationId)
  try {
    const customerId = await ensureCustomer(ctx, processor, scope.organizationId)
    return { portalUrl: await processor.createPortalSession(customerId, returnUrl(ctx)) }
  } catch (error) {
    if (error instanceof ProcessorError) throw processorRefusal(error)
    throw error
  }
}
