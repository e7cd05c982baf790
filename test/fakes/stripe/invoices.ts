/** Invoices: draft → open → paid, uncollectible or void, with the refusals Stripe gives out of order. */
import { type FormObject, objectAt, stringsOf, textAt } from './form.ts'
import { declined, invalid, missing, missingParameter } from './refusal.ts'
import type { Stored, StripeState } from './state.ts'

export interface InvoiceLine {
  readonly id: string
  readonly amount: number
  readonly description: string | null
  readonly metadata: Record<string, string>
}

const RETRY_DAYS = [3, 5, 7]

export function createInvoice(state: StripeState, form: FormObject): Stored {
  const customer = state.customer(textAt(form, 'customer') ?? '')
  const method = textAt(form, 'collection_method') ?? 'charge_automatically'
  if (method === 'send_invoice' && textAt(form, 'days_until_due') === null) throw missingParameter('days_until_due')
  if (method === 'charge_automatically' && textAt(form, 'days_until_due') !== null) {
    throw invalid('days_until_due is only for send_invoice.', { param: 'days_until_due' })
  }
  return state.add('invoice', 'in', {
    customer: customer.id,
    currency: textAt(form, 'currency') ?? 'usd',
    status: 'draft',
    collection_method: method,
    auto_advance: textAt(form, 'auto_advance') === 'true',
    metadata: stringsOf(objectAt(form, 'metadata')),
    lines: { object: 'list', data: [] as InvoiceLine[], has_more: false },
    total: 0,
    amount_paid: 0,
    attempt_count: 0,
    next_payment_attempt: null,
    hosted_invoice_url: null,
    status_transitions: { finalized_at: null, paid_at: null, voided_at: null, marked_uncollectible_at: null },
  })
}

export function createInvoiceItem(state: StripeState, form: FormObject): Stored {
  const invoice = invoiceOf(state, textAt(form, 'invoice') ?? '')
  if (invoice.status !== 'draft') throw invalid('Items can only be added to a draft invoice.')
  if (textAt(form, 'customer') !== invoice.customer) throw invalid('The customer is not that of the invoice.')
  if (textAt(form, 'currency') !== invoice.currency) throw invalid('The currency is not that of the invoice.')
  const amount = Number(textAt(form, 'amount'))
  if (!Number.isInteger(amount)) throw invalid('Invalid integer', { param: 'amount' })
  const metadata = stringsOf(objectAt(form, 'metadata'))
  const item = state.add('invoiceitem', 'ii', { invoice: invoice.id, amount, metadata })
  const line: InvoiceLine = { id: item.id, amount, description: textAt(form, 'description'), metadata }
  linesOf(invoice).push(line)
  invoice.total = Number(invoice.total) + amount
  return item
}

export function finalizeInvoice(state: StripeState, id: string, form: FormObject): Stored {
  const invoice = invoiceOf(state, id)
  if (invoice.status !== 'draft') throw invalid('This invoice is already finalized.', { code: 'invoice_not_editable' })
  const moments = invoice.status_transitions as Record<string, number | null>
  moments.finalized_at = state.seconds()
  invoice.auto_advance = textAt(form, 'auto_advance') === 'true' || invoice.auto_advance
  invoice.hosted_invoice_url = `https://invoice.stripe.com/i/${invoice.id}`
  invoice.status = 'open'
  // Nothing to pay is paid at once.
  if (invoice.total === 0) markPaid(state, invoice)
  else state.emit('invoice.finalized', invoice)
  return invoice
}

/** A charge: by the API, or by Stripe's own schedule. */
export function payInvoice(state: StripeState, id: string): Stored {
  const invoice = invoiceOf(state, id)
  if (invoice.status !== 'open') throw invalid(`Invoice is already ${invoice.status}`, { code: 'invoice_already_paid' })
  const customer = state.customer(String(invoice.customer))
  const settings = customer.invoice_settings as { default_payment_method: string | null }
  invoice.attempt_count = Number(invoice.attempt_count) + 1
  if (settings.default_payment_method !== null && state.cardsWork) {
    markPaid(state, invoice)
    return invoice
  }
  const days = RETRY_DAYS[Number(invoice.attempt_count) - 1]
  invoice.next_payment_attempt =
    days === undefined || invoice.collection_method === 'send_invoice' ? null : state.seconds() + days * 86_400
  state.emit('invoice.payment_failed', invoice)
  throw declined()
}

/** Paid at the invoice's page. */
export function markPaid(state: StripeState, invoice: Stored): void {
  invoice.status = 'paid'
  invoice.amount_paid = invoice.total
  invoice.next_payment_attempt = null
  const moments = invoice.status_transitions as Record<string, number | null>
  moments.paid_at = state.seconds()
  state.emit('invoice.paid', invoice)
}

export function markUncollectible(state: StripeState, id: string): void {
  const invoice = invoiceOf(state, id)
  if (invoice.status !== 'open') throw invalid('Only open invoices can be marked uncollectible.')
  invoice.status = 'uncollectible'
  invoice.next_payment_attempt = null
  state.emit('invoice.marked_uncollectible', invoice)
}

export function invoiceOf(state: StripeState, id: string): Stored {
  const invoice = state.get('invoice', id)
  if (invoice === undefined) throw missing('invoice', id)
  return invoice
}

function linesOf(invoice: Stored): InvoiceLine[] {
  return (invoice.lines as { data: InvoiceLine[] }).data
}
