/** Ends the billing of a deleted organization. */
import { endSubscriptionNow } from '../../billing/cancellation.ts'
import { heldPlan, isFree } from '../../billing/plans.ts'
import { newId } from '../../contracts/ids.ts'
import type { DomainContext } from '../context.ts'
import { closeReplacedCheckout } from './checkout.ts'
import { processorOf } from './processor.ts'
import { type BillingActor, readBilling, transact } from './transact.ts'

const DELETION_ACTOR: BillingActor = { kind: 'system', id: 'deletion' }

/**
 * Ends the subscription at `endedAt` (milliseconds since 1970): the deficit is charged, nothing is refunded, and no
 * later cycle begins. Usage reported later is recorded and not charged. Safe to repeat. Ledger and invoices stay; open
 * invoices are collected as usual.
 */
export async function endSubscription(
  ctx: DomainContext,
  { organizationId, endedAt }: { readonly organizationId: string; readonly endedAt: number },
): Promise<void> {
  const then: DomainContext = { ...ctx, now: () => endedAt }
  const { account, version } = await readBilling(then, organizationId, 'deleted_too')
  const { subscription, pending } = account
  // Billing has not touched this organization, so there is nothing to end except the free plan that it would have
  // started with.
  if (subscription === null || (version === 0 && isFree(heldPlan(subscription.planSlug)))) return
  if (pending?.status === 'pending_payment') {
    const processor = await processorOf(ctx)
    if (processor !== null) await closeReplacedCheckout(ctx, processor, pending.id)
  }
  const changeId = newId()
  await transact(
    then,
    organizationId,
    DELETION_ACTOR,
    (loaded, now) => {
      const ended = endSubscriptionNow({ account: loaded.account, balanceMicro: loaded.balanceMicro, changeId, now })
      const audit = {
        action: 'billing.end_subscription',
        targetId: loaded.account.subscription?.id ?? changeId,
        detail: { plan: loaded.account.subscription?.planSlug ?? null },
      }
      return ended === null
        ? { result: null, transition: null, audit: null }
        : { result: null, transition: ended, audit }
    },
    'deleted_too',
  )
}
