/** Stores invoices, and what is still owed. */
import { and, asc, eq, inArray, lte, or, sql } from 'drizzle-orm'
import { type Database, firstRow, ormOf, statementOf } from '../database.ts'
import {
  billingAccounts as accounts,
  billingInvoices as invoices,
  billingSubscriptions as subscriptions,
} from '../schema/billing.ts'

const COLUMNS = {
  id: invoices.id,
  organizationId: invoices.organizationId,
  kind: invoices.kind,
  planSlug: invoices.planSlug,
  currency: invoices.currency,
  subscriptionChargeCents: invoices.subscriptionChargeCents,
  deficitMicro: invoices.deficitMicro,
  deficitChargeCents: invoices.deficitChargeCents,
  totalCents: invoices.totalCents,
  status: invoices.status,
  processorInvoiceId: invoices.processorInvoiceId,
  hostedUrl: invoices.hostedUrl,
  attempts: invoices.attempts,
  nextAttemptAt: invoices.nextAttemptAt,
  handedOverAt: invoices.handedOverAt,
}

export type InvoiceRow = Pick<typeof invoices.$inferSelect, keyof typeof COLUMNS>

const UNPAID: InvoiceRow['status'][] = ['open', 'uncollectible']

/** Returns invoices that the processor has not been paid for, oldest first. */
export const unpaidInvoices = async (db: Database, organizationId: string): Promise<InvoiceRow[]> =>
  ormOf(db)
    .select(COLUMNS)
    .from(invoices)
    .where(and(eq(invoices.organizationId, organizationId), inArray(invoices.status, UNPAID)))
    .orderBy(asc(invoices.issuedAt))

/** Returns invoices to hand over or to check, longest waiting first. */
export const dueInvoices = async (db: Database, now: number, limit: number): Promise<InvoiceRow[]> =>
  ormOf(db).select(COLUMNS).from(invoices).where(lte(invoices.dueAt, now)).orderBy(asc(invoices.dueAt)).limit(limit)

/**
 * Written before the processor is first asked to create the invoice. After a crash, the next attempt looks for it
 * first.
 */
export async function markHandedOver(db: Database, id: string, now: number, dueAt: number): Promise<void> {
  await ormOf(db)
    .update(invoices)
    .set({ handedOverAt: sql`coalesce(${invoices.handedOverAt}, ${now})`, dueAt, updatedAt: now })
    .where(and(eq(invoices.id, id), eq(invoices.status, 'open')))
}

export interface CollectionUpdate {
  readonly id: string
  readonly organizationId: string
  readonly processorInvoiceId: string
  readonly status: 'open' | 'paid' | 'uncollectible' | 'void'
  readonly hostedUrl: string | null
  readonly attempts: number
  readonly nextAttemptAt: number | null
  readonly paidAt: number | null
  readonly dueAt: number | null
  readonly now: number
}

/**
 * Stores what the processor reports about an invoice, and the consequence for the subscription: past due while a charge
 * has failed, active again when none has. The version of the account increases too, so that a change decided on the old
 * status is decided again. A paid invoice stays paid, whatever arrives later.
 */
export async function storeCollection(db: Database, update: CollectionUpdate): Promise<void> {
  const { id, organizationId, now, ...fields } = update
  const orm = ormOf(db)
  const hasFailedCharge = sql`exists (select 1 from ${invoices} where ${invoices.organizationId} = ${organizationId}
    and ((${invoices.status} = 'open' and ${invoices.attempts} > 0) or ${invoices.status} = 'uncollectible'))`
  await db.batch([
    statementOf(
      db,
      orm
        .update(invoices)
        .set({ ...fields, updatedAt: now })
        .where(and(eq(invoices.id, id), inArray(invoices.status, UNPAID))),
    ),
    statementOf(
      db,
      orm
        .update(subscriptions)
        .set({ status: sql`case when ${hasFailedCharge} then 'past_due' else 'active' end` })
        .where(and(eq(subscriptions.organizationId, organizationId), sql`${subscriptions.status} != 'canceled'`)),
    ),
    statementOf(
      db,
      orm
        .update(accounts)
        .set({ version: sql`${accounts.version} + 1` })
        .where(eq(accounts.organizationId, organizationId)),
    ),
  ])
}

/**
 * Finds the invoice for a processor's invoice by either id: ours may not be stored yet when a webhook arrives early.
 */
export async function findInvoice(
  db: Database,
  names: { readonly processorInvoiceId: string; readonly billingInvoiceId: string | null },
): Promise<InvoiceRow | null> {
  const { processorInvoiceId, billingInvoiceId } = names
  return firstRow(
    ormOf(db)
      .select(COLUMNS)
      .from(invoices)
      .where(
        or(
          eq(invoices.processorInvoiceId, processorInvoiceId),
          billingInvoiceId === null ? undefined : eq(invoices.id, billingInvoiceId),
        ),
      )
      .limit(1),
  )
}
