/**
 * Software for veterinary clinics on Kubernetes, told by semantic conventions: HTTP, database and messaging spans with
 * kinds, a hub of lab devices whose spans have none, a backup with lines only; lines of JSON and logfmt with severities.
 * `rx-service` loads a drug catalogue that spells fractions with a comma and refuses those doses, until the older
 * catalogue is loaded again: over at the end. A release of `patient-records`, a restart of `reminder-worker`, taken
 * slots, declined cards, doses above a limit and a relay of videos that times out now and then are harmless;
 * `clinic-backup` has gone silent.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Severity, Values, World } from '../records.ts'
import { SystemByConventions } from './conventions.ts'
import { eachArrival, eachTick, roundMs, Scribe, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'
import { sendVetsMetrics } from './vets-metrics.ts'
import { CLIENTS, CLINICS, DEVICES, DRUGS, SERVICES, SPECIES, setupsOf, VISITS } from './vets-setup.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 75 * MINUTE_MS

interface Visit {
  readonly route: string
  readonly clinic: string
  readonly species: string
  readonly number: number
}

class Vets extends SystemByConventions {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly restartMs: number
  readonly onsetMs: number
  readonly recoveryMs: number
  readonly silenceMs: number
  #number = 481_200

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(140, 'vets'))
    this.releaseMs = endMs - 58 * MINUTE_MS + 24_000
    this.restartMs = endMs - 51 * MINUTE_MS + 9000
    this.onsetMs = endMs - 42 * MINUTE_MS + 13_000
    this.recoveryMs = endMs - 18 * MINUTE_MS + 36_000
    this.silenceMs = endMs - 29 * MINUTE_MS + 5000
    this.scribe = new Scribe(setupsOf(this.releaseMs), this.random)
  }

  /** Doses are looked up in the catalogue, for prescriptions and for treatments with a drug. */
  dose(from: string, startMs: number, parent: Trace, name: string, visit: Visit): Outcome {
    const { random, scribe } = this
    const { clinic, species } = visit
    const [drug, spelt] = random.pick(DRUGS)
    const attributes = { 'clinic.id': clinic, 'animal.species': species, 'drug.name': drug }
    return this.through(from, { service: 'rx-service', name, startMs, parent, attributes }, (trace) => {
      const found = this.store('rx-service', 'postgresql', 'SELECT drugs', startMs + 1, trace, 5)
      const durationMs = found.durationMs + random.logNormal(11, 0.35)
      const isPrescription = name === 'POST /prescriptions'
      const rx = `RX-${visit.number}`
      const fields: Values = { ...(isPrescription ? { rx } : {}), clinic, drug, species }
      const say = (severity: Severity, text: string, more: Values = {}) =>
        scribe.log('rx-service', startMs + durationMs, severity, text, { ...fields, ...more }, trace)
      const isBroken = startMs >= this.onsetMs && startMs < this.recoveryMs && spelt.includes(',')
      if (isBroken) {
        say('ERROR', `cannot read dose "${spelt}" of ${drug}: strconv.ParseFloat: invalid syntax`)
        if (isPrescription) this.remember('failedRx', rx, startMs)
        return { status: 500, durationMs }
      }
      if (random.chance(0.06)) {
        say('WARN', 'dose above limit for body weight', { mg: random.integer(120, 900) })
        return { status: 422, durationMs }
      }
      if (!isPrescription) return { status: 200, durationMs }
      const saved = this.store('rx-service', 'postgresql', 'INSERT prescriptions', startMs + durationMs, trace, 9)
      say('INFO', 'prescription issued', { repeats: random.integer(0, 3) })
      this.remember('issuedRx', rx, startMs)
      return { status: 201, durationMs: durationMs + saved.durationMs }
    })
  }

  treat(startMs: number, parent: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const { clinic, species } = visit
    const attributes = { 'clinic.id': clinic, 'animal.species': species }
    const step = { service: 'treatment-service', name: 'POST /treatments', startMs, parent, attributes }
    return this.through('front-desk', step, (trace) => {
      const fields = { treatment: `TR-${visit.number}`, clinic, species }
      let durationMs = random.logNormal(8, 0.3)
      if (random.chance(0.7)) {
        const checked = this.dose('treatment-service', startMs + durationMs, trace, 'POST /doses/check', visit)
        durationMs += checked.durationMs
        if (checked.status >= 500) {
          const text = 'treatment not saved: rx-service answered 500'
          scribe.log('treatment-service', startMs + durationMs, 'ERROR', text, fields, trace)
          this.remember('failedTreatment', fields.treatment, startMs)
          return { status: 502, durationMs }
        }
        if (checked.status === 422) return { status: 422, durationMs }
      }
      if (random.chance(0.05)) {
        const days = random.integer(91, 400)
        const text = 'body weight is out of date'
        scribe.log('treatment-service', startMs + durationMs, 'WARN', text, { ...fields, days }, trace)
      }
      const saved = this.store('treatment-service', 'postgresql', 'INSERT treatments', startMs + durationMs, trace, 12)
      durationMs += saved.durationMs
      const minutes = random.integer(4, 55)
      scribe.log('treatment-service', startMs + durationMs, 'INFO', 'treatment saved', { ...fields, minutes }, trace)
      return { status: 201, durationMs }
    })
  }

  appointments(method: string, startMs: number, parent: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const { clinic, species } = visit
    const attributes = { 'clinic.id': clinic }
    const step = { service: 'appointment-api', name: `${method} /appointments`, startMs, parent, attributes }
    return this.through('front-desk', step, (trace) => {
      const found = this.store('appointment-api', 'postgresql', 'SELECT slots', startMs + 1, trace, 7)
      const foundMs = found.durationMs + random.logNormal(6, 0.3)
      if (method === 'GET') return { status: 200, durationMs: foundMs }
      const fields = { appointment: `AP-${visit.number}`, clinic, species }
      if (random.chance(0.09)) {
        scribe.log('appointment-api', startMs + foundMs, 'WARN', 'slot already taken', fields, trace)
        return { status: 409, durationMs: foundMs }
      }
      const saved = this.store('appointment-api', 'postgresql', 'INSERT appointments', startMs + foundMs, trace, 10)
      const durationMs = foundMs + saved.durationMs
      scribe.log('appointment-api', startMs + durationMs, 'INFO', 'appointment booked', fields, trace)
      this.remember('booked', fields.appointment, startMs)
      this.remind(startMs + durationMs, trace, clinic)
      return { status: 201, durationMs }
    })
  }

  /** Owners are reminded by text message or mail. */
  remind(startMs: number, parent: Trace, clinic: string): void {
    const { random, scribe } = this
    const topic = { 'messaging.system': 'kafka', 'messaging.destination.name': 'owner.reminders' }
    const step = { service: 'appointment-api', name: 'owner.reminders publish', startMs, parent, attributes: topic }
    this.call(step, 'producer', (trace) => {
      const pickMs = startMs + random.logNormal(140, 0.5)
      const channel = random.pick(['sms', 'sms', 'email'])
      const attributes = { ...topic, 'clinic.id': clinic, 'reminder.channel': channel }
      const name = 'owner.reminders process'
      const taken = { service: 'reminder-worker', name, startMs: pickMs, parent: trace, attributes }
      this.serve(taken, 'consumer', (inner) => {
        const durationMs = random.logNormal(channel === 'sms' ? 230 : 95, 0.35)
        const fields = { channel, clinic, kind: random.pick(['vaccination', 'checkup', 'dental']) }
        const isUnreachable = random.chance(0.07)
        if (isUnreachable)
          scribe.log('reminder-worker', pickMs + durationMs, 'WARN', 'owner has no valid contact', fields, inner)
        else scribe.log('reminder-worker', pickMs + durationMs, 'INFO', 'reminder sent', fields, inner)
        return { status: 200, durationMs }
      })
      return { status: 200, durationMs: random.logNormal(3, 0.2) }
    })
  }

  animal(startMs: number, parent: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const { clinic, species } = visit
    const attributes = { 'clinic.id': clinic, 'animal.species': species }
    const step = { service: 'patient-records', name: 'GET /animals/{id}', startMs, parent, attributes }
    return this.through('front-desk', step, (trace) => {
      const found = this.store('patient-records', 'postgresql', 'SELECT animals', startMs + 1, trace, 6)
      const isNew = startMs >= this.releaseMs
      const durationMs = found.durationMs + random.logNormal(isNew ? 19 : 14, 0.3)
      if (!random.chance(0.04)) return { status: 200, durationMs }
      const chip = `276-${random.integer(10_000, 99_999)}`
      scribe.log('patient-records', startMs + durationMs, 'WARN', 'chip number not registered', { chip, clinic }, trace)
      return { status: 404, durationMs }
    })
  }

  invoice(startMs: number, parent: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const { clinic } = visit
    const method = random.pick(['card', 'card', 'card', 'cash', 'insurance'])
    const attributes = { 'clinic.id': clinic, 'payment.method': method }
    const step = { service: 'invoice-service', name: 'POST /invoices', startMs, parent, attributes }
    return this.through('front-desk', step, (trace) => {
      const saved = this.store('invoice-service', 'mysql', 'INSERT invoices', startMs + 1, trace, 14)
      const durationMs = saved.durationMs + random.logNormal(method === 'insurance' ? 520 : 160, 0.3)
      const invoice = `INV-${visit.number}`
      const fields = { invoice, clinic, method, euros: random.integer(24, 480) }
      const isDeclined = method === 'card' && random.chance(0.1)
      if (isDeclined) this.remember('declinedInvoice', invoice, startMs)
      else this.remember('invoiceTrace', parent.traceId, startMs)
      const text = isDeclined ? 'card declined by issuer' : 'invoice paid'
      scribe.log('invoice-service', startMs + durationMs, isDeclined ? 'WARN' : 'INFO', text, fields, trace)
      return { status: isDeclined ? 402 : 201, durationMs }
    })
  }

  consult(startMs: number, parent: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const { clinic } = visit
    const attributes = { 'clinic.id': clinic }
    const step = { service: 'televet', name: 'POST /consultations', startMs, parent, attributes }
    return this.through('front-desk', step, (trace) => {
      const kept = this.store('televet', 'redis', 'SET rooms', startMs + 1, trace, 2)
      const room = `room-${random.integer(100, 999)}`
      if (random.chance(0.035)) {
        const durationMs = kept.durationMs + 3000
        const text = 'relay did not answer within 3 s'
        scribe.log('televet', startMs + durationMs, 'ERROR', text, { room, clinic, relay: 'turn-2' }, trace)
        return { status: 504, durationMs }
      }
      const durationMs = kept.durationMs + random.logNormal(240, 0.4)
      const isAlone = random.chance(0.08)
      const text = isAlone ? 'owner did not join' : 'consultation started'
      scribe.log('televet', startMs + durationMs, isAlone ? 'WARN' : 'INFO', text, { room, clinic }, trace)
      return { status: 201, durationMs }
    })
  }

  inner(method: string, visit: Visit, startMs: number, trace: Trace): Outcome {
    switch (visit.route) {
      case '/treatments':
        return this.treat(startMs, trace, visit)
      case '/prescriptions':
        return this.dose('front-desk', startMs, trace, 'POST /prescriptions', visit)
      case '/invoices':
        return this.invoice(startMs, trace, visit)
      case '/consultations':
        return this.consult(startMs, trace, visit)
      case '/animals/{id}':
        return this.animal(startMs, trace, visit)
      default:
        return this.appointments(method, startMs, trace, visit)
    }
  }

  request(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [method, route] = VISITS.find(([, , upTo]) => ticket <= upTo) ?? VISITS[0]
    const clinic = random.pick(CLINICS)
    const number = ++this.#number
    const visit = { route, clinic, species: random.pick(SPECIES), number }
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const client = random.pick(CLIENTS)
    const who = { 'user.id': `V-${random.integer(201, 390)}`, 'app.client': client, 'clinic.id': clinic }
    const attributes = { 'http.request.method': method, 'http.route': route, ...who }
    const step = { service: 'front-desk', name: `${method} ${route}`, startMs, parent: root, attributes }
    this.serve(step, 'server', (trace) => {
      const write = (status: number, durationMs: number, severity: Severity, text: string) => {
        const fields = { method, path: route, status, clinic, took_ms: Math.round(durationMs) }
        scribe.log('front-desk', startMs + durationMs, severity, text, fields, trace)
        return { status, durationMs }
      }
      if (random.chance(0.015)) return write(401, 2, 'WARN', 'login has expired')
      const done = this.inner(method, visit, startMs + 2, trace)
      const durationMs = done.durationMs + random.logNormal(3, 0.3)
      if (done.status < 500) return write(done.status, durationMs, 'INFO', 'request served')
      if (done.status !== 504) this.remember('failedTrace', root.traceId, startMs)
      return write(done.status === 504 ? 504 : 502, durationMs, 'ERROR', 'request failed upstream')
    })
  }

  /** What a device of a clinic's laboratory has measured; spans of the hub have no kinds. */
  result(startMs: number): void {
    const { random, scribe } = this
    const clinic = random.pick(CLINICS)
    const device = random.pick(DEVICES)
    const trace = { traceId: scribe.newTrace(), spanId: scribe.newSpan() }
    const durationMs = random.logNormal(device === 'xray' ? 900 : 70, 0.35)
    const isUnreadable = random.chance(0.05)
    const at = startMs + durationMs
    const kilobytes = device === 'xray' ? random.integer(3000, 9000) : random.integer(2, 40)
    if (isUnreadable) scribe.log('device-hub', at, 'WARN', 'sample label unreadable', { clinic, device }, trace)
    else scribe.log('device-hub', at, 'INFO', 'result stored', { clinic, device, kb: kilobytes }, trace)
    if (random.chance(0.02))
      scribe.log(
        'device-hub',
        at + 5,
        'WARN',
        'reagent runs low',
        { clinic, device, left: random.integer(2, 9) },
        trace,
      )
    scribe.span({
      ...{ ...trace, parentSpanId: '', service: 'device-hub', name: 'POST /results', kind: 'unspecified' },
      ...{ startMs, durationMs: roundMs(durationMs), isEntry: true },
      attributes: { 'http.status_code': isUnreadable ? 422 : 201, 'clinic.id': clinic, 'device.type': device },
    })
  }

  background(): void {
    const { random, scribe, startMs, endMs } = this
    const range = { fromMs: startMs, toMs: endMs - 2000 }
    eachArrival({ ...range, meanMs: 1250 }, random, (timeMs) => this.request(timeMs))
    eachArrival({ ...range, meanMs: 5200 }, random, (timeMs) => this.result(timeMs))
    eachTick({ fromMs: startMs + 70_000, toMs: endMs - 30_000, everyMs: 6 * MINUTE_MS }, random, (timeMs) => {
      scribe.log('device-hub', timeMs, 'INFO', 'self test finished, no errors', { devices: random.integer(17, 21) })
    })
    eachTick({ fromMs: startMs + 8000, toMs: this.silenceMs, everyMs: 25_000 }, random, (timeMs) => {
      const clinic = random.pick(CLINICS)
      const mb = random.integer(40, 620)
      if (random.chance(0.05)) scribe.log('clinic-backup', timeMs, 'WARN', 'file in use, skipped', { clinic })
      else scribe.log('clinic-backup', timeMs, 'INFO', `snapshot written: ${mb} MB`, { clinic, mb })
    })
    scribe.log('patient-records', this.releaseMs, 'INFO', 'patient-records 5.3.0 started', { migrations: 2 })
    scribe.log('reminder-worker', this.restartMs - 4000, 'INFO', 'shutting down, node is drained')
    scribe.log('reminder-worker', this.restartMs, 'INFO', 'reminder-worker started', { partitions: 6 })
    const catalogue = (timeMs: number, edition: string, entries: number) =>
      scribe.log('rx-service', timeMs, 'INFO', `drug catalogue ${edition} loaded`, { edition, entries })
    catalogue(this.onsetMs - 1500, 'w24', 4871)
    catalogue(this.recoveryMs, 'w23', 4806)
  }
}

export function vets(endMs: number): World {
  const system = new Vets(endMs)
  system.background()
  sendVetsMetrics(system)
  const { onsetMs: onset, recoveryMs: recovery, releaseMs: release, restartMs: restart, silenceMs: silence } = system
  const marks = { onset, recovery, release, restart, silence }
  const world = system.world({ name: 'vets', services: SERVICES, marks })
  const bodyOf = (start: string) => world.logs.find((log) => log.message.includes(start))?.body ?? ''
  const names: Record<string, string> = {
    ...{ ...world.names, doseLine: bodyOf('cannot read dose'), treatmentLine: bodyOf('treatment not saved') },
    ...{ relayLine: bodyOf('relay did not answer'), chipLine: bodyOf('chip number') },
  }
  return { ...world, names }
}
