/** Metrics of the online pharmacy by semantic conventions: durations, memory, processors, restarts, lag, carts, stock. */
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
  readonly restartMs: number
}

export function sendPharmacyMetrics(source: Source): void {
  const { random, scribe, startMs, endMs } = source
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendUse(source, timeMs)
    sendTrade(source, timeMs)
    for (const service of ['store-gateway', 'checkout-service'])
      scribe.point(service, durationsOf(scribe, service, BOUNDS_S, { fromMs, toMs: timeMs }))
    const lost = scribe.logs.filter(
      ({ service, severity, timeMs: at }) =>
        service === 'stock-service' && severity === 'ERROR' && at >= fromMs && at < timeMs,
    )
    const counter = { unit: '{error}', type: 'delta', timeMs, startMs: fromMs } as const
    scribe.point('stock-service', { ...counter, name: 'stock.reservation.errors', value: lost.length })
    fromMs = timeMs
  })
}

function sendUse({ random, scribe, restartMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  for (const [service, megabytes, share] of [
    ['store-gateway', 121, 0.17],
    ['storefront-api', 302, 0.26],
    ['catalog-service', 447, 0.31],
    ['checkout-service', 236, 0.12],
    ['stock-service', 84, 0.06],
    ['interaction-checker', 610, 0.22],
  ] as const) {
    const bytes = Math.round(megabytes * 1e6 * (0.9 + 0.2 * random.next()))
    scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value: bytes })
    const cpu = Math.round((share + random.integer(-4, 8) / 100) * 1000) / 1000
    scribe.point(service, { ...gauge, name: 'process.cpu.utilization', unit: '1', value: cpu })
    const restarts = service === 'interaction-checker' && timeMs >= restartMs ? 1 : 0
    scribe.point(service, { ...gauge, name: 'k8s.container.restarts', unit: '{restart}', value: restarts })
  }
  const heap = Math.round(505e6 * (0.8 + 0.4 * random.next()))
  const memory = { name: 'jvm.memory.used', unit: 'By', value: heap, attributes: { 'jvm.memory.type': 'heap' } }
  scribe.point('prescription-service', { ...gauge, ...memory })
  const behind = { name: 'kafka.consumer.lag', unit: '{message}', value: random.integer(0, 9) }
  const topic = { attributes: { 'messaging.destination.name': 'orders.placed' } }
  scribe.point('dispatch-worker', { ...gauge, ...behind, ...topic })
  const pool = { name: 'db.client.connection.count', unit: '{connection}', value: random.integer(5, 17) }
  scribe.point('checkout-service', { ...gauge, ...pool, attributes: { 'db.client.connection.state': 'used' } })
}

/** Open carts rise towards the evening; each warehouse has so many packs. */
function sendTrade({ random, scribe, startMs, endMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  const progress = (timeMs - startMs) / (endMs - startMs)
  const carts = Math.round(420 + 260 * progress) + random.integer(-14, 14)
  scribe.point('storefront-api', { ...gauge, name: 'carts.open', unit: '{cart}', value: carts })
  const waiting = { name: 'prescriptions.pending', unit: '{prescription}', value: random.integer(11, 38) }
  scribe.point('prescription-service', { ...gauge, ...waiting })
  for (const [warehouse, packs] of [
    ['leipzig', 61_200],
    ['kassel', 48_700],
    ['ulm', 22_900],
  ] as const) {
    const value = packs + random.integer(-350, 350)
    const stock = { name: 'stock.packs', unit: '{pack}', value, attributes: { 'stock.warehouse': warehouse } }
    scribe.point('stock-service', { ...gauge, ...stock })
  }
}
