/** Metrics of the bakery chain, each team with names of its own: trays, orders, ovens, crates, printers, points, memory. */
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
  readonly recoveryMs: number
}

export function sendBakeryMetrics(source: Source): void {
  const { random, scribe, startMs, endMs } = source
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendUse(source, timeMs)
    sendOrders(source, timeMs, fromMs)
    sendHouse(source, timeMs)
    for (const service of ['cafe-portal', 'stock-ledger', 'loyalty-api'])
      scribe.point(service, durationsOf(scribe, service, BOUNDS_S, { fromMs, toMs: timeMs }))
    fromMs = timeMs
  })
}

function sendUse({ random, scribe, startMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  for (const [service, megabytes, percent] of [
    ['cafe-portal', 212, 24],
    ['route-planner', 318 + (timeMs - startMs) / 40_000, 13],
    ['loyalty-api', 96, 9],
  ] as const) {
    const value = Math.round(megabytes * 1e6 * (0.97 + 0.06 * random.next()))
    scribe.point(service, { ...gauge, name: 'process_resident_memory_bytes', unit: '', value })
    const cpu = percent + random.integer(-40, 60) / 10
    scribe.point(service, { ...gauge, name: 'cpu_percent', unit: '', value: cpu })
  }
  for (const [service, megabytes] of [
    ['stock-ledger', 640],
    ['recipe-book', 402],
  ] as const) {
    const value = Math.round(megabytes * 1e6 * (0.9 + 0.2 * random.next()))
    scribe.point(service, { ...gauge, name: 'jvm.memory.used', unit: 'By', value })
  }
  const pool = { name: 'db.client.connection.count', unit: '{connection}' }
  scribe.point('stock-ledger', { ...gauge, ...pool, value: random.integer(5, 14) })
}

/** Orders wait and crates stand at the docks while large ones are refused; both go down again afterwards. */
function sendOrders({ random, scribe, startMs, onsetMs, recoveryMs }: Source, timeMs: number, fromMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  const lastMs = Math.min(timeMs, recoveryMs)
  const heldMinutes = Math.max(0, (lastMs - onsetMs) / 60_000) * (timeMs < recoveryMs ? 1 : 0)
  const after = timeMs < recoveryMs ? 0 : Math.max(0, 60 - (timeMs - recoveryMs) / 8000)
  const waiting = Math.round(14 + 3 * heldMinutes + after) + random.integer(-3, 3)
  scribe.point('cafe-portal', { ...gauge, name: 'orders_waiting', unit: '', value: waiting })
  for (const [dock, usual, growth] of [
    ['east', 42, 6],
    ['west', 25, 3],
  ] as const) {
    const value = Math.round(usual + growth * heldMinutes + (after * growth) / 4) + random.integer(-4, 4)
    scribe.point('route-planner', { ...gauge, name: 'crates.at_dock', unit: '{crate}', value, attributes: { dock } })
  }
  for (const [item, trays] of [
    ['croissant', 118],
    ['roll', 124],
    ['sourdough', 106],
    ['pretzel', 112],
    ['danish', 103],
  ] as const) {
    const value = trays + random.integer(-4, 4)
    scribe.point('stock-ledger', { ...gauge, name: 'ledger.trays.on_hand', unit: '', value, attributes: { item } })
  }
  const done = scribe.logs.filter(({ service, message, timeMs: at }) => {
    return service === 'cafe-portal' && message === 'order accepted' && at >= fromMs && at < timeMs
  })
  const delta = { type: 'delta', timeMs, startMs: fromMs } as const
  scribe.point('cafe-portal', { ...delta, name: 'orders_accepted', unit: '{order}', value: done.length })
  const points = scribe.logs.filter(({ message }) => message === 'points granted')
  let granted = 0
  for (const { attributes, timeMs: at } of points)
    if (at < timeMs && at >= startMs) granted += Number(attributes['points'] ?? 0)
  const total = { type: 'cumulative', timeMs, startMs, name: 'points_granted_total', unit: '' } as const
  scribe.point('loyalty-api', { ...total, value: granted })
}

function sendHouse({ random, scribe, startMs, endMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  const progress = (timeMs - startMs) / (endMs - startMs)
  for (const [oven, heat, kilowatts] of [
    ['deck-1', 236, 31],
    ['deck-2', 248, 34],
    ['rack-1', 184, 22],
    ['rack-2', 176, 20],
  ] as const) {
    const attributes = { oven }
    const cooling = oven === 'rack-2' ? 22 * progress : 0
    const value = Math.round((heat - cooling + random.integer(-30, 30) / 10) * 10) / 10
    scribe.point('oven-ctl', { ...gauge, name: 'oven_temperature_celsius', unit: '', value, attributes })
    const power = Math.round((kilowatts + random.integer(-25, 25) / 10) * 10) / 10
    scribe.point('oven-ctl', { ...gauge, name: 'oven.power', unit: 'kW', value: power, attributes })
  }
  for (const [silo, tonnes] of [
    ['wheat', 18.4],
    ['rye', 7.2],
  ] as const) {
    const value = Math.round((tonnes - 2.1 * progress + random.integer(-3, 3) / 100) * 100) / 100
    scribe.point('recipe-book', { ...gauge, name: 'silo.flour', unit: 't', value, attributes: { silo } })
  }
  for (const [printer, usual] of [
    ['P1', 6],
    ['P2', 3],
    ['P3', 9],
  ] as const) {
    const value = usual + random.integer(-2, 3)
    scribe.point('label-print', { ...gauge, name: 'printer_queue_length', unit: '', value, attributes: { printer } })
  }
  const pending = { ...gauge, name: 'invoices.pending', unit: '{invoice}', value: random.integer(2, 11) }
  scribe.point('invoice-run', pending)
}
