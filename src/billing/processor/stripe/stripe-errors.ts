/** Stripe's errors as the two kinds that billing tells apart. */
import Stripe from 'stripe'
import { ProcessorError } from '../processor.ts'

/** Runs a call of the client. Messages of Stripe may quote parameters, so only its code is kept. */
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
    // The same key is being worked on by another request just now.
    error.statusCode === 409
  )
}
