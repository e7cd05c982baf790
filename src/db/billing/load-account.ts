/**
 * Reads an organization's billing as of now, writing nothing: an organization that billing has not touched yet, and
 * renewals that are due, are worked out in memory as a transition that a writer may commit with its own.
 */
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
import { BALANCE_SQL, LEDGER_HEAD_SQL, recordedSince } from './balance.ts'

export interface LoadedAccount {
  /** With the free start and due renewals applied. */
  readonly account: BillingAccount
  readonly balanceMicro: number
  /** The free start and due renewals; nothing in it when all is up to date. */
  readonly overdue: Transition
  /** True when `overdue` has to be written; it may have neither entries nor invoices and still move the cycle. */
  readonly hasOverdue: boolean
  /** What a commit is guarded by. Version 0: there is no row yet. */
  readonly version: number
  readonly ledgerHead: number
  readonly hasPaymentMethod: boolean
  readonly processorCustomerId: string | null
}

/** Ids of the free subscriptions that organizations start with: a function of the organization, so that reading an
 * untouched account twice, and opening it, give the same id. */
const FREE_SUBSCRIPTION_NAMESPACE = 'a3c2c7a2-6a51-5f6e-9d0b-3f6f0a1d7c11'

interface AccountRow {
  readonly created_at: number
  readonly version: number | null
  readonly processor_customer_id: string | null
  readonly has_payment_method: number | null
  readonly balance_micro: number
  readonly ledger_head: number
}

interface SubscriptionRow {
  readonly id: string
  readonly plan_slug: string
  readonly status: string
  readonly anchor_at: number
  readonly cycle_number: number
  readonly cycle_starts_at: number
  readonly cycle_ends_at: number
  readonly started_at: number
}

export interface ChangeRow {
  readonly id: string
  readonly subscription_id: string
  readonly kind: string
  readonly status: string
  readonly from_plan_slug: string | null
  readonly target_plan_slug: string | null
  readonly effective_at: number
  readonly created_at: number
  readonly quote: string | null
}

/** `deleted_too`: for the job that deletes an organization, which ends its billing. */
export type WhichAccounts = 'live' | 'deleted_too'

/** Null when there is no such organization (any more). */
export async function loadAccount(
  db: D1Database | D1DatabaseSession,
  organizationId: string,
  now: number,
  which: WhichAccounts = 'live',
): Promise<LoadedAccount | null> {
  const [accounts, subscriptions, changes] = await db.batch<Record<string, unknown>>([
    db
      .prepare(
        `select o.created_at, a.version, a.processor_customer_id, a.has_payment_method,
           ${BALANCE_SQL} as balance_micro, ${LEDGER_HEAD_SQL} as ledger_head
         from organizations o left join billing_accounts a on a.organization_id = o.id
         where o.id = ?1 and (o.deleted_at is null or ?2)`,
      )
      .bind(organizationId, which === 'live' ? 0 : 1),
    db
      .prepare("select * from billing_subscriptions where organization_id = ? and status != 'canceled'")
      .bind(organizationId),
    db
      .prepare(
        `select * from billing_subscription_changes
         where organization_id = ? and status in ('scheduled', 'pending_payment')`,
      )
      .bind(organizationId),
  ])
  // The columns are those of the three statements above.
  const row = accounts?.results[0] as unknown as AccountRow | undefined
  if (row === undefined) return null
  const subscription = subscriptions?.results[0] as unknown as SubscriptionRow | undefined
  const change = changes?.results[0] as unknown as ChangeRow | undefined
  const stored: BillingAccount = {
    organizationId,
    subscription: subscription === undefined ? null : subscriptionOf(subscription),
    pending: change === undefined ? null : changeOf(change),
  }
  const opened = row.version === null ? freeStart(stored, row.created_at) : unchanged(stored)
  const renewed = await renewals(db, opened, row.balance_micro, now)
  const overdue = followedBy(opened, renewed)
  return {
    account: overdue.account,
    balanceMicro: row.balance_micro + grantedMicro(overdue),
    overdue,
    hasOverdue: row.version === null || isRenewalDue(stored, now),
    version: row.version ?? 0,
    ledgerHead: row.ledger_head,
    hasPaymentMethod: row.has_payment_method === 1,
    processorCustomerId: row.processor_customer_id,
  }
}

/** Every organization starts on the free plan, from the moment it was made. */
function freeStart(account: BillingAccount, createdAt: number): Transition {
  return startSubscription({
    account,
    plan: heldPlan(FREE_PLAN_SLUG),
    balanceMicro: 0,
    subscriptionId: v5(account.organizationId, FREE_SUBSCRIPTION_NAMESPACE),
    changeId: null,
    isPaid: false,
    now: createdAt,
  })
}

async function renewals(
  db: D1Database | D1DatabaseSession,
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

function subscriptionOf(row: SubscriptionRow): Subscription {
  return {
    id: row.id,
    planSlug: row.plan_slug,
    status: row.status === 'past_due' ? 'past_due' : 'active',
    anchorAt: row.anchor_at,
    cycleNumber: row.cycle_number,
    cycleStartsAt: row.cycle_starts_at,
    cycleEndsAt: row.cycle_ends_at,
    startedAt: row.started_at,
  }
}

export function changeOf(row: ChangeRow): SubscriptionChange {
  return {
    id: row.id,
    subscriptionId: row.subscription_id,
    // Both columns are held to these values by a check of the table.
    kind: row.kind as SubscriptionChange['kind'],
    status: row.status as SubscriptionChange['status'],
    fromPlanSlug: row.from_plan_slug,
    targetPlanSlug: row.target_plan_slug,
    effectiveAt: row.effective_at,
    createdAt: row.created_at,
    // Persisted shape, written by commit-transition.ts only.
    quote: row.quote === null ? null : (JSON.parse(row.quote) as UpgradeQuote),
  }
}
