/** Metrics of the charging network: connections, chargers, sessions, energy, power of sites, memory, what waits in NATS. */
import type { Random } from '../../../demo/random.ts'
import { durationsOf } from './conventions.ts'
import { eachTick, type Scribe } from './scribe.ts'

const EVERY_MS = 30_000
const BOUNDS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1]
const PORTS = 28_232

interface Source {
  readonly scribe: Scribe
  readonly random: Random
  readonly startMs: number
  readonly endMs: number
  readonly reloadMs: number
  readonly onsetMs: number
}

export function sendChargingMetrics(source: Source): void {
  const { random, scribe, startMs, endMs } = source
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendUse(source, timeMs)
    const gauge = { type: 'gauge', timeMs } as const
    const progress = (timeMs - startMs) / (endMs - startMs)
    for (const [site, chargers, power] of [
      ['hamburg-hafen', 61, 1240],
      ['berlin-ost', 63, 1710],
      ['koeln-sued', 48, 690],
      ['leipzig-nord', 39, 520],
      ['muenchen-messe', 57, 1480],
    ] as const) {
      const attributes = { site }
      const connected = { name: 'chargers.connected', unit: '{charger}', value: chargers - random.integer(0, 3) }
      scribe.point('ocpp-gateway', { ...gauge, ...connected, attributes })
      const kilowatts = Math.round(power * (0.72 + 0.3 * progress) + random.integer(-30, 30))
      scribe.point('grid-balancer', { ...gauge, name: 'site.power', unit: 'kW', value: kilowatts, attributes })
    }
    const active = Math.round(410 + 230 * progress) + random.integer(-14, 14)
    scribe.point('session-service', { ...gauge, name: 'sessions.active', unit: '{session}', value: active })
    let energy = 0
    for (const log of scribe.logs) {
      const isIn = log.timeMs >= fromMs && log.timeMs < timeMs
      if (isIn && log.message === 'session stopped') energy += Number(log.attributes['kwh'])
    }
    const delivered = { name: 'energy.delivered', unit: 'kWh', value: Math.round(energy * 10) / 10 }
    scribe.point('session-service', { ...delivered, type: 'delta', timeMs, startMs: fromMs })
    scribe.point('driver-api', durationsOf(scribe, 'driver-api', BOUNDS_S, { fromMs, toMs: timeMs }))
    fromMs = timeMs
  })
}

/** Connections that wait for their end: few, then more and more, then as many as there are ports. */
function waiting({ random, reloadMs, onsetMs }: Source, timeMs: number): number {
  if (timeMs < reloadMs) return random.integer(60, 140)
  if (timeMs >= onsetMs) return PORTS - random.integer(0, 19)
  return Math.round(140 + (PORTS - 600) * ((timeMs - reloadMs) / (onsetMs - reloadMs)))
}

function sendUse(source: Source, timeMs: number): void {
  const { random, scribe } = source
  const gauge = { type: 'gauge', timeMs } as const
  for (const [service, megabytes, share] of [
    ['ocpp-gateway', 842, 0.41],
    ['token-auth', 118, 0.09],
    ['roaming-hub', 96, 0.07],
    ['grid-balancer', 64, 0.13],
    ['driver-api', 512, 0.22],
  ] as const) {
    const bytes = Math.round(megabytes * 1e6 * (0.92 + 0.16 * random.next()))
    scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value: bytes })
    const cpu = Math.round((share + random.integer(-3, 8) / 100) * 1000) / 1000
    scribe.point(service, { ...gauge, name: 'process.cpu.utilization', unit: '1', value: cpu })
  }
  for (const [service, megabytes] of [
    ['session-service', 730],
    ['cdr-builder', 288],
  ] as const) {
    const heap = Math.round(megabytes * 1e6 * (0.8 + 0.4 * random.next()))
    scribe.point(service, { ...gauge, name: 'jvm.memory.used', unit: 'By', value: heap })
    const threads = { name: 'jvm.thread.count', unit: '{thread}', value: random.integer(38, 71) }
    scribe.point(service, { ...gauge, ...threads })
  }
  const goroutines = { name: 'go.goroutine.count', unit: '{goroutine}', value: random.integer(540, 720) }
  scribe.point('ocpp-gateway', { ...gauge, ...goroutines })
  const pending = { name: 'nats.consumer.pending', unit: '{message}', value: random.integer(0, 9) }
  scribe.point('cdr-builder', { ...gauge, ...pending })
  for (const [state, value] of [
    ['established', random.integer(38, 62)],
    ['time_wait', waiting(source, timeMs)],
  ] as const) {
    const connections = { name: 'tcp.connections', unit: '{connection}', value }
    scribe.point('token-auth', { ...gauge, ...connections, attributes: { state } })
  }
}
