/**
 * Renews subscriptions whose cycle has ended; called by the alarm of the Clock object. Each organization is a batch of
 * its own: after a crash, the rest is still due and what was done is not due any more. No position of a sweep is
 * stored.
 */

import { isProblem } from '../../contracts/domain-error.ts'
import { accountsToSettle, nextCycleEnd } from '../../db/billing/due-accounts.ts'
import { logFailure } from '../../log/log.ts'
import type { VerbCall } from '../context.ts'
import type { SystemScope } from '../system-scope.ts'
import { settleOverdue } from './settle-overdue.ts'

/** Maximum number per alarm: about a second of D1 work. `hasMore` asks for another call at once. */
const ORGANIZATIONS_PER_SWEEP = 100

export interface RenewalSweep {
  readonly settled: number
  /** Organizations that could not be settled. Pass them as `skip` to continue with the others. */
  readonly failed: readonly string[]
  readonly hasMore: boolean
  /** The next end of a cycle of any subscription, in milliseconds since 1970; null when there is none. */
  readonly nextDueAt: number | null
}

/**
 * Renews subscriptions whose cycle is over, at most `limit` organizations. An organization that fails is logged, does
 * not stop the others, and is named in the result; `skip` leaves such out of the next sweep.
 */
export async function renewDueSubscriptions({
  ctx,
  input,
}: VerbCall<SystemScope, { readonly limit?: number; readonly skip?: readonly string[] }>): Promise<RenewalSweep> {
  const limit = input.limit ?? ORGANIZATIONS_PER_SWEEP
  const due = await accountsToSettle(ctx.db, { now: ctx.now(), limit, skip: input.skip ?? [] })
  const failed: string[] = []
  for (const organizationId of due) {
    try {
      await settleOverdue(ctx, organizationId)
    } catch (error) {
      // The organization was deleted meanwhile, so there is nothing to renew. Any other failure stays due, and the
      // next sweep tries again.
      if (isProblem(error, 'not_found')) continue
      failed.push(organizationId)
      logFailure('renewal_failed', error, { organizationId })
    }
  }
  const nextDueAt = await nextCycleEnd(ctx.db)
  return { settled: due.length - failed.length, failed, hasMore: due.length === limit, nextDueAt }
}
