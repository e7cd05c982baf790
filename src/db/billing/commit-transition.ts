/**
 * Writes a transition as one batch, all of it or nothing. The first statement claims the account's row if neither the
 * row nor the ledger has changed since they were read. Every other statement has an effect only if the claim belongs to
 * this batch. So a batch that lost the race changes nothing, and the caller reads and decides again.
 */
import { type SQL, sql } from 'drizzle-orm'
import type {
  InvoiceDraft,
  LedgerEntryDraft,
  Subscription,
  SubscriptionChange,
  Transition,
} from '../../billing/account.ts'
import { type Database, rawStatement, type Statement } from '../database.ts'
import { auditEntries } from '../schema/audit.ts'
import {
  billingAccounts,
  billingCheckpoints,
  billingInvoices,
  billingLedgerEntries,
  billingSubscriptionChanges,
  billingSubscriptions,
} from '../schema/billing.ts'
import { balanceOf, ledgerHeadOf } from './balance.ts'
import type { LoadedAccount } from './load-account.ts'

export interface AuditNote {
  readonly actorKind: string
  readonly actorId: string
  readonly action: string
  readonly targetId: string
  readonly detail: Readonly<Record<string, unknown>>
  readonly requestId: string | null
}

export interface CommitInput {
  readonly loaded: LoadedAccount
  readonly transition: Transition
  /** False with processor `none`: charges are recorded, never collected. */
  readonly collects: boolean
  readonly audit: AuditNote | null
  readonly newId: () => string
  readonly now: number
}

/** Returns true when the transition was stored; false when the account changed meanwhile and nothing was stored. */
export async function commitTransition(db: Database, input: CommitInput): Promise<boolean> {
  const statements = transitionStatements(db, input)
  const [claim] = await db.batch(statements)
  return claim?.meta.changes === 1
}

/** Exported for tests, which make single statements of a batch fail. */
export function transitionStatements(db: Database, input: CommitInput): Statement[] {
  const { transition, newId } = input
  const { subscription } = transition.account
  const guard: Guard = { db, organizationId: transition.account.organizationId, transitionId: newId(), input }
  return [
    claimStatement(guard),
    ...transition.ended.map((ended) => subscriptionStatement(guard, ended.subscription, ended.canceledAt)),
    ...(subscription === null ? [] : [subscriptionStatement(guard, subscription, null)]),
    ...transition.changes.map((change) => changeStatement(guard, change)),
    ...transition.entries.map((entry) => entryStatement(guard, entry)),
    ...transition.invoices.map((invoice) => invoiceStatement(guard, invoice)),
    ...checkpointStatements(guard),
    ...auditStatements(guard),
  ]
}

interface Guard {
  readonly db: Database
  readonly organizationId: string
  readonly transitionId: string
  readonly input: CommitInput
}

/** True while the claim belongs to this transition. */
const claimed = ({ organizationId, transitionId }: Guard): SQL =>
  sql`exists (select 1 from ${billingAccounts} where ${billingAccounts.organizationId} = ${organizationId}
    and ${billingAccounts.transitionId} = ${transitionId})`

function claimStatement({ db, organizationId, transitionId, input }: Guard): Statement {
  const { version, ledgerHead } = input.loaded
  const isUnmoved = sql`${ledgerHeadOf(organizationId)} = ${ledgerHead}`
  return version === 0
    ? rawStatement(
        db,
        sql`insert into ${billingAccounts} (organization_id, version, transition_id, opened_at)
            select ${organizationId}, 1, ${transitionId}, ${input.now} where ${isUnmoved}
            on conflict (organization_id) do nothing`,
      )
    : rawStatement(
        db,
        sql`update ${billingAccounts} set version = version + 1, transition_id = ${transitionId}
            where organization_id = ${organizationId} and version = ${version} and ${isUnmoved}`,
      )
}

function subscriptionStatement(guard: Guard, subscription: Subscription, canceledAt: number | null): Statement {
  const status = canceledAt === null ? subscription.status : 'canceled'
  return rawStatement(
    guard.db,
    sql`insert into ${billingSubscriptions} (id, organization_id, plan_slug, status, anchor_at, cycle_number,
          cycle_starts_at, cycle_ends_at, started_at, canceled_at)
        select ${subscription.id}, ${guard.organizationId}, ${subscription.planSlug}, ${status},
          ${subscription.anchorAt}, ${subscription.cycleNumber}, ${subscription.cycleStartsAt},
          ${subscription.cycleEndsAt}, ${subscription.startedAt}, ${canceledAt} where ${claimed(guard)}
        on conflict (id) do update set plan_slug = excluded.plan_slug, status = excluded.status,
          cycle_number = excluded.cycle_number, cycle_starts_at = excluded.cycle_starts_at,
          cycle_ends_at = excluded.cycle_ends_at, canceled_at = excluded.canceled_at`,
  )
}

function changeStatement(guard: Guard, change: SubscriptionChange): Statement {
  const quote = change.quote === null ? null : JSON.stringify(change.quote)
  return rawStatement(
    guard.db,
    sql`insert into ${billingSubscriptionChanges} (id, organization_id, subscription_id, kind, status, from_plan_slug,
          target_plan_slug, effective_at, quote, created_at, updated_at)
        select ${change.id}, ${guard.organizationId}, ${change.subscriptionId}, ${change.kind}, ${change.status},
          ${change.fromPlanSlug}, ${change.targetPlanSlug}, ${change.effectiveAt}, ${quote}, ${change.createdAt},
          ${guard.input.now} where ${claimed(guard)}
        on conflict (id) do update set status = excluded.status, effective_at = excluded.effective_at,
          updated_at = excluded.updated_at`,
  )
}

function entryStatement(guard: Guard, entry: LedgerEntryDraft): Statement {
  const { newId, now } = guard.input
  return rawStatement(
    guard.db,
    sql`insert into ${billingLedgerEntries} (id, organization_id, entry_key, kind, amount_micro, effective_at,
          subscription_id, plan_slug, change_id, created_at)
        select ${newId()}, ${guard.organizationId}, ${entry.key}, ${entry.kind}, ${entry.amountMicro},
          ${entry.effectiveAt}, ${entry.subscriptionId}, ${entry.planSlug}, ${entry.changeId}, ${now}
        where ${claimed(guard)}`,
  )
}

function invoiceStatement(guard: Guard, invoice: InvoiceDraft): Statement {
  const { collects, newId, now } = guard.input
  const unpaid = collects ? 'open' : 'recorded'
  const dueAt = collects && !invoice.isPaid ? now : null
  return rawStatement(
    guard.db,
    sql`insert into ${billingInvoices} (id, organization_id, invoice_key, kind, subscription_id, plan_slug, currency,
          subscription_charge_cents, deficit_micro, deficit_charge_cents, total_cents, status, due_at, issued_at,
          paid_at, updated_at)
        select ${newId()}, ${guard.organizationId}, ${invoice.key}, ${invoice.kind}, ${invoice.subscriptionId},
          ${invoice.planSlug}, ${invoice.currency}, ${invoice.subscriptionChargeCents}, ${invoice.deficitMicro},
          ${invoice.deficitChargeCents}, ${invoice.totalCents}, ${invoice.isPaid ? 'paid' : unpaid}, ${dueAt},
          ${invoice.issuedAt}, ${invoice.isPaid ? now : null}, ${now} where ${claimed(guard)}`,
  )
}

/** A new cycle, or the end of one, adds a checkpoint. Balances then sum the entries of one cycle only. */
function checkpointStatements(guard: Guard): Statement[] {
  const { db, organizationId, input } = guard
  const { entries, ended } = input.transition
  if (ended.length === 0 && !entries.some((entry) => entry.kind === 'cycle_grant')) return []
  const head = ledgerHeadOf(organizationId)
  return [
    rawStatement(
      db,
      sql`insert or ignore into ${billingCheckpoints} (organization_id, sequence, balance_micro, created_at)
          select ${organizationId}, ${head}, ${balanceOf(organizationId)}, ${input.now}
          where ${claimed(guard)} and ${head} > 0`,
    ),
  ]
}

function auditStatements(guard: Guard): Statement[] {
  const { audit, newId, now } = guard.input
  if (audit === null) return []
  return [
    rawStatement(
      guard.db,
      sql`insert into ${auditEntries} (id, organization_id, actor_kind, actor_id, action, target_id, detail,
            request_id, created_at)
          select ${newId()}, ${guard.organizationId}, ${audit.actorKind}, ${audit.actorId}, ${audit.action},
            ${audit.targetId}, ${JSON.stringify(audit.detail)}, ${audit.requestId}, ${now} where ${claimed(guard)}`,
    ),
  ]
}
