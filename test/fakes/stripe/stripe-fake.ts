/**
 * A Stripe account at the network's edge, as strict as the real one where billing could go wrong: keys of a secret kind,
 * idempotency keys (the same answer for the same request, an error for another one, forgotten after a day), unknown
 * parameters, states that refuse, error objects, signed webhooks in any order, and failures on demand.
 */
import { createRefund, createSession, expireSession, paySession, sessionOf } from './checkout.ts'
import { type FormObject, namesOf, objectAt, parseForm, stringsOf, textAt } from './form.ts'
import {
  createInvoice,
  createInvoiceItem,
  finalizeInvoice,
  invoiceOf,
  markPaid,
  markUncollectible,
  payInvoice,
} from './invoices.ts'
import { missing, missingParameter, StripeRefusal, unknownParameter } from './refusal.ts'
import { type Stored, type StoredEvent, StripeState } from './state.ts'

const KEY_AGE_MAX_MS = 24 * 3_600_000

/** Parameters each creation takes; anything else is refused by name. */
const PARAMETERS: Readonly<Record<string, RegExp>> = {
  customers: /^(name|metadata\[\w+\])$/,
  customer: /^invoice_settings\[default_payment_method\]$/,
  sessions:
    /^(mode|customer|client_reference_id|expires_at|success_url|cancel_url|metadata\[\w+\]|payment_intent_data\[(setup_future_usage|metadata\]\[\w+)\]|line_items\[\]\[(quantity|price_data\]\[(currency|unit_amount|product_data\]\[name))\])$/,
  invoices:
    /^(customer|currency|auto_advance|pending_invoice_items_behavior|collection_method|days_until_due|metadata\[\w+\])$/,
  invoiceitems: /^(customer|invoice|amount|currency|description|metadata\[\w+\])$/,
  finalize: /^auto_advance$/,
  portal: /^(customer|return_url)$/,
  refunds: /^payment_intent$/,
  nothing: /^$/,
}

interface Remembered {
  readonly at: number
  readonly request: string
  readonly status: number
  readonly body: string
}

export interface Failure {
  /** A status to answer, or a connection that breaks before or after the request took effect. */
  readonly how: number | 'before' | 'after'
  readonly path: RegExp
  times: number
}

export class StripeFake {
  readonly secretKey = 'sk_test_fake'
  readonly webhookSecret = 'whsec_fake'
  readonly state: StripeState
  readonly requests: string[] = []
  readonly failures: Failure[] = []
  readonly #remembered = new Map<string, Remembered>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
    this.state = new StripeState(now)
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const text = new TextDecoder().decode(await request.arrayBuffer())
    this.requests.push(`${request.method} ${pathname}`)
    const failure = this.failures.find((one) => one.times > 0 && one.path.test(`${request.method} ${pathname}`))
    if (failure) failure.times -= 1
    if (failure?.how === 'before') throw new TypeError('fetch failed')
    if (typeof failure?.how === 'number') return errorOf(failure.how)
    const response = this.#answer(request, `${request.method} ${pathname}${search}`, text)
    if (failure?.how === 'after') throw new TypeError('fetch failed')
    return response
  }

  pay(sessionId: string): void {
    paySession(this.state, sessionId)
  }

  expire(sessionId: string): void {
    expireSession(this.state, sessionId)
  }

  payAtPage(invoiceId: string): void {
    markPaid(this.state, invoiceOf(this.state, invoiceId))
  }

  giveUp(invoiceId: string): void {
    markUncollectible(this.state, invoiceId)
  }

  /** Stripe's own retry of an open invoice. */
  retry(invoiceId: string): void {
    try {
      payInvoice(this.state, invoiceId)
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error
    }
  }

  /** A webhook's body and header, signed as of `signedAt`. */
  async signed(event: StoredEvent, signedAt = this.#now(), secret = this.webhookSecret) {
    const payload = JSON.stringify(event)
    const seconds = Math.floor(signedAt / 1000)
    const encoder = new TextEncoder()
    const algorithm = { name: 'HMAC', hash: 'SHA-256' }
    const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign'])
    const mac = await crypto.subtle.sign('HMAC', key, encoder.encode(`${seconds}.${payload}`))
    const hex = [...new Uint8Array(mac)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    return { payload, signature: `t=${seconds},v1=${hex}` }
  }

  #answer(request: Request, line: string, text: string): Response {
    try {
      if (request.headers.get('authorization') !== `Bearer ${this.secretKey}`) {
        throw new StripeRefusal(401, 'invalid_request_error', 'Invalid API Key provided')
      }
      const key = request.method === 'POST' ? request.headers.get('idempotency-key') : null
      if (key === null) return json(200, this.#route(line, text))
      return this.#once(key, `${line} ${text}`, () => this.#route(line, text))
    } catch (error) {
      if (error instanceof StripeRefusal) return json(error.status, error.body)
      throw error
    }
  }

  /** Answers given after execution began are kept, errors included; what failed validation may be sent again. */
  #once(key: string, request: string, run: () => unknown): Response {
    const known = this.#remembered.get(key)
    if (known !== undefined && this.#now() - known.at < KEY_AGE_MAX_MS) {
      if (known.request !== request) {
        const message = `Keys for idempotent requests can only be used with the same parameters they were first used with.`
        throw new StripeRefusal(400, 'idempotency_error', message)
      }
      return new Response(known.body, { status: known.status, headers: { 'idempotent-replayed': 'true' } })
    }
    let status = 200
    let body: unknown
    try {
      body = run()
    } catch (error) {
      if (!(error instanceof StripeRefusal) || error.status !== 402) throw error
      status = error.status
      body = error.body
    }
    this.#remembered.set(key, { at: this.#now(), request, status, body: JSON.stringify(body) })
    return json(status, body)
  }

  #route(line: string, text: string): unknown {
    const form = parseForm(text)
    const [, method = '', path = '', search = ''] = /^(\S+) \/v1\/([^?]*)(\S*)$/.exec(line) ?? []
    const [collection = '', id = '', verb = ''] = path
      .replace('checkout/sessions', 'sessions')
      .replace('billing_portal/sessions', 'portal')
      .split('/')
    const allow = (name: string) => checkNames(text, name)
    switch (`${method} ${collection}${id ? '/id' : ''}${verb ? `/${verb}` : ''}`) {
      case 'POST customers':
        allow('customers')
        return this.state.add('customer', 'cus', {
          name: textAt(form, 'name'),
          metadata: stringsOf(objectAt(form, 'metadata')),
          invoice_settings: { default_payment_method: null },
        })
      case 'POST customers/id':
        allow('customer')
        return this.#updateCustomer(id, form)
      case 'POST sessions':
        allow('sessions')
        return createSession(this.state, form)
      case 'GET sessions/id':
        return sessionOf(this.state, id)
      case 'POST sessions/id/expire':
        allow('nothing')
        return expireSession(this.state, id)
      case 'GET payment_intents/id':
        return this.#get('payment_intent', id)
      case 'POST refunds':
        allow('refunds')
        return createRefund(this.state, form)
      case 'POST portal':
        allow('portal')
        return this.#portal(form)
      case 'POST invoices':
        allow('invoices')
        return createInvoice(this.state, form)
      case 'GET invoices':
        return this.#listInvoices(new URLSearchParams(search))
      case 'GET invoices/id':
        return invoiceOf(this.state, id)
      case 'POST invoices/id/finalize':
        allow('finalize')
        return finalizeInvoice(this.state, id, form)
      case 'POST invoices/id/pay':
        allow('nothing')
        return payInvoice(this.state, id)
      case 'POST invoiceitems':
        allow('invoiceitems')
        return createInvoiceItem(this.state, form)
      default:
        throw new StripeRefusal(404, 'invalid_request_error', `Unrecognized request URL (${method}: /v1/${path}).`)
    }
  }

  #updateCustomer(id: string, form: FormObject): Stored {
    const customer = this.state.customer(id)
    const method = textAt(objectAt(form, 'invoice_settings'), 'default_payment_method')
    if (method !== null && this.#get('payment_method', method).customer !== id) {
      throw missing('payment_method', method)
    }
    customer.invoice_settings = { default_payment_method: method }
    return customer
  }

  #portal(form: FormObject): Stored {
    const customer = this.state.customer(textAt(form, 'customer') ?? '')
    const session = this.state.add('billing_portal.session', 'bps', {
      customer: customer.id,
      return_url: textAt(form, 'return_url'),
    })
    session.url = `https://billing.stripe.com/p/session/${session.id}`
    return session
  }

  #listInvoices(query: URLSearchParams) {
    const customer = query.get('customer')
    if (customer === null) throw missingParameter('customer')
    const data = this.state
      .all('invoice')
      .filter((invoice) => invoice.customer === customer)
      .reverse()
    return { object: 'list', url: '/v1/invoices', has_more: false, data }
  }

  #get(object: string, id: string): Stored {
    const stored = this.state.get(object, id)
    if (stored === undefined) throw missing(object, id)
    return stored
  }
}

function checkNames(text: string, parameters: string): void {
  const pattern = PARAMETERS[parameters]
  for (const name of namesOf(text)) if (!pattern?.test(name)) throw unknownParameter(name)
}

function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
}

function errorOf(status: number): Response {
  const type = status === 429 ? 'rate_limit_error' : 'api_error'
  return json(status, { error: { type, message: 'An error occurred with our connection to Stripe.' } })
}
