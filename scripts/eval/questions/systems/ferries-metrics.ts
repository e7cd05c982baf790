/** Metrics of the ferry line: the plan cache, tickets, money, queues at lanes, free decks, wind, crews, connections, use. */
import { durationsOf } from './conventions.ts'
import type { Ferries } from './ferries.ts'
import { eachTick } from './scribe.ts'

const EVERY_MS = 60_000
const BOUNDS_S = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const POOL_MAX = 24

export function sendFerriesMetrics(system: Ferries): void {
  const { random, startMs, endMs, scribe } = system
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS / 2, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendCounts(system, timeMs, fromMs)
    sendLevels(system, timeMs)
    sendUse(system, timeMs)
    for (const service of [
      'web-gateway',
      'timetable-api',
      'booking-api',
      'payment-bridge',
      'deck-planner',
      'checkin-api',
    ])
      scribe.point(service, durationsOf(scribe, service, BOUNDS_S, { fromMs, toMs: timeMs }))
    fromMs = timeMs
  })
}

function sendCounts(system: Ferries, timeMs: number, fromMs: number): void {
  const { scribe, startMs } = system
  const told = (service: string, text: RegExp, sinceMs: number) =>
    scribe.told(service, text, { fromMs: sinceMs, toMs: timeMs })
  const delta = { type: 'delta', timeMs, startMs: fromMs } as const
  for (const result of ['hit', 'miss']) {
    const asked = system.plans.filter((one) => one.timeMs >= fromMs && one.timeMs < timeMs)
    const value = asked.filter(({ isCached }) => isCached === (result === 'hit')).length
    const attributes = { 'cache.result': result }
    scribe.point('deck-planner', { ...delta, name: 'plan.cache.lookups', unit: '{lookup}', value, attributes })
  }
  for (const kind of ['foot', 'car', 'camper', 'truck', 'motorcycle']) {
    const value = told('booking-api', new RegExp(` confirmed: ${kind},`), fromMs).length
    const attributes = { 'ticket.type': kind }
    scribe.point('booking-api', { ...delta, name: 'tickets.sold', unit: '{ticket}', value, attributes })
  }
  const total = { type: 'cumulative', timeMs, startMs } as const
  let cents = 0
  for (const { message } of told('booking-api', / confirmed: /, startMs))
    cents += Number(/(\d+) cents/.exec(message)?.[1])
  scribe.point('booking-api', { ...total, name: 'revenue.euros', unit: 'EUR', value: cents / 100 })
  const boarded = told('checkin-api', / checked in at .*lane/, startMs).length
  scribe.point('checkin-api', { ...total, name: 'vehicles.boarded', unit: '{vehicle}', value: boarded })
}

function sendLevels(system: Ferries, timeMs: number): void {
  const { random, scribe, startMs, endMs, onsetMs, darkMs, queued } = system
  const gauge = { type: 'gauge', timeMs } as const
  const progress = (timeMs - startMs) / (endMs - startMs)
  const late = Math.max(0, timeMs - onsetMs) / (endMs - onsetMs)
  for (const [terminal, waiting, more] of [
    ['holm', 11, 46],
    ['vargo', 6, 23],
    ['skarn', 5, 9],
    ['brekke', 4, 3],
    ['lund', 3, 1],
  ] as const) {
    const value = waiting + Math.round(more * late) + random.integer(-2, 2)
    scribe.point('checkin-api', { ...gauge, name: 'lane.queue', unit: '{vehicle}', value, attributes: { terminal } })
    if (timeMs >= darkMs) continue
    const wind = { ...gauge, name: 'wind.speed', unit: 'm/s', value: waiting / 2 + random.integer(20, 90) / 10 }
    scribe.point('weather-feed', { ...wind, attributes: { terminal } })
  }
  for (const [vessel, free, gone] of [
    ['aurora', 640, 210],
    ['solveig', 512, 140],
    ['tern', 184, 62],
    ['kittiwake', 96, -18],
  ] as const) {
    const value = Math.round(free - gone * progress)
    const attributes = { 'vessel.name': vessel }
    scribe.point('deck-planner', { ...gauge, name: 'lane.meters.free', unit: 'm', value, attributes })
  }
  const waiting = queued.filter(({ fromMs, toMs }) => fromMs <= timeMs && toMs > timeMs).length
  const topic = { 'messaging.destination.name': 'booking.confirmed' }
  scribe.point('notify-worker', { ...gauge, name: 'queue.depth', unit: '{message}', value: waiting, attributes: topic })
  const onDuty = { ...gauge, name: 'crew.on_duty', unit: '{person}', value: 43 + random.integer(-1, 1) }
  scribe.point('crew-roster', onDuty)
  const pool = (service: string, used: number) => {
    const attributes = { 'db.client.connection.pool.name': service, 'db.client.connection.state': 'used' }
    const one = { ...gauge, name: 'db.client.connection.count', unit: '{connection}', value: used }
    scribe.point(service, { ...one, attributes })
  }
  pool('deck-planner', timeMs >= onsetMs ? POOL_MAX - random.integer(0, 2) : random.integer(2, 6))
  pool('booking-api', random.integer(4, 11))
}

function sendUse({ random, scribe, onsetMs }: Ferries, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  for (const [service, megabytes, percent] of [
    ['web-gateway', 88, 12],
    ['timetable-api', 140, 21],
    ['booking-api', 720, 34],
    ['payment-bridge', 265, 9],
    ['deck-planner', 410, timeMs >= onsetMs ? 71 : 16],
    ['checkin-api', 198, 18],
    ['crew-roster', 120, 8],
    ['notify-worker', 64, 6],
  ] as const) {
    const value = Math.round(megabytes * 1e6 * (0.98 + 0.04 * random.next()))
    scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value })
    const cpu = Math.round((percent + random.integer(-30, 30) / 10) * 10) / 10
    scribe.point(service, { ...gauge, name: 'process.cpu.percent', unit: '%', value: cpu })
  }
}
