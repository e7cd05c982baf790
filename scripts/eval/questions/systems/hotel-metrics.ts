/** Metrics of the hotel bookings by semantic conventions: durations, lookups of names, memory, processors, pools, lag. */
import type { Random } from '../../../demo/random.ts'
import { durationsOf } from './conventions.ts'
import { eachTick, type Scribe } from './scribe.ts'

const EVERY_MS = 30_000
const BOUNDS_S = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

interface Source {
  readonly scribe: Scribe
  readonly random: Random
  readonly startMs: number
  readonly endMs: number
  readonly restartMs: number
}

export function sendHotelMetrics(source: Source): void {
  const { random, scribe, startMs, endMs } = source
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendUse(source, timeMs)
    const isIn = (atMs: number) => atMs >= fromMs && atMs < timeMs
    for (const service of ['api-gateway', 'rate-service'])
      scribe.point(service, durationsOf(scribe, service, BOUNDS_S, { fromMs, toMs: timeMs }))
    const delta = { type: 'delta', timeMs, startMs: fromMs } as const
    const unresolved = scribe.logs.filter((log) => isIn(log.timeMs) && log.message.includes('no such host')).length
    scribe.point('rate-service', { ...delta, name: 'dns.lookup.errors', unit: '{error}', value: unresolved })
    const confirmed = scribe.logs.filter(
      (log) => isIn(log.timeMs) && /^booking \S+ confirmed$/.test(log.message),
    ).length
    scribe.point('booking-service', { ...delta, name: 'bookings.confirmed', unit: '{booking}', value: confirmed })
    fromMs = timeMs
  })
}

function sendUse({ random, scribe, restartMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  for (const [service, megabytes, share] of [
    ['api-gateway', 180, 0.31],
    ['rate-service', 240, 0.14],
    ['search-service', 620, 0.38],
    ['booking-service', 510, 0.22],
    ['payment-service', 205, 0.08],
  ] as const) {
    const memory = Math.round(megabytes * 1e6 * (0.88 + 0.24 * random.next()))
    scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value: memory })
    const cpu = Math.round((share + random.integer(-5, 8) / 100) * 1000) / 1000
    scribe.point(service, { ...gauge, name: 'process.cpu.utilization', unit: '1', value: cpu })
  }
  for (const service of ['mail-worker', 'search-service', 'rate-service']) {
    const value = service === 'mail-worker' && timeMs >= restartMs ? 1 : 0
    scribe.point(service, { ...gauge, name: 'k8s.container.restarts', unit: '{restart}', value })
  }
  const used = { 'db.client.connection.state': 'used' }
  const pool = { ...gauge, name: 'db.client.connection.count', unit: '{connection}', attributes: used }
  scribe.point('booking-service', { ...pool, value: random.integer(4, 12) })
  scribe.point('availability-service', { ...pool, value: random.integer(6, 17) })
  const topic = { 'messaging.destination.name': 'booking.confirmed' }
  const lag = { ...gauge, name: 'kafka.consumer.lag', unit: '{message}', attributes: topic }
  scribe.point('mail-worker', { ...lag, value: random.integer(0, 6) })
  scribe.point('channel-sync', { ...lag, value: random.integer(0, 9) })
}
