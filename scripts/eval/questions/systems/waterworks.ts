/**
 * A water utility on Kubernetes, told by semantic conventions: a portal of customers, readings of meters, leak alarms and
 * work orders of crews, pumps, bills; HTTP, database and messaging spans with kinds, lines of JSON and key=value. An
 * import of maps prunes a reference system, so `pipe-registry` can place nothing in two of four districts until the row is
 * put back: over at the end. A release of `tariff-engine` that makes it a little slower, a restart of `pump-scada`, declined cards, odd
 * readings, estimated bills and trembling pumps are harmless; `notice-post` goes silent.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { World } from '../records.ts'
import { SystemByConventions } from './conventions.ts'
import { Scribe, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'
import { sendWaterworksBackground } from './waterworks-background.ts'
import { sendWaterworksMetrics } from './waterworks-metrics.ts'
import { SERVICES, setupsOf } from './waterworks-setup.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 72 * MINUTE_MS
const DISTRICTS = ['north', 'north', 'harbour', 'old-town', 'old-town', 'hillside']
const SURVEYED = ['north', 'harbour']
const CHANNELS = ['web', 'web', 'app', 'app', 'app', 'phone']
const LOST_SYSTEM = 'transform failed: SRID 28992 missing from spatial_ref_sys'

/** Where a request goes, and up to which ticket of a hundred. */
const VISITS = [
  ['GET', '/my/usage', 28],
  ['GET', '/my/bills', 44],
  ['POST', '/my/readings', 54],
  ['POST', '/my/payments', 63],
  ['GET', '/outages', 83],
  ['POST', '/leak-reports', 91],
  ['GET', '/crew/jobs', 96],
  ['POST', '/crew/jobs/{id}/done', 100],
] as const

export interface Visit {
  readonly route: string
  readonly district: string
  readonly customer: string
}

export class Waterworks extends SystemByConventions {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly onsetMs: number
  readonly restartMs: number
  readonly silenceMs: number
  readonly recoveryMs: number
  #report = 61_300
  #order = 88_040

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(149, 'waterworks'))
    this.releaseMs = endMs - 61 * MINUTE_MS + 22_000
    this.onsetMs = endMs - 43 * MINUTE_MS + 14_000
    this.restartMs = endMs - 29 * MINUTE_MS + 8000
    this.silenceMs = endMs - 19 * MINUTE_MS
    this.recoveryMs = endMs - 12 * MINUTE_MS + 26_000
    this.scribe = new Scribe(setupsOf(this.releaseMs), this.random)
  }

  district(): string {
    return this.random.pick(DISTRICTS)
  }

  /** Where in the network something is: from the coordinates of the survey to those of the map. */
  locate(from: string, startMs: number, parent: Trace, name: string, district: string): Outcome {
    const { random, scribe } = this
    const attributes = { 'supply.district': district }
    const step = { service: 'pipe-registry', name, startMs, parent, attributes }
    return this.through(from, step, (trace) => {
      const found = this.store('pipe-registry', 'postgresql', 'SELECT pipes', startMs + 1, trace, 11)
      const isLost = startMs >= this.onsetMs && startMs < this.recoveryMs && SURVEYED.includes(district)
      if (isLost) {
        const durationMs = found.durationMs + random.logNormal(3, 0.3)
        scribe.log('pipe-registry', startMs + durationMs, 'ERROR', LOST_SYSTEM, { district, table: 'pipes' }, trace)
        return { status: 500, durationMs }
      }
      const durationMs = found.durationMs + random.logNormal(14, 0.35)
      if (random.chance(0.03)) {
        const fields = { district, valve: `V-${random.integer(100, 940)}` }
        scribe.log('pipe-registry', startMs + durationMs, 'WARN', 'valve has no survey date', fields, trace)
      }
      return { status: 200, durationMs }
    })
  }

  /** A work order for a crew, from a customer's report or from an alarm. */
  order(startMs: number, trace: Trace, district: string, origin: 'report' | 'alarm'): Outcome {
    const { random, scribe } = this
    const placed = this.locate('field-orders', startMs + 3, trace, 'GET /locate', district)
    const placedMs = placed.durationMs + 4
    const order = `WO-${++this.#order}`
    const fields = { order, district, origin }
    if (placed.status >= 500) {
      const text = 'work order not created: pipe-registry answered 500'
      scribe.log('field-orders', startMs + placedMs, 'ERROR', text, fields, trace)
      this.remember('failedOrder', order, startMs)
      return { status: 502, durationMs: placedMs }
    }
    const saved = this.store('field-orders', 'postgresql', 'INSERT work_orders', startMs + placedMs, trace, 8)
    const durationMs = placedMs + saved.durationMs
    const crew = `crew-${random.integer(1, 9)}`
    scribe.log('field-orders', startMs + durationMs, 'INFO', 'work order created', { ...fields, crew }, trace)
    this.remember('order', order, startMs)
    return { status: 201, durationMs }
  }

  report(startMs: number, parent: Trace, visit: Visit): Outcome {
    const { scribe } = this
    const { district } = visit
    const report = `LR-${++this.#report}`
    const attributes = { 'supply.district': district }
    const step = { service: 'field-orders', name: 'POST /work-orders', startMs, parent, attributes }
    const done = this.through('mywater-web', step, (trace) => this.order(startMs, trace, district, 'report'))
    const isKept = done.status < 500
    const text = isKept ? 'leak report accepted' : 'leak report lost: field-orders answered 502'
    const fields = { report, district }
    scribe.log('mywater-web', startMs + done.durationMs, isKept ? 'INFO' : 'ERROR', text, fields, parent)
    this.remember(isKept ? 'report' : 'failedReport', report, startMs)
    if (isKept) this.remember('goodTrace', parent.traceId, startMs)
    return { status: isKept ? 201 : 502, durationMs: done.durationMs }
  }

  /** What the crews do on their tablets. */
  crew(startMs: number, parent: Trace, name: string, district: string): Outcome {
    const { random, scribe } = this
    const attributes = { 'supply.district': district }
    const step = { service: 'field-orders', name, startMs, parent, attributes }
    return this.through('mywater-web', step, (trace) => {
      const isDone = name.startsWith('POST')
      const operation = isDone ? 'UPDATE work_orders' : 'SELECT work_orders'
      const found = this.store('field-orders', 'postgresql', operation, startMs + 1, trace, 9)
      const durationMs = found.durationMs + random.logNormal(5, 0.3)
      if (isDone && random.chance(0.07)) {
        scribe.log('field-orders', startMs + durationMs, 'WARN', 'job was closed already', { district }, trace)
        return { status: 409, durationMs }
      }
      const minutes = random.integer(15, 190)
      if (isDone) scribe.log('field-orders', startMs + durationMs, 'INFO', 'job closed', { district, minutes }, trace)
      return { status: 200, durationMs }
    })
  }

  pay(startMs: number, parent: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const method = random.pick(['card', 'card', 'debit', 'debit', 'debit', 'giro'])
    const cents = random.integer(1900, 16_400)
    const isDeclined = method === 'card' && random.chance(0.16)
    const attributes = { 'server.address': 'api.cardpoint.example', 'http.request.method': 'POST' }
    const step = { service: 'mywater-web', name: 'POST', startMs, parent, attributes }
    const paid = this.call(step, 'client', () => ({ status: 200, durationMs: random.logNormal(240, 0.35) }))
    const fields = { customer: visit.customer, method, cents }
    const text = isDeclined ? 'card declined by bank' : 'payment booked'
    scribe.log('mywater-web', startMs + paid.durationMs, isDeclined ? 'WARN' : 'INFO', text, fields, parent)
    if (isDeclined) this.remember('declined', visit.customer, startMs)
    return { status: isDeclined ? 402 : 201, durationMs: paid.durationMs }
  }

  /** A reading of a meter is stored, parked or dropped. */
  take(startMs: number, parent: Trace, district: string, origin: 'radio' | 'customer'): void {
    const { random, scribe } = this
    const attributes = {
      ...{ 'messaging.system': 'rabbitmq', 'messaging.destination.name': 'meter.readings' },
      ...{ 'supply.district': district, 'reading.origin': origin },
    }
    const step = { service: 'reading-intake', name: 'meter.readings process', startMs, parent, attributes }
    this.serve(step, 'consumer', (trace) => {
      const meter = `M-${random.integer(400_100, 409_900)}`
      const litres = random.integer(0, 940)
      const fields = { meter, district, litres }
      const ticket = random.integer(1, 100)
      const say = (text: string, severity: 'INFO' | 'WARN', atMs: number) =>
        scribe.log('reading-intake', atMs, severity, text, fields, trace)
      if (ticket <= 2) {
        const durationMs = random.logNormal(3, 0.3)
        say('reading implausible, parked', 'WARN', startMs + durationMs)
        this.remember('parkedMeter', meter, startMs)
        return { status: 200, durationMs }
      }
      if (ticket === 3) {
        const durationMs = random.logNormal(2, 0.3)
        say('duplicate reading dropped', 'WARN', startMs + durationMs)
        return { status: 200, durationMs }
      }
      const saved = this.store('reading-intake', 'timescaledb', 'INSERT readings', startMs + 1, trace, 6)
      const durationMs = saved.durationMs + random.logNormal(4, 0.3)
      say('reading stored', 'INFO', startMs + durationMs)
      return { status: 200, durationMs }
    })
  }

  inner(visit: Visit, startMs: number, trace: Trace): Outcome {
    const { random, scribe } = this
    const { district } = visit
    switch (visit.route) {
      case '/outages': {
        const found = this.locate('mywater-web', startMs, trace, 'GET /areas', district)
        if (found.status < 500) return { status: 200, durationMs: found.durationMs }
        const text = 'outage map unavailable: pipe-registry answered 500'
        scribe.log('mywater-web', startMs + found.durationMs, 'ERROR', text, { district }, trace)
        return { status: 502, durationMs: found.durationMs }
      }
      case '/leak-reports':
        return this.report(startMs, trace, visit)
      case '/crew/jobs':
        return this.crew(startMs, trace, 'GET /work-orders', district)
      case '/crew/jobs/{id}/done':
        return this.crew(startMs, trace, 'POST /work-orders/{id}/close', district)
      case '/my/payments':
        return this.pay(startMs, trace, visit)
      case '/my/readings': {
        if (random.chance(0.09)) {
          const text = 'reading below the previous one, refused'
          scribe.log('mywater-web', startMs + 3, 'WARN', text, { customer: visit.customer }, trace)
          return { status: 422, durationMs: 4 }
        }
        const topic = { 'messaging.system': 'rabbitmq', 'messaging.destination.name': 'meter.readings' }
        const step = { service: 'mywater-web', name: 'meter.readings publish', startMs, parent: trace }
        return this.call({ ...step, attributes: topic }, 'producer', (sent) => {
          this.take(startMs + random.logNormal(70, 0.5), sent, district, 'customer')
          return { status: 202, durationMs: random.logNormal(4, 0.3) }
        })
      }
      default: {
        const isExpired = random.chance(0.05)
        if (isExpired) {
          scribe.log(
            'mywater-web',
            startMs + 2,
            'WARN',
            'session expired, sign in again',
            { route: visit.route },
            trace,
          )
          return { status: 401, durationMs: 3 }
        }
        const operation = visit.route === '/my/bills' ? 'SELECT bills' : 'SELECT readings'
        const found = this.store('mywater-web', 'postgresql', operation, startMs, trace, 24)
        return { status: 200, durationMs: found.durationMs }
      }
    }
  }

  request(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [method, route] = VISITS.find(([, , upTo]) => ticket <= upTo) ?? VISITS[0]
    const district = this.district()
    const visit = { route, district, customer: `C-${random.integer(20_000, 21_400)}` }
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const name = `${method} ${route}`
    const http = { 'http.request.method': method, 'http.route': route }
    const isCrew = route.startsWith('/crew')
    const channel = { 'client.channel': isCrew ? 'tablet' : random.pick(CHANNELS), 'supply.district': district }
    const who = isCrew ? channel : { ...channel, 'customer.id': visit.customer }
    this.serve({ service: 'aqua-edge', name, startMs, parent: root, attributes: http }, 'server', (outer) => {
      const write = (status: number, durationMs: number) => {
        const fields = { method, route, status, ms: Math.round(durationMs) }
        const severity = status >= 500 ? 'ERROR' : 'INFO'
        scribe.log('aqua-edge', startMs + durationMs, severity, 'request served', fields, outer)
        return { status, durationMs }
      }
      if (random.chance(0.012)) return write(429, 1)
      const inside = { service: 'mywater-web', name, startMs: startMs + 1, parent: outer, attributes: who }
      const done = this.through('aqua-edge', inside, (trace) => {
        const { status, durationMs } = this.inner(visit, startMs + 4, trace)
        if (status >= 500) this.remember('failedTrace', root.traceId, startMs)
        return { status, durationMs: durationMs + random.logNormal(4, 0.3) }
      })
      return write(done.status, done.durationMs + 1)
    })
  }
}

export function waterworks(endMs: number): World {
  const system = new Waterworks(endMs)
  sendWaterworksBackground(system)
  sendWaterworksMetrics(system)
  const { onsetMs: onset, releaseMs: release, restartMs: restart, silenceMs: silence, recoveryMs: recovery } = system
  const marks = { onset, release, restart, silence, recovery }
  const world = system.world({ name: 'waterworks', services: SERVICES, marks })
  const bodyOf = (start: string) => world.logs.find((log) => log.message.includes(start))?.body ?? ''
  const names = { sridLine: bodyOf('SRID 28992'), orderLine: bodyOf('work order not'), pumpLine: bodyOf('vibration') }
  return { ...world, names: { ...world.names, ...names } }
}
