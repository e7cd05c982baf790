/** A subscription that began in the past, as SQL: for the demo organization and for tests of the cycle engine. */
import { v7 } from 'uuid'
import type { Subscription } from '../../src/billing/account.ts'
import { heldPlan } from '../../src/billing/plans.ts'
import { startSubscription } from '../../src/billing/subscription-start.ts'
import { sqlText } from './sql-text.ts'

export interface SubscriptionRowsInput {
  /** An organization that billing has not touched yet. */
  readonly organizationId: string
  readonly planSlug: string
  readonly startedAt: number
  readonly now: number
}

/** The rows that starting this plan at that instant would have left, without a processor. */
export function subscriptionRows(input: SubscriptionRowsInput): string[] {
  const { organizationId, planSlug, startedAt, now } = input
  const transition = startSubscription({
    account: { organizationId, subscription: null, pending: null },
    plan: heldPlan(planSlug),
    balanceMicro: 0,
    subscriptionId: v7(),
    changeId: null,
    isPaid: false,
    now: startedAt,
  })
  const { subscription } = transition.account
  if (subscription === null) throw new Error('a start without a subscription')
  const organization = sqlText(organizationId)
  return [
    `insert into billing_accounts (organization_id, version, transition_id, opened_at)
     values (${organization}, 1, ${sqlText(v7())}, ${startedAt})`,
    subscriptionRow(organization, subscription),
    ...transition.entries.map(
      (entry) =>
        `insert into billing_ledger_entries (id, organization_id, entry_key, kind, amount_micro, effective_at,
           subscription_id, plan_slug, created_at)
         values (${sqlText(v7())}, ${organization}, ${sqlText(entry.key)}, ${sqlText(entry.kind)}, ${entry.amountMicro},
           ${entry.effectiveAt}, ${sqlText(entry.subscriptionId)}, ${sqlText(entry.planSlug)}, ${now})`,
    ),
    ...transition.invoices.map(
      (invoice) =>
        `insert into billing_invoices (id, organization_id, invoice_key, kind, subscription_id, plan_slug, currency,
           subscription_charge_cents, deficit_micro, deficit_charge_cents, total_cents, status, issued_at, updated_at)
         values (${sqlText(v7())}, ${organization}, ${sqlText(invoice.key)}, ${sqlText(invoice.kind)},
           ${sqlText(invoice.subscriptionId)}, ${sqlText(invoice.planSlug)}, ${sqlText(invoice.currency)},
           ${invoice.subscriptionChargeCents}, ${invoice.deficitMicro}, ${invoice.deficitChargeCents},
           ${invoice.totalCents}, 'recorded', ${invoice.issuedAt}, ${now})`,
    ),
  ]
}

function subscriptionRow(organization: string, subscription: Subscription): string {
  const { id, planSlug, anchorAt, cycleNumber, cycleStartsAt, cycleEndsAt, startedAt } = subscription
  return `insert into billing_subscriptions (id, organization_id, plan_slug, status, anchor_at, cycle_number,
      cycle_starts_at, cycle_ends_at, started_at)
    values (${sqlText(id)}, ${organization}, ${sqlText(planSlug)}, 'active', ${anchorAt}, ${cycleNumber},
      ${cycleStartsAt}, ${cycleEndsAt}, ${startedAt})`
}
