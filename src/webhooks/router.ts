/**
 * Receives the events of the payment processor. They carry no key of ours; the signature of the body is the credential.
 */

import type { Hono } from 'hono'
import { readBody } from '../bytes/bounded-body.ts'
import { webhookInFlight } from '../bytes/in-flight.ts'
import { type EventOutcome, handleProcessorEvent } from '../domain/billing/handle-processor-event.ts'
import type { DomainContext } from '../domain/context.ts'
import { systemScope } from '../domain/system-scope.ts'
import { type AddressLimit, addressLimit } from '../http/address-limit.ts'
import { HttpError } from '../http/errors.ts'
import type { ApiEnv } from '../http/hono-context.ts'
import { bodyRefusal } from '../http/input.ts'
import { backgroundContext } from '../wiring/contexts.ts'
import { canBeSignature } from './stripe-signature.ts'

/** Stripe's events are a few kilobytes. */
const EVENT_BYTES_MAX = 256 * 1024

/** Mounts `POST /webhooks/stripe`. */
export function mountWebhooks(app: Hono<ApiEnv>): void {
  app.post('/webhooks/stripe', async (http) => {
    const request = http.req.raw
    const ctx = backgroundContext(http.env, (work) => http.executionCtx.waitUntil(work))
    const limit = addressLimit(http.env, request.headers, ctx.now())
    // The body is read only for a sender that may be the processor.
    if (ctx.settings.BILLING_PROCESSOR === 'none') throw notHere()
    limit.require('unsigned_webhook')
    const outcome = await received(ctx, request, limit)
    if (outcome === 'not_signed') await limit.count('unsigned_webhook')
    return answerOf(outcome)
  })
}

async function received(ctx: DomainContext, request: Request, limit: AddressLimit): Promise<EventOutcome> {
  const signature = request.headers.get('stripe-signature')
  if (signature === null || !canBeSignature(signature, ctx.now())) return 'not_signed'
  const address = limit.address()
  const memory = webhookInFlight({ keyId: address, organizationId: address })
  try {
    const bytes = await readBody(request, { bytesMax: EVENT_BYTES_MAX, hold: memory.hold })
    if (typeof bytes === 'string') {
      // The processor sends no event that is large, slow or cut off. If there is no room, it sends the event again.
      if (bytes !== 'no_room') await limit.count('unsigned_webhook')
      throw bodyRefusal(bytes, `${EVENT_BYTES_MAX / 1024} KiB`)
    }
    const scope = systemScope('payment-processor')
    return await handleProcessorEvent({ ctx, scope, input: { payload: new TextDecoder().decode(bytes), signature } })
  } finally {
    memory.release()
  }
}

const notHere = () =>
  new HttpError('NOT_FOUND', 'This path takes no events, because no payment processor is configured.')

function answerOf(outcome: EventOutcome): Response {
  switch (outcome) {
    case 'no_processor':
      throw notHere()
    case 'not_signed':
      throw new HttpError(
        'BAD_REQUEST',
        'The Stripe-Signature header is missing, wrong or too old. Sign the event anew with the secret of this endpoint.',
      )
    case 'repeated':
    case 'handled':
      return Response.json({ received: true })
  }
}
