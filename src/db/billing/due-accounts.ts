/** Finds the organizations that the cycle engine has to handle. */
import { and, asc, eq, isNull, lte, min, notInArray, sql } from 'drizzle-orm'
import { type Database, inList, ormOf } from '../database.ts'
import { billingAccounts as accounts, billingSubscriptions as subscriptions } from '../schema/billing.ts'
import { organizations } from '../schema/tenancy.ts'

/** Written out, not bound: SQLite uses a partial index only where it sees its condition in the statement. */
const IS_RUNNING = sql`${subscriptions.status} != 'canceled'`
const IS_LIVE = isNull(organizations.deletedAt)

export interface DueInput {
  readonly now: number
  readonly limit: number
  /** Organizations that have just failed and must not delay the others. */
  readonly skip: readonly string[]
}

/** Returns organizations whose cycle has ended, longest overdue first, then those that billing has not opened yet. */
export async function accountsToSettle(db: Database, { now, limit, skip }: DueInput): Promise<string[]> {
  const orm = ormOf(db)
  const skipped = inList(skip)
  const [due, unopened] = await orm.batch([
    orm
      .select({ id: subscriptions.organizationId })
      .from(subscriptions)
      .innerJoin(organizations, and(eq(organizations.id, subscriptions.organizationId), IS_LIVE))
      .where(and(IS_RUNNING, lte(subscriptions.cycleEndsAt, now), notInArray(subscriptions.organizationId, skipped)))
      .orderBy(asc(subscriptions.cycleEndsAt))
      .limit(limit),
    orm
      .select({ id: organizations.id })
      .from(organizations)
      .leftJoin(accounts, eq(accounts.organizationId, organizations.id))
      .where(and(isNull(accounts.organizationId), IS_LIVE, notInArray(organizations.id, skipped)))
      .limit(limit),
  ])
  return [...due, ...unopened].slice(0, limit).map((row) => row.id)
}

export async function nextCycleEnd(db: Database): Promise<number | null> {
  const [row] = await ormOf(db)
    .select({ at: min(subscriptions.cycleEndsAt) })
    .from(subscriptions)
    .innerJoin(organizations, and(eq(organizations.id, subscriptions.organizationId), IS_LIVE))
    .where(IS_RUNNING)
  return row?.at ?? null
}
