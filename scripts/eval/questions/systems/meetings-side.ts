/** What goes on beside the recordings: seats and charges, captions, invitations of calendars, the relays' own checks. */
import type { SystemByConventions } from './conventions.ts'
import { LANGUAGES, PLANS, PROVIDERS, TENANTS } from './meetings-names.ts'
import { eachArrival, eachTick, type Scribe } from './scribe.ts'

const MINUTE_MS = 60_000

type Side = SystemByConventions & {
  readonly scribe: Scribe
  readonly restartMs: number
  readonly darkMs: number
}

function bill(side: Side, startMs: number): void {
  const { random, scribe } = side
  const ticket = random.integer(1, 100)
  const name = ticket <= 34 ? 'POST /seats' : ticket <= 66 ? 'POST /charges' : 'GET /invoices/{id}'
  const [method = '', route = ''] = name.split(' ')
  const [tenant, plan] = [random.pick(TENANTS), random.pick(PLANS)]
  const who = { 'tenant.id': tenant, 'billing.plan': plan }
  const attributes = { 'http.request.method': method, 'http.route': route, ...who }
  const root = { traceId: scribe.newTrace(), spanId: '' }
  side.serve({ service: 'seat-billing', name, startMs, parent: root, attributes }, 'server', (trace) => {
    const read = side.store('seat-billing', 'mysql', 'SELECT subscriptions', startMs + 1, trace, 4)
    const durationMs = read.durationMs + random.logNormal(name === 'POST /charges' ? 240 : 22, 0.35)
    const atMs = startMs + durationMs
    if (method === 'GET') return { status: random.chance(0.05) ? 404 : 200, durationMs }
    const data = { tenant, plan }
    if (name === 'POST /seats') {
      const seats = random.integer(1, 40)
      if (random.chance(0.06)) {
        scribe.log('seat-billing', atMs, 'WARN', 'seat limit of the plan reached', { ...data, seats }, trace)
        return { status: 422, durationMs }
      }
      scribe.log('seat-billing', atMs, 'INFO', 'seats added', { ...data, seats }, trace)
      return { status: 201, durationMs }
    }
    const cents = random.integer(3, 220) * 1190
    if (random.chance(0.1)) {
      scribe.log('seat-billing', atMs, 'WARN', 'card declined by the bank', { ...data, cents }, trace)
      return { status: 402, durationMs }
    }
    scribe.log('seat-billing', atMs, 'INFO', 'charge booked', { ...data, cents }, trace)
    return { status: 201, durationMs }
  })
}

function caption(side: Side, startMs: number): void {
  const { random, scribe } = side
  const isOdd = random.chance(0.06)
  const language = isOdd ? random.pick(['tl', 'sw', 'cy']) : random.pick(LANGUAGES)
  const attributes = { 'http.request.method': 'POST', 'http.route': '/captions', 'speech.language': language }
  const root = { traceId: scribe.newTrace(), spanId: '' }
  const step = { service: 'transcriber', name: 'POST /captions', startMs, parent: root, attributes }
  side.serve(step, 'server', (trace) => {
    const durationMs = random.logNormal(130, 0.4)
    const atMs = startMs + durationMs
    if (isOdd) {
      const thrown = `UnsupportedLanguageException: no model for language "${language}"`
      scribe.log('transcriber', atMs, 'WARN', `captions not started: language ${language}`, { thrown }, trace)
      return { status: 415, durationMs }
    }
    scribe.log('transcriber', atMs, 'INFO', `captions started, language ${language}`, {}, trace)
    return { status: 201, durationMs }
  })
}

function invite(side: Side, startMs: number): void {
  const { random, scribe } = side
  const provider = random.pick(PROVIDERS)
  const topic = { 'messaging.system': 'rabbitmq', 'messaging.destination.name': 'calendar.events' }
  const root = { traceId: scribe.newTrace(), spanId: '' }
  const attributes = { ...topic, 'calendar.provider': provider }
  const step = { service: 'calendar-sync', name: 'calendar.events process', startMs, parent: root, attributes }
  side.serve(step, 'consumer', (trace) => {
    const durationMs = random.logNormal(310, 0.4)
    const atMs = startMs + durationMs
    const guests = random.integer(2, 18)
    if (random.chance(0.055)) {
      const text = `token of ${provider} calendar expired, the user has to sign in again`
      scribe.log('calendar-sync', atMs, 'WARN', text, {}, trace)
    } else if (random.chance(0.05))
      scribe.log('calendar-sync', atMs, 'WARN', `invitation bounced at ${provider}`, {}, trace)
    else scribe.log('calendar-sync', atMs, 'INFO', `invitation sent to ${guests} guests via ${provider}`, {}, trace)
    return { status: 200, durationMs }
  })
}

export function runSide(side: Side): void {
  const { random, scribe, startMs, endMs, restartMs, darkMs } = side
  const range = { fromMs: startMs, toMs: endMs - 3000 }
  eachArrival({ ...range, meanMs: 6500 }, random, (timeMs) => {
    if (timeMs < restartMs - 9000 || timeMs > restartMs) bill(side, timeMs)
  })
  eachArrival({ ...range, meanMs: 9000 }, random, (timeMs) => caption(side, timeMs))
  eachArrival({ fromMs: startMs, toMs: darkMs, meanMs: 7000 }, random, (timeMs) => invite(side, timeMs))
  scribe.log('seat-billing', restartMs - 8500, 'INFO', 'shutting down, node is drained', { reason: 'node upgrade' })
  scribe.log('seat-billing', restartMs, 'INFO', 'seat-billing 2.9.0 started', { reason: 'node upgrade' })
  eachTick({ fromMs: startMs + 40_000, toMs: endMs - 10_000, everyMs: 2 * MINUTE_MS }, random, (timeMs) => {
    const relay = random.pick(['relay-eu-1', 'relay-eu-2', 'relay-us-1', 'relay-ap-1'])
    scribe.log('media-relay', timeMs, 'INFO', `${relay} turn check passed in ${random.integer(8, 40)} ms`)
  })
}
