/** Customers of the processor, and the checkouts that changes wait for. */
import type { SubscriptionChange } from '../../billing/account.ts'
import { type ChangeRow, changeOf } from './load-account.ts'

type Db = D1Database | D1DatabaseSession

export async function processorCustomerId(db: Db, organizationId: string): Promise<string | null> {
  const row = await db
    .prepare('select processor_customer_id as id from billing_accounts where organization_id = ?')
    .bind(organizationId)
    .first<{ id: string | null }>()
  return row?.id ?? null
}

export async function storeCustomer(db: Db, organizationId: string, customerId: string): Promise<void> {
  await db
    .prepare(
      `update billing_accounts set processor_customer_id = ?2
       where organization_id = ?1 and processor_customer_id is null`,
    )
    .bind(organizationId, customerId)
    .run()
}

export async function storePaymentMethod(db: Db, organizationId: string): Promise<void> {
  await db
    .prepare('update billing_accounts set has_payment_method = 1 where organization_id = ?')
    .bind(organizationId)
    .run()
}

export async function organizationName(db: Db, organizationId: string): Promise<string> {
  const row = await db
    .prepare('select name from organizations where id = ?')
    .bind(organizationId)
    .first<{ name: string }>()
  return row?.name ?? organizationId
}

export interface StoredCheckout {
  readonly sessionId: string
  readonly url: string
}

export async function storeCheckout(
  db: Db,
  checkout: StoredCheckout & { readonly changeId: string; readonly now: number },
): Promise<void> {
  await db
    .prepare(
      'update billing_subscription_changes set checkout_session_id = ?2, checkout_url = ?3, updated_at = ?4 where id = ?1',
    )
    .bind(checkout.changeId, checkout.sessionId, checkout.url, checkout.now)
    .run()
}

export async function checkoutOf(db: Db, changeId: string): Promise<StoredCheckout | null> {
  return db
    .prepare(
      `select checkout_session_id as sessionId, checkout_url as url from billing_subscription_changes
       where id = ? and checkout_session_id is not null`,
    )
    .bind(changeId)
    .first<StoredCheckout>()
}

/** A change that can no longer be paid; the account's version moves with it, as with every change of its state. */
export async function expireChange(db: Db, organizationId: string, changeId: string, now: number): Promise<void> {
  await db.batch([
    db
      .prepare(
        `update billing_subscription_changes set status = 'expired', updated_at = ?2
         where id = ?1 and status = 'pending_payment'`,
      )
      .bind(changeId, now),
    db.prepare('update billing_accounts set version = version + 1 where organization_id = ?').bind(organizationId),
  ])
}

export interface WaitingCheckout {
  readonly changeId: string
  readonly organizationId: string
  readonly sessionId: string | null
}

/** Changes that have waited for their payment since `before`: a webhook may have been missed. */
export async function waitingCheckouts(db: Db, before: number, limit: number): Promise<WaitingCheckout[]> {
  const { results } = await db
    .prepare(
      `select id as changeId, organization_id as organizationId, checkout_session_id as sessionId
       from billing_subscription_changes
       where status = 'pending_payment' and updated_at <= ?1 order by updated_at limit ?2`,
    )
    .bind(before, limit)
    .all<WaitingCheckout>()
  return results
}

/** Moves a change to the end of the line of those to be asked about. */
export async function touchChange(db: Db, changeId: string, now: number): Promise<void> {
  await db.prepare('update billing_subscription_changes set updated_at = ?2 where id = ?1').bind(changeId, now).run()
}

export async function findChange(
  db: Db,
  changeId: string,
): Promise<{ readonly organizationId: string; readonly change: SubscriptionChange } | null> {
  const row = await db
    .prepare('select * from billing_subscription_changes where id = ?')
    .bind(changeId)
    .first<ChangeRow & { readonly organization_id: string }>()
  return row === null ? null : { organizationId: row.organization_id, change: changeOf(row) }
}

export async function hasStoredPaymentMethod(db: Db, organizationId: string): Promise<boolean> {
  const row = await db
    .prepare('select has_payment_method as has from billing_accounts where organization_id = ?')
    .bind(organizationId)
    .first<{ has: number }>()
  return row?.has === 1
}
