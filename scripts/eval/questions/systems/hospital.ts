/**
 * A group of clinics: appointments and lab reports. Flat JSON lines, spans with kinds, a connection pool that runs out
 * in `patient-registry` and is still out at the end. A release and a rollout on the way are harmless.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Values, World } from '../records.ts'
import { flatJson } from './formats.ts'
import { eachArrival, eachTick, roundMs, Scribe, type Trace } from './scribe.ts'
import { type Outcome, SimulatedSystem } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 55 * MINUTE_MS
const POOL_SIZE = 20
const REGISTRY_TIMEOUT_MS = 3000
const SERVICES = ['portal-bff', 'appointment-svc', 'patient-registry', 'lab-results', 'insurance-check', 'notify-svc']
const CLINICS = ['north', 'north', 'north', 'harbor', 'harbor', 'south']
const POOL_ERROR = `could not obtain a connection from pool registry-db within ${REGISTRY_TIMEOUT_MS}ms (size ${POOL_SIZE}, in use ${POOL_SIZE}, waiting {n})`

interface Hop {
  readonly service: string
  readonly method: string
  readonly route: string
  readonly attributes: Values
}
class Hospital extends SimulatedSystem {
  readonly scribe: Scribe
  readonly onsetMs: number
  readonly releaseMs: number
  readonly rolloutMs: number
  bookings = 0

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(1, 'hospital'))
    this.onsetMs = endMs - 21 * MINUTE_MS - 20_000
    this.releaseMs = endMs - 44 * MINUTE_MS
    this.rolloutMs = endMs - 32 * MINUTE_MS
    const version = (name: string) => (timeMs: number) => {
      if (name === 'lab-results') return timeMs < this.releaseMs ? '2.14.0' : '2.15.0'
      return { 'portal-bff': '5.3.1', 'patient-registry': '1.9.4', 'notify-svc': '3.0.7' }[name] ?? '4.1.0'
    }
    const setups = SERVICES.map((name) => ({
      ...{ name, format: flatJson, version: version(name) },
      isSeveritySent: name !== 'lab-results',
      hasAttributes: name !== 'notify-svc',
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  isExhausted(timeMs: number): boolean {
    return timeMs >= this.onsetMs
  }

  /** One service answering one request: its span, and the client span of the caller when there is one. */
  serve(hop: Hop, startMs: number, parent: Trace, caller: string | null, work: (trace: Trace) => Outcome): Outcome {
    const { random, scribe } = this
    const { service, method, route, attributes } = hop
    const client = { traceId: parent.traceId, spanId: caller === null ? parent.spanId : scribe.newSpan() }
    const trace = { traceId: parent.traceId, spanId: scribe.newSpan() }
    const { status, durationMs } = work(trace)
    const values = { 'http.request.method': method, 'http.response.status_code': status }
    const isError = status >= 500
    scribe.span({
      ...trace,
      ...{ parentSpanId: client.spanId, service, name: `${method} ${route}`, kind: 'server', isEntry: true },
      ...{ startMs: startMs + 0.4, durationMs: roundMs(durationMs), isError },
      attributes: { ...values, 'http.route': route, ...attributes },
    })
    if (caller !== null) {
      const extraMs = 0.8 + random.next()
      scribe.span({
        ...client,
        ...{ parentSpanId: parent.spanId, service: caller, name: method, kind: 'client', isError },
        ...{ startMs, durationMs: roundMs(durationMs + extraMs) },
        attributes: { ...values, 'server.address': service },
      })
    }
    return { status, durationMs }
  }

  registry(startMs: number, parent: Trace, caller: string, who: Values): Outcome {
    const { random, scribe } = this
    const hop = { service: 'patient-registry', method: 'GET', route: '/patients/{id}', attributes: {} }
    return this.serve(hop, startMs, parent, caller, (trace) => {
      if (this.isExhausted(startMs) && random.chance(0.62)) {
        const durationMs = REGISTRY_TIMEOUT_MS + random.next() * 12
        const message = POOL_ERROR.replace('{n}', String(random.integer(25, 60)))
        scribe.log('patient-registry', startMs + durationMs, 'ERROR', message, who, trace)
        return { status: 503, durationMs }
      }
      const durationMs = random.logNormal(this.isExhausted(startMs) ? 900 : 7, 0.35)
      if (random.chance(0.3))
        scribe.log('patient-registry', startMs + durationMs, 'DEBUG', 'patient record read', who, trace)
      return { status: 200, durationMs }
    })
  }

  coverage(startMs: number, parent: Trace, who: Values): Outcome {
    const { random, scribe } = this
    const hop = { service: 'insurance-check', method: 'POST', route: '/coverage', attributes: {} }
    return this.serve(hop, startMs, parent, 'appointment-svc', (trace) => {
      const durationMs = random.logNormal(85, 0.3)
      if (random.chance(0.04)) {
        scribe.log(
          'insurance-check',
          startMs + durationMs,
          'WARN',
          `coverage denied for ${who['patient']} by payer Orbis`,
          who,
          trace,
        )
      } else if (random.chance(0.03)) {
        scribe.log(
          'insurance-check',
          startMs + durationMs,
          'WARN',
          `payer Medika answered slowly: ${random.integer(800, 1900)}ms`,
          who,
          trace,
        )
      }
      return { status: 200, durationMs }
    })
  }

  appointments(isBooking: boolean, startMs: number, parent: Trace, who: Values): Outcome {
    const { random, scribe } = this
    const method = isBooking ? 'POST' : 'GET'
    const hop = {
      service: 'appointment-svc',
      method,
      route: isBooking ? '/appointments' : '/appointments/{id}',
      attributes: {},
    }
    return this.serve(hop, startMs, parent, 'portal-bff', (trace) => {
      const selfMs = random.logNormal(isBooking ? 28 : 6, 0.25)
      const looked = this.registry(startMs + 2, trace, 'appointment-svc', who)
      const covered =
        isBooking && looked.status === 200 ? this.coverage(startMs + 4 + looked.durationMs, trace, who) : null
      const durationMs = selfMs + looked.durationMs + (covered?.durationMs ?? 0)
      const id = `AP-${random.integer(200_000, 299_999)}`
      const endMs = startMs + durationMs
      if (looked.status !== 200) {
        if (isBooking) {
          scribe.log(
            'appointment-svc',
            endMs,
            'ERROR',
            `Appointment ${id} failed: patient registry unavailable`,
            { ...who, appointment: id },
            trace,
          )
          this.remember('failedAppointment', id, endMs)
        } else scribe.log('appointment-svc', endMs, 'ERROR', 'upstream patient-registry answered 503', who, trace)
        return { status: 502, durationMs }
      }
      if (isBooking && random.chance(0.06)) {
        scribe.log(
          'appointment-svc',
          endMs,
          'WARN',
          `Appointment ${id} rejected: no free slot`,
          { ...who, appointment: id },
          trace,
        )
        return { status: 409, durationMs }
      }
      if (isBooking) {
        this.bookings++
        this.remember('bookedAppointment', id, endMs)
        scribe.log('appointment-svc', endMs, 'INFO', `Appointment ${id} booked`, { ...who, appointment: id }, trace)
        this.notify(endMs + 900 + random.next() * 2500, trace, who)
      }
      return { status: isBooking ? 201 : 200, durationMs }
    })
  }

  notify(startMs: number, parent: Trace, who: Values): void {
    if (startMs >= this.endMs) return
    const { random, scribe } = this
    const trace = { traceId: parent.traceId, spanId: scribe.newSpan() }
    const durationMs = roundMs(random.logNormal(140, 0.4))
    scribe.span({
      ...trace,
      ...{ parentSpanId: parent.spanId, service: 'notify-svc', name: 'appointment.booked process', kind: 'consumer' },
      ...{ startMs, durationMs, isEntry: true, attributes: { 'messaging.destination.name': 'appointment.booked' } },
    })
    const isLost = random.chance(0.05)
    const text = isLost ? 'SMS undeliverable: number not in service' : 'SMS delivered'
    scribe.log('notify-svc', startMs + durationMs, isLost ? 'WARN' : 'INFO', text, who, trace)
  }

  labReport(startMs: number, parent: Trace, who: Values): Outcome {
    const { random, scribe } = this
    const hop = { service: 'lab-results', method: 'GET', route: '/reports/{id}', attributes: {} }
    return this.serve(hop, startMs, parent, 'portal-bff', (trace) => {
      const durationMs = random.logNormal(44, 0.3)
      const isMissing = random.chance(0.05)
      const id = `LR-${random.integer(50_000, 89_999)}`
      if (isMissing) scribe.log('lab-results', startMs + durationMs, 'WARN', `Lab report ${id} not found`, who, trace)
      else scribe.log('lab-results', startMs + durationMs, 'INFO', `Lab report ${id} released`, who, trace)
      return { status: isMissing ? 404 : 200, durationMs }
    })
  }

  request(timeMs: number): void {
    const { random, scribe } = this
    const clinic = random.pick(CLINICS)
    const patient = `P-${random.integer(10_000, 10_900)}`
    const who = { patient, clinic }
    const place = random.next()
    const [method, route] =
      place < 0.25
        ? ['POST', '/api/appointments']
        : place < 0.55
          ? ['GET', '/api/appointments/{id}']
          : place < 0.8
            ? ['GET', '/api/lab-reports/{id}']
            : ['POST', '/api/login']
    const attributes = { clinic, 'enduser.id': patient }
    const root = { traceId: scribe.newTrace(), spanId: '' }
    this.serve({ service: 'portal-bff', method, route, attributes }, timeMs, root, null, (trace) => {
      const selfMs = random.logNormal(9, 0.3)
      if (route === '/api/login') return this.login(timeMs, selfMs, trace, who)
      const inner =
        route === '/api/lab-reports/{id}'
          ? this.labReport(timeMs + 3, trace, who)
          : this.appointments(method === 'POST', timeMs + 3, trace, who)
      if (inner.status >= 500) {
        this.remember('failedTrace', trace.traceId, timeMs)
        scribe.log(
          'portal-bff',
          timeMs + inner.durationMs + 4,
          'ERROR',
          `${method} ${route} failed with ${inner.status}`,
          who,
          trace,
        )
      }
      return { status: inner.status, durationMs: inner.durationMs + selfMs }
    })
  }

  login(timeMs: number, selfMs: number, trace: Trace, who: Values): Outcome {
    const isRefused = this.random.chance(0.07)
    const durationMs = selfMs + this.random.logNormal(60, 0.2)
    const text = isRefused
      ? `Login failed for ${who['patient']}: wrong password`
      : `Login of ${who['patient']} succeeded`
    this.scribe.log('portal-bff', timeMs + durationMs, isRefused ? 'WARN' : 'INFO', text, who, trace)
    return { status: isRefused ? 401 : 200, durationMs }
  }

  metrics(): void {
    const { random, scribe } = this
    const range = { fromMs: this.startMs, toMs: this.endMs, everyMs: 30_000 }
    for (const service of SERVICES) {
      const base = 180_000_000 + 60_000_000 * SERVICES.indexOf(service)
      eachTick(range, random, (timeMs) => {
        scribe.point(service, {
          name: 'process.memory.usage',
          unit: 'By',
          type: 'gauge',
          timeMs,
          value: Math.round(base * (0.95 + 0.1 * random.next())),
        })
      })
    }
    eachTick(range, random, (timeMs) => {
      const isOut = this.isExhausted(timeMs)
      const common = { type: 'gauge', timeMs, attributes: { 'db.client.connection.pool.name': 'registry-db' } } as const
      const used = isOut ? POOL_SIZE : random.integer(3, 9)
      scribe.point('patient-registry', {
        ...common,
        name: 'db.client.connection.count',
        unit: '{connection}',
        value: used,
      })
      const waiting = isOut ? random.integer(25, 60) : 0
      scribe.point('patient-registry', {
        ...common,
        name: 'db.client.connection.pending_requests',
        unit: '{request}',
        value: waiting,
      })
      scribe.point('lab-results', {
        name: 'lab.queue.depth',
        unit: '{sample}',
        type: 'gauge',
        timeMs,
        value: random.integer(2, 14),
      })
      const booked = scribe.logs.filter((log) => log.timeMs <= timeMs && / booked$/.test(log.message)).length
      scribe.point('appointment-svc', {
        name: 'appointments.booked',
        unit: '{appointment}',
        type: 'cumulative',
        timeMs,
        startMs: this.startMs - 72 * 60 * MINUTE_MS,
        value: 8000 + booked,
      })
    })
  }

  background(): void {
    const { random, scribe } = this
    eachArrival({ fromMs: this.startMs, toMs: this.endMs, meanMs: 20_000 }, random, (timeMs) => {
      scribe.log('lab-results', timeMs, 'INFO', `HL7 batch imported: ${random.integer(4, 40)} messages`, {})
    })
    for (const [index, pod] of ['notify-svc-5d9f-a1', 'notify-svc-5d9f-b2'].entries()) {
      scribe.log(
        'notify-svc',
        this.rolloutMs + index * 18_000,
        'INFO',
        `rolling update: pod ${pod} ready, revision 41`,
        {},
      )
    }
    scribe.log('lab-results', this.releaseMs, 'INFO', 'starting lab-results version 2.15.0', {})
  }
}

export function hospital(endMs: number): World {
  const system = new Hospital(endMs)
  eachArrival({ fromMs: system.startMs, toMs: endMs - 200, meanMs: 900 }, system.random, (timeMs) =>
    system.request(timeMs),
  )
  system.background()
  system.metrics()
  return system.world({
    name: 'hospital',
    services: SERVICES,
    marks: { onset: system.onsetMs, release: system.releaseMs, rollout: system.rolloutMs },
  })
}
