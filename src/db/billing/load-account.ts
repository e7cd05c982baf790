/**
 * Reads an organization's billing as of now and writes nothing. For an organization that billing has not touched yet,
 * and for renewals that are due, it computes a transition in memory, which a writer may commit together with its own.
 */
import { and, eq, isNull, sql } from 'drizzle-orm'
import { v5 } from 'uuid'
import {
  type BillingAccount,
  followedBy,
  grantedMicro,
  type Subscription,
  type SubscriptionChange,
  type Transition,
  type UpgradeQuote,
  unchanged,
} from '../../billing/account.ts'
import { dueBoundaries } from '../../billing/cycle.ts'
import { heldPlan } from '../../billing/plans.ts'
import { FREE_PLAN_SLUG } from '../../billing/price-book.ts'
import { isRenewalDue, renew } from '../../billing/renewal.ts'
import { startSubscription } from '../../billing/subscription-start.ts'
import { type Database, ormOf } from '../database.ts'
import {
  billingAccounts as accounts,
  billingSubscriptionChanges as changes,
  billingSubscriptions as subscriptions,
} from '../schema/billing.ts'
import { organizations } from '../schema/tenancy.ts'
import { balanceOf, ledgerHeadOf, recordedSince } from './balance.ts'

export interface LoadedAccount {
  /** The account with the free start and due renewals applied. */
  readonly account: BillingAccount
  readonly balanceMicro: number
  /** The free start and due renewals; empty when everything is up to date. */
  readonly overdue: Transition
  /** True when `overdue` has to be written. It may have neither entries nor invoices and still start a new cycle. */
  readonly hasOverdue: boolean
  /** The values that guard a commit. Version 0: there is no row yet. */
  readonly version: number
  readonly ledgerHead: number
  readonly hasPaymentMethod: boolean
  readonly processorCustomerId: string | null
}

/**
 * The id of the free subscription of a new organization. It is derived from the organization, so that reading an
 * untouched account twice, and opening it, give the same id.
 */
const FREE_SUBSCRIPTION_NAMESPACE = 'a3c2c7a2-6a51-5f6e-9d0b-3f6f0a1d7c11'

type SubscriptionRow = typeof subscriptions.$inferSelect
type ChangeRow = typeof changes.$inferSelect

/** `deleted_too`: for the job that deletes an organization and ends its billing. */
export type WhichAccounts = 'live' | 'deleted_too'

/** Null when the organization does not exist, or no longer. */
export async function loadAccount(
  db: Database,
  organizationId: string,
  now: number,
  which: WhichAccounts = 'live',
): Promise<LoadedAccount | null> {
  const orm = ormOf(db)
  // One batch, so that everything is read at the same moment.
  const [[row], [subscription], [change]] = await orm.batch([
    orm
      .select({
        createdAt: organizations.createdAt,
        hasStartingCredits: organizations.hasStartingCredits,
        version: accounts.version,
        processorCustomerId: accounts.processorCustomerId,
        hasPaymentMethod: accounts.hasPaymentMethod,
        balanceMicro: balanceOf(organizationId).as('balance_micro'),
        ledgerHead: ledgerHeadOf(organizationId).as('ledger_head'),
      })
      .from(organizations)
      .leftJoin(accounts, eq(accounts.organizationId, organizations.id))
      .where(and(eq(organizations.id, organizationId), which === 'live' ? isNull(organizations.deletedAt) : undefined)),
    orm
      .select()
      .from(subscriptions)
      // Conditions of partial indexes are written into the statement: SQLite does not see them in bound parameters.
      .where(and(eq(subscriptions.organizationId, organizationId), sql`${subscriptions.status} != 'canceled'`)),
    orm
      .select()
      .from(changes)
      .where(
        and(eq(changes.organizationId, organizationId), sql`${changes.status} in ('scheduled', 'pending_payment')`),
      ),
  ])
  if (row === undefined) return null
  const stored: BillingAccount = {
    organizationId,
    subscription: subscription === undefined ? null : subscriptionOf(subscription),
    pending: change === undefined ? null : changeOf(change),
  }
  const opened = row.version === null ? freeStart(stored, row) : unchanged(stored)
  const renewed = await renewals(db, opened, row.balanceMicro, now)
  const overdue = followedBy(opened, renewed)
  return {
    account: overdue.account,
    balanceMicro: row.balanceMicro + grantedMicro(overdue),
    overdue,
    hasOverdue: row.version === null || isRenewalDue(stored, now),
    version: row.version ?? 0,
    ledgerHead: row.ledgerHead,
    hasPaymentMethod: row.hasPaymentMethod === true,
    processorCustomerId: row.processorCustomerId,
  }
}

/** Every organization starts on the free plan when it is created. Only a person's first one starts with credits. */
function freeStart(
  account: BillingAccount,
  row: { readonly createdAt: number; readonly hasStartingCredits: boolean },
): Transition {
  return startSubscription({
    account,
    plan: heldPlan(FREE_PLAN_SLUG),
    balanceMicro: 0,
    subscriptionId: v5(account.organizationId, FREE_SUBSCRIPTION_NAMESPACE),
    changeId: null,
    isPaid: false,
    isGranted: row.hasStartingCredits,
    now: row.createdAt,
  })
}

async function renewals(
  db: Database,
  opened: Transition,
  storedBalanceMicro: number,
  now: number,
): Promise<Transition> {
  const { account } = opened
  if (account.subscription === null || !isRenewalDue(account, now)) return unchanged(account)
  const { anchorAt, cycleNumber } = account.subscription
  const since = await recordedSince(db, account.organizationId, dueBoundaries(anchorAt, cycleNumber, now))
  const startMicro = grantedMicro(opened)
  return renew(account, (boundary) => startMicro + storedBalanceMicro - (since.get(boundary) ?? 0), now)
}

const subscriptionOf = (row: SubscriptionRow): Subscription => ({
  id: row.id,
  planSlug: row.planSlug,
  status: row.status === 'past_due' ? 'past_due' : 'active',
  anchorAt: row.anchorAt,
  cycleNumber: row.cycleNumber,
  cycleStartsAt: row.cycleStartsAt,
  cycleEndsAt: row.cycleEndsAt,
  startedAt: row.startedAt,
})

export const changeOf = (row: ChangeRow): SubscriptionChange => ({
  id: row.id,
  subscriptionId: row.subscriptionId,
  kind: row.kind,
  status: row.status,
  fromPlanSlug: row.fromPlanSlug,
  targetPlanSlug: row.targetPlanSlug,
  effectiveAt: row.effectiveAt,
  createdAt: row.createdAt,
  // Persisted shape; only commit-transition.ts writes it.
  quote: row.quote === null ? null : (JSON.parse(row.quote) as UpgradeQuote),
})
