/** Where the payment processor reports. No credential of ours: the signature of the body is the credential. */

import type { Hono } from 'hono'
import { readBody } from '../bytes/bounded-body.ts'
import { type EventOutcome, handleProcessorEvent } from '../domain/billing/handle-processor-event.ts'
import type { DomainContext } from '../domain/context.ts'
import { systemScope } from '../domain/system-scope.ts'
import { addressLimit } from '../http/address-limit.ts'
import { HttpError } from '../http/errors.ts'
import type { ApiEnv } from '../http/hono-context.ts'
import { bodyRefusal } from '../http/input.ts'
import { backgroundContext } from '../wiring/contexts.ts'

/** Stripe's events are a few kilobytes. */
const EVENT_BYTES_MAX = 256 * 1024
/** A time and a few hex digests. */
const SIGNATURE_CHARACTERS_MAX = 2_000

export function mountWebhooks(app: Hono<ApiEnv>): void {
  app.post('/webhooks/stripe', async (http) => {
    const request = http.req.raw
    const ctx = backgroundContext(http.env, (work) => http.executionCtx.waitUntil(work))
    const limit = addressLimit(http.env, request.headers, ctx.now())
    // Nothing of the body is read for whoever cannot be the processor.
    if (ctx.settings.BILLING_PROCESSOR === 'none') throw notHere()
    limit.require('unsigned_webhook')
    const outcome = await received(ctx, request)
    if (outcome === 'not_signed') await limit.count('unsigned_webhook')
    return answerOf(outcome)
  })
}

async function received(ctx: DomainContext, request: Request): Promise<EventOutcome> {
  const signature = request.headers.get('stripe-signature') ?? ''
  if (signature === '' || signature.length > SIGNATURE_CHARACTERS_MAX) return 'not_signed'
  const bytes = await readBody(request, { bytesMax: EVENT_BYTES_MAX })
  if (typeof bytes === 'string') throw bodyRefusal(bytes, `${EVENT_BYTES_MAX / 1024} KiB`)
  const scope = systemScope('payment-processor')
  return handleProcessorEvent({ ctx, scope, input: { payload: new TextDecoder().decode(bytes), signature } })
}

const notHere = () => new HttpError('NOT_FOUND', 'There is nothing at this path.')

function answerOf(outcome: EventOutcome): Response {
  switch (outcome) {
    case 'no_processor':
      throw notHere()
    case 'not_signed':
      throw new HttpError('BAD_REQUEST', 'The signature is missing, wrong or too old.')
    case 'repeated':
    case 'handled':
      return Response.json({ received: true })
  }
}
