/**
 * The only way to change an organization's billing: read, decide, and commit if nothing has changed since; otherwise
 * start again. `decide` is a pure function of src/billing. Renewals that are due are written in the same batch as the
 * decision.
 */

import { type BillingAccount, followedBy, type Transition, unchanged } from '../../billing/account.ts'
import { DomainError, notFound } from '../../contracts/domain-error.ts'
import { newId } from '../../contracts/ids.ts'
import { commitTransition } from '../../db/billing/commit-transition.ts'
import { type LoadedAccount, loadAccount, type WhichAccounts } from '../../db/billing/load-account.ts'
import type { DomainContext } from '../context.ts'

export interface BillingActor {
  readonly kind: string
  readonly id: string
}

/** The actor of changes that the clock makes. */
export const CLOCK_ACTOR: BillingActor = { kind: 'system', id: 'billing-clock' }

export interface Decision<Result> {
  readonly result: Result
  /** Null: write nothing, not even renewals that are due. */
  readonly transition: Transition | null
  readonly audit: {
    readonly action: string
    readonly targetId: string
    readonly detail: Record<string, unknown>
  } | null
}

/** A race is lost only to another write within the same few milliseconds. Five losses in a row mean overload. */
const ATTEMPTS_MAX = 5

/**
 * Returns the account and balance (micro-credits) of an organization, with renewals that are due but not yet written.
 * Throws `not_found` for a deleted organization, unless `which` includes those.
 */
export async function readBilling(
  ctx: DomainContext,
  organizationId: string,
  which: WhichAccounts = 'live',
): Promise<LoadedAccount> {
  const loaded = await loadAccount(ctx.db, organizationId, ctx.now(), which)
  if (loaded === null) throw notFound('The organization')
  return loaded
}

/**
 * Decides on the current account and commits the transition in one batch with its audit row. When another request
 * changed the account in between, it decides again; `decide` therefore has no effects. Throws what `decide` throws.
 */
export async function transact<Result>(
  ctx: DomainContext,
  organizationId: string,
  actor: BillingActor,
  decide: (loaded: LoadedAccount, now: number) => Decision<Result>,
  which: WhichAccounts = 'live',
): Promise<Result> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
    const loaded = await readBilling(ctx, organizationId, which)
    const now = ctx.now()
    const { result, transition, audit } = decide(loaded, now)
    if (transition === null) return result
    const committed = await commitTransition(ctx.db, {
      loaded,
      transition: followedBy(loaded.overdue, transition),
      collects: ctx.settings.BILLING_PROCESSOR !== 'none',
      audit: audit === null ? null : { ...audit, actorKind: actor.kind, actorId: actor.id, requestId: ctx.requestId },
      newId,
      now,
    })
    if (committed) return result
  }
  throw new DomainError({
    kind: 'busy',
    message: 'Another request is changing the billing of this organization. Try again in a moment.',
    retryAfterSeconds: 1,
  })
}

/** Writes only what is overdue. */
export const catchUpOnly = (account: BillingAccount): Transition => unchanged(account)
