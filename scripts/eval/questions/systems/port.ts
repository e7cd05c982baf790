/**
 * A container terminal on hosts: trucks announce themselves and pass gates, boxes get positions in the yard and cranes
 * that lift them, customs hold some, vessels are loaded and discharged, moves are billed. A what-if session of the
 * planners has taken the floating licences of the solver that `yard-planner` computes stacks with, so most laden boxes
 * get no position; empty ones need no solver. Still so at the end. A release that makes `tariff-billing` a little slower,
 * a restart of `crane-dispatch`, customs holds, full slots, open dues, wrong PINs, unreadable numbers and warm reefers
 * are harmless; `edi-courier` has gone silent.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { World } from '../records.ts'
import { PLAIN, PORT_FORMATS, UNLEVELLED } from './port-formats.ts'
import { sendPortMetrics } from './port-metrics.ts'
import * as names from './port-names.ts'
import { PortSpans, type PortStep } from './port-spans.ts'
import { eachArrival, eachTick, NO_TRACE, Scribe, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 68 * MINUTE_MS
const SERVICES = Object.keys(PORT_FORMATS)
const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'truck-portal': '5.14.0', 'gate-control': '3.2.9', 'yard-planner': '7.0.4', 'crane-dispatch': '2.11.6' },
  ...{ 'customs-link': '1.9.3', 'vessel-ops': '4.4.1', 'ocr-lanes': '0.8.15', 'edi-courier': '6.1.0' },
  'reefer-watch': '2.3.2',
}
/** Two hosts share these; the others have one. */
const ON_TWO = new Set(['truck-portal', 'yard-planner'])

class Port extends PortSpans {
  readonly scribe: Scribe
  readonly onsetMs: number
  readonly releaseMs: number
  readonly restartMs: number
  readonly silenceMs: number
  #number = 70_300

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(37, 'port'))
    this.onsetMs = endMs - 22 * MINUTE_MS + 21_000
    this.releaseMs = endMs - 49 * MINUTE_MS + 38_000
    this.restartMs = endMs - 36 * MINUTE_MS + 9000
    this.silenceMs = endMs - 13 * MINUTE_MS + 27_000
    const hosts: Readonly<Record<string, string>> = {
      ...{ 'gate-control': 'gate-srv-1', 'ocr-lanes': 'gate-srv-2', 'crane-dispatch': 'quay-srv-1' },
      ...{ 'reefer-watch': 'quay-srv-1', 'edi-courier': 'edi-01' },
    }
    const setups = Object.entries(PORT_FORMATS).map(([name, format], index) => ({
      ...{ name, format, isSeveritySent: !UNLEVELLED.has(name), hasAttributes: !PLAIN.has(name) },
      version: (timeMs: number) =>
        name === 'tariff-billing' ? (timeMs < this.releaseMs ? '8.3.2' : '8.4.0') : (VERSIONS[name] ?? '1.0.0'),
      instance: (traceId: string) => {
        const second = ON_TWO.has(name) && Number.parseInt(traceId.slice(0, 1) || '0', 16) > 7
        return hosts[name] ?? `tos-app-0${second ? 2 : (index % 2) + 1}`
      },
      resource: (instance: string) => ({ 'host.name': instance, 'deployment.environment.name': 'production' }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  root(): Trace {
    return { traceId: this.scribe.newTrace(), spanId: '' }
  }

  /** Where a box goes. Laden boxes need the solver and a licence for it. */
  position(from: string, startMs: number, parent: Trace, box: names.Box): Outcome & { readonly slot: string } {
    const { random, scribe } = this
    const attributes = { 'container.type': box.type, 'move.type': box.move, carrier: box.carrier }
    const slot = names.slotOf(random)
    const step = { service: 'yard-planner', name: 'POST /positions', startMs, parent, attributes }
    const done = this.ask(from, step, (trace) => {
      const readMs = this.query('yard-planner', 'SELECT stacks', startMs + 2, trace, 9) + 3
      const fields = { container: box.container, move: box.move, block: slot.slice(0, 1) }
      const isRefused = box.move !== 'empty' && startMs >= this.onsetMs && random.chance(0.78)
      if (isRefused) {
        const durationMs = readMs + random.logNormal(1240, 0.12)
        const text = 'solver not started: licence checkout refused, STACKOPT 6 of 6 seats in use'
        scribe.log('yard-planner', startMs + durationMs, 'ERROR', text, { ...fields, attempts: 3 }, trace)
        return { status: 503, durationMs }
      }
      const solvedMs = box.move === 'empty' ? random.logNormal(14, 0.3) : random.logNormal(165, 0.35)
      const savedMs = this.query('yard-planner', 'INSERT reservations', startMs + readMs + solvedMs, trace, 6)
      const durationMs = readMs + solvedMs + savedMs
      const isHigh = random.chance(0.04)
      const text = isHigh ? 'position needs a rehandle' : 'position assigned'
      scribe.log('yard-planner', startMs + durationMs, isHigh ? 'WARN' : 'INFO', text, { ...fields, slot }, trace)
      return { status: 201, durationMs }
    })
    return { ...done, slot }
  }

  /** Whether customs hold a box. */
  holds(from: string, startMs: number, parent: Trace, box: names.Box): Outcome & { readonly hold: string } {
    const { random, scribe } = this
    const hold = random.chance(0.07) ? random.pick(['documents', 'documents', 'inspection', 'scan']) : 'none'
    const office = random.pick(names.OFFICES)
    const attributes = { 'customs.hold': hold, 'customs.office': office }
    const step = { service: 'customs-link', name: 'GET /holds', startMs, parent, attributes }
    const done = this.ask(from, step, (trace) => {
      const isSlow = random.chance(0.012)
      const durationMs = random.logNormal(48, 0.4) + (isSlow ? 900 : 0)
      const fields = { container: box.container, office }
      if (isSlow) {
        const text = 'customs host did not answer, asked again'
        scribe.log('customs-link', startMs + durationMs - 30, 'WARN', text, { office }, trace)
      }
      if (hold !== 'none') {
        scribe.log('customs-link', startMs + durationMs, 'WARN', 'hold in force', { ...fields, hold }, trace)
        this.remember('heldBox', box.container, startMs)
      } else if (random.chance(0.3)) scribe.log('customs-link', startMs + durationMs, 'INFO', 'no hold', fields, trace)
      return { status: 200, durationMs }
    })
    return { ...done, hold }
  }

  /** A crane gets a job. */
  lift(from: string, startMs: number, parent: Trace, box: names.Box, slot: string, isQuay: boolean): Outcome {
    const { random, scribe } = this
    const crane = random.pick(isQuay ? names.QUAY_CRANES : names.YARD_CRANES)
    const step = { service: 'crane-dispatch', name: 'POST /jobs', startMs, parent, attributes: { crane } }
    return this.ask(from, step, (trace) => {
      const durationMs = random.logNormal(31, 0.35)
      const atMs = startMs + durationMs
      const job = `J-${++this.#number}`
      scribe.log('crane-dispatch', atMs, 'INFO', `${job} ${crane} takes ${box.container} to ${slot}`, {}, trace)
      if (random.chance(0.03))
        scribe.log('crane-dispatch', atMs + 400, 'WARN', `${crane} wind above 18 m/s, hoisting slowly`, {}, trace)
      this.remember('job', job, startMs)
      return { status: 202, durationMs }
    })
  }

  /** Storage and handling of a box, to be paid by its haulier or carrier. */
  bill(from: string, step: Pick<PortStep, 'name' | 'startMs' | 'parent'>, box: names.Box): Outcome {
    const { random, scribe } = this
    const { startMs } = step
    const attributes = { carrier: box.carrier }
    return this.ask(from, { ...step, service: 'tariff-billing', attributes }, (trace) => {
      const isNew = startMs >= this.releaseMs
      const readMs = this.query('tariff-billing', 'SELECT tariffs', startMs + 1, trace, isNew ? 11 : 8)
      const durationMs = readMs + random.logNormal(isNew ? 67 : 52, 0.3)
      if (step.name === 'GET /dues') {
        const isOpen = random.chance(0.05)
        if (isOpen) {
          const fields = { container: box.container, carrier: box.carrier, eur: random.integer(35, 420) }
          scribe.log('tariff-billing', startMs + durationMs, 'WARN', 'storage dues are open', fields, trace)
        }
        return { status: isOpen ? 402 : 200, durationMs }
      }
      if (step.name === 'POST /charges') {
        const invoice = `INV-${++this.#number}`
        const fields = { invoice, carrier: box.carrier, eur: random.integer(48, 310) }
        scribe.log('tariff-billing', startMs + durationMs, 'INFO', 'charge booked', fields, trace)
        this.remember('invoice', invoice, startMs)
        return { status: 201, durationMs }
      }
      return { status: 200, durationMs }
    })
  }

  /** A haulier announces a truck: dues and holds are looked at, a position is reserved. */
  announce(startMs: number, trace: Trace, box: names.Box): Outcome {
    const { random, scribe } = this
    const appointment = `AP-${++this.#number}`
    const fields = { appointment, container: box.container, move: box.move }
    const say = (atMs: number, severity: 'INFO' | 'WARN' | 'ERROR', text: string) =>
      scribe.log('truck-portal', atMs, severity, text, fields, trace)
    const readMs = this.query('truck-portal', 'SELECT slots', startMs + 2, trace, 5) + 3
    if (random.chance(0.05)) {
      say(startMs + readMs, 'WARN', 'time slot is full')
      return { status: 409, durationMs: readMs }
    }
    const dues = this.bill('truck-portal', { name: 'GET /dues', startMs: startMs + readMs, parent: trace }, box)
    const duesMs = readMs + dues.durationMs
    if (dues.status === 402) return { status: 402, durationMs: duesMs }
    const customs = this.holds('truck-portal', startMs + duesMs, trace, box)
    const customsMs = duesMs + customs.durationMs
    if (customs.hold !== 'none') {
      say(startMs + customsMs, 'WARN', 'announcement refused, customs hold')
      return { status: 409, durationMs: customsMs }
    }
    const placed = this.position('truck-portal', startMs + customsMs, trace, box)
    const durationMs = customsMs + placed.durationMs + 4
    if (placed.status >= 500) {
      say(startMs + durationMs, 'ERROR', 'announcement failed: yard-planner answered 503')
      this.remember('failedAppointment', appointment, startMs)
      this.remember('failedTrace', trace.traceId, startMs)
      return { status: 502, durationMs }
    }
    say(startMs + durationMs, 'INFO', 'truck announced')
    this.remember('appointment', appointment, startMs)
    this.remember('goodTrace', trace.traceId, startMs)
    return { status: 201, durationMs }
  }

  /** What hauliers do in their browsers and apps. */
  visit(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const box = names.boxOf(random)
    const haulier = `H-${random.integer(201, 262)}`
    const serve = (name: string, work: (trace: Trace) => Outcome) => {
      const attributes = { 'haulier.id': haulier, client: random.pick(['browser', 'browser', 'app', 'edi']) }
      this.answer({ service: 'truck-portal', name, startMs, parent: this.root(), attributes }, (trace) => {
        if (random.chance(0.015)) {
          scribe.log('truck-portal', startMs + 2, 'WARN', 'login expired', { haulier }, trace)
          return { status: 401, durationMs: 2 }
        }
        return work(trace)
      })
    }
    if (ticket <= 34)
      serve('GET /api/slots', (trace) => {
        const durationMs = this.query('truck-portal', 'SELECT slots', startMs + 2, trace, 7) + 6
        return { status: 200, durationMs }
      })
    else if (ticket <= 62) serve('POST /api/appointments', (trace) => this.announce(startMs, trace, box))
    else if (ticket <= 88)
      serve('GET /api/containers/{number}', (trace) => {
        const isUnknown = random.chance(0.06)
        if (isUnknown) return { status: 404, durationMs: random.logNormal(11, 0.3) }
        const done = this.holds('truck-portal', startMs + 4, trace, box)
        return { status: 200, durationMs: done.durationMs + 7 }
      })
    else
      serve('GET /api/invoices', (trace) => {
        const step = { name: 'GET /invoices', startMs: startMs + 3, parent: trace }
        const done = this.bill('truck-portal', step, box)
        return { status: done.status, durationMs: done.durationMs + 6 }
      })
  }

  /** A truck comes to a lane: its boxes are read, checked and sent to a place in the yard. */
  gateIn(startMs: number): void {
    const { random, scribe } = this
    const box = names.boxOf(random)
    const lane = random.pick(names.LANES)
    const confidence = random.integer(88, 99) / 100
    const isUnread = random.chance(0.04)
    if (isUnread) scribe.log('ocr-lanes', startMs - 900, 'WARN', `lane ${lane} number not readable, clerk asked`)
    else scribe.log('ocr-lanes', startMs - 900, 'INFO', `lane ${lane} read ${box.container} conf ${confidence}`)
    const attributes = { lane, move: box.move, carrier: box.carrier }
    const step = { service: 'gate-control', name: 'POST /gate-in', startMs, parent: this.root(), attributes }
    this.answer(step, (trace) => {
      const say = (atMs: number, severity: 'INFO' | 'WARN' | 'ERROR', text: string) =>
        scribe.log('gate-control', atMs, severity, text, { lane, container: box.container, move: box.move }, trace)
      if (random.chance(0.03)) {
        say(startMs + 14, 'WARN', 'wrong PIN')
        return { status: 403, durationMs: 14 }
      }
      const customs = this.holds('gate-control', startMs + 6, trace, box)
      const customsMs = customs.durationMs + 8
      if (customs.hold !== 'none') {
        say(startMs + customsMs, 'WARN', 'truck turned away, customs hold')
        return { status: 409, durationMs: customsMs }
      }
      const placed = this.position('gate-control', startMs + customsMs, trace, box)
      const placedMs = customsMs + placed.durationMs
      if (placed.status >= 500) {
        say(startMs + placedMs, 'ERROR', 'barrier stays closed, no yard position')
        return { status: 503, durationMs: placedMs }
      }
      const lifted = this.lift('gate-control', startMs + placedMs, trace, box, placed.slot, false)
      const durationMs = placedMs + lifted.durationMs + 3
      say(startMs + durationMs, 'INFO', 'truck admitted')
      this.edi(startMs + durationMs + 700, box, 'CODECO gate-in')
      return { status: 200, durationMs }
    })
  }

  gateOut(startMs: number): void {
    const { random, scribe } = this
    const box = names.boxOf(random)
    const lane = random.pick(['X1', 'X1', 'X2'])
    const attributes = { lane, carrier: box.carrier }
    const step = { service: 'gate-control', name: 'POST /gate-out', startMs, parent: this.root(), attributes }
    this.answer(step, (trace) => {
      const charged = this.bill(
        'gate-control',
        { name: 'POST /charges', startMs: startMs + 5, parent: trace },
        { ...box, move: 'import' },
      )
      const durationMs = charged.durationMs + random.logNormal(12, 0.3)
      const fields = { lane, container: box.container }
      scribe.log('gate-control', startMs + durationMs, 'INFO', 'truck left', fields, trace)
      this.edi(startMs + durationMs + 900, box, 'CODECO gate-out')
      return { status: 200, durationMs }
    })
  }

  /** A vessel's box is discharged to the yard or loaded from it. */
  stow(startMs: number): void {
    const { random, scribe } = this
    const vessel = random.pick(names.VESSELS)
    const isDischarge = random.chance(0.55)
    const box = { ...names.boxOf(random), move: isDischarge ? 'import' : 'export' }
    const call = names.CALLS[vessel] ?? ''
    const name = isDischarge ? 'POST /calls/{call}/discharges' : 'POST /calls/{call}/loads'
    const attributes = { 'vessel.name': vessel, 'vessel.call': call, 'container.type': box.type }
    this.answer({ service: 'vessel-ops', name, startMs, parent: this.root(), attributes }, (trace) => {
      const fields = { vessel, call, container: box.container }
      const readMs = this.query('vessel-ops', 'SELECT bayplans', startMs + 2, trace, 8) + 3
      const placed = isDischarge ? this.position('vessel-ops', startMs + readMs, trace, box) : null
      const placedMs = readMs + (placed?.durationMs ?? 0)
      if (placed !== null && placed.status >= 500) {
        const text = 'discharge postponed: yard-planner answered 503'
        scribe.log('vessel-ops', startMs + placedMs, 'ERROR', text, fields, trace)
        return { status: 502, durationMs: placedMs }
      }
      if (random.chance(0.03))
        scribe.log('vessel-ops', startMs + placedMs, 'WARN', 'weight differs from bay plan', fields, trace)
      const target = placed?.slot ?? `bay ${random.integer(1, 38)}`
      const lifted = this.lift('vessel-ops', startMs + placedMs, trace, box, target, true)
      const durationMs = placedMs + lifted.durationMs + 5
      scribe.log(
        'vessel-ops',
        startMs + durationMs,
        'INFO',
        isDischarge ? 'box discharged' : 'box loaded',
        fields,
        trace,
      )
      return { status: 200, durationMs }
    })
  }

  /** Carriers are told by EDI, until the courier falls silent. */
  edi(timeMs: number, { carrier, container }: names.Box, kind: string): void {
    if (timeMs >= this.silenceMs) return
    const { random, scribe } = this
    if (random.chance(0.03))
      scribe.log('edi-courier', timeMs, 'WARN', `COPARN from ${carrier} refused, unknown booking`)
    scribe.log('edi-courier', timeMs, 'INFO', `${kind} for ${container} sent to ${carrier}`, {}, NO_TRACE)
  }

  background(): void {
    const { random, scribe } = this
    const range = { fromMs: this.startMs, toMs: this.endMs - 2500 }
    eachArrival({ ...range, meanMs: 1900 }, random, (timeMs) => this.visit(timeMs))
    eachArrival({ ...range, meanMs: 4300 }, random, (timeMs) => this.gateIn(timeMs))
    eachArrival({ ...range, meanMs: 5200 }, random, (timeMs) => this.gateOut(timeMs))
    eachArrival({ ...range, meanMs: 3600 }, random, (timeMs) => this.stow(timeMs))
    eachTick({ ...range, everyMs: 20_000 }, random, (timeMs) => {
      scribe.log('reefer-watch', timeMs, 'INFO', `polled ${random.integer(212, 231)} reefers, 0 unplugged`)
      if (!random.chance(0.16)) return
      const place = `block D row ${random.integer(1, 6)}`
      const degrees = random.integer(21, 58) / 10
      scribe.log('reefer-watch', timeMs + 900, 'WARN', `reefer in ${place} is ${degrees} C above its set point`)
    })
    const session = { user: 'a.lindqvist', scenario: 'winter-berths', seats: 4 }
    scribe.log('yard-planner', this.onsetMs - 6000, 'INFO', 'what-if session opened, solver seats taken', session)
    scribe.log('tariff-billing', this.releaseMs, 'INFO', 'tariff-billing 8.4.0 started', { migrations: 2 })
    scribe.log('crane-dispatch', this.restartMs, 'INFO', 'signal 15, leaving after the running jobs')
    scribe.log('crane-dispatch', this.restartMs + 11_000, 'INFO', 'crane-dispatch 2.11.6 ready, 12 cranes on line')
    scribe.log('edi-courier', this.silenceMs - 500, 'INFO', 'AS2 window closed, 0 messages left')
  }
}

export function port(endMs: number): World {
  const system = new Port(endMs)
  system.background()
  sendPortMetrics(system)
  const { onsetMs: onset, releaseMs: release, restartMs: restart, silenceMs: silence } = system
  const world = system.world({ name: 'port', services: SERVICES, marks: { onset, release, restart, silence } })
  const bodyOf = (start: string) => world.logs.find((log) => log.message.includes(start))?.body ?? ''
  const lines = {
    ...{ seatLine: bodyOf('licence checkout refused'), barrierLine: bodyOf('barrier stays closed') },
    ...{ windLine: bodyOf('wind above') },
  }
  return { ...world, names: { ...world.names, ...lines } }
}
