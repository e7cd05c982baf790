/**
 * Bulky waste and recycling of a city on hosts of its own: the half of the services that is newer tells its spans by
 * conventions, the older half without kinds and with the older names of attributes. The bundle of certificate authorities
 * on the hosts of `scale-gateway` is replaced, so the weighbridge terminals of two depots are not trusted any more:
 * weighings there are lost, trucks tip without a weight and invoices of those depots cannot be made or shown, still so at
 * the end. A release of `pickup-planner`, a restart of `bin-sensors`, taken slots, wrong addresses, restless trucks, bad
 * bank accounts, dead numbers and a late mail relay now and then are harmless; nothing goes silent.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Severity, Values, World } from '../records.ts'
import { SystemByConventions } from './conventions.ts'
import { logfmt, pythonLine } from './formats.ts'
import { basicLine, compactJson, monologJson, patternLine, workerLine } from './recycling-formats.ts'
import { sendRecyclingMetrics } from './recycling-metrics.ts'
import { answer, askOlder, DISTRICTS, notice, type PlainStep, runStreet } from './recycling-street.ts'
import { eachArrival, Scribe, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 78 * MINUTE_MS
const FORMATS = {
  'citizen-api': logfmt,
  'pickup-planner': compactJson,
  'route-dispatch': patternLine,
  'scale-gateway': patternLine,
  'billing-desk': monologJson,
  'deposit-returns': workerLine,
  'bin-sensors': pythonLine,
  'notice-sender': logfmt,
  'night-export': basicLine,
}
const SERVICES = Object.keys(FORMATS)
const PLAIN = new Set(['route-dispatch', 'scale-gateway', 'deposit-returns', 'bin-sensors', 'night-export'])
const WITHOUT_SEVERITY = new Set(['scale-gateway', 'night-export'])
const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'citizen-api': '6.12.0', 'route-dispatch': '3.4.7', 'scale-gateway': '1.17.3', 'billing-desk': '9.0.2' },
  ...{ 'deposit-returns': '2.2.5', 'bin-sensors': '2.8.1', 'notice-sender': '5.5.0', 'night-export': '1.3.9' },
}
const DEPOTS = ['hafen', 'hafen', 'hafen', 'suedring', 'suedring', 'nordpark', 'nordpark', 'nordpark', 'westtor']
/** Their terminals have certificates of a device authority that the new bundle does not hold. */
const CUT = new Set(['hafen', 'suedring'])
/** Invoices are made of weighings some time ago. */
const INVOICE_LAG_MS = 75_000
const WASTES = ['furniture', 'furniture', 'furniture', 'appliances', 'appliances', 'electronics', 'garden', 'scrap']
const CUSTOMERS = ['business', 'business', 'household', 'municipality']
const APPS = ['android', 'android', 'ios', 'ios', 'web']
const NO_PATH = 'PKIX path building failed: unable to find valid certification path to requested target'

class Recycling extends SystemByConventions {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly restartMs: number
  readonly onsetMs: number
  #pickup = 70_310
  #weighing = 418_200
  #invoice = 26_600

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(53, 'recycling'))
    this.releaseMs = endMs - 61 * MINUTE_MS + 17_000
    this.restartMs = endMs - 47 * MINUTE_MS + 35_000
    this.onsetMs = endMs - 33 * MINUTE_MS + 21_000
    const planner = (timeMs: number) => (timeMs < this.releaseMs ? '4.2.6' : '4.3.0')
    const setups = Object.entries(FORMATS).map(([name, format], index) => ({
      ...{ name, format, isSeveritySent: !WITHOUT_SEVERITY.has(name), hasAttributes: !PLAIN.has(name) },
      version: (timeMs: number) => (name === 'pickup-planner' ? planner(timeMs) : (VERSIONS[name] ?? '1.0.0')),
      instance: (traceId: string) =>
        name === 'scale-gateway' && Number.parseInt(traceId.slice(0, 1) || '0', 16) % 2 === 1
          ? `${name}-2`
          : `${name}-1`,
      resource: (instance: string) => ({
        ...{ 'service.namespace': 'stadtwerke', 'deployment.environment': 'prod' },
        'host.name': name === 'scale-gateway' ? `waage-host-${instance.slice(-1)}` : `app-host-${(index % 3) + 1}`,
      }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  isCut(depot: string, atMs: number, lagMs = 0): boolean {
    return CUT.has(depot) && atMs >= this.onsetMs + lagMs
  }

  older(step: PlainStep, work: (trace: Trace) => Outcome): Outcome {
    return answer(this, step, work)
  }

  /** A truck stands on a weighbridge, the gateway reads its terminal. */
  weigh(startMs: number, parent: Trace, depot: string, truck: string): Outcome {
    const { random, scribe } = this
    const terminal = `${depot}-${random.integer(1, 2)}`
    const weighing = `W-${++this.#weighing}`
    const attributes = { depot, terminal, truck }
    return this.older({ service: 'scale-gateway', name: 'POST /weighings', startMs, parent, attributes }, (trace) => {
      const say = (atMs: number, severity: Severity, text: string) =>
        scribe.log('scale-gateway', startMs + atMs, severity, text, {}, trace)
      if (this.isCut(depot, startMs)) {
        const durationMs = random.logNormal(48, 0.3)
        say(durationMs - 2, 'ERROR', `terminal ${terminal} not connected: ${NO_PATH}`)
        say(durationMs, 'ERROR', `weighing ${weighing} lost: truck ${truck}, depot ${depot}`)
        this.remember('lostWeighing', weighing, startMs)
        return { status: 502, durationMs }
      }
      let durationMs = random.logNormal(620, 0.3)
      if (random.chance(0.07)) {
        say(durationMs, 'WARN', `truck ${truck} does not stand still at ${terminal}, weighed again`)
        durationMs += random.logNormal(700, 0.25)
      }
      const kilograms = random.integer(152, 1240) * 10
      say(durationMs, 'INFO', `weighing ${weighing} stored: truck ${truck}, depot ${depot}, ${kilograms} kg`)
      this.remember('storedWeighing', weighing, startMs)
      return { status: 201, durationMs }
    })
  }

  /** What drivers do on a tour: look at it, tick off a stop, tip the load at a depot. */
  drive(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const name = ticket <= 33 ? 'GET /tours/{id}' : ticket <= 70 ? 'POST /tours/{id}/stops' : 'POST /tours/{id}/tip'
    const truck = `LKW-${random.integer(11, 36)}`
    const tour = `TR-${random.integer(800, 839)}`
    const depot = random.pick(DEPOTS)
    const isTip = name === 'POST /tours/{id}/tip'
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const attributes = { truck, ...(isTip ? { depot } : {}) }
    this.older({ service: 'route-dispatch', name, startMs, parent: root, attributes }, (trace) => {
      const ownMs = random.logNormal(26, 0.4)
      const say = (atMs: number, severity: Severity, text: string) =>
        scribe.log('route-dispatch', startMs + atMs, severity, text, {}, trace)
      if (name === 'GET /tours/{id}') return { status: 200, durationMs: ownMs }
      if (!isTip) {
        if (random.chance(0.05)) say(ownMs, 'WARN', `stop of ${tour} skipped by ${truck}: street is blocked`)
        else if (random.chance(0.04)) say(ownMs, 'WARN', `stop of ${tour}: nothing was put outside`)
        else say(ownMs, 'INFO', `stop of ${tour} done by ${truck}`)
        return { status: 200, durationMs: ownMs }
      }
      const weighed = this.weigh(startMs + ownMs, trace, depot, truck)
      const durationMs = ownMs + weighed.durationMs + 4
      if (weighed.status >= 500) {
        say(durationMs, 'ERROR', `load of ${truck} at ${depot} tipped without weight: scale-gateway answered 502`)
        this.remember('lostTrace', root.traceId, startMs)
        return { status: 502, durationMs }
      }
      say(durationMs, 'INFO', `load of ${truck} tipped at ${depot}`)
      this.remember('goodTrace', root.traceId, startMs)
      return { status: 200, durationMs }
    })
  }

  /** The desk makes an invoice of a weighing; without one it cannot. */
  invoice(startMs: number): void {
    const { random, scribe } = this
    const depot = random.pick(DEPOTS)
    const customer = random.pick(CUSTOMERS)
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const attributes = { depot, 'customer.kind': customer }
    const step = { service: 'billing-desk', name: 'POST /invoices', startMs, parent: root, attributes }
    const invoice = `RE-${++this.#invoice}`
    this.older(step, (trace) => {
      const ownMs = random.logNormal(88, 0.35)
      const isMissing = this.isCut(depot, startMs, INVOICE_LAG_MS)
      const asked = { service: 'scale-gateway', name: 'GET /weighings/{id}', startMs: startMs + ownMs, parent: trace }
      const known = this.older({ ...asked, attributes: { depot } }, () => ({
        status: isMissing ? 404 : 200,
        durationMs: random.logNormal(14, 0.3),
      }))
      let durationMs = ownMs + known.durationMs + 2
      const amount = random.integer(1900, 48_000) / 100
      const data = { invoice, depot, customer }
      const say = (severity: Severity, text: string, more: Values = {}) =>
        scribe.log('billing-desk', startMs + durationMs, severity, text, { ...data, ...more }, trace)
      if (isMissing) {
        say('ERROR', 'invoice not made: weighing is missing')
        this.remember('missingInvoice', invoice, startMs)
        return { status: 500, durationMs }
      }
      if (random.chance(0.05)) {
        say('WARN', 'invoice sent back, bank account is not valid')
        this.remember('refusedInvoice', invoice, startMs)
        return { status: 422, durationMs }
      }
      say('INFO', 'invoice made', { amount_eur: amount })
      this.remember('madeInvoice', invoice, startMs)
      if (customer === 'municipality') return { status: 201, durationMs }
      const told = { service: 'notice-sender', name: 'POST /notices', startMs: startMs + durationMs + 1, parent: trace }
      const template = 'invoice_ready'
      const sent = this.older({ ...told, attributes: { template } }, (inner) =>
        notice(this, startMs + durationMs + 1, inner, template),
      )
      durationMs += sent.durationMs + 2
      return { status: 201, durationMs }
    })
  }

  /** Books a slot for bulky waste; some are taken just before. */
  reserve(startMs: number, parent: Trace, data: Values): Outcome {
    const { random, scribe } = this
    const attributes = { district: data['district'] ?? '', 'waste.kind': data['waste'] ?? '' }
    const step = { service: 'pickup-planner', name: 'POST /slots/reserve', startMs, parent, attributes }
    return this.through('citizen-api', step, (trace) => {
      const saved = this.store('pickup-planner', 'postgresql', 'UPDATE slots', startMs + 2, trace, 12)
      const ownMs = saved.durationMs + random.logNormal(30, 0.3)
      if (random.chance(0.08)) {
        scribe.log('pickup-planner', startMs + ownMs, 'WARN', 'slot is already taken', data, trace)
        return { status: 409, durationMs: ownMs }
      }
      scribe.log('pickup-planner', startMs + ownMs, 'INFO', 'slot reserved', data, trace)
      const template = 'pickup_confirmed'
      const told = { service: 'notice-sender', name: 'POST /notices', startMs: startMs + ownMs, parent: trace }
      const sent = askOlder(this, 'pickup-planner', { ...told, attributes: { template } }, (inner) =>
        notice(this, startMs + ownMs + 1, inner, template),
      )
      return { status: 201, durationMs: ownMs + sent.durationMs }
    })
  }

  freeSlots(startMs: number, parent: Trace, district: string): Outcome {
    const step = { service: 'pickup-planner', name: 'GET /slots', startMs, parent, attributes: { district } }
    return this.through('citizen-api', step, (trace) => {
      const slow = startMs < this.releaseMs ? 1 : 1.8
      const read = this.store('pickup-planner', 'postgresql', 'SELECT slots', startMs + 1, trace, 14 * slow)
      return { status: 200, durationMs: read.durationMs + this.random.logNormal(24 * slow, 0.3) }
    })
  }

  /** A citizen looks at an invoice; those of the cut depots are held back. */
  look(startMs: number, parent: Trace): Outcome {
    const { random, scribe } = this
    const depot = random.pick(DEPOTS)
    const step = { service: 'billing-desk', name: 'GET /invoices/{id}', startMs, parent, attributes: { depot } }
    return askOlder(this, 'citizen-api', step, (trace) => {
      const durationMs = random.logNormal(33, 0.35)
      if (!this.isCut(depot, startMs, INVOICE_LAG_MS)) return { status: 200, durationMs }
      scribe.log('billing-desk', startMs + durationMs, 'ERROR', 'invoice held back, no weight yet', { depot }, trace)
      return { status: 503, durationMs }
    })
  }

  visit(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [name, text] =
      ticket <= 34
        ? (['GET /calendar', ''] as const)
        : ticket <= 56
          ? (['GET /pickups/slots', ''] as const)
          : ticket <= 77
            ? (['POST /pickups', 'pickup booked'] as const)
            : ticket <= 88
              ? (['POST /reports', 'report taken in'] as const)
              : (['GET /invoices/{id}', ''] as const)
    const [method = '', route = ''] = name.split(' ')
    const district = random.pick(DISTRICTS)
    const app = random.pick(APPS)
    const waste = random.pick(WASTES)
    const pickup = `BP-${++this.#pickup}`
    const who = { district, 'app.platform': app, 'citizen.id': `B${random.integer(30_000, 30_950)}` }
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const more: Values = name === 'POST /pickups' ? { 'waste.kind': waste } : {}
    const attributes = { 'http.request.method': method, 'http.route': route, ...who, ...more }
    this.serve({ service: 'citizen-api', name, startMs, parent: root, attributes }, 'server', (trace) => {
      const ownMs = random.logNormal(13, 0.35)
      const atMs = startMs + ownMs
      let done: Outcome = { status: 200, durationMs: 0 }
      const say = (severity: Severity, words: string, fields: Values = {}) =>
        scribe.log('citizen-api', atMs + done.durationMs, severity, words, { district, app, ...fields }, trace)
      if (name === 'POST /pickups' || name === 'POST /reports') {
        if (random.chance(0.05)) {
          say('WARN', 'address is outside of the city')
          return { status: 422, durationMs: ownMs }
        }
        if (name === 'POST /pickups') done = this.reserve(atMs, trace, { pickup, district, waste })
        else done = { status: 201, durationMs: random.logNormal(41, 0.3) }
        if (done.status === 409) {
          say('WARN', 'booking refused, slot is gone', { pickup, waste })
          this.remember('refusedPickup', pickup, startMs)
        } else say('INFO', text, name === 'POST /pickups' ? { pickup, waste, fee_eur: random.integer(0, 9) * 5 } : {})
        if (name === 'POST /pickups' && done.status === 201) this.remember('bookedPickup', pickup, startMs)
      } else if (name === 'GET /pickups/slots') done = this.freeSlots(atMs, trace, district)
      else if (name === 'GET /invoices/{id}') {
        done = this.look(atMs, trace)
        if (done.status >= 500) {
          say('ERROR', 'invoice cannot be shown: billing-desk answered 503')
          this.remember('shownTrace', root.traceId, startMs)
        }
      } else done = this.store('citizen-api', 'redis', 'GET calendar', atMs, trace, 2)
      return { status: done.status, durationMs: ownMs + done.durationMs + 1 }
    })
  }

  run(): void {
    const { random, scribe, startMs, endMs, onsetMs } = this
    const range = { fromMs: startMs, toMs: endMs - 4000 }
    eachArrival({ ...range, meanMs: 3300 }, random, (timeMs) => this.visit(timeMs))
    eachArrival({ ...range, meanMs: 3300 }, random, (timeMs) => this.drive(timeMs))
    eachArrival({ ...range, meanMs: 9500 }, random, (timeMs) => this.invoice(timeMs))
    runStreet(this)
    scribe.log('pickup-planner', this.releaseMs, 'INFO', 'pickup-planner 4.3.0 started', { build: '4.3.0' })
    const text =
      'trust store loaded again: /etc/ssl/ca-bundle.pem replaced on waage-host-1 and waage-host-2, 131 authorities, was 142 (CW-318)'
    scribe.log('scale-gateway', onsetMs - 1800, 'INFO', text)
    scribe.log('citizen-api', startMs + 11 * MINUTE_MS, 'INFO', 'collection calendar loaded, no error found')
  }
}

export function recycling(endMs: number): World {
  const system = new Recycling(endMs)
  system.run()
  sendRecyclingMetrics(system)
  const { onsetMs: onset, releaseMs: release, restartMs: restart } = system
  const world = system.world({ name: 'recycling', services: SERVICES, marks: { onset, release, restart } })
  const bodyOf = (start: string) => world.logs.find((log) => log.message.includes(start))?.body ?? ''
  const lines = {
    ...{ pathLine: bodyOf('PKIX path'), missingLine: bodyOf('weighing is missing'), stillLine: bodyOf('stand still') },
    ...{ relayLine: bodyOf('mail relay'), tipRoute: 'POST /tours/{id}/tip' },
  }
  return { ...world, names: { ...world.names, ...lines } }
}
