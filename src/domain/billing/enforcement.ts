/**
 * Decides whether an organization may start a run or send telemetry. This is asked before the work, never during it.
 * The answer comes from a copy that each isolate keeps for at most 60 s.
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

/** Half of the promised age, so that a copy read from another cache stays within the promise too. */
const COPY_AGE_MAX_MS = 30_000
const standings = new AgedCache<CreditStanding>(COPY_AGE_MAX_MS, 10_000)
const ALLOWED: CreditStanding = { allowed: true }

/** Whose credits are checked: those of a scope, or of the organization that owns an intake key or a thread. */
type Charged = Pick<OrganizationScope, 'organizationId'>

/** Whether this deployment refuses organizations that are out of credits. */
export function isEnforced(ctx: Pick<DomainContext, 'settings'>): boolean {
  return ctx.settings.BILLING_PROCESSOR !== 'none' || ctx.settings.BILLING_ENFORCEMENT === 'on'
}

/** Returns the standing, for callers that refuse in their own way (intake). Never throws when credits are missing. */
export async function creditStanding({ ctx, scope }: VerbCall<Charged>): Promise<CreditStanding> {
  if (!isEnforced(ctx)) return ALLOWED
  const { organizationId } = scope
  const known = standings.get(organizationId, ctx.now())
  if (known) return known
  const standing = await readStanding(ctx, organizationId)
  standings.set(organizationId, standing, ctx.now())
  return standing
}

/** Refuses with 402 and says what to do. Used by the API when it creates a thread or appends a message. */
export async function assertCredits(call: VerbCall<Charged>): Promise<void> {
  const standing = await creditStanding(call)
  if (!standing.allowed) throw new DomainError({ kind: 'out_of_credits', message: standing.message })
}

/** In this isolate, the new standing applies at once after a change of plan. */
export function forgetStanding(organizationId: string): void {
  standings.delete(organizationId)
}

async function readStanding(ctx: DomainContext, organizationId: string): Promise<CreditStanding> {
  const loaded = await loadAccount(ctx.db, organizationId, ctx.now())
  // A deleted organization is refused by the code that looks it up, not by billing.
  if (loaded === null) return ALLOWED
  const { subscription } = loaded.account
  if (subscription === null) {
    return {
      allowed: false,
      reason: 'no_subscription',
      message:
        'The subscription has ended. You can still read your data. To run investigations and receive telemetry again, start a plan (POST /billing/plan-change).',
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
