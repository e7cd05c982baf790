/** Stripe's error object, thrown inside the fake and answered as JSON. */
export class StripeRefusal extends Error {
  readonly status: number
  readonly body: { readonly error: Record<string, unknown> }

  constructor(status: number, type: string, message: string, more: Record<string, unknown> = {}) {
    super(message)
    this.status = status
    this.body = { error: { type, message, ...more } }
  }
}

export const invalid = (message: string, more: Record<string, unknown> = {}) =>
  new StripeRefusal(400, 'invalid_request_error', message, more)
export const missing = (kind: string, id: string) =>
  new StripeRefusal(404, 'invalid_request_error', `No such ${kind}: '${id}'`, { code: 'resource_missing', param: 'id' })
export const unknownParameter = (name: string) =>
  invalid(`Received unknown parameter: ${name}`, { code: 'parameter_unknown', param: name })
export const missingParameter = (name: string) =>
  invalid(`Missing required param: ${name}.`, { code: 'parameter_missing', param: name })
export const declined = () =>
  new StripeRefusal(402, 'card_error', 'Your card was declined.', {
    code: 'card_declined',
    decline_code: 'generic_decline',
  })
