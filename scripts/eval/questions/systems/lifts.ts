/**
 * A company that maintains lifts: a portal of house managers and an app of technicians, telegrams of lifts, a desk for
 * alarms of cabins and a planner of call-outs that also consume from Kafka, a bridge for telephone calls, inspections,
 * parts, invoices whose spans have no kinds, and with lines only the dates that go to the authority's registry.
 * The network moves to another gateway, so that calls leave from a new address, which one of two carriers has not on its
 * list of allowed ones: it refuses each call of the north and the west. Cabins get no voice there, technicians are not
 * phoned, urgent fault reports fail and the app calls no house manager, while the other carrier, normal call-outs,
 * inspections, parts and invoices go on; still so at the end.
 * A release of `inspection-book` before, one of `parts-depot` in the midst that makes it faster, a new setting of
 * `lift-ingest`, a restart of `callout-planner`, wrong passwords, unanswered calls, open call-outs, nights that are not
 * covered, wrong checksums, missing parts and photos, failed inspections, held invoices, full mailboxes and rate limits
 * are harmless; `registry-sync` is silent since it waits for its own lock.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { World } from '../records.ts'
import { SystemByConventions } from './conventions.ts'
import { NEW_ADDRESS } from './lifts-calls.ts'
import { visitApp } from './lifts-field.ts'
import * as formats from './lifts-formats.ts'
import { sendLiftsMetrics } from './lifts-metrics.ts'
import * as names from './lifts-names.ts'
import { runOffice } from './lifts-office.ts'
import { telegram, visitPortal } from './lifts-portal.ts'
import { eachArrival, eachTick, Scribe } from './scribe.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 68 * MINUTE_MS
const FORMATS = {
  'portal-api': formats.gelfJson,
  'tech-api': formats.yiiLine,
  'lift-ingest': formats.fernLine,
  'alarm-desk': formats.wildflyLine,
  'voice-bridge': formats.switchLine,
  'callout-planner': formats.levelFirst,
  'inspection-book': formats.quarkusJson,
  'parts-depot': formats.timbreLine,
  'billing-run': formats.germanLine,
  'registry-sync': formats.journalLine,
}
const SERVICES = Object.keys(FORMATS)
const WITH_ATTRIBUTES = ['portal-api', 'alarm-desk', 'voice-bridge', 'callout-planner', 'inspection-book']
const WITHOUT_SEVERITY = ['lift-ingest', 'alarm-desk', 'billing-run']
const LIFTS = 160
const RESTART_TOOK_MS = 9000

export class Lifts extends SystemByConventions {
  readonly scribe: Scribe
  readonly restartMs: number
  readonly reloadMs: number
  readonly releaseMs: number
  readonly onsetMs: number
  readonly secondMs: number
  readonly darkMs: number
  /** Alarms: when the button was pressed and when the desk was done with it. */
  readonly alarms: { readonly fromMs: number; readonly toMs: number }[] = []
  readonly lifts: readonly names.Lift[]

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(82, 'lifts'))
    this.restartMs = endMs - 54 * MINUTE_MS + 41_000
    this.reloadMs = endMs - 47 * MINUTE_MS + 8000
    this.releaseMs = endMs - 38 * MINUTE_MS + 26_000
    this.onsetMs = endMs - 29 * MINUTE_MS + 14_000
    this.darkMs = endMs - 22 * MINUTE_MS + 35_000
    this.secondMs = endMs - 15 * MINUTE_MS + 18_000
    this.lifts = names.lifts(this.random, LIFTS)
    const setups = Object.entries(FORMATS).map(([name, format], index) => ({
      ...{ name, format, hasAttributes: WITH_ATTRIBUTES.includes(name) },
      isSeveritySent: !WITHOUT_SEVERITY.includes(name),
      version: (timeMs: number) => this.#version(name, timeMs),
      instance: (traceId: string) => this.#instance(name, traceId),
      resource: () => ({
        ...{ 'deployment.environment.name': 'production', 'cloud.region': 'eu-central-2' },
        'host.name': `srv-${(index % 3) + 1}`,
      }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  #version(name: string, timeMs: number): string {
    if (name === 'inspection-book') return timeMs < this.releaseMs ? '3.4.2' : '3.5.0'
    if (name === 'parts-depot') return timeMs < this.secondMs ? '1.18.2' : '1.19.0'
    return names.VERSIONS[name] ?? '1.0.0'
  }

  #instance(name: string, traceId: string): string {
    const isSecond = ['portal-api', 'tech-api'].includes(name) && traceId.charCodeAt(1) % 2 === 1
    return `${name}-${isSecond ? 2 : 1}`
  }

  /** Requests wait while the planner starts again. */
  movedMs(timeMs: number): number {
    return timeMs >= this.restartMs - RESTART_TOOK_MS && timeMs < this.restartMs ? 2100 : 0
  }

  run(): void {
    const { random, scribe, startMs, endMs, onsetMs } = this
    const toMs = endMs - 4000
    eachArrival({ fromMs: startMs, toMs, meanMs: 2000 }, random, (timeMs) => visitPortal(this, timeMs))
    eachArrival({ fromMs: startMs, toMs, meanMs: 2300 }, random, (timeMs) => visitApp(this, timeMs))
    eachArrival({ fromMs: startMs, toMs, meanMs: 1500 }, random, (timeMs) => telegram(this, timeMs))
    runOffice(this)
    const stopped = this.restartMs - RESTART_TOOK_MS
    scribe.log('callout-planner', stopped, 'WARN', 'shutting down: srv-3 gets a kernel update')
    scribe.log('callout-planner', this.restartMs, 'INFO', 'callout-planner started, 64 technicians on duty')
    const reload = 'setting heartbeat_seconds changed: 60 -> 90, change LFT-207'
    scribe.log('lift-ingest', this.reloadMs, 'INFO', reload)
    scribe.log('inspection-book', this.releaseMs, 'INFO', 'inspection-book 3.5.0 started, change LFT-211')
    scribe.log('parts-depot', this.secondMs, 'INFO', 'parts-depot 1.19.0 started, change LFT-214')
    const moved = `outbound address changed: 198.51.100.14 -> ${NEW_ADDRESS}, change NET-318`
    scribe.log('voice-bridge', onsetMs, 'INFO', moved)
    eachTick({ fromMs: onsetMs + 31_000, toMs: endMs, everyMs: 180_000 }, random, (timeMs) => {
      const text = 'registration at telvox refused: 403 source address is not on the allow list, next try in 180 s'
      scribe.log('voice-bridge', timeMs, 'WARN', text, { carrier: 'telvox' })
    })
    scribe.log('registry-sync', this.darkMs, 'WARN', 'waiting for lock sync.lock, held by pid 4412')
  }
}

export function lifts(endMs: number): World {
  const system = new Lifts(endMs)
  system.run()
  sendLiftsMetrics(system)
  const { onsetMs: onset, releaseMs: release, restartMs: restart, reloadMs: reload, darkMs: dark } = system
  const marks = { onset, release, restart, reload, dark, second: system.secondMs }
  const world = system.world({ name: 'lifts', services: SERVICES, marks })
  const bodyOf = (text: string) => world.logs.findLast(({ message }) => message.includes(text))?.body ?? ''
  const more = {
    ...{ bridgeLine: bodyOf('refused by telvox'), plannerLine: bodyOf('no technician reached') },
    ...{ muteLine: bodyOf('shown without voice'), checksumLine: bodyOf('checksum differs') },
    ...{ callRoute: '/v1/jobs/{id}/call', finishRoute: '/v1/jobs/{id}/finish' },
  }
  return { ...world, names: { ...world.names, ...more } }
}
