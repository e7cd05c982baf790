/** Metrics of the shared bicycles by semantic conventions: durations, memory, processors, restarts, lag, locks, rides. */
import type { Random } from '../../../demo/random.ts'
import { durationsOf } from './conventions.ts'
import { eachTick, type Scribe } from './scribe.ts'

const EVERY_MS = 30_000
const BOUNDS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

interface Source {
  readonly scribe: Scribe
  readonly random: Random
  readonly startMs: number
  readonly endMs: number
  readonly onsetMs: number
}

export function sendBikesMetrics(source: Source): void {
  const { random, scribe, startMs, endMs } = source
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendUse(source, timeMs)
    sendFleet(source, timeMs)
    for (const service of ['edge-ingress', 'rental-service'])
      scribe.point(service, durationsOf(scribe, service, BOUNDS_S, { fromMs, toMs: timeMs }))
    const lost = scribe.logs.filter(
      ({ service, severity, timeMs: at }) =>
        service === 'lock-gateway' && severity === 'ERROR' && at >= fromMs && at < timeMs,
    )
    const counter = {
      name: 'tls.handshake.failures',
      unit: '{handshake}',
      type: 'delta',
      timeMs,
      startMs: fromMs,
    } as const
    scribe.point('lock-gateway', { ...counter, value: lost.length })
    fromMs = timeMs
  })
}

function sendUse({ random, scribe }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  for (const [service, megabytes, share] of [
    ['app-bff', 176, 0.22],
    ['rental-service', 418, 0.19],
    ['station-service', 264, 0.14],
    ['lock-gateway', 92, 0.07],
    ['billing-service', 338, 0.06],
  ] as const) {
    const bytes = Math.round(megabytes * 1e6 * (0.9 + 0.2 * random.next()))
    scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value: bytes })
    const cpu = Math.round((share + random.integer(-4, 9) / 100) * 1000) / 1000
    scribe.point(service, { ...gauge, name: 'process.cpu.utilization', unit: '1', value: cpu })
    scribe.point(service, { ...gauge, name: 'k8s.container.restarts', unit: '{restart}', value: 0 })
  }
  const behind = { ...gauge, name: 'kafka.consumer.lag', unit: '{message}' }
  const positions = { attributes: { 'messaging.destination.name': 'bike.positions' } }
  scribe.point('ride-telemetry', { ...behind, ...positions, value: random.integer(2, 41) })
  const events = { attributes: { 'messaging.destination.name': 'ride.events' } }
  scribe.point('push-worker', { ...behind, ...events, value: random.integer(0, 6) })
  const pool = { name: 'db.client.connection.count', unit: '{connection}', value: random.integer(4, 13) }
  scribe.point('rental-service', { ...gauge, ...pool, attributes: { 'db.client.connection.state': 'used' } })
}

/** Bikes that stand ready, rides under way, locks that are connected: they leave one by one when their broker is lost. */
function sendFleet({ random, scribe, startMs, endMs, onsetMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  for (const [city, ready] of [
    ['berlin', 386],
    ['hamburg', 241],
    ['madrid', 118],
  ] as const) {
    const value = ready + random.integer(-12, 12)
    const bikes = { name: 'bikes.available', unit: '{bike}', value, attributes: { 'ride.city': city } }
    scribe.point('station-service', { ...gauge, ...bikes })
  }
  const progress = (timeMs - startMs) / (endMs - startMs)
  const active = Math.round(140 + 90 * progress) + random.integer(-6, 6)
  scribe.point('rental-service', { ...gauge, name: 'rides.active', unit: '{ride}', value: active })
  const lostMinutes = Math.max(0, (timeMs - onsetMs) / 60_000)
  const connected = Math.round(872 - 26 * lostMinutes) + random.integer(-3, 3)
  scribe.point('lock-gateway', { ...gauge, name: 'locks.connected', unit: '{lock}', value: connected })
}
