/**
 * Sweeps charges: hands open invoices to the processor, and asks it about invoices and checkouts whose webhooks may
 * have been missed. Each step is safe to repeat, so after a crash the sweep only repeats work.
 */

import { heldPlan } from '../../billing/plans.ts'
import { type BillingProcessor, ProcessorError } from '../../billing/processor/processor.ts'
import {
  expireChange,
  hasStoredPaymentMethod,
  touchChange,
  type WaitingCheckout,
  waitingCheckouts,
} from '../../db/billing/checkouts.ts'
import { dueInvoices, type InvoiceRow, markHandedOver } from '../../db/billing/invoices.ts'
import { logFailure } from '../../log/log.ts'
import type { DomainContext, VerbCall } from '../context.ts'
import type { SystemScope } from '../system-scope.ts'
import { ensureCustomer } from './customer.ts'
import { processorOf } from './processor.ts'
import { settleCheckout } from './settle-checkout.ts'
import { storeInvoice, syncInvoice } from './sync-invoice.ts'

/**
 * Maximum number per sweep. With several calls of 0.3 s each, a sweep takes a quarter of a minute of the alarm's
 * fifteen.
 */
const ITEMS_PER_SWEEP = 10
/** Within the day for which the processor remembers idempotency keys. */
const RETRY_DELAY_MS = 10 * 60_000
/** Longer than a person takes to pay, and much shorter than the life of the page. */
const CHECKOUT_QUIET_MS = 10 * 60_000

export interface ChargeSweep {
  readonly invoices: number
  readonly checkouts: number
  readonly failed: number
}

/**
 * Charges invoices that are due and settles checkouts whose webhook did not come, a bounded number of each. A charge
 * that fails does not delay the others and becomes due again. Returns how many were handled and how many failed.
 */
export async function collectCharges({ ctx }: VerbCall<SystemScope>): Promise<ChargeSweep> {
  const processor = await processorOf(ctx)
  if (processor === null) return { invoices: 0, checkouts: 0, failed: 0 }
  let failed = 0
  const attempt = async (id: string, work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      // A charge that fails must not delay the others; it becomes due again later.
      failed += 1
      const transient = error instanceof ProcessorError ? error.isTransient : null
      // The processor's class and code of the error, built by its adapter.
      const code = error instanceof ProcessorError ? error.message : null
      logFailure('charge_not_collected', error, { id, transient, code })
    }
  }
  const invoices = await dueInvoices(ctx.db, ctx.now(), ITEMS_PER_SWEEP)
  for (const invoice of invoices) await attempt(invoice.id, () => collect(ctx, processor, invoice))
  const checkouts = await waitingCheckouts(ctx.db, ctx.now() - CHECKOUT_QUIET_MS, ITEMS_PER_SWEEP)
  for (const checkout of checkouts) await attempt(checkout.changeId, () => reconcile(ctx, processor, checkout))
  return { invoices: invoices.length, checkouts: checkouts.length, failed }
}

async function collect(ctx: DomainContext, processor: BillingProcessor, invoice: InvoiceRow): Promise<void> {
  const { id, organizationId, currency, processorInvoiceId } = invoice
  await markHandedOver(ctx.db, id, ctx.now(), ctx.now() + RETRY_DELAY_MS)
  if (processorInvoiceId !== null) {
    await syncInvoice(ctx, processor, processorInvoiceId)
    return
  }
  const customerId = await ensureCustomer(ctx, processor, organizationId)
  const collected = await processor.collectInvoice({
    billingInvoiceId: id,
    organizationId,
    customerId,
    currency,
    lines: linesOf(invoice),
    hasPaymentMethod: await hasStoredPaymentMethod(ctx.db, organizationId),
    mayExist: invoice.handedOverAt !== null,
  })
  await storeInvoice(ctx, invoice, collected)
}

function linesOf(invoice: InvoiceRow) {
  const plan = heldPlan(invoice.planSlug).name
  return [
    { key: 'subscription', description: `${plan}, monthly`, cents: invoice.subscriptionChargeCents },
    { key: 'deficit', description: 'Credits used beyond the balance', cents: invoice.deficitChargeCents },
  ].filter((line) => line.cents > 0)
}

async function reconcile(ctx: DomainContext, processor: BillingProcessor, waiting: WaitingCheckout): Promise<void> {
  const { changeId, organizationId, sessionId } = waiting
  if (sessionId === null) {
    // The page of this checkout was never shown to anyone.
    await expireChange(ctx.db, organizationId, changeId, ctx.now())
    return
  }
  await touchChange(ctx.db, changeId, ctx.now())
  await settleCheckout(ctx, processor, sessionId)
}
