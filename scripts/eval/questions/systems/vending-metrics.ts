/** Metrics of the vending machines: clocks, vends, refunds, the queue, machines online, stock, sorters, connections, use. */
import { durationsOf } from './conventions.ts'
import { eachTick } from './scribe.ts'
import type { Vending } from './vending.ts'

const EVERY_MS = 60_000
const BOUNDS_S = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

export function sendVendingMetrics(system: Vending): void {
  const { random, scribe, startMs, endMs } = system
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS / 2, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendCounts(system, timeMs, fromMs)
    sendLevels(system, timeMs)
    sendUse(system, timeMs)
    for (const service of ['edge-proxy', 'vend-api', 'card-auth', 'token-vault', 'price-book', 'refund-desk'])
      scribe.point(service, durationsOf(scribe, service, BOUNDS_S, { fromMs, toMs: timeMs }))
    fromMs = timeMs
  })
}

function sendCounts(system: Vending, timeMs: number, fromMs: number): void {
  const { scribe, startMs } = system
  const told = (service: string, text: RegExp, sinceMs: number) =>
    scribe.told(service, text, { fromMs: sinceMs, toMs: timeMs })
  const delta = { type: 'delta', timeMs, startMs: fromMs } as const
  for (const way of ['card', 'wallet', 'cash']) {
    const done = told('vend-api', new RegExp(`^vend \\S+ on \\S+ done: .* by ${way}$`), fromMs).length
    const attributes = { 'pay.method': way }
    scribe.point('vend-api', { ...delta, name: 'vends.completed', unit: '{vend}', value: done, attributes })
  }
  const decrypted = told('token-vault', /^card token resolved/, fromMs).filter(
    ({ attributes }) => attributes['source'] === 'kms',
  )
  scribe.point('token-vault', { ...delta, name: 'keys.decrypted', unit: '{key}', value: decrypted.length })
  const total = { type: 'cumulative', timeMs, startMs } as const
  const stops = told('refill-planner', / added to tour /, startMs).length
  scribe.point('refill-planner', { ...total, name: 'stops.added', unit: '{stop}', value: stops })
  let coins = 0
  for (const { message } of told('coin-counter', / coins in /, startMs))
    coins += Number(/(\d+) coins/.exec(message)?.[1])
  scribe.point('coin-counter', { ...total, name: 'coins.counted', unit: '{coin}', value: coins })
}

function sendLevels(system: Vending, timeMs: number): void {
  const { random, scribe, startMs, endMs, queued } = system
  const gauge = { type: 'gauge', timeMs } as const
  const progress = (timeMs - startMs) / (endMs - startMs)
  const clock = { ...gauge, name: 'clock.offset', unit: 's' }
  scribe.point('token-vault', { ...clock, value: system.offsetAt(timeMs) })
  scribe.point('card-auth', { ...clock, value: random.integer(1, 9) / 1000 })
  scribe.point('vend-api', { ...clock, value: random.integer(1, 9) / 1000 })
  const waiting = queued.filter(({ fromMs, toMs }) => fromMs <= timeMs && toMs > timeMs).length
  const topic = { 'messaging.destination.name': 'vends.failed' }
  const depth = { ...gauge, name: 'queue.depth', unit: '{message}', value: waiting + random.integer(0, 2) }
  scribe.point('refund-desk', { ...depth, attributes: topic })
  for (const [tenant, online, less] of [
    ['railway', 412, 3],
    ['uni', 186, -6],
    ['airport', 233, 0],
    ['clinic', 97, 11],
    ['office-park', 64, 1],
    ['ferry', 21, 5],
  ] as const) {
    const value = Math.round(online - less * progress)
    const attributes = { 'tenant.id': tenant }
    scribe.point('vend-api', { ...gauge, name: 'machines.online', unit: '{machine}', value, attributes })
  }
  for (const [depot, full, gone] of [
    ['depot-north', 18_400, 1250],
    ['depot-harbour', 9700, 320],
    ['depot-ring', 6150, -480],
  ] as const) {
    const attributes = { 'depot.name': depot }
    const value = Math.round(full - gone * progress)
    scribe.point('refill-planner', { ...gauge, name: 'stock.items', unit: '{item}', value, attributes })
  }
  for (const [sorter, celsius] of [
    ['S1', 41],
    ['S2', 47],
    ['S3', 58],
  ] as const) {
    const value = celsius + random.integer(-25, 25) / 10
    scribe.point('coin-counter', { ...gauge, name: 'sorter.temperature', unit: 'Cel', value, attributes: { sorter } })
  }
  const pool = { 'db.client.connection.pool.name': 'vends', 'db.client.connection.state': 'used' }
  const connections = { ...gauge, name: 'db.client.connection.count', unit: '{connection}' }
  scribe.point('vend-api', { ...connections, value: random.integer(5, 17), attributes: pool })
}

function sendUse({ random, scribe }: Vending, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  for (const [service, megabytes, percent] of [
    ['edge-proxy', 74, 9],
    ['vend-api', 310, 37],
    ['card-auth', 580, 19],
    ['token-vault', 46, 12],
    ['price-book', 190, 24],
    ['refund-desk', 128, 7],
    ['refill-planner', 240, 28],
    ['coin-counter', 95, 45],
  ] as const) {
    const value = Math.round(megabytes * 1e6 * (0.98 + 0.04 * random.next()))
    scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value })
    const cpu = Math.round((percent + random.integer(-30, 30) / 10) * 10) / 10
    scribe.point(service, { ...gauge, name: 'process.cpu.percent', unit: '%', value: cpu })
  }
}
