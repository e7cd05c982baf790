/**
 * Whether an organization may start a run or send telemetry. Asked before the work, never in the
 * middle of it. The answer is a copy at most 60 s old, kept per isolate.
 */

import { AgedCache } from '../../auth/cache.ts'
import type { OrganizationScope } from '../../auth/scope.ts'
import { heldPlan, refusalBalanceMicro } from '../../billing/plans.ts'
import { DomainError } from '../../contracts/domain-error.ts'
import { loadAccount } from '../../db/billing/load-account.ts'
import type { DomainContext, VerbCall } from '../context.ts'

export type CreditStanding =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly reason: 'no_subscription' | 'out_of_credits'; readonly message: string }

/** Half of the promised age, so that a copy made just before a cache on the other side stays within it too. */
const COPY_AGE_MAX_MS = 30_000
const standings = new AgedCache<CreditStanding>(COPY_AGE_MAX_MS, 10_000)
const ALLOWED: CreditStanding = { allowed: true }

/** Whose credits are asked for: of a scope, or of the organization that an intake key or a thread belongs to. */
type Charged = Pick<OrganizationScope, 'organizationId'>

export function isEnforced(ctx: Pick<DomainContext, 'settings'>): boolean {
  return ctx.settings.BILLING_PROCESSOR !== 'none' || ctx.settings.BILLING_ENFORCEMENT === 'on'
}

/** For callers with refusals of their own (intake). Never throws for want of credits. */
export async function creditStanding({ ctx, scope }: VerbCall<Charged>): Promise<CreditStanding> {
  if (!isEnforced(ctx)) return ALLOWED
  const { organizationId } = scope
  const known = standings.get(organizationId, ctx.now())
  if (known) return known
  const standing = await readStanding(ctx, organizationId)
  standings.set(organizationId, standing, ctx.now())
  return standing
}

/** Refuses with 402 and what to do. For the API: creating a thread, appending a message. */
export async function assertCredits(call: VerbCall<Charged>): Promise<void> {
  const standing = await creditStanding(call)
  if (!standing.allowed) throw new DomainError({ kind: 'out_of_credits', message: standing.message })
}

/** After a change of plan the new standing holds at once where it was made. */
export function forgetStanding(organizationId: string): void {
  standings.delete(organizationId)
}

async function readStanding(ctx: DomainContext, organizationId: string): Promise<CreditStanding> {
  const loaded = await loadAccount(ctx.db, organizationId, ctx.now())
  // A deleted organization is refused by whoever looks it up; billing has no say.
  if (loaded === null) return ALLOWED
  const { subscription } = loaded.account
  if (subscription === null) {
    return {
      allowed: false,
      reason: 'no_subscription',
      message:
        'The subscription has ended. Reading stays open; start a plan (POST /billing/plan-change) to run and to take in data again.',
    }
  }
  if (loaded.balanceMicro > refusalBalanceMicro(heldPlan(subscription.planSlug))) return ALLOWED
  const renewal = new Date(subscription.cycleEndsAt).toISOString()
  return {
    allowed: false,
    reason: 'out_of_credits',
    message: `The organization is out of credits. Switch to a larger plan (POST /billing/plan-change), or wait for the renewal at ${renewal}.`,
  }
}
