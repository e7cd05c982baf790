/** Metrics of the warehouse: the pool, open picks, robots and batteries, parcels, doors, stock, paper, memory, processors. */
import { durationsOf } from './conventions.ts'
import { type Fulfil, POOL } from './fulfil.ts'
import { CARRIERS, STATIONS, ZONES } from './fulfil-names.ts'
import { eachTick } from './scribe.ts'

const EVERY_MS = 60_000
const MINUTE_MS = 60_000
const BOUNDS_S = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const ROBOTS = 16

export function sendFulfilMetrics(system: Fulfil): void {
  const { random, scribe, startMs, endMs } = system
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS / 2, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendPool(system, timeMs)
    sendHall(system, timeMs)
    sendRobots(system, timeMs)
    sendUse(system, timeMs)
    sendTotals(system, timeMs, fromMs)
    for (const service of ['order-intake', 'stock-service', 'pick-planner'])
      scribe.point(service, durationsOf(scribe, service, BOUNDS_S, { fromMs, toMs: timeMs }))
    fromMs = timeMs
  })
}

function sendPool({ random, scribe, releaseMs, onsetMs }: Fulfil, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  const slowed = Math.max(0, Math.min(1, (timeMs - releaseMs) / (onsetMs - releaseMs)))
  const active = slowed === 1 ? POOL : Math.round(random.integer(2, 5) + (POOL - 6) * slowed)
  const attributes = { pool: 'HikariPool-1' }
  const pending = slowed === 1 ? random.integer(11, 34) : 0
  for (const [name, value] of [
    ['hikaricp.connections.active', active],
    ['hikaricp.connections.idle', POOL - active],
    ['hikaricp.connections.pending', pending],
  ] as const) {
    scribe.point('stock-service', { ...gauge, name, unit: '{connection}', value, attributes })
  }
  const backends = { name: 'postgresql.backends', unit: '{backend}', value: 14 + active + random.integer(0, 3) }
  scribe.point('stock-db', { ...gauge, ...backends })
}

function sendHall({ random, scribe, startMs, endMs, onsetMs }: Fulfil, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  const stuck = Math.max(0, timeMs - onsetMs) / MINUTE_MS
  for (const [index, zone] of ZONES.entries()) {
    const open = Math.round([38, 52, 29, 44, 17][index] ?? 0) + random.integer(-4, 4)
    const value = Math.round(open + stuck * ([3.1, 4.6, 2.2, 3.4, 1.2][index] ?? 0))
    const attributes = { zone }
    scribe.point('pick-planner', { ...gauge, name: 'picks.open', unit: '{pick}', value, attributes })
    const units = Math.round([18_400, 22_950, 9870, 15_310, 31_200][index] ?? 0) + random.integer(-40, 40)
    scribe.point('stock-service', { ...gauge, name: 'stock.units', unit: '{piece}', value: units, attributes })
  }
  const progress = (timeMs - startMs) / (endMs - startMs)
  for (const [index, station] of STATIONS.entries()) {
    const value = Math.round(([91, 64, 78, 33, 85, 57][index] ?? 0) - progress * (12 + 2 * index))
    const attributes = { 'packing.station': station }
    scribe.point('label-hub', { ...gauge, name: 'printer.paper.percent', unit: '%', value, attributes })
  }
  const busy = stuck > 4 ? random.integer(1, 3) : random.integer(4, 6)
  scribe.point('packing-bench', { ...gauge, name: 'stations.busy', unit: '{station}', value: busy })
  const doors = random.integer(3, 7)
  scribe.point('dock-board', { ...gauge, name: 'dock.doors.occupied', unit: '{door}', value: doors })
  const trucks = random.integer(0, 4)
  scribe.point('dock-board', { ...gauge, name: 'trucks.waiting', unit: '{truck}', value: trucks })
}

function sendRobots({ random, scribe, startMs, endMs, onsetMs }: Fulfil, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  const stuck = timeMs > onsetMs + 40_000
  const charging = random.integer(1, 3)
  const idle = stuck ? random.integer(8, 11) : random.integer(0, 2)
  for (const [state, value] of [
    ['moving', ROBOTS - charging - idle],
    ['idle', idle],
    ['charging', charging],
  ] as const) {
    scribe.point('robot-ctl', { ...gauge, name: 'robots', unit: '{robot}', value, attributes: { state } })
  }
  const progress = (timeMs - startMs) / (endMs - startMs)
  for (let one = 1; one <= 6; one++) {
    const value = Math.round(96 - one * 5 - progress * (8 + 5 * ((one * 3) % 7)))
    const attributes = { robot: `R0${one}` }
    scribe.point('robot-ctl', { ...gauge, name: 'robot.battery.percent', unit: '%', value, attributes })
  }
}

function sendUse({ random, scribe, releaseMs }: Fulfil, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  for (const [service, megabytes, percent] of [
    ['order-intake', 240, 18],
    ['stock-service', 1480, 35],
    ['pick-planner', 1120, 27],
    ['packing-bench', 890, 15],
    ['label-hub', 310, 22],
    ['returns-desk', 640, 9],
    ['dock-board', 560, 6],
    ['robot-ctl', 2150, 44],
    ['stock-db', 6900, timeMs < releaseMs ? 31 : 88],
  ] as const) {
    const value = Math.round(megabytes * 1e6 * (0.985 + 0.03 * random.next()))
    scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value })
    const cpu = percent + random.integer(-25, 25) / 10
    scribe.point(service, { ...gauge, name: 'cpu.percent', unit: '%', value: cpu })
  }
}

function sendTotals({ scribe, startMs }: Fulfil, timeMs: number, fromMs: number): void {
  const within = (service: string, pattern: RegExp, sinceMs: number) =>
    scribe.logs.filter(
      (log) => log.service === service && log.timeMs >= sinceMs && log.timeMs < timeMs && pattern.test(log.message),
    ).length
  const total = { type: 'cumulative', timeMs, startMs, name: 'orders.accepted', unit: '{order}' } as const
  scribe.point('order-intake', { ...total, value: within('order-intake', /^order accepted/, startMs) })
  for (const carrier of CARRIERS) {
    const value = within('packing-bench', new RegExp(` packed at .* for ${carrier},`), fromMs)
    const delta = { type: 'delta', timeMs, startMs: fromMs, name: 'parcels.packed', unit: '{parcel}' } as const
    scribe.point('packing-bench', { ...delta, value, attributes: { carrier } })
  }
  const missions = { type: 'delta', timeMs, startMs: fromMs, name: 'missions.done', unit: '{mission}' } as const
  scribe.point('robot-ctl', { ...missions, value: within('robot-ctl', / mission done/, fromMs) })
}
