/** Billing: running totals, accounts, subscriptions, the credit ledger, invoices. docs/design/billing.md. */
import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Running totals of usage, as each object counts them. A later, larger total replaces an earlier one. */
export const billingUsageTotals = sqliteTable(
  'billing_usage_totals',
  {
    organizationId: text('organization_id').notNull(),
    projectId: text('project_id').notNull(),
    dimension: text('dimension').notNull(),
    /** Hours since 1970. */
    hour: integer('hour').notNull(),
    /** '' for usage without a stream, because a primary key does not treat two nulls as equal. */
    streamId: text('stream_id').notNull(),
    source: text('source').notNull(),
    total: integer('total').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.organizationId, table.projectId, table.dimension, table.hour, table.streamId, table.source],
    }),
    check('billing_usage_totals_total', sql`total >= 0`),
  ],
)

/** One row per organization that billing has touched; every change of its billing claims this row first. */
export const billingAccounts = sqliteTable(
  'billing_accounts',
  {
    organizationId: text('organization_id').primaryKey(),
    version: integer('version').notNull(),
    transitionId: text('transition_id').notNull(),
    /** The processor's name for this organization; null until it first pays. */
    processorCustomerId: text('processor_customer_id'),
    /** True when the processor can charge later invoices. */
    hasPaymentMethod: integer('has_payment_method', { mode: 'boolean' }).notNull().default(false),
    openedAt: integer('opened_at').notNull(),
  },
  () => [check('billing_accounts_has_payment_method', sql`has_payment_method in (0, 1)`)],
)

export const billingSubscriptions = sqliteTable(
  'billing_subscriptions',
  {
    id: text('id').primaryKey(),
    organizationId: text('organization_id').notNull(),
    planSlug: text('plan_slug').notNull(),
    status: text('status', { enum: ['active', 'past_due', 'canceled'] }).notNull(),
    /** Cycle boundaries are counted in months from this time. */
    anchorAt: integer('anchor_at').notNull(),
    cycleNumber: integer('cycle_number').notNull(),
    cycleStartsAt: integer('cycle_starts_at').notNull(),
    cycleEndsAt: integer('cycle_ends_at').notNull(),
    startedAt: integer('started_at').notNull(),
    canceledAt: integer('canceled_at'),
  },
  (table) => [
    uniqueIndex('billing_subscriptions_running').on(table.organizationId).where(sql`status != 'canceled'`),
    index('billing_subscriptions_by_cycle_end').on(table.cycleEndsAt).where(sql`status != 'canceled'`),
    check('billing_subscriptions_status', sql`status in ('active', 'past_due', 'canceled')`),
  ],
)

export const billingSubscriptionChanges = sqliteTable(
  'billing_subscription_changes',
  {
    id: text('id').primaryKey(),
    organizationId: text('organization_id').notNull(),
    subscriptionId: text('subscription_id').notNull(),
    kind: text('kind', { enum: ['upgrade', 'downgrade', 'cancellation'] }).notNull(),
    status: text('status', {
      enum: ['scheduled', 'pending_payment', 'applied', 'withdrawn', 'replaced', 'expired'],
    }).notNull(),
    fromPlanSlug: text('from_plan_slug'),
    targetPlanSlug: text('target_plan_slug'),
    effectiveAt: integer('effective_at').notNull(),
    /** Amounts of an upgrade as quoted, as JSON. */
    quote: text('quote'),
    checkoutSessionId: text('checkout_session_id'),
    checkoutUrl: text('checkout_url'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [
    /** At most one change or cancellation is pending. */
    uniqueIndex('billing_subscription_changes_pending')
      .on(table.organizationId)
      .where(sql`status in ('scheduled', 'pending_payment')`),
    index('billing_subscription_changes_waiting').on(table.updatedAt).where(sql`status = 'pending_payment'`),
    check('billing_subscription_changes_kind', sql`kind in ('upgrade', 'downgrade', 'cancellation')`),
    check(
      'billing_subscription_changes_status',
      sql`status in ('scheduled', 'pending_payment', 'applied', 'withdrawn', 'replaced', 'expired')`,
    ),
  ],
)

/** The credit ledger: append-only, integer micro-credits, every entry with its cause. */
export const billingLedgerEntries = sqliteTable(
  'billing_ledger_entries',
  {
    /** Order of recording. D1 has one writer, so a higher sequence is never committed before a lower one. */
    sequence: integer('sequence').primaryKey({ autoIncrement: true }),
    id: text('id').notNull().unique(),
    organizationId: text('organization_id').notNull(),
    /** Identifies the cause; the same cause cannot be recorded twice. */
    entryKey: text('entry_key').notNull().unique(),
    kind: text('kind', { enum: ['cycle_grant', 'upgrade_grant', 'deficit_settlement', 'usage'] }).notNull(),
    amountMicro: integer('amount_micro').notNull(),
    /** The time from which it counts. A late renewal counts from its cycle boundary. */
    effectiveAt: integer('effective_at').notNull(),
    subscriptionId: text('subscription_id'),
    planSlug: text('plan_slug'),
    changeId: text('change_id'),
    /** For usage: the line, and the units since the previous entry of the line. */
    projectId: text('project_id'),
    dimension: text('dimension'),
    hour: integer('hour'),
    quantity: integer('quantity'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('billing_ledger_entries_by_organization').on(table.organizationId, table.sequence, table.amountMicro),
    index('billing_ledger_entries_by_effect').on(table.organizationId, table.effectiveAt, table.amountMicro),
    index('billing_ledger_entries_by_usage_line')
      .on(table.organizationId, table.projectId, table.dimension, table.hour, table.quantity, table.amountMicro)
      .where(sql`kind = 'usage'`),
    check('billing_ledger_entries_kind', sql`kind in ('cycle_grant', 'upgrade_grant', 'deficit_settlement', 'usage')`),
  ],
)

export const billingCheckpoints = sqliteTable(
  'billing_checkpoints',
  {
    organizationId: text('organization_id').notNull(),
    /** The last entry that is included. */
    sequence: integer('sequence').notNull(),
    balanceMicro: integer('balance_micro').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.sequence] })],
)

/** Charges. Without a processor they are recorded and never collected; with one they are open until paid or given up. */
export const billingInvoices = sqliteTable(
  'billing_invoices',
  {
    id: text('id').primaryKey(),
    organizationId: text('organization_id').notNull(),
    /** Identifies the cause; the same cause is charged once. */
    invoiceKey: text('invoice_key').notNull().unique(),
    kind: text('kind', { enum: ['start', 'renewal', 'upgrade', 'final'] }).notNull(),
    subscriptionId: text('subscription_id').notNull(),
    planSlug: text('plan_slug').notNull(),
    currency: text('currency').notNull(),
    subscriptionChargeCents: integer('subscription_charge_cents').notNull(),
    deficitMicro: integer('deficit_micro').notNull(),
    deficitChargeCents: integer('deficit_charge_cents').notNull(),
    totalCents: integer('total_cents').notNull(),
    status: text('status', { enum: ['recorded', 'open', 'paid', 'uncollectible', 'void'] }).notNull(),
    processorInvoiceId: text('processor_invoice_id').unique(),
    /** The processor's page where the invoice can be paid. */
    hostedUrl: text('hosted_url'),
    /** When it was first handed to the processor. The creation may have succeeded without an answer. */
    handedOverAt: integer('handed_over_at'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: integer('next_attempt_at'),
    /** When to hand it to the processor or to ask the processor about it; null: nothing is left to do. */
    dueAt: integer('due_at'),
    issuedAt: integer('issued_at').notNull(),
    paidAt: integer('paid_at'),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [
    index('billing_invoices_by_organization').on(table.organizationId, table.issuedAt),
    index('billing_invoices_due').on(table.dueAt).where(sql`due_at is not null`),
    check('billing_invoices_kind', sql`kind in ('start', 'renewal', 'upgrade', 'final')`),
    check('billing_invoices_status', sql`status in ('recorded', 'open', 'paid', 'uncollectible', 'void')`),
  ],
)

/** Webhooks of the processor by id. A repeated one finds its row and has no effect. */
export const billingProcessorEvents = sqliteTable('billing_processor_events', {
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  organizationId: text('organization_id'),
  /** The processor's own time of the event, because events may arrive out of order. */
  occurredAt: integer('occurred_at').notNull(),
  receivedAt: integer('received_at').notNull(),
})
