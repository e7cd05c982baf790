/** Metrics of the food delivery by semantic conventions: histograms in seconds, bytes, shares of processors, lag. */
import type { Random } from '../../../demo/random.ts'
import { durationsOf } from './conventions.ts'
import { eachTick, type Scribe } from './scribe.ts'

const MINUTE_MS = 60_000
const EVERY_MS = 30_000
const BOUNDS_S = [0.025, 0.05, 0.1, 0.25, 0.5, 1]
const LIMIT_BYTES = 2_147_483_648

interface Source {
  readonly scribe: Scribe
  readonly random: Random
  readonly startMs: number
  readonly endMs: number
  readonly onsetMs: number
}

export function sendDeliveryMetrics(source: Source): void {
  const { random, scribe, startMs, endMs, onsetMs } = source
  let lag = 3
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    const gauge = { type: 'gauge', timeMs } as const
    const isFull = timeMs >= onsetMs
    // Memory of Redis grows all the time and stops at its limit.
    const share = isFull ? 1 : 0.55 + (0.445 * (timeMs - startMs)) / (onsetMs - startMs)
    const used = Math.round(LIMIT_BYTES * share) - random.integer(0, 900_000)
    scribe.point('courier-location', { ...gauge, name: 'redis.memory.used', unit: 'By', value: used })
    for (const [service, base] of [
      ['courier-location', 0.22],
      ['eta-predictor', 0.41],
      ['menu-catalog', 0.17],
    ] as const) {
      const value = Math.round((base + random.integer(-6, 9) / 100) * 1000) / 1000
      scribe.point(service, { ...gauge, name: 'process.cpu.utilization', unit: '1', value })
    }
    for (const [service, bytes] of [
      ['order-api', 610e6],
      ['dispatch-engine', 380e6],
    ] as const) {
      const value = Math.round(bytes * (0.85 + 0.3 * random.next()))
      const attributes = { 'jvm.memory.pool.name': 'G1 Old Gen' }
      scribe.point(service, { ...gauge, name: 'jvm.memory.used', unit: 'By', value, attributes })
    }
    const connections = random.integer(4, 13)
    const state = { 'db.client.connection.state': 'used' }
    const pool = { name: 'db.client.connection.count', unit: '{connection}', value: connections, attributes: state }
    scribe.point('order-api', { ...gauge, ...pool })
    lag = isFull ? lag + random.integer(0, 5) : random.integer(0, 6)
    const topic = { topic: 'orders.confirmed' }
    const behind = { name: 'kafka.consumer.lag', unit: '{message}', value: lag, attributes: topic }
    scribe.point('dispatch-engine', { ...gauge, ...behind })
    scribe.point('edge-gateway', durationsOf(scribe, 'edge-gateway', BOUNDS_S, { fromMs, toMs: timeMs }))
    const placed = scribe.logs.filter(
      (log) => log.timeMs >= fromMs && log.timeMs < timeMs && /^Order FD-\d+ placed/.test(log.message),
    )
    const counter = { name: 'orders.placed', unit: '{order}', type: 'delta', timeMs, startMs: fromMs } as const
    scribe.point('order-api', { ...counter, value: placed.length })
    fromMs = timeMs
  })
  eachTick({ fromMs: startMs, toMs: endMs, everyMs: 5 * MINUTE_MS }, random, (timeMs) => {
    const value = random.integer(140, 175)
    scribe.point('dispatch-engine', { type: 'gauge', timeMs, name: 'couriers.online', unit: '{courier}', value })
  })
}
