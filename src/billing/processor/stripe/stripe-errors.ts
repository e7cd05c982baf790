/** Maps Stripe's errors to the two kinds that billing distinguishes. */
import Stripe from 'stripe'
import { ProcessorError } from '../processor.ts'

/** Runs a call of the client. Stripe's messages may quote parameters, so only the error code is kept. */
export async function attempted<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) {
      throw new ProcessorError(
        `stripe: ${error.type} ${error.code ?? error.statusCode ?? ''}`.trim(),
        isTransient(error),
      )
    }
    throw error
  }
}

function isTransient(error: InstanceType<typeof Stripe.errors.StripeError>): boolean {
  return (
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeAPIError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    // Another request is using the same key right now.
    error.statusCode === 409
  )
}
