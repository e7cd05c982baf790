/**
 * Writes a transition as one batch, all of it or nothing. The first statement claims the account's row if neither it
 * nor the ledger moved since they were read; every other statement does something only if the claim is this one's. A
 * batch that lost the race therefore changes nothing, and the caller reads and decides again.
 */
import type {
  InvoiceDraft,
  LedgerEntryDraft,
  Subscription,
  SubscriptionChange,
  Transition,
} from '../../billing/account.ts'
import { BALANCE_SQL, LEDGER_HEAD_SQL } from './balance.ts'
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

type Db = D1Database | D1DatabaseSession

/** True when the transition is stored; false when the account moved meanwhile and nothing was stored. */
export async function commitTransition(db: Db, input: CommitInput): Promise<boolean> {
  const statements = transitionStatements(db, input)
  const [claim] = await db.batch(statements)
  return claim?.meta.changes === 1
}

/** Exported for tests, which make single statements of a batch fail. */
export function transitionStatements(db: Db, input: CommitInput): D1PreparedStatement[] {
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
  readonly db: Db
  readonly organizationId: string
  readonly transitionId: string
  readonly input: CommitInput
}

/** Organization ?1, transition ?2. */
const CLAIMED_SQL = 'exists (select 1 from billing_accounts where organization_id = ?1 and transition_id = ?2)'

function claimStatement({ db, organizationId, transitionId, input }: Guard): D1PreparedStatement {
  const { version, ledgerHead } = input.loaded
  if (version === 0) {
    return db
      .prepare(
        `insert into billing_accounts (organization_id, version, transition_id, opened_at)
         select ?1, 1, ?2, ?3 where ${LEDGER_HEAD_SQL} = ?4 on conflict (organization_id) do nothing`,
      )
      .bind(organizationId, transitionId, input.now, ledgerHead)
  }
  return db
    .prepare(
      `update billing_accounts set version = version + 1, transition_id = ?2
       where organization_id = ?1 and version = ?3 and ${LEDGER_HEAD_SQL} = ?4`,
    )
    .bind(organizationId, transitionId, version, ledgerHead)
}

function subscriptionStatement(
  { db, organizationId, transitionId }: Guard,
  subscription: Subscription,
  canceledAt: number | null,
): D1PreparedStatement {
  return db
    .prepare(
      `insert into billing_subscriptions (id, organization_id, plan_slug, status, anchor_at, cycle_number,
         cycle_starts_at, cycle_ends_at, started_at, canceled_at)
       select ?3, ?1, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11 where ${CLAIMED_SQL}
       on conflict (id) do update set plan_slug = excluded.plan_slug, status = excluded.status,
         cycle_number = excluded.cycle_number, cycle_starts_at = excluded.cycle_starts_at,
         cycle_ends_at = excluded.cycle_ends_at, canceled_at = excluded.canceled_at`,
    )
    .bind(
      organizationId,
      transitionId,
      subscription.id,
      subscription.planSlug,
      canceledAt === null ? subscription.status : 'canceled',
      subscription.anchorAt,
      subscription.cycleNumber,
      subscription.cycleStartsAt,
      subscription.cycleEndsAt,
      subscription.startedAt,
      canceledAt,
    )
}

function changeStatement(guard: Guard, change: SubscriptionChange): D1PreparedStatement {
  return guard.db
    .prepare(
      `insert into billing_subscription_changes (id, organization_id, subscription_id, kind, status, from_plan_slug,
         target_plan_slug, effective_at, quote, created_at, updated_at)
       select ?3, ?1, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12 where ${CLAIMED_SQL}
       on conflict (id) do update set status = excluded.status, effective_at = excluded.effective_at,
         updated_at = excluded.updated_at`,
    )
    .bind(
      guard.organizationId,
      guard.transitionId,
      change.id,
      change.subscriptionId,
      change.kind,
      change.status,
      change.fromPlanSlug,
      change.targetPlanSlug,
      change.effectiveAt,
      change.quote === null ? null : JSON.stringify(change.quote),
      change.createdAt,
      guard.input.now,
    )
}

function entryStatement(guard: Guard, entry: LedgerEntryDraft): D1PreparedStatement {
  return guard.db
    .prepare(
      `insert into billing_ledger_entries (id, organization_id, entry_key, kind, amount_micro, effective_at,
         subscription_id, plan_slug, change_id, created_at)
       select ?3, ?1, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11 where ${CLAIMED_SQL}`,
    )
    .bind(
      guard.organizationId,
      guard.transitionId,
      guard.input.newId(),
      entry.key,
      entry.kind,
      entry.amountMicro,
      entry.effectiveAt,
      entry.subscriptionId,
      entry.planSlug,
      entry.changeId,
      guard.input.now,
    )
}

function invoiceStatement(guard: Guard, invoice: InvoiceDraft): D1PreparedStatement {
  const { collects, now } = guard.input
  const unpaid = collects ? 'open' : 'recorded'
  return guard.db
    .prepare(
      `insert into billing_invoices (id, organization_id, invoice_key, kind, subscription_id, plan_slug, currency,
         subscription_charge_cents, deficit_micro, deficit_charge_cents, total_cents, status, due_at, issued_at,
         paid_at, updated_at)
       select ?3, ?1, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17 where ${CLAIMED_SQL}`,
    )
    .bind(
      guard.organizationId,
      guard.transitionId,
      guard.input.newId(),
      invoice.key,
      invoice.kind,
      invoice.subscriptionId,
      invoice.planSlug,
      invoice.currency,
      invoice.subscriptionChargeCents,
      invoice.deficitMicro,
      invoice.deficitChargeCents,
      invoice.totalCents,
      invoice.isPaid ? 'paid' : unpaid,
      collects && !invoice.isPaid ? now : null,
      invoice.issuedAt,
      invoice.isPaid ? now : null,
      now,
    )
}

/** A new cycle, or the end of one, closes the books behind it: balances then sum the entries of one cycle only. */
function checkpointStatements({ db, organizationId, transitionId, input }: Guard): D1PreparedStatement[] {
  const { entries, ended } = input.transition
  if (ended.length === 0 && !entries.some((entry) => entry.kind === 'cycle_grant')) return []
  return [
    db
      .prepare(
        `insert or ignore into billing_checkpoints (organization_id, sequence, balance_micro, created_at)
         select ?1, ${LEDGER_HEAD_SQL}, ${BALANCE_SQL}, ?3 where ${CLAIMED_SQL} and ${LEDGER_HEAD_SQL} > 0`,
      )
      .bind(organizationId, transitionId, input.now),
  ]
}

function auditStatements({ db, organizationId, transitionId, input }: Guard): D1PreparedStatement[] {
  const { audit, newId, now } = input
  if (audit === null) return []
  return [
    db
      .prepare(
        `insert into audit_entries (id, organization_id, actor_kind, actor_id, action, target_id, detail, request_id,
           created_at)
         select ?3, ?1, ?4, ?5, ?6, ?7, ?8, ?9, ?10 where ${CLAIMED_SQL}`,
      )
      .bind(
        organizationId,
        transitionId,
        newId(),
        audit.actorKind,
        audit.actorId,
        audit.action,
        audit.targetId,
        JSON.stringify(audit.detail),
        audit.requestId,
        now,
      ),
  ]
}
