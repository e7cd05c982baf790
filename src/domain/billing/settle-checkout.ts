/**
 * Settles the change that waits for a checkout. The state of the checkout is read from the processor, never from an
 * event.
 */

import { applyUpgrade } from '../../billing/plan-change.ts'
import type { BillingProcessor, CheckoutState } from '../../billing/processor/processor.ts'
import { isProblem } from '../../contracts/domain-error.ts'
import { expireChange, findChange, processorCustomerId, storePaymentMethod } from '../../db/billing/checkouts.ts'
import type { DomainContext } from '../context.ts'
import { forgetStanding } from './enforcement.ts'
import { type BillingActor, transact } from './transact.ts'

export const PROCESSOR_ACTOR: BillingActor = { kind: 'system', id: 'billing-processor' }

export type CheckoutSettlement = 'not_ours' | 'open' | 'expired' | 'applied' | 'refunded'

/**
 * Brings a change in line with its checkout: paid, expired or still open. A payment for a change that is no longer
 * pending is refunded. May be called any number of times.
 */
export async function settleCheckout(
  ctx: DomainContext,
  processor: BillingProcessor,
  sessionId: string,
): Promise<CheckoutSettlement> {
  const { changeId, outcome } = await processor.readCheckout(sessionId)
  const found = changeId === null ? null : await findChange(ctx.db, changeId)
  if (found === null || changeId === null) return 'not_ours'
  const { organizationId } = found
  if (outcome.state === 'open') return 'open'
  if (outcome.state === 'expired') {
    await expireChange(ctx.db, organizationId, changeId, ctx.now())
    return 'expired'
  }
  const isApplied = await applyPaid(ctx, organizationId, changeId, outcome)
  if (!isApplied) {
    // The change was replaced, withdrawn, or expired with its cycle before the payment arrived, so the payment is
    // refunded.
    if (outcome.paymentId !== null) await processor.refund(outcome.paymentId)
    await expireChange(ctx.db, organizationId, changeId, ctx.now())
    return 'refunded'
  }
  forgetStanding(organizationId)
  const customerId = await processorCustomerId(ctx.db, organizationId)
  if (customerId !== null && outcome.paymentId !== null) {
    await processor.keepPaymentMethod(customerId, outcome.paymentId)
    await storePaymentMethod(ctx.db, organizationId)
  }
  return 'applied'
}

/** Returns true when the change is in force, from now on or already before. */
async function applyPaid(
  ctx: DomainContext,
  organizationId: string,
  changeId: string,
  paid: Extract<CheckoutState, { readonly state: 'paid' }>,
): Promise<boolean> {
  try {
    const isAppliedNow = await transact(ctx, organizationId, PROCESSOR_ACTOR, ({ account, balanceMicro }, now) => {
      const { pending } = account
      const isPaidFor =
        pending?.id === changeId &&
        pending.quote !== null &&
        paid.totalCents >= pending.quote.subscriptionChargeCents + pending.quote.deficitChargeCents
      if (!isPaidFor) return { result: false, transition: null, audit: null }
      return {
        result: true,
        transition: applyUpgrade(account, pending, { balanceMicro, isPaid: true, now }),
        audit: { action: 'billing.change_paid', targetId: changeId, detail: { to: pending.targetPlanSlug } },
      }
    })
    return isAppliedNow || (await findChange(ctx.db, changeId))?.change.status === 'applied'
  } catch (error) {
    // The organization no longer exists, so nothing can be applied to it.
    if (isProblem(error, 'not_found')) return false
    throw error
  }
}
