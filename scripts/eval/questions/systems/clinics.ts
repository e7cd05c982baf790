/**
 * Appointments and refills of a chain of dental and medical clinics on Kubernetes: an nginx ingress with access lines
 * only, a patient portal, scheduling, insurance eligibility, refills, video visits, billing whose spans have no kinds, a
 * consumer of RabbitMQ that sends text messages, a job that imports lab results. The certificate of the clearing house
 * that tells whether a patient is insured expires, so `eligibility-api` refuses to talk to it: checks of all insurers but
 * the state's own fail after three tries; appointments of patients without a recent check are refused, the others booked
 * late on what was known; refills are put on hold, estimates fail; still so at the end. Warnings came before. A release
 * that makes `video-visits` a little slower, a restart of `reminder-worker`, taken slots, coverage that is inactive,
 * refills that are too early, refused payments, wrong codes, landlines, unknown patients and poor connections are
 * harmless; `lab-import` is silent since its folder moves.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Severity, Values, World } from '../records.ts'
import { dotnetLine, ingressLine, structlogLine, zapJson } from './clinics-formats.ts'
import { sendClinicsMetrics } from './clinics-metrics.ts'
import * as names from './clinics-names.ts'
import { estimate, join, ownPage, pay, refill, remind, runJobs } from './clinics-side.ts'
import { SystemByConventions } from './conventions.ts'
import { eachArrival, roundMs, Scribe, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 75 * MINUTE_MS
const FORMATS = {
  'clinic-ingress': ingressLine,
  'portal-api': zapJson,
  'scheduling-api': zapJson,
  'eligibility-api': zapJson,
  'refill-api': zapJson,
  'video-visits': structlogLine,
  'reminder-worker': structlogLine,
  'billing-service': dotnetLine,
  'lab-import': zapJson,
}
const SERVICES = Object.keys(FORMATS)
const WITHOUT_SEVERITY = ['clinic-ingress', 'video-visits', 'reminder-worker']
const PATIENTS = 380
const HOST = 'edi.clearmed.example'
const TRIES = 3

export type Visit = names.Patient & { readonly kind: string }

export class Clinics extends SystemByConventions {
  readonly scribe: Scribe
  readonly restartMs: number
  readonly releaseMs: number
  readonly onsetMs: number
  readonly darkMs: number
  /** Messages: when they were queued and when they were taken. */
  readonly queued: { readonly fromMs: number; readonly toMs: number }[] = []
  /** When refills were put on hold. */
  readonly held: number[] = []
  readonly #patients: readonly names.Patient[]
  #appointment = 71_300

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(66, 'clinics'))
    this.restartMs = endMs - 62 * MINUTE_MS + 24_000
    this.releaseMs = endMs - 51 * MINUTE_MS + 40_000
    this.onsetMs = endMs - 36 * MINUTE_MS + 11_000
    this.darkMs = endMs - 21 * MINUTE_MS + 33_000
    this.#patients = names.patients((items) => this.random.pick(items), PATIENTS)
    const setups = Object.entries(FORMATS).map(([name, format], index) => ({
      ...{ name, format, isSeveritySent: !WITHOUT_SEVERITY.includes(name), hasAttributes: format === zapJson },
      version: (timeMs: number) => this.#version(name, timeMs),
      instance: (_traceId: string, timeMs: number) => this.#pod(name, timeMs),
      resource: (pod: string) => ({
        ...{ 'k8s.cluster.name': 'care-west', 'k8s.namespace.name': 'clinics', 'k8s.deployment.name': name },
        ...{ 'k8s.pod.name': pod, 'k8s.node.name': `care-west-${(index % 3) + 1}` },
      }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  #version(name: string, timeMs: number): string {
    if (name === 'video-visits') return timeMs < this.releaseMs ? '2.8.4' : '2.9.0'
    return names.VERSIONS[name] ?? '1.0.0'
  }

  #pod(name: string, timeMs: number): string {
    const changedMs = { 'video-visits': this.releaseMs, 'reminder-worker': this.restartMs }[name]
    return changedMs !== undefined && timeMs >= changedMs ? `${name}-7b9dd6c58f-m4tqz` : `${name}-58f6c7bd9c-h8wnl`
  }

  anyone(): names.Patient {
    return this.random.pick(this.#patients)
  }

  /** A service asks whether a patient is insured; billing's own spans of calls are not sent. */
  check(from: string, startMs: number, parent: Trace, visit: Visit): Outcome {
    const { payer, clinic } = visit
    const attributes: Values = { 'payer.name': payer, 'clinic.name': clinic }
    const step = { service: 'eligibility-api', name: 'POST /v1/eligibility', startMs, parent, attributes }
    const asked = (trace: Trace) => this.#eligibility(startMs + 2, trace, visit)
    if (from !== 'billing-service') return this.through(from, step, asked)
    const route = { 'http.request.method': 'POST', 'http.route': '/v1/eligibility' }
    return this.serve({ ...step, attributes: { ...route, ...attributes } }, 'server', asked)
  }

  #eligibility(startMs: number, trace: Trace, { patient, payer, clinic }: Visit): Outcome {
    const { random, scribe, onsetMs } = this
    const isOfState = payer === 'stateplan'
    const host = isOfState ? 'edi.stateplan.example' : HOST
    const fields = { check: `E-${random.integer(300_000, 999_999)}`, patient, payer, clinic }
    const attributes = { 'http.request.method': 'POST', 'server.address': host }
    const out = { service: 'eligibility-api', name: 'POST', parent: trace, attributes }
    const isExpired = startMs >= onsetMs && !isOfState
    let durationMs = 3
    for (let attempt = 1; isExpired && attempt <= TRIES; attempt++) {
      const refused = { ...out, startMs: startMs + durationMs }
      const tried = this.call(refused, 'client', () => ({ status: 525, durationMs: random.logNormal(64, 0.3) }))
      durationMs += tried.durationMs
      if (attempt === TRIES) break
      const again = { ...fields, host, attempt }
      scribe.log(
        'eligibility-api',
        startMs + durationMs,
        'WARN',
        'clearing house not reached, trying again',
        again,
        trace,
      )
      durationMs += random.logNormal(attempt * 640, 0.2)
    }
    if (isExpired) {
      const after = new Date(onsetMs).toISOString().slice(0, 19)
      const error = `tls: failed to verify certificate: x509: certificate has expired or is not yet valid: current time is after ${after}Z`
      const told = { ...fields, host, attempts: TRIES, error }
      scribe.log('eligibility-api', startMs + durationMs, 'ERROR', 'eligibility check failed', told, trace)
      return { status: 502, durationMs: durationMs + 1 }
    }
    const median = isOfState ? 240 : 150
    const asked = this.call({ ...out, startMs: startMs + 3 }, 'client', () => ({
      ...{ status: 200, durationMs: random.logNormal(median, 0.35) },
    }))
    durationMs += asked.durationMs
    const isInactive = random.chance(0.06)
    const text = isInactive ? 'coverage inactive' : 'coverage confirmed'
    scribe.log('eligibility-api', startMs + durationMs, 'INFO', text, fields, trace)
    return { status: isInactive ? 404 : 200, durationMs: durationMs + 1 }
  }

  /** An appointment is made: is the slot free, is the patient insured, and a text message that confirms it. */
  #book(startMs: number, trace: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const { patient, clinic, kind, payer, channel, isKnown } = visit
    this.#appointment += random.integer(1, 4)
    const id = `A-${this.#appointment}`
    const fields = { appointment: id, patient, clinic, kind, payer, channel }
    const tell = (afterMs: number, severity: Severity, text: string) =>
      scribe.log('scheduling-api', startMs + afterMs, severity, text, fields, trace)
    const read = this.store('scheduling-api', 'postgresql', 'SELECT slots', startMs + 2, trace, 8)
    const readMs = 3 + read.durationMs
    if (random.chance(0.08)) {
      tell(readMs, 'WARN', 'appointment refused: slot already taken')
      this.remember('takenAppointment', id, startMs)
      return { status: 409, durationMs: readMs + 1 }
    }
    const checked = this.check('scheduling-api', startMs + readMs, trace, visit)
    const checkedMs = readMs + checked.durationMs
    if (checked.status === 404) {
      tell(checkedMs, 'WARN', 'appointment refused: coverage inactive')
      return { status: 422, durationMs: checkedMs + 1 }
    }
    if (checked.status === 502 && !isKnown) {
      tell(checkedMs, 'ERROR', 'appointment refused: coverage could not be verified')
      this.remember('failedAppointment', id, startMs)
      this.remember('failedTrace', trace.traceId, startMs)
      return { status: 503, durationMs: checkedMs + 1 }
    }
    const saved = this.store('scheduling-api', 'postgresql', 'INSERT appointments', startMs + checkedMs, trace, 9)
    const savedMs = checkedMs + saved.durationMs
    const queued = remind(this, startMs + savedMs, trace, 'confirmation', { patient, clinic, kind })
    const durationMs = savedMs + queued.durationMs + 1
    if (checked.status === 502) {
      tell(durationMs, 'WARN', 'appointment booked on last known coverage')
      this.remember('lateTrace', trace.traceId, startMs)
    } else {
      tell(durationMs, 'INFO', 'appointment booked')
      this.remember('goodAppointment', id, startMs)
    }
    return { status: 201, durationMs: durationMs + 1 }
  }

  #slots(startMs: number, trace: Trace, { clinic, kind }: Visit): Outcome {
    const read = this.store('scheduling-api', 'postgresql', 'SELECT slots', startMs + 2, trace, 22)
    const durationMs = read.durationMs + this.random.logNormal(16, 0.3)
    const fields = { clinic, kind, free: this.random.integer(0, 26) }
    this.scribe.log('scheduling-api', startMs + durationMs, 'INFO', 'slots shown', fields, trace)
    return { status: 200, durationMs: durationMs + 1 }
  }

  #cancel(startMs: number, trace: Trace, { patient, clinic, kind }: Visit): Outcome {
    const saved = this.store('scheduling-api', 'postgresql', 'UPDATE appointments', startMs + 2, trace, 9)
    const durationMs = saved.durationMs + this.random.logNormal(12, 0.3)
    const fields = { patient, clinic, kind }
    this.scribe.log('scheduling-api', startMs + durationMs, 'INFO', 'appointment cancelled', fields, trace)
    return { status: 200, durationMs: durationMs + 1 }
  }

  #answer(name: string, startMs: number, trace: Trace, visit: Visit): Outcome {
    if (name === 'GET /v1/slots') return this.#slots(startMs, trace, visit)
    if (name === 'POST /v1/appointments') return this.#book(startMs, trace, visit)
    if (name === 'POST /v1/refills') return refill(this, startMs, trace, visit)
    if (name === 'POST /v1/visits/{id}/join') return join(this, startMs, trace, visit)
    return this.#cancel(startMs, trace, visit)
  }

  /** Billing sends one span for each request, without a kind. */
  #billing(name: string, startMs: number, parent: Trace, visit: Visit, more: Values): Outcome {
    const trace = { traceId: parent.traceId, spanId: this.scribe.newSpan() }
    const work = name === 'POST /v1/payments' ? pay : estimate
    const done = work(this, startMs + 1, trace, visit)
    const route = { 'http.request.method': 'POST', 'http.route': name.slice(5) }
    this.scribe.span({
      ...{ ...trace, parentSpanId: parent.spanId, service: 'billing-service', name, kind: 'unspecified' },
      ...{ startMs, durationMs: roundMs(done.durationMs + 1), isError: done.status >= 500, isEntry: true },
      attributes: { ...route, 'http.response.status_code': done.status, ...more },
    })
    return { ...done, durationMs: done.durationMs + 1 }
  }

  /** What a patient asks for, through the portal, with the ingress' access line at the end. */
  visit(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [name, service, inner] = names.VISITS.find(([, , , upTo]) => ticket <= upTo) ?? names.VISITS[0]
    const visit = { ...this.anyone(), kind: random.pick(names.KINDS) }
    const { patient, payer, channel, clinic, kind } = visit
    const [method = '', route = ''] = name.split(' ')
    const who = { 'patient.id': patient, 'app.channel': channel, 'clinic.name': clinic, 'payer.name': payer }
    const more: Values = name === 'POST /api/appointments' ? { ...who, 'visit.kind': kind } : who
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const attributes = { 'http.request.method': method, 'http.route': route, ...more }
    const done = this.serve({ service: 'portal-api', name, startMs, parent: root, attributes }, 'server', (trace) => {
      if (inner === '') return ownPage(this, name, startMs + 1, trace, visit)
      const inside = { service, name: inner, startMs: startMs + 2, parent: trace, attributes: more }
      const answer =
        service === 'billing-service'
          ? this.#billing(inner, startMs + 2, trace, visit, more)
          : this.through('portal-api', inside, (deep) => this.#answer(inner, startMs + 3, deep, visit))
      const durationMs = answer.durationMs + 3
      if (answer.status >= 500) {
        const fields = { route, upstream: service, status: answer.status, patient }
        scribe.log('portal-api', startMs + durationMs, 'ERROR', 'upstream answered with an error', fields, trace)
      }
      return { status: answer.status, durationMs }
    })
    const address = `100.64.${random.integer(2, 90)}.${random.integer(2, 250)}`
    const request = `${method} ${route.replace('{id}', String(random.integer(40_000, 79_999)))}`
    const seconds = ((done.durationMs + 2) / 1000).toFixed(3)
    const told = { status: done.status, bytes: random.integer(180, 4100), seconds }
    const fields = { address, request, agent: names.AGENTS[channel] ?? '', ...told }
    scribe.log('clinic-ingress', startMs + done.durationMs + 2, 'INFO', `${request} ${done.status}`, fields)
  }

  run(): void {
    const { random, scribe, startMs, endMs, releaseMs, onsetMs, restartMs } = this
    eachArrival({ fromMs: startMs, toMs: endMs - 4200, meanMs: 2500 }, random, (timeMs) => this.visit(timeMs))
    runJobs(this)
    scribe.log('reminder-worker', restartMs - 21_000, 'WARN', 'stopping, the node is drained')
    scribe.log('reminder-worker', restartMs, 'INFO', 'reminder-worker 1.19.4 started, consuming from reminders')
    const change = { change: 'CL-361', note: 'consent to recording is asked first' }
    scribe.log('video-visits', releaseMs, 'INFO', 'video-visits 2.9.0 started', change)
    for (const minutes of [35, 25, 15, 5]) {
      const fields = { host: HOST, minutes_left: minutes }
      scribe.log('eligibility-api', onsetMs - minutes * MINUTE_MS, 'WARN', 'peer certificate expires soon', fields)
    }
  }
}

export function clinics(endMs: number): World {
  const system = new Clinics(endMs)
  system.run()
  sendClinicsMetrics(system)
  const { onsetMs: onset, releaseMs: release, restartMs: restart, darkMs: dark } = system
  const world = system.world({ name: 'clinics', services: SERVICES, marks: { onset, release, restart, dark } })
  const bodyOf = (text: string) => world.logs.find(({ message }) => message.includes(text))?.body ?? ''
  const lines = {
    ...{ certLine: bodyOf('eligibility check failed'), soonLine: bodyOf('peer certificate expires soon') },
    ...{ heldLine: bodyOf('refill put on hold'), landLine: bodyOf('landline number') },
    ...{ costLine: bodyOf('(BadGateway)') },
  }
  return { ...world, names: { ...world.names, ...lines } }
}
