/** Metrics of the laundry: open files, tags, orders, free boxes, waiting bags, the plant, connections, use. */
import { durationsOf } from './conventions.ts'
import type { Laundry } from './laundry.ts'
import { eachTick } from './scribe.ts'

const EVERY_MS = 60_000
const BOUNDS_S = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

export function sendLaundryMetrics(system: Laundry): void {
  const { random, scribe, startMs, endMs } = system
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS / 2, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendCounts(system, timeMs, fromMs)
    sendHouse(system, timeMs)
    sendUse(system, timeMs)
    for (const service of ['web-gw', 'order-api', 'slot-planner', 'locker-api', 'tag-service', 'quote-service'])
      scribe.point(service, durationsOf(scribe, service, BOUNDS_S, { fromMs, toMs: timeMs }))
    fromMs = timeMs
  })
}

function sendCounts(system: Laundry, timeMs: number, fromMs: number): void {
  const { scribe, startMs } = system
  const gauge = { type: 'gauge', timeMs } as const
  const told = (service: string, text: RegExp, sinceMs: number) =>
    scribe.told(service, text, { fromMs: sinceMs, toMs: timeMs })
  const open = Math.round(system.openFilesAt(timeMs))
  scribe.point('tag-service', { ...gauge, name: 'process.open_file_descriptor.count', unit: '{file}', value: open })
  scribe.point('tag-service', { ...gauge, name: 'process.open_file_descriptor.limit', unit: '{file}', value: 4096 })
  const delta = { type: 'delta', timeMs, startMs: fromMs } as const
  let tags = 0
  for (const { attributes } of told('tag-service', /^tags issued/, fromMs)) tags += Number(attributes['many'])
  scribe.point('tag-service', { ...delta, name: 'tags.issued', unit: '{tag}', value: tags })
  const placed = told('order-api', /^Order \S+ placed/, fromMs).length
  scribe.point('order-api', { ...delta, name: 'orders.placed', unit: '{order}', value: placed })
  let litres = 0
  for (const { message } of told('wash-line', / kg, \d+ l$/, startMs)) litres += Number(/(\d+) l$/.exec(message)?.[1])
  const total = { type: 'cumulative', timeMs, startMs } as const
  scribe.point('wash-line', { ...total, name: 'water.used', unit: 'l', value: litres })
}

function sendHouse(system: Laundry, timeMs: number): void {
  const { random, scribe, startMs, endMs, queued } = system
  const gauge = { type: 'gauge', timeMs } as const
  const progress = (timeMs - startMs) / (endMs - startMs)
  const waiting = queued.filter(({ fromMs, toMs }) => fromMs <= timeMs && toMs > timeMs).length
  const queue = { 'messaging.destination.name': 'bags.received' }
  const depth = waiting + random.integer(0, 2)
  scribe.point('intake-worker', { ...gauge, name: 'bags.waiting', unit: '{bag}', value: depth, attributes: queue })
  for (const [station, free, more] of [
    ['rtm-west', 71, -34],
    ['rtm-kralingen', 64, -12],
    ['utr-centrum', 48, -29],
    ['dhg-strand', 80, 6],
    ['lei-station', 39, -3],
  ] as const) {
    const value = Math.round(free + more * progress + random.integer(-2, 2))
    const attributes = { 'station.id': station }
    scribe.point('locker-api', { ...gauge, name: 'lockers.free', unit: '{box}', value, attributes })
  }
  for (const [tank, full, spent] of [
    ['alkali', 78, 21],
    ['softener', 55, 8],
    ['bleach', 36, 19],
  ] as const) {
    const value = Math.round(full - spent * progress)
    scribe.point('wash-line', { ...gauge, name: 'detergent.level', unit: '%', value, attributes: { tank } })
  }
  for (const [line, celsius] of [
    ['T1', 74],
    ['T2', 61],
    ['T3', 68],
  ] as const) {
    const value = celsius + random.integer(-20, 20) / 10
    scribe.point('wash-line', { ...gauge, name: 'washer.temperature', unit: 'Cel', value, attributes: { line } })
  }
  const pool = { 'db.client.connection.pool.name': 'rates', 'db.client.connection.state': 'used' }
  const used = random.integer(2, 8)
  const connections = { ...gauge, name: 'db.client.connection.count', unit: '{connection}', value: used }
  scribe.point('quote-service', { ...connections, attributes: pool })
}

function sendUse(system: Laundry, timeMs: number): void {
  const { random, scribe, flagMs, recoveryMs } = system
  const gauge = { type: 'gauge', timeMs } as const
  for (const [service, megabytes, percent] of [
    ['web-gw', 96, 12],
    ['order-api', 410, 27],
    ['slot-planner', 130, 31],
    ['locker-api', 58, 9],
    ['tag-service', 240, 15],
    ['quote-service', 530, 19],
    ['intake-worker', 720, 22],
    ['sms-notify', 84, 5],
  ] as const) {
    const isBusy = service === 'tag-service' && timeMs >= flagMs && timeMs < recoveryMs
    const value = Math.round(megabytes * 1e6 * (isBusy ? 1.3 : 1) * (0.98 + 0.04 * random.next()))
    scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value })
    const cpu = percent + random.integer(-30, 30) / 10
    scribe.point(service, { ...gauge, name: 'process.cpu.percent', unit: '%', value: cpu })
  }
}
