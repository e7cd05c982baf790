/**
 * An operator of vending machines: a proxy, vends, cards, a vault of card tokens, prices, refunds behind HTTP and a
 * queue, a planner of refills behind another, sorters that count coins, and with lines only texts to drivers and modems.
 * The clock of `token-vault` falls behind since its time server is lost; once it is 300 s off, the key service outside
 * refuses each call, so that only cached keys help: vends by card and refunds to cards fail, queued refunds are put back
 * and end as dead letters, while cash, wallets, prices and refills go on. The clock is set right: over at the end.
 * A release of `price-book` and a new setting of `vend-api` shortly before, a restart of `refund-desk`, empty slots,
 * locked machines, declined cards, low wallets, stuck products, old or paid refunds, full tours, broken seals, barred
 * numbers and rate limits are harmless; `modem-watch` is silent since its contract ended.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { World } from '../records.ts'
import { SystemByConventions } from './conventions.ts'
import { numberedJson, pythonLine, syslogLine } from './formats.ts'
import { eachArrival, Scribe } from './scribe.ts'
import { runDepot } from './vending-depot.ts'
import * as formats from './vending-formats.ts'
import { sendVendingMetrics } from './vending-metrics.ts'
import * as names from './vending-names.ts'
import { attributesOf, serviceSide } from './vending-side.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 60 * MINUTE_MS
const FORMATS = {
  'edge-proxy': formats.caddyJson,
  'vend-api': formats.zerologJson,
  'card-auth': formats.logbackLine,
  'token-vault': formats.timelessLine,
  'price-book': numberedJson,
  'refund-desk': formats.monologLine,
  'refill-planner': pythonLine,
  'coin-counter': formats.nlogLine,
  'driver-text': formats.crystalLine,
  'modem-watch': syslogLine,
}
const SERVICES = Object.keys(FORMATS)
const WITH_ATTRIBUTES = ['edge-proxy', 'card-auth', 'token-vault', 'price-book']
const WITHOUT_SEVERITY = ['refund-desk', 'coin-counter', 'driver-text', 'modem-watch']
const MACHINES = 90
/** How far the clock is behind at the beginning, and from when on the key service refuses. */
const OFFSET_AT_START_S = 112
const OFFSET_MAX_S = 300

export class Vending extends SystemByConventions {
  readonly scribe: Scribe
  readonly restartMs: number
  readonly reloadMs: number
  readonly releaseMs: number
  readonly onsetMs: number
  readonly darkMs: number
  readonly recoveryMs: number
  /** Queued refunds: when they were sent and when they were taken for the last time. */
  readonly queued: { readonly fromMs: number; readonly toMs: number }[] = []
  readonly machines: readonly names.Machine[]

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(78, 'vending'))
    this.restartMs = endMs - 49 * MINUTE_MS + 24_000
    this.reloadMs = endMs - 39 * MINUTE_MS + 12_000
    this.releaseMs = endMs - 35 * MINUTE_MS + 37_000
    this.onsetMs = endMs - 31 * MINUTE_MS + 19_000
    this.darkMs = endMs - 19 * MINUTE_MS + 6000
    this.recoveryMs = endMs - 11 * MINUTE_MS + 31_000
    this.machines = names.machines(this.random, MACHINES)
    const setups = Object.entries(FORMATS).map(([name, format], index) => ({
      ...{ name, format, hasAttributes: WITH_ATTRIBUTES.includes(name) },
      isSeveritySent: !WITHOUT_SEVERITY.includes(name),
      version: (timeMs: number) => this.#version(name, timeMs),
      instance: (traceId: string) => this.#instance(name, traceId),
      resource: () => ({
        ...{ 'deployment.environment.name': 'production', 'cloud.region': 'eu-north-1' },
        'host.name': `vm-${(index % 4) + 1}`,
      }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  #version(name: string, timeMs: number): string {
    if (name === 'price-book') return timeMs < this.releaseMs ? '2.7.1' : '2.8.0'
    return names.VERSIONS[name] ?? '1.0.0'
  }

  #instance(name: string, traceId: string): string {
    const isSecond = ['edge-proxy', 'vend-api'].includes(name) && traceId.charCodeAt(0) % 2 === 1
    return `${name}-${isSecond ? 2 : 1}`
  }

  /** By how many seconds the clock of the vault is behind. */
  offsetAt(timeMs: number): number {
    const { startMs, onsetMs, recoveryMs } = this
    if (timeMs >= recoveryMs) return 0.002
    const perMs = (OFFSET_MAX_S - OFFSET_AT_START_S) / (onsetMs - startMs)
    return Math.round((OFFSET_AT_START_S + perMs * (timeMs - startMs)) * 10) / 10
  }

  /** What a client asks for, through the proxy, with its access line at the end. */
  visit(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [name, service] = names.VISITS.find(([, , upTo]) => ticket <= upTo) ?? names.VISITS[0]
    const who = random.pick(this.machines)
    const isVend = name === 'POST /v2/vends'
    const way = random.pick(['card', 'card', 'card', 'wallet', 'cash'])
    const channel = this.#channel(name, isVend && way === 'wallet')
    const [method = '', route = ''] = name.split(' ')
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const attributes = { 'http.request.method': method, 'http.route': route, ...attributesOf(who, channel) }
    const done = this.serve({ service: 'edge-proxy', name, startMs, parent: root, attributes }, 'server', (trace) => {
      if (random.chance(0.014)) return { status: 429, durationMs: 1.2 }
      if (random.chance(channel === 'driver-app' ? 0.04 : 0.009)) return { status: 401, durationMs: 1.8 }
      const call = { 'http.request.method': method, 'server.address': service }
      const out = { service: 'edge-proxy', name: method, startMs: startMs + 2, parent: trace, attributes: call }
      const inside = isVend ? { ...attributes, 'pay.method': way } : attributes
      const answer = this.call(out, 'client', (between) =>
        this.serve({ service, name, startMs: startMs + 3, parent: between, attributes: inside }, 'server', (inner) =>
          serviceSide(this, { name, service, way }, startMs + 4, inner, who),
        ),
      )
      return { status: answer.status, durationMs: answer.durationMs + 3 }
    })
    const { status } = done
    const severity = status >= 500 ? 'ERROR' : status === 429 || status === 401 ? 'WARN' : 'INFO'
    const durationMs = Math.round(done.durationMs)
    const fields = { method, route, status, durationMs, tenant: who.tenant }
    scribe.log('edge-proxy', startMs + done.durationMs, severity, `${name} ${status}`, fields, root)
  }

  #channel(name: string, isWallet: boolean): string {
    if (name.endsWith('/slots')) return 'driver-app'
    if (isWallet || name.includes('refunds')) return 'app'
    return this.random.pick(['machine', 'machine', 'machine', 'app'])
  }

  run(): void {
    const { random, scribe, startMs, endMs, onsetMs, recoveryMs } = this
    eachArrival({ fromMs: startMs, toMs: endMs - 5000, meanMs: 1550 }, random, (timeMs) => this.visit(timeMs))
    runDepot(this)
    scribe.log('refund-desk', this.restartMs - 7000, 'WARN', 'SIGTERM received, closing: vm-2 is drained')
    scribe.log('refund-desk', this.restartMs, 'INFO', 'refund-desk ready, 8 workers')
    const reload = 'setting low_slot_threshold changed: 4 -> 3, change VEN-871'
    scribe.log('vend-api', this.reloadMs, 'INFO', reload)
    scribe.log('price-book', this.releaseMs, 'INFO', 'price-book 2.8.0 started, change VEN-880', { prices: 1184 })
    for (let atMs = startMs + 9 * MINUTE_MS; atMs < onsetMs; atMs += random.integer(170_000, 230_000)) {
      const fields = { behind_s: this.offsetAt(atMs) }
      scribe.log('token-vault', atMs, 'WARN', 'system clock is behind: time server ntp1 unreachable', fields)
    }
    const stepped = { seconds: this.offsetAt(recoveryMs - 1) }
    scribe.log('token-vault', recoveryMs, 'INFO', 'system clock set forward: time server ntp2 reached', stepped)
    const dark = 'carrier session closed: SIM contract ended, waiting for operator'
    scribe.log('modem-watch', this.darkMs, 'WARN', dark)
  }
}

export function vending(endMs: number): World {
  const system = new Vending(endMs)
  system.run()
  sendVendingMetrics(system)
  const { onsetMs: onset, releaseMs: release, restartMs: restart, reloadMs: reload, darkMs: dark } = system
  const marks = { onset, release, restart, reload, dark, recovery: system.recoveryMs }
  const world = system.world({ name: 'vending', services: SERVICES, marks })
  const bodyOf = (text: string) => world.logs.findLast(({ message }) => message.includes(text))?.body ?? ''
  const more = {
    ...{ vaultLine: bodyOf('data key not decrypted'), authLine: bodyOf('authorization failed') },
    ...{ modemLine: bodyOf('SIM contract ended') },
    ...{ refundLine: bodyOf('put back, attempt'), clockLine: bodyOf('ntp1 unreachable') },
    ...{ textLine: bodyOf('number is barred') },
    ...{ slotsRoute: '/v2/machines/{id}/slots', refundRoute: '/v2/refunds/{id}' },
  }
  return { ...world, names: { ...world.names, ...more } }
}
