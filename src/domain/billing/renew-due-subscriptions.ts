/**
 * The cycle engine's verb, called from the Clock object's alarm. Each organization is its own batch: a crash between two
 * of them leaves the rest due, and one that was done is no longer due. Nothing remembers where a sweep stopped.
 */

import { isProblem } from '../../contracts/domain-error.ts'
import { accountsToSettle, nextCycleEnd } from '../../db/billing/due-accounts.ts'
import { logFailure } from '../../log/log.ts'
import type { VerbCall } from '../context.ts'
import type { SystemScope } from '../system-scope.ts'
import { settleOverdue } from './settle-overdue.ts'

/** One alarm does at most this many, about a second of D1 work; `hasMore` says to come again at once. */
const ORGANIZATIONS_PER_SWEEP = 100

export interface RenewalSweep {
  readonly settled: number
  /** Organizations that could not be settled; pass them as `skip` to go on with the others. */
  readonly failed: readonly string[]
  readonly hasMore: boolean
  /** The next cycle end of any subscription, milliseconds since 1970; null when there is none. */
  readonly nextDueAt: number | null
}

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
      // Deleted meanwhile: nothing to renew. Anything else stays due and is tried again by the next sweep.
      if (isProblem(error, 'not_found')) continue
      failed.push(organizationId)
      logFailure('renewal_failed', error, { organizationId })
    }
  }
  const nextDueAt = await nextCycleEnd(ctx.db)
  return { settled: due.length - failed.length, failed, hasMore: due.length === limit, nextDueAt }
}
