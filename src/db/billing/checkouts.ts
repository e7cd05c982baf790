/** Customers of the processor, and the checkouts that changes wait for. */
import { and, asc, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { SubscriptionChange } from '../../billing/account.ts'
import { type Database, ormOf, statementOf } from '../database.ts'
import { billingAccounts as accounts, billingSubscriptionChanges as changes } from '../schema/billing.ts'
import { organizations } from '../schema/tenancy.ts'
import { changeOf } from './load-account.ts'

/**
 * Written into the statement, not bound: SQLite uses a partial index only if it sees the condition in the statement.
 */
const AWAITS_PAYMENT = sql`${changes.status} = 'pending_payment'`

export async function processorCustomerId(db: Database, organizationId: string): Promise<string | null> {
  const [row] = await ormOf(db)
    .select({ id: accounts.processorCustomerId })
    .from(accounts)
    .where(eq(accounts.organizationId, organizationId))
  return row?.id ?? null
}

/** Keeps a customer that is already stored. */
export async function storeCustomer(db: Database, organizationId: string, customerId: string): Promise<void> {
  await ormOf(db)
    .update(accounts)
    .set({ processorCustomerId: customerId })
    .where(and(eq(accounts.organizationId, organizationId), isNull(accounts.processorCustomerId)))
}

export async function storePaymentMethod(db: Database, organizationId: string): Promise<void> {
  await ormOf(db).update(accounts).set({ hasPaymentMethod: true }).where(eq(accounts.organizationId, organizationId))
}

export async function hasStoredPaymentMethod(db: Database, organizationId: string): Promise<boolean> {
  const [row] = await ormOf(db)
    .select({ has: accounts.hasPaymentMethod })
    .from(accounts)
    .where(eq(accounts.organizationId, organizationId))
  return row?.has ?? false
}

/** The id has no organization any more. */
export async function organizationName(db: Database, organizationId: string): Promise<string> {
  const [row] = await ormOf(db)
    .select({ name: organizations.name })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
  return row?.name ?? organizationId
}

export interface StoredCheckout {
  readonly sessionId: string
  readonly url: string
}

export async function storeCheckout(
  db: Database,
  checkout: StoredCheckout & { readonly changeId: string; readonly now: number },
): Promise<void> {
  await ormOf(db)
    .update(changes)
    .set({ checkoutSessionId: checkout.sessionId, checkoutUrl: checkout.url, updatedAt: checkout.now })
    .where(eq(changes.id, checkout.changeId))
}

export async function checkoutOf(db: Database, changeId: string): Promise<StoredCheckout | null> {
  const [row] = await ormOf(db)
    .select({ sessionId: changes.checkoutSessionId, url: changes.checkoutUrl })
    .from(changes)
    .where(and(eq(changes.id, changeId), isNotNull(changes.checkoutSessionId)))
  // One statement stores both.
  return row?.sessionId && row.url ? { sessionId: row.sessionId, url: row.url } : null
}

/**
 * Marks a change that can no longer be paid. The version of the account increases, as with every change of its state.
 */
export async function expireChange(db: Database, organizationId: string, changeId: string, now: number): Promise<void> {
  const orm = ormOf(db)
  const expiry = orm
    .update(changes)
    .set({ status: 'expired', updatedAt: now })
    .where(and(eq(changes.id, changeId), AWAITS_PAYMENT))
  const move = orm
    .update(accounts)
    .set({ version: sql`${accounts.version} + 1` })
    .where(eq(accounts.organizationId, organizationId))
  await db.batch([statementOf(db, expiry), statementOf(db, move)])
}

export interface WaitingCheckout {
  readonly changeId: string
  readonly organizationId: string
  readonly sessionId: string | null
}

/** Returns changes that have waited for their payment since `before`; their webhook may have been missed. */
export const waitingCheckouts = async (db: Database, before: number, limit: number): Promise<WaitingCheckout[]> =>
  ormOf(db)
    .select({ changeId: changes.id, organizationId: changes.organizationId, sessionId: changes.checkoutSessionId })
    .from(changes)
    .where(and(AWAITS_PAYMENT, lte(changes.updatedAt, before)))
    .orderBy(asc(changes.updatedAt))
    .limit(limit)

/** Moves a change to the end of the queue of those to check. */
export async function touchChange(db: Database, changeId: string, now: number): Promise<void> {
  await ormOf(db).update(changes).set({ updatedAt: now }).where(eq(changes.id, changeId))
}

export async function findChange(
  db: Database,
  changeId: string,
): Promise<{ readonly organizationId: string; readonly change: SubscriptionChange } | null> {
  const [row] = await ormOf(db).select().from(changes).where(eq(changes.id, changeId))
  return row === undefined ? null : { organizationId: row.organizationId, change: changeOf(row) }
}
