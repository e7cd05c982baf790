/** Reads the ledger for people: transactions by page, usage by cycle. */
import { and, asc, count, desc, eq, gte, lt, sql } from 'drizzle-orm'
import type { LedgerEntryKind } from '../../billing/account.ts'
import type { UsageDimension } from '../../billing/price-book.ts'
import { type Database, firstRow, ormOf, qualified } from '../database.ts'
import { billingLedgerEntries as entries, billingSubscriptions as subscriptions } from '../schema/billing.ts'
import { balanceOf } from './balance.ts'

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

/** Newest first. The balance after an entry is the present balance minus all later entries. */
export async function ledgerPage(
  db: Database,
  organizationId: string,
  limit: number,
  page: number,
): Promise<LedgerPage> {
  const orm = ormOf(db)
  const ofOrganization = eq(entries.organizationId, organizationId)
  const offset = (page - 1) * limit
  const newer = orm
    .select({ amountMicro: entries.amountMicro })
    .from(entries)
    .where(ofOrganization)
    .orderBy(desc(entries.sequence))
    .limit(offset)
    .as('page')
  const [[counted], [beyond], found] = await orm.batch([
    orm
      .select({ total: count(), balanceMicro: qualified<number>(balanceOf(organizationId)).as('balance_micro') })
      .from(entries)
      .where(ofOrganization),
    orm.select({ micro: sql<number>`coalesce(sum(${newer.amountMicro}), 0)`.as('micro') }).from(newer),
    orm.select().from(entries).where(ofOrganization).orderBy(desc(entries.sequence)).limit(limit).offset(offset),
  ])
  let later = beyond?.micro ?? 0
  const balanceMicro = counted?.balanceMicro ?? 0
  return {
    total: counted?.total ?? 0,
    entries: found.map((row) => {
      const balanceAfterMicro = balanceMicro - later
      later += row.amountMicro
      const { id, kind, amountMicro, effectiveAt, createdAt, planSlug, changeId, projectId, hour, quantity } = row
      const shown = { id, kind, amountMicro, effectiveAt, createdAt, planSlug, changeId, projectId, hour, quantity }
      // Only record-usage.ts writes this, with the dimensions of the price book.
      return { ...shown, dimension: row.dimension as UsageDimension | null, balanceAfterMicro }
    }),
  }
}

export interface UsageSum {
  readonly dimension: UsageDimension
  readonly quantity: number
  readonly micro: number
}

/** Returns the usage debited in [from, to) by dimension: exactly what the ledger was charged for. */
export async function usageBetween(
  db: Database,
  organizationId: string,
  from: number,
  to: number,
): Promise<UsageSum[]> {
  const rows = await ormOf(db)
    .select({
      dimension: entries.dimension,
      quantity: sql<number>`sum(${entries.quantity})`,
      micro: sql<number>`-sum(${entries.amountMicro})`,
    })
    .from(entries)
    .where(
      and(
        eq(entries.organizationId, organizationId),
        gte(entries.effectiveAt, from),
        lt(entries.effectiveAt, to),
        eq(entries.kind, 'usage'),
      ),
    )
    .groupBy(entries.dimension)
    .orderBy(asc(entries.dimension))
  // Usage entries have a dimension of the price book, because only record-usage.ts writes them.
  return rows.map((row) => ({ ...row, dimension: row.dimension as UsageDimension }))
}

/**
 * Returns the cycle before the running one: the last cycle of this subscription, or of the one that was cancelled last.
 */
export async function lastEndedSubscription(db: Database, organizationId: string) {
  return firstRow(
    ormOf(db)
      .select({
        anchorAt: subscriptions.anchorAt,
        cycleNumber: subscriptions.cycleNumber,
        canceledAt: sql<number>`${subscriptions.canceledAt}`,
      })
      .from(subscriptions)
      .where(and(eq(subscriptions.organizationId, organizationId), eq(subscriptions.status, 'canceled')))
      .orderBy(desc(subscriptions.canceledAt))
      .limit(1),
  )
}
