/** Metrics of the ski resort: queues, gates, spaces, snow, wind, water, gear, tickets, durations, memory, restarts. */
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
  readonly restartMs: number
}

export function sendSkiresortMetrics(source: Source): void {
  const { random, scribe, startMs, endMs } = source
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendUse(source, timeMs)
    sendMountain(source, timeMs)
    sendValley(source, timeMs, fromMs)
    for (const service of ['turnstile-hub', 'pass-ledger', 'ticket-shop'])
      scribe.point(service, durationsOf(scribe, service, BOUNDS_S, { fromMs, toMs: timeMs }))
    fromMs = timeMs
  })
}

function sendUse({ random, scribe, startMs, restartMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  const sinceMs = timeMs - (timeMs < restartMs ? startMs : restartMs)
  const grown = (timeMs < restartMs ? 430 : 210) + sinceMs / 20_000
  for (const [service, megabytes, share] of [
    ['turnstile-hub', 238, 0.31],
    ['pass-ledger', 512, 0.27],
    ['ticket-shop', 344, 0.16],
    ['card-till', 121, 0.05],
    ['rental-bench', 287, 0.12],
    ['slope-sense', grown, 0.22],
  ] as const) {
    const value = Math.round(megabytes * 1e6 * (0.96 + 0.08 * random.next()))
    scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value })
    const cpu = Math.round((share + random.integer(-3, 6) / 100) * 1000) / 1000
    scribe.point(service, { ...gauge, name: 'process.cpu.utilization', unit: '1', value: cpu })
    const restarts = service === 'slope-sense' && timeMs >= restartMs ? 1 : 0
    scribe.point(service, { ...gauge, name: 'k8s.container.restarts', unit: '{restart}', value: restarts })
  }
  const pool = { name: 'db.client.connection.count', unit: '{connection}' }
  for (const [state, low, high] of [
    ['used', 6, 15],
    ['idle', 3, 12],
  ] as const) {
    const attributes = { 'db.client.connection.state': state, 'db.client.connection.pool.name': 'passes' }
    scribe.point('pass-ledger', { ...gauge, ...pool, value: random.integer(low, high), attributes })
  }
}

/** Queues grow where gates stay shut; snow, wind and water follow the mountain only. */
function sendMountain({ random, scribe, startMs, endMs, onsetMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  const progress = (timeMs - startMs) / (endMs - startMs)
  const lateMinutes = Math.max(0, (timeMs - onsetMs) / 60_000)
  for (const [lift, usual, growth] of [
    ['sonnbahn', 62, 9],
    ['gratlift', 34, 5],
    ['talexpress', 95, 14],
    ['zwergerl', 9, 1],
  ] as const) {
    const attributes = { 'lift.name': lift }
    const waiting = Math.round(usual + growth * lateMinutes) + random.integer(-4, 4)
    scribe.point('turnstile-hub', { ...gauge, name: 'lift.queue.length', unit: '{person}', value: waiting, attributes })
  }
  for (const [sector, depth, wind] of [
    ['north-bowl', 184, 7],
    ['east-face', 141, 11],
    ['lower-gully', 66, 4],
  ] as const) {
    const attributes = { 'slope.sector': sector }
    const snow = Math.round((depth + 3 * progress + random.integer(-5, 5) / 10) * 10) / 10
    scribe.point('slope-sense', { ...gauge, name: 'snow.depth', unit: 'cm', value: snow, attributes })
    const speed = Math.round((wind + 4 * progress + random.integer(-20, 20) / 10) * 10) / 10
    scribe.point('slope-sense', { ...gauge, name: 'wind.speed', unit: 'm/s', value: speed, attributes })
  }
  for (const [zone, guns, flow] of [
    ['valley-run', 14, 41],
    ['nursery', 6, 12],
    ['race-slope', 9, 27],
  ] as const) {
    const attributes = { 'gun.zone': zone }
    const running = guns - random.integer(0, 3)
    scribe.point('snowgun-ctl', { ...gauge, name: 'snowguns.running', unit: '{gun}', value: running, attributes })
    const litres = flow + random.integer(-25, 25) / 10
    scribe.point('snowgun-ctl', { ...gauge, name: 'snowgun.water.flow', unit: 'l/s', value: litres, attributes })
  }
}

function sendValley({ random, scribe, startMs, endMs }: Source, timeMs: number, fromMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  const progress = (timeMs - startMs) / (endMs - startMs)
  for (const [lot, spaces, leaving] of [
    ['P1', 46, 40],
    ['P2', 310, 140],
    ['P3', 520, 95],
  ] as const) {
    const free = Math.max(0, Math.round(spaces - leaving * progress) + random.integer(-3, 3))
    const attributes = { 'parking.lot': lot }
    scribe.point('carpark-gate', { ...gauge, name: 'parking.spaces.free', unit: '{space}', value: free, attributes })
  }
  for (const [kind, pieces] of [
    ['ski', 412],
    ['snowboard', 133],
    ['sled', 58],
  ] as const) {
    const attributes = { 'gear.kind': kind }
    const left = Math.round(pieces * (1 - 0.2 * progress)) + random.integer(-3, 3)
    scribe.point('rental-bench', { ...gauge, name: 'rental.gear.available', unit: '{piece}', value: left, attributes })
  }
  const sold = { name: 'tickets.sold', unit: '{ticket}', type: 'delta', timeMs, startMs: fromMs } as const
  for (const channel of ['web', 'app', 'kiosk']) {
    const done = scribe.logs.filter(
      ({ service, message, attributes, timeMs: at }) =>
        service === 'ticket-shop' &&
        message === 'order completed' &&
        attributes['channel'] === channel &&
        at >= fromMs &&
        at < timeMs,
    )
    scribe.point('ticket-shop', { ...sold, value: done.length, attributes: { 'shop.channel': channel } })
  }
}
