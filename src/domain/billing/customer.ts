import type { BillingProcessor } from '../../billing/processor/processor.ts'
import { organizationName, processorCustomerId, storeCustomer } from '../../db/billing/checkouts.ts'
import type { DomainContext } from '../context.ts'

/**
 * Returns the processor's customer of an organization, and creates it on first use. The idempotency key of the creation
 * is the organization.
 */
export async function ensureCustomer(
  ctx: DomainContext,
  processor: BillingProcessor,
  organizationId: string,
): Promise<string> {
  const known = await processorCustomerId(ctx.db, organizationId)
  if (known !== null) return known
  const name = await organizationName(ctx.db, organizationId)
  const customerId = await processor.createCustomer(organizationId, name)
  await storeCustomer(ctx.db, organizationId, customerId)
  // If another request has stored its customer first, that one is used.
  return (await processorCustomerId(ctx.db, organizationId)) ?? customerId
}
