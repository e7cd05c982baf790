/** Reading the ledger for people: transactions by page, usage by cycle. */
import type { LedgerEntryKind } from '../../billing/account.ts'
import type { UsageDimension } from '../../billing/price-book.ts'
import { BALANCE_SQL } from './balance.ts'

type Db = D1Database | D1DatabaseSession

export interface LedgerEntryRow {
  readonly id: string
  readonly kind: LedgerEntryKind
  readonly amountMicro: number
  readonly balanceAfterMicro: number
  readonly effectiveAt: number
  readonly createdAt: number
  readonly planSlug: string | null
  readonly changeId: string | null
  readonly projectId: string | null
  readonly dimension: UsageDimension | null
  readonly hour: number | null
  readonly quantity: number | null
}

export interface LedgerPage {
  readonly total: number
  readonly entries: readonly LedgerEntryRow[]
}

/** Newest recorded first. The balance after an entry is today's balance less all entries recorded after it. */
export async function ledgerPage(db: Db, organizationId: string, limit: number, page: number): Promise<LedgerPage> {
  const [counts, rows] = await db.batch<Record<string, unknown>>([
    db
      .prepare(
        `select count(*) as total, ${BALANCE_SQL} as balance_micro
         from billing_ledger_entries where organization_id = ?1`,
      )
      .bind(organizationId),
    db
      .prepare(
        `with page as (
           select * from billing_ledger_entries where organization_id = ?1 order by sequence desc limit ?2 offset ?3)
         select id, kind, amount_micro as amountMicro, effective_at as effectiveAt, created_at as createdAt,
           plan_slug as planSlug, change_id as changeId, project_id as projectId, dimension, hour, quantity,
           coalesce((select sum(amount_micro) from billing_ledger_entries
             where organization_id = ?1 and sequence > (select max(sequence) from page)), 0)
           + coalesce(sum(amount_micro) over (
               order by sequence desc rows between unbounded preceding and 1 preceding), 0) as laterMicro
         from page order by sequence desc`,
      )
      .bind(organizationId, limit, (page - 1) * limit),
  ])
  // The columns are those of the two statements above.
  const count = counts?.results[0] as unknown as { total: number; balance_micro: number } | undefined
  const entries = (rows?.results ?? []) as unknown as (Omit<LedgerEntryRow, 'balanceAfterMicro'> & {
    readonly laterMicro: number
  })[]
  return {
    total: count?.total ?? 0,
    entries: entries.map(({ laterMicro, ...entry }) => ({
      ...entry,
      balanceAfterMicro: (count?.balance_micro ?? 0) - laterMicro,
    })),
  }
}

export interface UsageSum {
  readonly dimension: UsageDimension
  readonly quantity: number
  readonly micro: number
}

/** Usage debited in [from, to), by dimension: exactly what the ledger took for it. */
export async function usageBetween(db: Db, organizationId: string, from: number, to: number): Promise<UsageSum[]> {
  const { results } = await db
    .prepare(
      `select dimension, sum(quantity) as quantity, -sum(amount_micro) as micro from billing_ledger_entries
       where organization_id = ?1 and effective_at >= ?2 and effective_at < ?3 and kind = 'usage'
       group by dimension order by dimension`,
    )
    .bind(organizationId, from, to)
    .all<UsageSum>()
  return results
}

/** The cycle before the running one: the last of this subscription, or of the one that was cancelled last. */
export async function lastEndedSubscription(db: Db, organizationId: string) {
  return db
    .prepare(
      `select anchor_at as anchorAt, cycle_number as cycleNumber, canceled_at as canceledAt from billing_subscriptions
       where organization_id = ? and status = 'canceled' order by canceled_at desc limit 1`,
    )
    .bind(organizationId)
    .first<{ anchorAt: number; cycleNumber: number; canceledAt: number }>()
}
