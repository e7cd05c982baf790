/** Where the payment processor reports. No credential of ours: the signature of the body is the credential. */
import type { Hono } from 'hono'
import { backgroundContext } from '../domain/background-context.ts'
import { type EventOutcome, handleProcessorEvent } from '../domain/billing/handle-processor-event.ts'
import type { ApiEnv } from '../http/api.ts'
import { errorResponse, HttpError } from '../http/errors.ts'

/** Stripe's events are a few kilobytes. */
const EVENT_BYTES_MAX = 256 * 1024

export function mountWebhooks(app: Hono<ApiEnv>): void {
  app.post('/webhooks/stripe', async (http) => {
    const requestId = http.get('requestId')
    const declared = Number(http.req.raw.headers.get('content-length') ?? '0')
    const payload = declared > EVENT_BYTES_MAX ? null : await http.req.raw.text()
    if (payload === null || payload.length > EVENT_BYTES_MAX) {
      return errorResponse(new HttpError('PAYLOAD_TOO_LARGE', 'The event is too large.'), 'unknown', requestId)
    }
    const outcome = await handleProcessorEvent({
      ctx: backgroundContext(http.env, (work) => http.executionCtx.waitUntil(work)),
      input: { payload, signature: http.req.raw.headers.get('stripe-signature') ?? '' },
    })
    return answerOf(outcome, requestId)
  })
}

function answerOf(outcome: EventOutcome, requestId: string): Response {
  switch (outcome) {
    case 'no_processor':
      return errorResponse(new HttpError('NOT_FOUND', 'There is nothing at this path.'), 'unknown', requestId)
    case 'not_signed':
      return errorResponse(new HttpError('BAD_REQUEST', 'The signature is wrong or too old.'), 'unknown', requestId)
    case 'repeated':
    case 'handled':
      return Response.json({ received: true })
  }
}
