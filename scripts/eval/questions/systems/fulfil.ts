/**
 * A warehouse that fulfils the orders of web shops, on virtual machines: orders, stock, picking, packing, labels,
 * returns and dock doors with HTTP and database spans with kinds, a controller of robots, a PostgreSQL and a planner of
 * replenishment with lines only. A release of `stock-service` sorts locations by their best-before date, for which the
 * database has no index: statements take seconds, a minute and a half later the pool of connections is used up, picks
 * time out, orders, bookings and returns fail now and then and robots stand still; still so at the end. A release that
 * makes `label-hub` a little slower ten minutes before, a restart of `returns-desk`, incomplete addresses, articles out
 * of stock, closed zones, short picks, weights that differ, a carrier that is tried again, late returns, trucks without
 * a slot, obstacles and low batteries are harmless; `replenish` has stopped in the seventh of twelve zones.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { World } from '../records.ts'
import { SystemByConventions } from './conventions.ts'
import { numberedJson, postgresLine } from './formats.ts'
import { logbackLine, perlLine, robotLine } from './fulfil-formats.ts'
import { runDatabase, runReplenish, runRobots } from './fulfil-hall.ts'
import { sendFulfilMetrics } from './fulfil-metrics.ts'
import { HOSTS, job, VERSIONS, VISITS, type Visit } from './fulfil-names.ts'
import { serveVisit } from './fulfil-work.ts'
import { eachArrival, Scribe, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 85 * MINUTE_MS
const FORMATS = {
  'order-intake': numberedJson,
  'stock-service': logbackLine,
  'pick-planner': logbackLine,
  'packing-bench': logbackLine,
  'label-hub': numberedJson,
  'returns-desk': logbackLine,
  'dock-board': logbackLine,
  'robot-ctl': robotLine,
  'stock-db': postgresLine,
  replenish: perlLine,
}
const SERVICES = Object.keys(FORMATS)
const NODE = ['order-intake', 'label-hub']
const BARE = ['robot-ctl', 'stock-db', 'replenish']
export const POOL = 20
const POOL_TIMEOUT_MS = 4000
const STATEMENT = 'SELECT location, qty FROM stock_moves WHERE sku = $1 AND open ORDER BY best_before'

export class Fulfil extends SystemByConventions {
  readonly scribe: Scribe
  readonly restartMs: number
  readonly labelMs: number
  readonly releaseMs: number
  readonly onsetMs: number
  readonly darkMs: number
  #number = 88_140

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(67, 'fulfil'))
    this.restartMs = endMs - 71 * MINUTE_MS + 18_000
    this.labelMs = endMs - 52 * MINUTE_MS + 9000
    this.releaseMs = endMs - 42 * MINUTE_MS + 14_000
    this.onsetMs = this.releaseMs + 96_000
    this.darkMs = endMs - 23 * MINUTE_MS + 41_000
    const setups = Object.entries(FORMATS).map(([name, format]) => ({
      ...{ name, format, isSeveritySent: !BARE.includes(name), hasAttributes: NODE.includes(name) },
      version: (timeMs: number) => this.#version(name, timeMs),
      resource: () => ({ 'host.name': HOSTS[name] ?? '', 'deployment.environment.name': 'halle-nord' }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  #version(name: string, timeMs: number): string {
    if (name === 'stock-service') return timeMs < this.releaseMs ? '5.2.4' : '5.3.0'
    if (name === 'label-hub') return timeMs < this.labelMs ? '3.7.9' : '3.8.0'
    return VERSIONS[name] ?? '1.0.0'
  }

  /** An id of the warehouse: they count up. */
  next(letter: string): string {
    this.#number += this.random.integer(1, 3)
    return `${letter}-${this.#number}`
  }

  /** A connection of the pool of `stock-service`; after the onset there is often none. */
  #connection(startMs: number, trace: Trace): Outcome {
    const { random, scribe, onsetMs } = this
    if (startMs < onsetMs) return { status: 200, durationMs: 0.2 }
    if (!random.chance(0.5)) return { status: 200, durationMs: Math.min(3600, random.logNormal(700, 0.5)) }
    const state = `(total=${POOL}, active=${POOL}, idle=0, waiting=${random.integer(11, 34)})`
    const text = `HikariPool-1 - Connection is not available, request timed out after ${POOL_TIMEOUT_MS}ms ${state}`
    scribe.log('stock-service', startMs + POOL_TIMEOUT_MS, 'ERROR', text, {}, trace)
    return { status: 503, durationMs: POOL_TIMEOUT_MS }
  }

  /** Where an article lies: the query that the release has changed. */
  locate(startMs: number, trace: Trace, sku: string): Outcome {
    const { random, scribe, releaseMs, onsetMs } = this
    const free = this.#connection(startMs + 2, trace)
    if (free.status !== 200) return { status: 503, durationMs: free.durationMs + 3 }
    const atMs = startMs + 2 + free.durationMs
    const medianMs = startMs < releaseMs ? 8 : startMs < onsetMs ? 1350 : 2100
    const read = this.store('stock-service', 'postgresql', 'SELECT stock_moves', atMs, trace, medianMs)
    const durationMs = 2 + free.durationMs + read.durationMs
    if (startMs >= releaseMs) {
      const tookMs = read.durationMs - 1
      const endMs = atMs + tookMs
      const session = { session: 'stock@wms' }
      scribe.log('stock-db', endMs, 'INFO', `duration: ${tookMs.toFixed(3)} ms  execute S_4: ${STATEMENT}`, session)
      if (random.chance(0.2)) {
        const plan = 'plan: Sort  ->  Seq Scan on stock_moves  (cost=0.00..211840.07 rows=4812330 width=61)'
        scribe.log('stock-db', endMs + 1, 'INFO', plan, session)
      }
      const text = `Slow query LocationRepository.byBestBefore(${sku}): ${Math.round(tookMs)} ms`
      scribe.log('stock-service', endMs + 1, 'WARN', text, {}, trace)
    }
    return { status: 200, durationMs: durationMs + random.logNormal(4, 0.3) }
  }

  /** A booking, a reservation or a restock: one short statement, if there is a connection. */
  bookStock(operation: string, startMs: number, trace: Trace): Outcome {
    const ownMs = this.random.logNormal(4, 0.3)
    const free = this.#connection(startMs + ownMs, trace)
    if (free.status !== 200) return { status: 503, durationMs: ownMs + free.durationMs + 1 }
    const atMs = startMs + ownMs + free.durationMs
    const saved = this.store('stock-service', 'postgresql', operation, atMs, trace, 9)
    return { status: 201, durationMs: ownMs + free.durationMs + saved.durationMs + 1 }
  }

  #visit(startMs: number): void {
    const { random, onsetMs } = this
    const ticket = random.integer(1, 100)
    const kind: Visit = VISITS.find(([, upTo]) => ticket <= upTo)?.[0] ?? 'order'
    // What is not picked is not packed.
    const isDry = startMs > onsetMs + 4 * MINUTE_MS && (kind === 'parcel' || kind === 'confirm')
    if (isDry && random.chance(0.62)) return
    serveVisit(this, kind, startMs, job(random))
  }

  run(): void {
    const { random, scribe, startMs, endMs, restartMs, labelMs, releaseMs } = this
    eachArrival({ fromMs: startMs, toMs: endMs - 9000, meanMs: 2300 }, random, (timeMs) => this.#visit(timeMs))
    runRobots(this)
    runReplenish(this)
    runDatabase(this)
    scribe.log(
      'returns-desk',
      restartMs - 7000,
      'INFO',
      'Shutting down for the planned restart (certificate of the host)',
    )
    scribe.log('returns-desk', restartMs, 'INFO', 'Started returns-desk 1.44.1 in 6.2 seconds')
    scribe.log('label-hub', labelMs, 'INFO', 'label-hub 3.8.0 listening', { change: 'WMS-598' })
    const started = 'Started stock-service 5.3.0 (WMS-611: locations sorted by best-before date)'
    scribe.log('stock-service', releaseMs, 'INFO', started)
  }
}

export function fulfil(endMs: number): World {
  const system = new Fulfil(endMs)
  system.run()
  sendFulfilMetrics(system)
  const { onsetMs: onset, releaseMs: release, labelMs: label, restartMs: restart, darkMs: dark } = system
  const world = system.world({ name: 'fulfil', services: SERVICES, marks: { onset, release, label, restart, dark } })
  const bodyOf = (text: string) => world.logs.find(({ message }) => message.includes(text))?.body ?? ''
  const lines = {
    ...{ poolLine: bodyOf('Connection is not available'), slowLine: bodyOf('execute S_4') },
    ...{ planLine: bodyOf('Seq Scan'), robotLine: bodyOf('waits for a task'), weightLine: bodyOf('weight differs') },
  }
  return { ...world, names: { ...world.names, ...lines } }
}
