/** Metrics of the online supermarket: durations, memory, processors, pools, disks, lag, restarts, slots, vans. */
import { durationsOf } from './conventions.ts'
import type { Grocery } from './grocery-background.ts'
import { eachTick } from './scribe.ts'

const EVERY_MS = 30_000
const BOUNDS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const LOADS = [
  ['front-door', 212, 0.24],
  ['catalogue-api', 640, 0.31],
  ['basket-api', 148, 0.12],
  ['slot-planner', 512, 0.17],
  ['order-desk', 702, 0.21],
  ['till', 301, 0.08],
  ['pick-floor', 388, 0.15],
  ['van-router', 176, 0.35],
  ['doorbell', 96, 0.05],
] as const

export function sendGroceryMetrics(system: Grocery): void {
  const { random, scribe, startMs, endMs } = system
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendUse(system, timeMs)
    sendStores(system, timeMs)
    sendTrade(system, timeMs)
    for (const service of ['front-door', 'catalogue-api', 'order-desk', 'slot-planner'])
      scribe.point(service, durationsOf(scribe, service, BOUNDS_S, { fromMs, toMs: timeMs }))
    sendBookings(system, fromMs, timeMs)
    fromMs = timeMs
  })
}

function sendUse({ random, scribe, restartMs }: Grocery, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  for (const [service, megabytes, share] of LOADS) {
    const isAway = service === 'doorbell' && timeMs > restartMs - 41_000 && timeMs < restartMs
    if (isAway) continue
    const value = Math.round(megabytes * 1e6 * (0.9 + 0.2 * random.next()))
    scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value })
    const cpu = Math.round((share + random.integer(-4, 9) / 100) * 1000) / 1000
    scribe.point(service, { ...gauge, name: 'process.cpu.utilization', unit: '1', value: cpu })
    const restarts = service === 'doorbell' && timeMs >= restartMs ? 1 : 0
    scribe.point(service, { ...gauge, name: 'k8s.container.restarts', unit: '{restart}', value: restarts })
  }
}

function sendStores({ random, scribe, startMs, restartMs }: Grocery, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  for (const [service, used] of [
    ['slot-planner', 8],
    ['order-desk', 11],
  ] as const) {
    const busy = used + random.integer(-3, 4)
    for (const [state, value] of [
      ['used', busy],
      ['idle', 20 - busy],
    ] as const) {
      const pool = { name: 'db.client.connection.count', unit: '{connection}', value }
      scribe.point(service, { ...gauge, ...pool, attributes: { 'db.client.connection.state': state } })
    }
  }
  const minutes = (timeMs - startMs) / 60_000
  const disk = { ...gauge, name: 'system.filesystem.utilization', unit: '1' }
  const grown = Math.round((0.58 + 0.0016 * minutes + random.integer(0, 3) / 1000) * 1000) / 1000
  scribe.point('pick-floor', { ...disk, value: grown, attributes: { 'system.filesystem.mountpoint': '/data' } })
  const flat = Math.round((0.41 + random.integer(0, 6) / 1000) * 1000) / 1000
  scribe.point('catalogue-api', { ...disk, value: flat, attributes: { 'system.filesystem.mountpoint': '/index' } })
  const lag = { ...gauge, name: 'kafka.consumer.lag', unit: '{message}' }
  const topic = { attributes: { 'messaging.destination.name': 'orders.placed' } }
  const isBehind = timeMs > restartMs - 41_000 && timeMs < restartMs + 20_000
  scribe.point('pick-floor', { ...lag, ...topic, value: random.integer(0, 4) })
  scribe.point('doorbell', { ...lag, ...topic, value: isBehind ? random.integer(9, 14) : random.integer(0, 3) })
}

/** What managers of the shop look at: open slots, filled baskets, vans on the road, pick lists that wait. */
function sendTrade({ random, scribe, startMs, onsetMs }: Grocery, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  const gone = Math.max(0, (timeMs - startMs) / 60_000)
  const isOpen = timeMs >= onsetMs
  for (const [region, near, rolled] of [
    ['north', 188, 420],
    ['south', 131, 310],
    ['west', 74, 150],
  ] as const) {
    const value = Math.round(near - 0.5 * gone + (isOpen ? rolled : 0)) + random.integer(-3, 3)
    scribe.point('slot-planner', { ...gauge, name: 'slots.available', unit: '{slot}', value, attributes: { region } })
  }
  const baskets = Math.round(310 + (isOpen ? (timeMs - onsetMs) / 20_000 : 0)) + random.integer(-9, 9)
  scribe.point('basket-api', { ...gauge, name: 'baskets.active', unit: '{basket}', value: baskets })
  const vans = { name: 'vans.on_road', unit: '{van}', value: random.integer(16, 23) }
  scribe.point('van-router', { ...gauge, ...vans })
  const less = isOpen ? Math.min(46, (timeMs - onsetMs) / 30_000) : 0
  const waiting = { name: 'pick.queue.depth', unit: '{list}', value: Math.round(64 - less) + random.integer(-4, 4) }
  scribe.point('pick-floor', { ...gauge, ...waiting })
}

function sendBookings({ scribe }: Grocery, fromMs: number, timeMs: number): void {
  const tried = scribe.spans.filter(
    ({ service, name, endMs }) =>
      service === 'slot-planner' && name === 'POST /bookings' && endMs >= fromMs && endMs < timeMs,
  )
  for (const [outcome, part] of [
    ['booked', tried.filter((span) => span.attributes['http.response.status_code'] === 201)],
    ['failed', tried.filter((span) => span.isFailed)],
  ] as const) {
    const counter = { name: 'slot.bookings', unit: '{booking}', type: 'delta', timeMs, startMs: fromMs } as const
    scribe.point('slot-planner', { ...counter, value: part.length, attributes: { outcome } })
  }
}
