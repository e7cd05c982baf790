import type { BillingAccount } from '../../billing/account.ts'
import type { DomainContext } from '../context.ts'
import { CLOCK_ACTOR, catchUpOnly, transact } from './transact.ts'

/** Writes the start of the free plan and renewals that are due, just as the cycle engine would do a moment later. */
export async function settleOverdue(ctx: DomainContext, organizationId: string): Promise<BillingAccount> {
  return transact(ctx, organizationId, CLOCK_ACTOR, ({ account, hasOverdue }) => ({
    result: account,
    transition: hasOverdue ? catchUpOnly(account) : null,
    audit: null,
  }))
}
