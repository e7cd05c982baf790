import type { BillingProcessor, ProcessorInvoice } from '../../billing/processor/processor.ts'
import { findInvoice, storeCollection } from '../../db/billing/invoices.ts'
import type { DomainContext } from '../context.ts'

/** Interval at which an open invoice is checked, for webhooks that never arrived. */
const RECONCILE_INTERVAL_MS = 6 * 3_600_000

/**
 * Reads an invoice from the processor and stores the state of its collection. Invoices that are not ours are ignored.
 */
export async function syncInvoice(
  ctx: DomainContext,
  processor: BillingProcessor,
  processorInvoiceId: string,
): Promise<void> {
  const invoice = await processor.readInvoice(processorInvoiceId)
  const row = await findInvoice(ctx.db, invoice)
  if (row !== null) await storeInvoice(ctx, row, invoice)
}

/** Stores the state of an invoice as the processor reports it. */
export async function storeInvoice(
  ctx: DomainContext,
  row: { readonly id: string; readonly organizationId: string },
  invoice: ProcessorInvoice,
): Promise<void> {
  const now = ctx.now()
  const { processorInvoiceId, status, hostedUrl, attempts, nextAttemptAt, paidAt } = invoice
  await storeCollection(ctx.db, {
    id: row.id,
    organizationId: row.organizationId,
    processorInvoiceId,
    status,
    hostedUrl,
    attempts,
    nextAttemptAt,
    paidAt: status === 'paid' ? (paidAt ?? now) : null,
    // An invoice that was given up may still be paid at its page; a webhook then reports the payment.
    dueAt: status === 'open' ? now + RECONCILE_INTERVAL_MS : null,
    now,
  })
}
