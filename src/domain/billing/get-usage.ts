import type { OrganizationScope } from '../../auth/scope.ts'
import { creditsText } from '../../billing/amounts.ts'
import { type Cycle, cycleOf } from '../../billing/cycle.ts'
import { USAGE_DIMENSIONS } from '../../billing/price-book.ts'
import { iso } from '../../billing/views.ts'
import { lastEndedSubscription, usageBetween } from '../../db/billing/read-ledger.ts'
import type { DomainContext, VerbCall } from '../context.ts'
import { readBilling } from './transact.ts'

type GetUsageCall = VerbCall<OrganizationScope, { readonly cycle: 'current' | 'previous' }>

/** Returns the usage debited in a cycle, with every dimension named. Without such a cycle, all values are zero. */
export async function getUsage({ ctx, scope, input }: GetUsageCall) {
  const cycle = await cycleAskedFor(ctx, scope.organizationId, input.cycle)
  if (cycle === null) return { cycle: null, usage: [] }
  const sums = await usageBetween(ctx.db, scope.organizationId, cycle.startsAt, cycle.endsAt)
  return {
    cycle: { startsAt: iso(cycle.startsAt), endsAt: iso(cycle.endsAt) },
    usage: USAGE_DIMENSIONS.map((dimension) => {
      const sum = sums.find((candidate) => candidate.dimension === dimension)
      return {
        dimension,
        totalQuantity: (sum?.quantity ?? 0).toString(),
        creditsConsumed: creditsText(sum?.micro ?? 0),
      }
    }),
  }
}

async function cycleAskedFor(
  ctx: DomainContext,
  organizationId: string,
  which: 'current' | 'previous',
): Promise<Cycle | null> {
  const { subscription } = (await readBilling(ctx, organizationId)).account
  if (which === 'current') return subscription && cycleOf(subscription.anchorAt, subscription.cycleNumber)
  if (subscription !== null && subscription.cycleNumber > 0) {
    return cycleOf(subscription.anchorAt, subscription.cycleNumber - 1)
  }
  // The cycle before the first one of a subscription is the last cycle of the cancelled subscription.
  const ended = await lastEndedSubscription(ctx.db, organizationId)
  return ended && cycleOf(ended.anchorAt, ended.cycleNumber)
}
