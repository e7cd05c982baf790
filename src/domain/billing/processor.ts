/**
 * Returns the payment processor of a deployment. Stripe's code is loaded on first use, because most deployments never
 * need it.
 */
import type { BillingProcessor } from '../../billing/processor/processor.ts'
import type { DomainContext } from '../context.ts'

/** Null for `none`: charges are recorded but never collected. */
export async function processorOf(ctx: DomainContext): Promise<BillingProcessor | null> {
  if (ctx.settings.BILLING_PROCESSOR === 'none') return null
  const { stripeProcessor } = await import('../../billing/processor/stripe/stripe-processor.ts')
  return stripeProcessor({
    secretKey: ctx.settings.STRIPE_SECRET_KEY,
    webhookSecret: ctx.settings.STRIPE_WEBHOOK_SECRET,
    fetch: ctx.fetch,
  })
}
