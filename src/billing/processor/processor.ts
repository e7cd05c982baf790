/**
 * The payment processor. It collects what billing has decided and knows nothing of credits, cycles or plans. `none`
 * collects nothing; `stripe` is imported on first use. Amounts are integer cents, times are milliseconds since 1970.
 * Failures are thrown as `ProcessorError`; its `isTransient` says whether the same call may be repeated. Every call
 * that creates something carries a key, so that a repetition creates it only once.
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
  /** False: the customer receives a payment page instead of a charge. */
  readonly hasPaymentMethod: boolean
  /** True when an earlier attempt may already have created it. */
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

/**
 * A verified webhook: a hint that one of our objects changed. The object is read again, because events have no order.
 */
export interface ProcessorEvent {
  readonly id: string
  readonly type: string
  readonly occurredAt: number
  readonly subject: { readonly kind: 'invoice' | 'checkout'; readonly id: string } | null
}

export interface BillingProcessor {
  /** The smallest charge, in cents, that can be collected before an upgrade applies. Smaller ones go on an invoice. */
  readonly paymentMinimumCents: number
  createCustomer(organizationId: string, name: string): Promise<string>
  createCheckout(request: CheckoutRequest): Promise<{ readonly sessionId: string; readonly url: string }>
  readCheckout(sessionId: string): Promise<Checkout>
  /** Closes an open checkout. A checkout that is already paid or expired stays as it is. */
  expireCheckout(sessionId: string): Promise<void>
  /** Stores the payment method for future invoices. */
  keepPaymentMethod(customerId: string, paymentId: string): Promise<void>
  /** Refunds a payment in full, once. */
  refund(paymentId: string): Promise<void>
  createPortalSession(customerId: string, returnUrl: string): Promise<string>
  /** Creates the invoice, or finds the one that an earlier attempt created; finalizes it and tries to collect it. */
  collectInvoice(request: InvoiceRequest): Promise<ProcessorInvoice>
  readInvoice(processorInvoiceId: string): Promise<ProcessorInvoice>
  /** Returns null when the signature is wrong or older than the processor allows. */
  verifyEvent(payload: string, signature: string, now: number): Promise<ProcessorEvent | null>
}
