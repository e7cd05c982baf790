/** Invoices as billing keeps them, and what is still owed. */

type Db = D1Database | D1DatabaseSession

export interface InvoiceRow {
  readonly id: string
  readonly organizationId: string
  readonly kind: 'start' | 'renewal' | 'upgrade' | 'final'
  readonly planSlug: string
  readonly currency: string
  readonly subscriptionChargeCents: number
  readonly deficitMicro: number
  readonly deficitChargeCents: number
  readonly totalCents: number
  readonly status: 'recorded' | 'open' | 'paid' | 'uncollectible' | 'void'
  readonly processorInvoiceId: string | null
  readonly hostedUrl: string | null
  readonly attempts: number
  readonly nextAttemptAt: number | null
  readonly handedOverAt: number | null
}

const COLUMNS = `id, organization_id as organizationId, kind, plan_slug as planSlug, currency,
  subscription_charge_cents as subscriptionChargeCents, deficit_micro as deficitMicro,
  deficit_charge_cents as deficitChargeCents, total_cents as totalCents, status,
  processor_invoice_id as processorInvoiceId, hosted_url as hostedUrl, attempts, next_attempt_at as nextAttemptAt,
  handed_over_at as handedOverAt`

/** Invoices a processor has not been paid for, oldest first. */
export async function unpaidInvoices(db: Db, organizationId: string): Promise<InvoiceRow[]> {
  const { results } = await db
    .prepare(
      `select ${COLUMNS} from billing_invoices
       where organization_id = ? and status in ('open', 'uncollectible') order by issued_at`,
    )
    .bind(organizationId)
    .all<InvoiceRow>()
  return results
}

/** Invoices to hand over or to ask about, longest waiting first. */
export async function dueInvoices(db: Db, now: number, limit: number): Promise<InvoiceRow[]> {
  const { results } = await db
    .prepare(`select ${COLUMNS} from billing_invoices where due_at <= ?1 order by due_at limit ?2`)
    .bind(now, limit)
    .all<InvoiceRow>()
  return results
}

/** Written before the processor is first asked to create it: after a crash the next try looks for it first. */
export async function markHandedOver(db: Db, id: string, now: number, dueAt: number): Promise<void> {
  await db
    .prepare(
      `update billing_invoices set handed_over_at = coalesce(handed_over_at, ?2), due_at = ?3, updated_at = ?2
       where id = ?1 and status = 'open'`,
    )
    .bind(id, now, dueAt)
    .run()
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
 * Stores what the processor says of an invoice, and what follows for the subscription: past due while a charge has
 * failed, active again when none has. The account's version moves too, so that a change decided on the old status is
 * decided again. A paid invoice stays paid, whatever arrives late.
 */
export async function storeCollection(db: Db, update: CollectionUpdate): Promise<void> {
  await db.batch([
    db
      .prepare(
        `update billing_invoices set processor_invoice_id = ?2, status = ?3, hosted_url = ?4, attempts = ?5,
           next_attempt_at = ?6, paid_at = ?7, due_at = ?8, updated_at = ?9
         where id = ?1 and status in ('open', 'uncollectible')`,
      )
      .bind(
        update.id,
        update.processorInvoiceId,
        update.status,
        update.hostedUrl,
        update.attempts,
        update.nextAttemptAt,
        update.paidAt,
        update.dueAt,
        update.now,
      ),
    db
      .prepare(
        `update billing_subscriptions set status = case when exists (
             select 1 from billing_invoices where organization_id = ?1
               and ((status = 'open' and attempts > 0) or status = 'uncollectible'))
           then 'past_due' else 'active' end
         where organization_id = ?1 and status != 'canceled'`,
      )
      .bind(update.organizationId),
    db
      .prepare('update billing_accounts set version = version + 1 where organization_id = ?1')
      .bind(update.organizationId),
  ])
}

/** The invoice behind a processor's, by either name: ours may not have been stored when a webhook came early. */
export async function findInvoice(
  db: Db,
  names: { readonly processorInvoiceId: string; readonly billingInvoiceId: string | null },
): Promise<InvoiceRow | null> {
  return db
    .prepare(`select ${COLUMNS} from billing_invoices where processor_invoice_id = ?1 or id = ?2 limit 1`)
    .bind(names.processorInvoiceId, names.billingInvoiceId)
    .first<InvoiceRow>()
}
