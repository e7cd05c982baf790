/** How the studios' services call each other: four by the conventions, two older ones without kinds and statuses of spans. */
import { seededRandom } from '../../../demo/random.ts'
import type { Values } from '../records.ts'
import { SystemByConventions } from './conventions.ts'
import { doorSyslog, kotlinLogfmt, monologLine, nodeJson, rubyLine } from './fitness-formats.ts'
import { logfmt, slogJson, structlogJson } from './formats.ts'
import { roundMs, Scribe, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

export const MINUTE_MS = 60_000
const LENGTH_MS = 70 * MINUTE_MS
const FORMATS = {
  'member-app-api': nodeJson,
  'class-booking': kotlinLogfmt,
  membership: slogJson,
  'checkin-api': logfmt,
  'pay-desk': monologLine,
  'studio-admin': rubyLine,
  'door-ctl': doorSyslog,
  'reminder-jobs': logfmt,
  'trainer-feed': structlogJson,
}
export const FITNESS_SERVICES = Object.keys(FORMATS)
const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'member-app-api': '9.3.1', 'class-booking': '2.18.3', 'checkin-api': '1.44.0', 'pay-desk': '3.0.27' },
  ...{ 'studio-admin': '2019.4', 'door-ctl': '0.8.6', 'reminder-jobs': '4.1.0', 'trainer-feed': '0.5.2' },
}
const OLDER = ['pay-desk', 'studio-admin']
/** What their lines state travels as attributes, too. */
const WITH_ATTRIBUTES = ['member-app-api', 'class-booking', 'membership', 'checkin-api']
const WITHOUT_SEVERITY = ['pay-desk', 'studio-admin', 'door-ctl']
const HOSTS: Readonly<Record<string, string>> = {
  ...{ 'member-app-api': 'app-1', 'class-booking': 'app-2', membership: 'app-2', 'checkin-api': 'app-1' },
  ...{ 'pay-desk': 'legacy-1', 'studio-admin': 'legacy-1', 'reminder-jobs': 'jobs-1', 'trainer-feed': 'jobs-1' },
}

export const TENANTS = [
  ...['ironhaus', 'ironhaus', 'ironhaus', 'ironhaus', 'flow', 'flow', 'flow', 'kraftraum', 'kraftraum', 'kraftraum'],
  ...['boxclub-nord', 'boxclub-nord', 'yoga-lounge', 'fitbase24', 'fitbase24', 'fitbase24', 'fitbase24', 'fitbase24'],
]
export const DOORS: Readonly<Record<string, readonly string[]>> = {
  ironhaus: ['ironhaus-d1', 'ironhaus-d2'],
  flow: ['flow-d1'],
  kraftraum: ['kraftraum-d1'],
  'boxclub-nord': ['boxclub-nord-d1'],
  'yoga-lounge': ['yoga-lounge-d1'],
  fitbase24: ['fitbase24-d1', 'fitbase24-d2', 'fitbase24-d3'],
}

export interface Call {
  readonly service: string
  readonly name: string
  readonly method: string
  readonly route: string
  readonly attributes: Values
}

export abstract class FitnessTraffic extends SystemByConventions {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly restartMs: number
  readonly onsetMs: number
  readonly recoveryMs: number
  readonly silentMs: number
  /** The door controller that writes next. */
  door = 'flow-d1'
  /** The instance of `class-booking` that writes about itself. */
  speaker: string | null = null

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(33, 'fitness'))
    this.releaseMs = endMs - 55 * MINUTE_MS + 21_000
    this.restartMs = endMs - 46 * MINUTE_MS + 8_000
    this.onsetMs = endMs - 35 * MINUTE_MS + 36_000
    this.recoveryMs = endMs - 12 * MINUTE_MS + 14_000
    this.silentMs = endMs - 26 * MINUTE_MS
    const setups = Object.entries(FORMATS).map(([name, format]) => ({
      ...{ name, format, isSeveritySent: !WITHOUT_SEVERITY.includes(name) },
      hasAttributes: WITH_ATTRIBUTES.includes(name),
      version: (timeMs: number) =>
        name === 'membership' ? (timeMs < this.releaseMs ? '5.4.1' : '5.5.0') : (VERSIONS[name] ?? ''),
      instance: (traceId: string, timeMs: number) => this.instanceOf(name, traceId, timeMs),
      resource: (instance: string) => ({
        'deployment.environment': 'production',
        'host.name': name === 'door-ctl' ? instance : (HOSTS[name] ?? 'app-1'),
      }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  isScaledOut(timeMs: number): boolean {
    return timeMs >= this.onsetMs && timeMs < this.recoveryMs
  }

  /** Requests are spread over the two instances of `class-booking`, or over three while there are three. */
  instanceOf(service: string, traceId: string, timeMs: number): string {
    if (service === 'door-ctl') return this.door
    if (service !== 'class-booking') return `${service}-1`
    if (this.speaker !== null) return this.speaker
    const ticket = traceId === '' ? 0 : Number.parseInt(traceId.slice(0, 6), 16)
    return `class-booking-a${(ticket % (this.isScaledOut(timeMs) ? 3 : 2)) + 1}`
  }

  root(): Trace {
    return { traceId: this.scribe.newTrace(), spanId: '' }
  }

  /** A span of a service that knows neither kinds nor statuses. */
  older(
    call: Pick<Call, 'service' | 'name' | 'attributes'>,
    startMs: number,
    parent: Trace,
    isEntry: boolean,
    work: (trace: Trace) => Outcome,
  ): Outcome {
    const trace = { traceId: parent.traceId, spanId: this.scribe.newSpan() }
    const { status, durationMs } = work(trace)
    const isRequest = Object.keys(call.attributes).some((key) => key.startsWith('http.'))
    this.scribe.span({
      ...{ ...trace, parentSpanId: parent.spanId, service: call.service, name: call.name, kind: 'unspecified' },
      ...{ startMs, durationMs: roundMs(durationMs), isError: null, isFailed: status >= 500, isEntry },
      attributes: { ...call.attributes, ...(isRequest ? { 'http.status_code': status } : {}) },
    })
    return { status, durationMs }
  }

  /** A request that a service answers, old or new. */
  answer(call: Call, startMs: number, parent: Trace, work: (trace: Trace) => Outcome): Outcome {
    const { service, name, method, route, attributes } = call
    if (OLDER.includes(service)) {
      const old = { service, name, attributes: { 'http.method': method, 'http.target': route, ...attributes } }
      return this.older(old, startMs, parent, true, work)
    }
    const inside = { 'http.request.method': method, 'http.route': route, ...attributes }
    return this.serve({ service, name, startMs, parent, attributes: inside }, 'server', work)
  }

  /** A call over HTTP from one service to another. */
  send(from: string, to: Call, startMs: number, parent: Trace, work: (trace: Trace) => Outcome): Outcome {
    const inner = (trace: Trace) => this.answer(to, startMs + 1, trace, work)
    if (OLDER.includes(from)) {
      const attributes = { 'http.method': to.method, 'http.url': `http://${to.service}.internal${to.route}` }
      return this.older({ service: from, name: `HTTP ${to.method}`, attributes }, startMs, parent, false, inner)
    }
    const attributes = { 'http.request.method': to.method, 'server.address': to.service }
    return this.call({ service: from, name: to.method, startMs, parent, attributes }, 'client', inner)
  }

  /** A query of one of the older services. */
  query(service: string, system: string, statement: string, startMs: number, parent: Trace, medianMs: number): Outcome {
    const attributes = { 'db.system': system, 'db.statement': statement }
    const name = `${system}.query`
    const durationMs = this.random.logNormal(medianMs, 0.35)
    return this.older({ service, name, attributes }, startMs, parent, false, () => ({ status: 200, durationMs }))
  }

  /** A query of `class-booking` that its database refuses. */
  refused(startMs: number, parent: Trace, statusMessage: string): Outcome {
    const durationMs = this.random.logNormal(6, 0.3)
    this.scribe.span({
      ...{ traceId: parent.traceId, spanId: this.scribe.newSpan(), parentSpanId: parent.spanId },
      ...{
        service: 'class-booking',
        name: 'INSERT bookings',
        kind: 'client',
        startMs,
        durationMs: roundMs(durationMs),
      },
      ...{ isError: true, statusMessage },
      attributes: {
        ...{ 'db.system.name': 'postgresql', 'db.operation.name': 'INSERT', 'db.collection.name': 'bookings' },
        ...{ 'db.response.status_code': '23505', 'error.type': '23505' },
      },
    })
    return { status: 500, durationMs }
  }
}
