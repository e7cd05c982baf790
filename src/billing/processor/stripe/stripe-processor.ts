import type { BillingProcessor } from '../processor.ts'
export function stripeProcessor(_: {
  secretKey: string
  webhookSecret: string
  fetch: typeof fetch
}): BillingProcessor {
  throw new Error('x')
}
