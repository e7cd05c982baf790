/** Checkout sessions, payments and refunds. */
import { type FormObject, objectAt, stringsOf, textAt } from './form.ts'
import { invalid, missing, missingParameter } from './refusal.ts'
import type { Stored, StripeState } from './state.ts'

const PAYMENT_MINIMUM_CENTS = 50

export function createSession(state: StripeState, form: FormObject): Stored {
  for (const name of ['mode', 'success_url']) if (textAt(form, name) === null) throw missingParameter(name)
  if (textAt(form, 'mode') !== 'payment') throw invalid('The fake knows payments only.', { param: 'mode' })
  const customer = state.customer(textAt(form, 'customer') ?? '')
  const lines = Object.values(objectAt(form, 'line_items')) as FormObject[]
  if (lines.length === 0) throw missingParameter('line_items')
  let total = 0
  for (const line of lines) {
    const price = objectAt(line, 'price_data')
    const cents = Number(textAt(price, 'unit_amount'))
    if (!Number.isInteger(cents) || cents < 0) throw invalid('Invalid integer', { param: 'line_items[][unit_amount]' })
    if (textAt(objectAt(price, 'product_data'), 'name') === null) throw missingParameter('line_items[][name]')
    total += cents * Number(textAt(line, 'quantity') ?? '1')
  }
  if (total < PAYMENT_MINIMUM_CENTS) {
    throw invalid('The total amount due must add up to at least $0.50 usd', { code: 'amount_too_small' })
  }
  const expiresAt = Number(textAt(form, 'expires_at') ?? state.seconds() + 86_400)
  const age = expiresAt - state.seconds()
  if (age < 1800 || age > 86_400) {
    throw invalid('The `expires_at` timestamp must be between 30 minutes and 24 hours from now.', {
      param: 'expires_at',
    })
  }
  for (const name of ['success_url', 'cancel_url']) {
    if (!URL.canParse(textAt(form, name) ?? 'https://x.test')) throw invalid('Not a valid URL', { code: 'url_invalid' })
  }
  const session = state.add('checkout.session', 'cs_test', {
    mode: 'payment',
    customer: customer.id,
    client_reference_id: textAt(form, 'client_reference_id'),
    metadata: stringsOf(objectAt(form, 'metadata')),
    amount_total: total,
    payment_status: 'unpaid',
    payment_intent: null,
    status: 'open',
    expires_at: expiresAt,
    setup_future_usage: textAt(objectAt(form, 'payment_intent_data'), 'setup_future_usage'),
  })
  session.url = `https://checkout.stripe.com/c/pay/${session.id}`
  return session
}

/** The customer pays at the session's page. */
export function paySession(state: StripeState, id: string): void {
  const session = sessionOf(state, id)
  if (session.status !== 'open') throw new Error(`the page of a session that is ${session.status} takes no payment`)
  const method = state.add('payment_method', 'pm', { customer: session.customer })
  const intent = state.add('payment_intent', 'pi', {
    amount: session.amount_total,
    customer: session.customer,
    payment_method: method.id,
    status: 'succeeded',
    amount_refunded: 0,
  })
  session.payment_intent = intent.id
  session.payment_status = 'paid'
  session.status = 'complete'
  session.url = null
  state.emit('checkout.session.completed', session)
}

export function expireSession(state: StripeState, id: string): Stored {
  const session = sessionOf(state, id)
  if (session.status !== 'open') throw invalid('Only Checkout Sessions with a status in ["open"] can be expired.')
  session.status = 'expired'
  session.url = null
  state.emit('checkout.session.expired', session)
  return session
}

export function createRefund(state: StripeState, form: FormObject): Stored {
  const id = textAt(form, 'payment_intent') ?? ''
  const intent = state.get('payment_intent', id)
  if (intent === undefined) throw missing('payment_intent', id)
  if (intent.amount_refunded === intent.amount) {
    throw invalid(`Charge for ${id} has already been refunded.`, { code: 'charge_already_refunded' })
  }
  intent.amount_refunded = intent.amount
  return state.add('refund', 're', { payment_intent: id, amount: intent.amount, status: 'succeeded' })
}

export function sessionOf(state: StripeState, id: string): Stored {
  const session = state.get('checkout.session', id)
  if (session === undefined) throw missing('checkout session', id)
  return session
}
