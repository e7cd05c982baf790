/** What follows a payment at the provider: webhooks to merchants, captures and refunds in the ledger, settlement files. */
import type { Acquirer, Payment } from './acquirer.ts'
import { EVENT } from './acquirer-names.ts'
import { eachTick, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

/** Endpoints of two merchants answer badly now and then, all the time. */
const SHAKY = ['bluebike', 'cinema-one']

/** An event is queued; while the API's workers are busy, the sender waits for the payment and falls behind. */
export function notify(
  system: Acquirer,
  startMs: number,
  parent: Trace,
  { id, merchant }: Payment,
  event: string,
): void {
  const { random, scribe } = system
  const attributes = { ...EVENT, 'event.type': event }
  const sent = { service: 'payment-api', name: 'merchant.events publish', startMs, parent, attributes }
  system.call(sent, 'producer', (trace) => {
    const behindMs = startMs < system.threedsMs ? 0 : 0.5 * (startMs - system.threedsMs)
    const takenMs = startMs + behindMs + random.logNormal(700, 0.4)
    const step = { service: 'webhook-sender', name: 'merchant.events process', startMs: takenMs, parent: trace }
    system.queued.push({ fromMs: startMs, toMs: takenMs })
    const more = { ...attributes, 'merchant.name': merchant }
    system.serve({ ...step, attributes: more }, 'consumer', (inner) => {
      const read = system.through(
        'webhook-sender',
        { service: 'payment-api', name: 'GET /v1/payments/{id}', startMs: takenMs + 3, parent: inner },
        () => ({ status: 200, durationMs: random.logNormal(19, 0.3) + system.waitMs(takenMs) }),
      )
      const shaky = SHAKY.includes(merchant) && random.chance(0.22)
      const postMs = random.logNormal(160, 0.4)
      const post = { 'http.request.method': 'POST', 'server.address': `hooks.${merchant}.example` }
      const out = { service: 'webhook-sender', name: 'POST', startMs: takenMs + 4 + read.durationMs, parent: inner }
      system.call({ ...out, attributes: post }, 'client', () => ({ status: 200, durationMs: postMs }))
      const durationMs = read.durationMs + postMs + 9
      const fields = { event, merchant, payment: id, status: shaky ? 500 : 200 }
      const text = shaky ? "merchant's endpoint answered 500, webhook kept for later" : 'webhook delivered'
      scribe.log('webhook-sender', takenMs + durationMs, shaky ? 'WARN' : 'INFO', text, fields, inner)
      return { status: 200, durationMs }
    })
    return { status: 200, durationMs: random.logNormal(3, 0.2) }
  })
}

/** Captures and refunds are booked; the networks learn of them with the settlement files. */
export function book(system: Acquirer, startMs: number, trace: Trace, payment: Payment, kind: string): Outcome {
  const { random, scribe } = system
  const { id, merchant, network, channel, eur } = payment
  const ownMs = random.logNormal(17, 0.3) + system.waitMs(startMs)
  const fields = { payment: id, merchant, network, channel, amount_eur: eur }
  const say = (afterMs: number, severity: 'INFO' | 'WARN', text: string) =>
    scribe.log('payment-api', startMs + afterMs, severity, text, fields, trace)
  if (random.chance(kind === 'refund' ? 0.09 : 0.04)) {
    const why = kind === 'refund' ? 'more than was captured' : 'authorization has lapsed'
    say(ownMs, 'WARN', `${kind} refused: ${why}`)
    return { status: 422, durationMs: ownMs }
  }
  const attributes = { 'entry.kind': kind, 'card.network': network }
  const beginMs = startMs + ownMs
  const step = { service: 'ledger-book', name: 'POST /entries', startMs: beginMs, parent: trace, attributes }
  const booked = system.through('payment-api', step, (inner) => {
    const saved = system.store('ledger-book', 'postgresql', 'INSERT entries', beginMs + 2, inner, 7)
    const durationMs = saved.durationMs + random.logNormal(12, 0.3)
    scribe.log('ledger-book', beginMs + durationMs, 'INFO', 'entry booked', { kind, network, amount_eur: eur }, inner)
    return { status: 201, durationMs }
  })
  const durationMs = ownMs + booked.durationMs + 2
  say(durationMs, 'INFO', `${kind} booked`)
  if (random.chance(0.6)) notify(system, startMs + durationMs, trace, payment, `payment.${kind}ed`.replace('ee', 'e'))
  return { status: 201, durationMs }
}

/** Files for the networks, until the exporter falls silent. */
export function runSettlement({ random, scribe, startMs, darkMs }: Acquirer): void {
  let number = 3410
  const networks = ['visa', 'mastercard', 'visa', 'amex', 'mastercard', 'jcb']
  eachTick({ fromMs: startMs + 7000, toMs: darkMs, everyMs: 42_000 }, random, (timeMs) => {
    const network = networks[number % networks.length] ?? 'visa'
    const file = `stl-${++number}-${network}.csv`
    const rows = random.integer(40, 260)
    if (random.chance(0.12)) {
      const fields = { file, network }
      scribe.log('settlement-exporter', timeMs - 900, 'WARN', 'row without an interchange rate put aside', fields)
    }
    const fields = { file, network, rows, amount_eur: Math.round(rows * random.integer(3100, 4600)) / 100 }
    scribe.log('settlement-exporter', timeMs, 'INFO', 'settlement file written', fields)
  })
}
