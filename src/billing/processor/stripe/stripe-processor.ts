/**
 * The processor `stripe`. Stripe collects; cycles, proration and the decision to charge stay in billing. Every creation
 * carries an idempotency key made of our own id, so that a repeated call creates nothing twice. Stripe remembers keys
 * for a day; after that, an existing object is found by our id in its metadata.
 */
import Stripe from 'stripe'
import type {
  BillingProcessor,
  Checkout,
  CheckoutRequest,
  CheckoutState,
  InvoiceRequest,
  ProcessorEvent,
  ProcessorInvoice,
} from '../processor.ts'
import { attempted } from './stripe-errors.ts'

/** Stripe's own limit for a card charge in US dollars. */
const PAYMENT_MINIMUM_CENTS = 50
/** How long a customer without a payment method may pay on the page of the invoice. */
const DAYS_UNTIL_DUE = 7
/** Stripe's recommended maximum age of a webhook's signature, against replays. */
const SIGNATURE_AGE_MAX_SECONDS = 300
const REQUEST_TIMEOUT_MS = 20_000
const NETWORK_RETRIES = 2

export interface StripeSettings {
  readonly secretKey: string
  readonly webhookSecret: string
  readonly fetch: typeof fetch
}

/**
 * Returns Stripe as a payment processor. Its methods throw `ProcessorError`, which says whether retrying can help.
 * Every creating call has an idempotency key.
 */
export function stripeProcessor(settings: StripeSettings): BillingProcessor {
  const stripe = new Stripe(settings.secretKey, {
    httpClient: Stripe.createFetchHttpClient(settings.fetch),
    maxNetworkRetries: NETWORK_RETRIES,
    timeout: REQUEST_TIMEOUT_MS,
    telemetry: false,
  })
  return {
    paymentMinimumCents: PAYMENT_MINIMUM_CENTS,
    createCustomer: (organizationId, name) =>
      attempted(async () => {
        const params = { name, metadata: { organization_id: organizationId } }
        return (await stripe.customers.create(params, { idempotencyKey: `customer-${organizationId}` })).id
      }),
    createCheckout: (request) => attempted(() => createCheckout(stripe, request)),
    readCheckout: (sessionId) => attempted(async () => checkoutOf(await stripe.checkout.sessions.retrieve(sessionId))),
    expireCheckout: (sessionId) =>
      attempted(async () => {
        const session = await stripe.checkout.sessions.retrieve(sessionId)
        if (session.status === 'open') await stripe.checkout.sessions.expire(sessionId)
      }),
    keepPaymentMethod: (customerId, paymentId) =>
      attempted(async () => {
        const method = idOf((await stripe.paymentIntents.retrieve(paymentId)).payment_method)
        if (method === null) return
        await stripe.customers.update(customerId, { invoice_settings: { default_payment_method: method } })
      }),
    refund: (paymentId) => attempted(() => refund(stripe, paymentId)),
    createPortalSession: (customer, returnUrl) =>
      attempted(async () => (await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl })).url),
    collectInvoice: (request) => attempted(() => collectInvoice(stripe, request)),
    readInvoice: (id) => attempted(async () => invoiceOf(await stripe.invoices.retrieve(id))),
    verifyEvent: (payload, signature, now) => verifyEvent(stripe, settings.webhookSecret, { payload, signature, now }),
  }
}

async function createCheckout(stripe: Stripe, request: CheckoutRequest) {
  const metadata = { organization_id: request.organizationId, change_id: request.changeId }
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'payment',
      customer: request.customerId,
      client_reference_id: request.changeId,
      line_items: request.lines.map((line) => ({
        quantity: 1,
        price_data: {
          currency: request.currency,
          unit_amount: line.cents,
          product_data: { name: line.description },
        },
      })),
      // Renewals are charged later, when the customer is not present.
      payment_intent_data: { setup_future_usage: 'off_session', metadata },
      metadata,
      expires_at: Math.floor(request.expiresAt / 1000),
      success_url: withResult(request.returnUrl, 'paid'),
      cancel_url: withResult(request.returnUrl, 'left'),
    },
    { idempotencyKey: `checkout-${request.changeId}` },
  )
  if (session.url === null) throw new Error('Stripe opened a checkout without a page')
  return { sessionId: session.id, url: session.url }
}

async function refund(stripe: Stripe, paymentId: string): Promise<void> {
  try {
    await stripe.refunds.create({ payment_intent: paymentId }, { idempotencyKey: `refund-${paymentId}` })
  } catch (error) {
    // A repetition after Stripe has forgotten the key.
    if (!(error instanceof Stripe.errors.StripeError) || error.code !== 'charge_already_refunded') throw error
  }
}

function withResult(returnUrl: string, checkout: string): string {
  const url = new URL(returnUrl)
  url.searchParams.set('checkout', checkout)
  return url.toString()
}

function checkoutOf(session: Stripe.Checkout.Session): Checkout {
  return {
    sessionId: session.id,
    changeId: session.metadata?.change_id ?? null,
    organizationId: session.metadata?.organization_id ?? null,
    outcome: outcomeOf(session),
  }
}

function outcomeOf(session: Stripe.Checkout.Session): CheckoutState {
  if (session.payment_status === 'paid') {
    return { state: 'paid', totalCents: session.amount_total ?? 0, paymentId: idOf(session.payment_intent) }
  }
  // Complete but unpaid: a slow payment method. Its success or failure arrives as a separate event.
  return session.status === 'expired' ? { state: 'expired' } : { state: 'open' }
}

async function collectInvoice(stripe: Stripe, request: InvoiceRequest): Promise<ProcessorInvoice> {
  const known = request.mayExist ? await findInvoice(stripe, request) : null
  const invoice = known ?? (await createDraft(stripe, request))
  const finalized = invoice.status === 'draft' ? await withLines(stripe, request, invoice) : invoice
  // An invoice that was already tried is retried on Stripe's schedule, not whenever it is read.
  const isToCharge = finalized.status === 'open' && finalized.attempt_count === 0 && request.hasPaymentMethod
  return invoiceOf(isToCharge ? await charged(stripe, finalized.id) : finalized)
}

async function withLines(stripe: Stripe, request: InvoiceRequest, draft: Stripe.Invoice): Promise<Stripe.Invoice> {
  const written = new Set(draft.lines.data.map((line) => line.metadata?.line_key))
  for (const line of request.lines) {
    if (written.has(line.key)) continue
    await stripe.invoiceItems.create(
      {
        customer: request.customerId,
        invoice: draft.id,
        amount: line.cents,
        currency: request.currency,
        description: line.description,
        metadata: { line_key: line.key },
      },
      { idempotencyKey: `invoice-${request.billingInvoiceId}-${line.key}` },
    )
  }
  return stripe.invoices.finalizeInvoice(draft.id, { auto_advance: true })
}

/**
 * The invoice does not advance automatically before its lines are written, because an empty invoice would be finalized
 * as paid.
 */
async function createDraft(stripe: Stripe, request: InvoiceRequest): Promise<Stripe.Invoice> {
  const collection = request.hasPaymentMethod
    ? { collection_method: 'charge_automatically' as const }
    : { collection_method: 'send_invoice' as const, days_until_due: DAYS_UNTIL_DUE }
  return stripe.invoices.create(
    {
      customer: request.customerId,
      currency: request.currency,
      auto_advance: false,
      pending_invoice_items_behavior: 'exclude',
      metadata: { organization_id: request.organizationId, billing_invoice_id: request.billingInvoiceId },
      ...collection,
    },
    { idempotencyKey: `invoice-${request.billingInvoiceId}` },
  )
}

async function findInvoice(stripe: Stripe, request: InvoiceRequest): Promise<Stripe.Invoice | null> {
  for await (const invoice of stripe.invoices.list({ customer: request.customerId, limit: 100 })) {
    if (invoice.metadata?.billing_invoice_id === request.billingInvoiceId) return invoice
  }
  return null
}

/** A refused card is an outcome, not a failure: Stripe tries again on its schedule. */
async function charged(stripe: Stripe, invoiceId: string): Promise<Stripe.Invoice> {
  try {
    return await stripe.invoices.pay(invoiceId)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeCardError)) throw error
    return stripe.invoices.retrieve(invoiceId)
  }
}

function invoiceOf(invoice: Stripe.Invoice): ProcessorInvoice {
  return {
    processorInvoiceId: invoice.id,
    billingInvoiceId: invoice.metadata?.billing_invoice_id ?? null,
    status: statusOf(invoice.status),
    hostedUrl: invoice.hosted_invoice_url ?? null,
    attempts: invoice.attempt_count,
    nextAttemptAt: millis(invoice.next_payment_attempt),
    paidAt: millis(invoice.status_transitions.paid_at),
  }
}

/** A draft is about to become open. If Stripe adds a new status, the invoice still counts as owed. */
function statusOf(status: Stripe.Invoice['status']): ProcessorInvoice['status'] {
  switch (status) {
    case 'paid':
    case 'uncollectible':
    case 'void':
      return status as 'paid' | 'uncollectible' | 'void'
    default:
      return 'open'
  }
}

interface Signed {
  readonly payload: string
  readonly signature: string
  readonly now: number
}

async function verifyEvent(stripe: Stripe, secret: string, signed: Signed): Promise<ProcessorEvent | null> {
  try {
    const event = await stripe.webhooks.constructEventAsync(
      signed.payload,
      signed.signature,
      secret,
      SIGNATURE_AGE_MAX_SECONDS,
      Stripe.createSubtleCryptoProvider(),
      signed.now,
    )
    return { id: event.id, type: event.type, occurredAt: event.created * 1000, subject: subjectOf(event) }
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null
    throw error
  }
}

function subjectOf(event: Stripe.Event): ProcessorEvent['subject'] {
  const { object } = event.data
  if (!('id' in object) || typeof object.id !== 'string') return null
  if (event.type.startsWith('invoice.')) return { kind: 'invoice', id: object.id }
  if (event.type.startsWith('checkout.session.')) return { kind: 'checkout', id: object.id }
  return null
}

function idOf(reference: string | { readonly id: string } | null): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null)
}

function millis(seconds: number | null): number | null {
  return seconds === null ? null : seconds * 1000
}
