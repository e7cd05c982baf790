/**
 * Handles webhooks of the processor. An event is only a hint that something changed: the verb reads the subject from
 * the processor and stores its present state. So repeated, late and reordered events all lead to the same state.
 */
import type { BillingProcessor } from '../../billing/processor/processor.ts'
import { isEventKnown, rememberEvent } from '../../db/billing/processor-events.ts'
import type { DomainContext, VerbCall } from '../context.ts'
import type { SystemScope } from '../system-scope.ts'
import { processorOf } from './processor.ts'
import { settleCheckout } from './settle-checkout.ts'
import { syncInvoice } from './sync-invoice.ts'

export type EventOutcome = 'no_processor' | 'not_signed' | 'repeated' | 'handled'

/**
 * Handles one webhook of the payment processor, once, however often it is sent. `payload` is the body as it was
 * received. Throws what the work throws; the processor then sends the event again.
 */
export async function handleProcessorEvent({
  ctx,
  input,
}: VerbCall<SystemScope, { readonly payload: string; readonly signature: string }>): Promise<EventOutcome> {
  const processor = await processorOf(ctx)
  if (processor === null) return 'no_processor'
  const event = await processor.verifyEvent(input.payload, input.signature, ctx.now())
  if (event === null) return 'not_signed'
  if (await isEventKnown(ctx.db, event.id)) return 'repeated'
  if (event.subject !== null) await followUp(ctx, processor, event.subject)
  // Recorded only after the work: if handling fails, the processor sends the event again and it is handled then.
  await rememberEvent(ctx.db, event, ctx.now())
  return 'handled'
}

async function followUp(
  ctx: DomainContext,
  processor: BillingProcessor,
  subject: { readonly kind: 'invoice' | 'checkout'; readonly id: string },
): Promise<void> {
  if (subject.kind === 'invoice') await syncInvoice(ctx, processor, subject.id)
  else await settleCheckout(ctx, processor, subject.id)
}
