/**
 * The payment processor: it collects what billing has decided and knows nothing of credits, cycles or plans. `none`
 * collects nothing; `stripe` is imported when first used. Amounts are integer cents, times milliseconds since 1970.
 * Failures are thrown as `ProcessorError`, whose `isTransient` says whether the same call may be tried again; every call
 * that creates something carries a key, so that trying again creates it once.
 */

export class ProcessorError extends Error {
  readonly isTransient: boolean

  constructor(message: string, isTransient: boolean) {
    super(message)
    this.name = 'ProcessorError'
    this.isTransient = isTransient
  }
}

export interface CheckoutRequest {
  readonly customerId: string
  readonly organizationId: string
  readonly changeId: string
  readonly currency: string
  readonly lines: readonly { readonly description: string; readonly cents: number }[]
  readonly expiresAt: number
  readonly returnUrl: string
}

export type CheckoutState =
  | { readonly state: 'open' }
  | { readonly state: 'expired' }
  | { readonly state: 'paid'; readonly totalCents: number; readonly paymentId: string | null }

export interface Checkout {
  readonly sessionId: string
  readonly changeId: string | null
  readonly organizationId: string | null
  readonly outcome: CheckoutState
}

export interface InvoiceRequest {
  readonly billingInvoiceId: string
  readonly organizationId: string
  readonly customerId: string
  readonly currency: string
  readonly lines: readonly { readonly key: string; readonly description: string; readonly cents: number }[]
  /** False: the customer is sent a page to pay at, instead of a charge. */
  readonly hasPaymentMethod: boolean
  /** True when an earlier try may have got as far as creating it. */
  readonly mayExist: boolean
}

export interface ProcessorInvoice {
  readonly processorInvoiceId: string
  readonly billingInvoiceId: string | null
  readonly status: 'open' | 'paid' | 'uncollectible' | 'void'
  readonly hostedUrl: string | null
  readonly attempts: number
  readonly nextAttemptAt: number | null
  readonly paidAt: number | null
}

/** A verified webhook: a hint that something of ours changed. What it says is read anew, since events are unordered. */
export interface ProcessorEvent {
  readonly id: string
  readonly type: string
  readonly occurredAt: number
  readonly subject: { readonly kind: 'invoice' | 'checkout'; readonly id: string } | null
}

export interface BillingProcessor {
  /** The smallest charge it can collect before an upgrade counts; smaller ones go on an invoice. */
  readonly paymentMinimumCents: number
  createCustomer(organizationId: string, name: string): Promise<string>
  createCheckout(request: CheckoutRequest): Promise<{ readonly sessionId: string; readonly url: string }>
  readCheckout(sessionId: string): Promise<Checkout>
  /** Closes an open checkout; one that is paid or expired already stays as it is. */
  expireCheckout(sessionId: string): Promise<void>
  /** Keeps the means of a payment for the invoices to come. */
  keepPaymentMethod(customerId: string, paymentId: string): Promise<void>
  /** Gives a payment back in full, once. */
  refund(paymentId: string): Promise<void>
  createPortalSession(customerId: string, returnUrl: string): Promise<string>
  /** Creates the invoice, or finds the one an earlier try created, finalizes it and tries to collect it. */
  collectInvoice(request: InvoiceRequest): Promise<ProcessorInvoice>
  readInvoice(processorInvoiceId: string): Promise<ProcessorInvoice>
  /** Null when the signature is wrong, or older than the processor allows. */
  verifyEvent(payload: string, signature: string, now: number): Promise<ProcessorEvent | null>
}
