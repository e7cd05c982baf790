import type { BillingProcessor } from '../../billing/processor/processor.ts'
import { organizationName, processorCustomerId, storeCustomer } from '../../db/billing/checkouts.ts'
import type { DomainContext } from '../context.ts'

/** The processor's customer of an organization, made when first needed; the key of its creation is the organization. */
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
  // Another request may have stored its own first: that one is the customer.
  return (await processorCustomerId(ctx.db, organizationId)) ?? customerId
}
