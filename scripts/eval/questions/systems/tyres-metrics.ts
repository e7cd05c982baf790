/** Metrics of the tyre workshops: ids left, movements, appointments, jobs, bays, stock, benches, connections, use. */
import { durationsOf } from './conventions.ts'
import { eachTick } from './scribe.ts'
import type { Tyres } from './tyres.ts'

const EVERY_MS = 60_000
const BOUNDS_S = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

export function sendTyresMetrics(system: Tyres): void {
  const { random, scribe, startMs, endMs } = system
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS / 2, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendCounts(system, timeMs, fromMs)
    sendHalls(system, timeMs)
    sendUse(system, timeMs)
    for (const service of ['front-door', 'booking-api', 'tyre-catalog', 'pricing', 'wheel-hotel', 'stock-ledger'])
      scribe.point(service, durationsOf(scribe, service, BOUNDS_S, { fromMs, toMs: timeMs }))
    fromMs = timeMs
  })
}

function sendCounts(system: Tyres, timeMs: number, fromMs: number): void {
  const { scribe, startMs } = system
  const told = (service: string, text: RegExp, sinceMs: number) =>
    scribe.told(service, text, { fromMs: sinceMs, toMs: timeMs })
  const left = { name: 'movement.ids.left', unit: '{id}', type: 'gauge', timeMs } as const
  scribe.point('stock-ledger', { ...left, value: system.idsLeftAt(timeMs) })
  const delta = { type: 'delta', timeMs, startMs: fromMs } as const
  const written = told('stock-ledger', /^movement written/, fromMs).length
  scribe.point('stock-ledger', { ...delta, name: 'movements.written', unit: '{movement}', value: written })
  const booked = told('booking-api', /^Appointment \S+ booked/, fromMs).length
  scribe.point('booking-api', { ...delta, name: 'appointments.booked', unit: '{appointment}', value: booked })
  const total = { type: 'cumulative', timeMs, startMs } as const
  const opened = told('job-worker', / opened /, startMs).length
  scribe.point('job-worker', { ...total, name: 'jobs.opened', unit: '{job}', value: opened })
  let grams = 0
  for (const { message } of told('bench-link', / balanced /, startMs)) grams += Number(/(\d+) g$/.exec(message)?.[1])
  scribe.point('bench-link', { ...total, name: 'weights.used', unit: 'g', value: grams })
}

function sendHalls(system: Tyres, timeMs: number): void {
  const { random, scribe, startMs, endMs, queued } = system
  const gauge = { type: 'gauge', timeMs } as const
  const progress = (timeMs - startMs) / (endMs - startMs)
  const waiting = queued.filter(({ fromMs, toMs }) => fromMs <= timeMs && toMs > timeMs).length
  const topic = { 'messaging.destination.name': 'jobs.checked-in' }
  const depth = waiting + random.integer(0, 2)
  scribe.point('job-worker', { ...gauge, name: 'jobs.waiting', unit: '{job}', value: depth, attributes: topic })
  for (const [workshop, free, more] of [
    ['kiel-nord', 22, 9],
    ['kiel-hafen', 14, -4],
    ['bremen-messe', 31, 18],
    ['hamburg-sued', 40, -21],
    ['luebeck-markt', 9, 0],
  ] as const) {
    const value = Math.round(free + more * progress + random.integer(-1, 1))
    const attributes = { 'workshop.id': workshop }
    scribe.point('booking-api', { ...gauge, name: 'bays.free', unit: '{bay}', value, attributes })
  }
  for (const [warehouse, full, gone] of [
    ['wh-kiel', 8420, 610],
    ['wh-bremen', 3150, 240],
  ] as const) {
    const value = Math.round(full - gone * Math.min(progress, system.shareUntilOnset))
    const attributes = { 'warehouse.id': warehouse }
    scribe.point('stock-ledger', { ...gauge, name: 'stock.tyres', unit: '{tyre}', value, attributes })
  }
  for (const [bench, bar] of [
    ['B1', 7.9],
    ['B2', 8.1],
    ['B3', 7.4],
    ['B4', 8.3],
  ] as const) {
    const value = Math.round((bar + random.integer(-12, 12) / 100) * 100) / 100
    scribe.point('bench-link', { ...gauge, name: 'air.pressure', unit: 'bar', value, attributes: { bench } })
  }
  const pool = { 'db.client.connection.pool.name': 'ledger', 'db.client.connection.state': 'used' }
  const used = random.integer(3, 11)
  const connections = { ...gauge, name: 'db.client.connection.count', unit: '{connection}', value: used }
  scribe.point('stock-ledger', { ...connections, attributes: pool })
}

function sendUse({ random, scribe }: Tyres, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  for (const [service, megabytes, percent] of [
    ['front-door', 88, 11],
    ['booking-api', 520, 34],
    ['tyre-catalog', 340, 26],
    ['pricing', 145, 14],
    ['wheel-hotel', 210, 8],
    ['stock-ledger', 690, 22],
    ['job-worker', 265, 17],
    ['bench-link', 52, 41],
  ] as const) {
    const value = Math.round(megabytes * 1e6 * (0.98 + 0.04 * random.next()))
    scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value })
    const cpu = percent + random.integer(-30, 30) / 10
    scribe.point(service, { ...gauge, name: 'process.cpu.percent', unit: '%', value: cpu })
  }
}
