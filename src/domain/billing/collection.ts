import { creditsText, moneyText } from '../../billing/amounts.ts'
import { iso } from '../../billing/views.ts'
import { type InvoiceRow, unpaidInvoices } from '../../db/billing/invoices.ts'
import type { DomainContext } from '../context.ts'

/** Returns the state of collection. Without a processor, nothing is ever outstanding. */
export async function collectionOf(ctx: DomainContext, organizationId: string) {
  return collectionView(await unpaidInvoices(ctx.db, organizationId))
}

/** Returns how the payment of the invoices stands: current, retrying or delinquent, with the amounts that are open. */
export function collectionView(unpaid: readonly InvoiceRow[]) {
  const failed = unpaid.filter((invoice) => invoice.attempts > 0 || invoice.status === 'uncollectible')
  const [oldest] = failed
  if (oldest === undefined) {
    return {
      status: 'current' as const,
      outstandingCredits: null,
      outstandingAmount: null,
      currency: null,
      scheduledAttemptsMade: 0,
      nextRetryAt: null,
      billingInvoiceId: null,
      hostedInvoiceUrl: null,
    }
  }
  const isDelinquent = failed.some((invoice) => invoice.status === 'uncollectible' || invoice.nextAttemptAt === null)
  return {
    status: isDelinquent ? ('delinquent' as const) : ('payment_retrying' as const),
    outstandingCredits: creditsText(failed.reduce((sum, invoice) => sum + invoice.deficitMicro, 0)),
    outstandingAmount: moneyText(failed.reduce((sum, invoice) => sum + invoice.totalCents, 0)),
    currency: oldest.currency,
    scheduledAttemptsMade: oldest.attempts,
    nextRetryAt: oldest.nextAttemptAt === null ? null : iso(oldest.nextAttemptAt),
    billingInvoiceId: oldest.id,
    hostedInvoiceUrl: oldest.hostedUrl,
  }
}
