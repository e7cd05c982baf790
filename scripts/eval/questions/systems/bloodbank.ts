/**
 * A blood donation service: a gateway, appointments, health questionnaires, sessions with donations and bag labels, the
 * registry of product codes, the laboratory and the stock of units behind Kafka, orders of hospitals, tours of couriers
 * whose spans have no kinds, and the cold chain with lines and gauges only.
 * `code-registry` loads a new list of product codes in which platelets have no expiry rule, so each look-up of such a
 * code fails: labels for platelets, reservations and orders of platelets fail, released platelets are put back and end
 * as dead letters, while red cells and plasma go on. The list before is loaded again: over at the end.
 * A release of `questionnaire` shortly before, one of `courier-dispatch` in the midst, a setting of `appointment-book`,
 * a restart of `lab-results`, taken slots, deferred donors, reactive samples, short stock, late couriers and open doors
 * are harmless; `cold-chain` is silent since its hub began an update of its firmware.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { World } from '../records.ts'
import { donorSide } from './bloodbank-donors.ts'
import * as formats from './bloodbank-formats.ts'
import { sendBloodBankMetrics } from './bloodbank-metrics.ts'
import * as names from './bloodbank-names.ts'
import { runRoad } from './bloodbank-road.ts'
import { unitSide } from './bloodbank-units.ts'
import { SystemByConventions } from './conventions.ts'
import { eachArrival, Scribe } from './scribe.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 65 * MINUTE_MS
const FORMATS = {
  'front-gateway': formats.traefikJson,
  'appointment-book': formats.structlogLine,
  questionnaire: formats.winstonJson,
  'session-desk': formats.log4netLine,
  'code-registry': formats.envLoggerLine,
  'lab-results': formats.bunyanJson,
  'stock-ledger': formats.pythonJson,
  'hospital-orders': formats.zioLogfmt,
  'courier-dispatch': formats.tornadoLine,
  'cold-chain': formats.daemonLine,
}
const SERVICES = Object.keys(FORMATS)
const WITH_ATTRIBUTES = ['front-gateway', 'questionnaire', 'stock-ledger', 'hospital-orders']
const WITHOUT_SEVERITY = ['session-desk', 'lab-results', 'courier-dispatch', 'cold-chain']

export class BloodBank extends SystemByConventions {
  readonly scribe: Scribe
  readonly restartMs: number
  readonly reloadMs: number
  readonly releaseMs: number
  readonly onsetMs: number
  readonly courierMs: number
  readonly darkMs: number
  readonly recoveryMs: number
  /** Messages about released units: when they were sent and when they were taken for the last time. */
  readonly queued: { readonly fromMs: number; readonly toMs: number }[] = []

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(81, 'bloodbank'))
    this.restartMs = endMs - 55 * MINUTE_MS + 14_000
    this.reloadMs = endMs - 44 * MINUTE_MS + 33_000
    this.releaseMs = endMs - 38 * MINUTE_MS + 21_000
    this.onsetMs = endMs - 30 * MINUTE_MS + 42_000
    this.courierMs = endMs - 22 * MINUTE_MS + 9000
    this.darkMs = endMs - 17 * MINUTE_MS + 27_000
    this.recoveryMs = endMs - 9 * MINUTE_MS + 16_000
    const setups = Object.entries(FORMATS).map(([name, format], index) => ({
      ...{ name, format, hasAttributes: WITH_ATTRIBUTES.includes(name) },
      isSeveritySent: !WITHOUT_SEVERITY.includes(name),
      version: (timeMs: number) => this.#version(name, timeMs),
      instance: (traceId: string) => this.#instance(name, traceId),
      resource: () => ({
        ...{ 'deployment.environment.name': 'production', 'service.namespace': 'blood' },
        'host.name': `bb-node-${(index % 3) + 1}`,
      }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  #version(name: string, timeMs: number): string {
    if (name === 'questionnaire') return timeMs < this.releaseMs ? '3.4.6' : '3.5.0'
    if (name === 'courier-dispatch') return timeMs < this.courierMs ? '1.9.2' : '1.10.0'
    return names.VERSIONS[name] ?? '1.0.0'
  }

  #instance(name: string, traceId: string): string {
    const isSecond = ['front-gateway', 'appointment-book'].includes(name) && traceId.charCodeAt(1) % 2 === 1
    return `${name}-${isSecond ? 'b' : 'a'}`
  }

  /** While the list in use has no rule for platelets. */
  isBroken(timeMs: number): boolean {
    return timeMs >= this.onsetMs && timeMs < this.recoveryMs
  }

  /** What a client asks for, through the gateway, with its access line at the end. */
  visit(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [name, service] = names.VISITS.find(([, , upTo]) => ticket <= upTo) ?? names.VISITS[0]
    const who = names.whoAsks(random, name)
    const [method = '', route = ''] = name.split(' ')
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const attributes = { 'http.request.method': method, 'http.route': route, ...who.attributes }
    const done = this.serve(
      { service: 'front-gateway', name, startMs, parent: root, attributes },
      'server',
      (trace) => {
        if (random.chance(0.011)) return { status: 429, durationMs: 1.1 }
        if (random.chance(who.attributes['app.channel'] === 'portal' ? 0.007 : 0.022))
          return { status: 401, durationMs: 2.4 }
        const call = { 'http.request.method': method, 'server.address': service }
        const out = { service: 'front-gateway', name: method, startMs: startMs + 2, parent: trace, attributes: call }
        const side = ['stock-ledger', 'hospital-orders'].includes(service) ? unitSide : donorSide
        const answer = this.call(out, 'client', (between) => side(this, { name, service }, startMs + 3, between, who))
        return { status: answer.status, durationMs: answer.durationMs + 3 }
      },
    )
    const { status } = done
    const severity = status >= 500 ? 'ERROR' : status === 429 || status === 401 ? 'WARN' : 'INFO'
    const fields = { method, route, status, durationMs: Math.round(done.durationMs * 10) / 10 }
    const channel = String(who.attributes['app.channel'])
    scribe.log('front-gateway', startMs + done.durationMs, severity, `${name} ${status}`, { ...fields, channel }, root)
  }

  run(): void {
    const { random, scribe, startMs, endMs } = this
    eachArrival({ fromMs: startMs, toMs: endMs - 5000, meanMs: 1250 }, random, (timeMs) => this.visit(timeMs))
    runRoad(this)
    scribe.log(
      'lab-results',
      this.restartMs - 9000,
      'WARN',
      'SIGTERM received, leaving group lab: node bb-node-3 is patched',
    )
    scribe.log('lab-results', this.restartMs, 'INFO', 'lab-results ready, 6 partitions assigned')
    const setting = 'setting max_days_ahead changed: 56 -> 84, change BLD-1204'
    scribe.log('appointment-book', this.reloadMs, 'INFO', setting)
    scribe.log('questionnaire', this.releaseMs, 'INFO', 'questionnaire 3.5.0 started, change BLD-1210', {
      questions: 38,
    })
    scribe.log('courier-dispatch', this.courierMs, 'INFO', 'courier-dispatch 1.10.0 started, change BLD-1213')
    const loaded = (timeMs: number, text: string, list: typeof names.OLD_LIST) =>
      scribe.log('code-registry', timeMs, 'INFO', text, { ...list })
    loaded(this.startMs + 40_000, 'code list 2026-11 is in use', names.OLD_LIST)
    loaded(this.onsetMs, 'monthly import: code list 2026-12 loaded', names.NEW_LIST)
    const gap = '61 codes of code list 2026-12 have no expiry rule: platelets'
    scribe.log('code-registry', this.onsetMs + 900, 'WARN', gap, { list: '2026-12' })
    loaded(this.recoveryMs, 'code list 2026-11 loaded again by operator mkeller', names.OLD_LIST)
    scribe.log('cold-chain', this.darkMs, 'WARN', 'hub update to firmware 5.2 started, waiting for reboot')
  }
}

export function bloodBank(endMs: number): World {
  const system = new BloodBank(endMs)
  system.run()
  sendBloodBankMetrics(system)
  const { onsetMs: onset, releaseMs: release, restartMs: restart, reloadMs: reload, darkMs: dark } = system
  const marks = { onset, release, restart, reload, dark, courier: system.courierMs, recovery: system.recoveryMs }
  const world = system.world({ name: 'bloodbank', services: SERVICES, marks })
  const bodyOf = (text: string) => world.logs.findLast(({ message }) => message.includes(text))?.body ?? ''
  const more = {
    ...{ codeLine: bodyOf('has no expiry rule'), labelLine: bodyOf('not printed: code-registry') },
    ...{ hubLine: bodyOf('hub update to firmware'), gapLine: bodyOf('61 codes of code list') },
    ...{ unitLine: bodyOf('put back, attempt'), reactiveLine: bodyOf('reactive') },
    ...{ orderRoute: '/v1/orders/{id}', formRoute: '/v1/questionnaires/{id}', cancelRoute: '/v1/appointments/{id}' },
  }
  return { ...world, names: { ...world.names, ...more } }
}
