/**
 * Payment of an upgrade: opens the processor's page, and decides what happens to the change when the page is closed or
 * paid.
 */

import type { SubscriptionChange } from '../../billing/account.ts'
import type { PlanChangeQuote } from '../../billing/plan-change.ts'
import { type BillingProcessor, ProcessorError } from '../../billing/processor/processor.ts'
import { DomainError } from '../../contracts/domain-error.ts'
import { checkoutOf, expireChange, storeCheckout } from '../../db/billing/checkouts.ts'
import { logEvent } from '../../log/log.ts'
import type { DomainContext } from '../context.ts'
import { ensureCustomer } from './customer.ts'

export interface CheckoutLink {
  readonly url: string
}

/**
 * The page is valid for an hour. The quote applies to this cycle, and a page that stays open for days is abandoned
 * anyway.
 */
const CHECKOUT_AGE_MAX_MS = 3_600_000

/**
 * Opens the processor's payment page for a plan change, over the amounts of its quote (cents). Throws the domain's
 * problem for an error of the processor: `processor_unreachable` (retrying helps) or `processor_refused`.
 */
export async function openCheckout(
  ctx: DomainContext,
  processor: BillingProcessor,
  organizationId: string,
  change: SubscriptionChange,
  quote: PlanChangeQuote,
): Promise<CheckoutLink> {
  try {
    const customerId = await ensureCustomer(ctx, processor, organizationId)
    const checkout = await processor.createCheckout({
      customerId,
      organizationId,
      changeId: change.id,
      currency: quote.target.currency,
      lines: [
        { description: `${quote.target.name}, rest of the cycle`, cents: quote.subscriptionChargeCents },
        { description: 'Credits used beyond the balance', cents: quote.deficitChargeCents },
      ].filter((line) => line.cents > 0),
      expiresAt: ctx.now() + CHECKOUT_AGE_MAX_MS,
      returnUrl: returnUrl(ctx),
    })
    await storeCheckout(ctx.db, { changeId: change.id, ...checkout, now: ctx.now() })
    return { url: checkout.url }
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error
    // Nobody can pay on this page any more, so the next attempt may start.
    await expireChange(ctx.db, organizationId, change.id, ctx.now())
    throw processorRefusal(error)
  }
}

/** A newer change has replaced a waiting one, so the old page must not accept a payment any more. */
export async function closeReplacedCheckout(
  ctx: DomainContext,
  processor: BillingProcessor,
  changeId: string,
): Promise<void> {
  const checkout = await checkoutOf(ctx.db, changeId)
  if (checkout === null) return
  try {
    await processor.expireCheckout(checkout.sessionId)
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error
    // If the old page is paid all the same, the payment finds its change replaced and is refunded.
    logEvent('checkout_not_closed', { changeId, transient: error.isTransient })
  }
}

/** Returns the address that the processor's pages lead back to. */
export function returnUrl(ctx: DomainContext): string {
  return ctx.settings.BILLING_RETURN_URL || ctx.baseUrl
}

/** Returns the domain's problem for an error of the processor. */
export function processorRefusal(error: ProcessorError): DomainError {
  return error.isTransient
    ? new DomainError({ kind: 'processor_unreachable' })
    : new DomainError({ kind: 'processor_refused' })
}
