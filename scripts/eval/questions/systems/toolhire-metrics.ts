/** Metrics of the hire company: bookings, deposits, deliveries, the queue, machines on hire, diesel, tuples, use. */
import type { LogRow } from '../records.ts'
import { durationsOf } from './conventions.ts'
import { eachTick } from './scribe.ts'
import type { ToolHire } from './toolhire.ts'

const EVERY_MS = 60_000
const BOUNDS_S = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5]
const POOL_MAX = 20

export function sendToolHireMetrics(system: ToolHire): void {
  const { random, scribe, startMs, endMs } = system
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS / 2, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendCounts(system, timeMs, fromMs)
    sendLevels(system, timeMs)
    sendUse(system, timeMs)
    for (const service of ['hire-gateway', 'booking-api', 'availability', 'deposit-desk', 'damage-desk', 'dispatch'])
      scribe.point(service, durationsOf(scribe, service, BOUNDS_S, { fromMs, toMs: timeMs }))
    fromMs = timeMs
  })
}

function sendCounts({ scribe, startMs, queries }: ToolHire, timeMs: number, fromMs: number): void {
  const told = (service: string, isWanted: (log: LogRow) => boolean, sinceMs: number) =>
    scribe.logs.filter((log) => {
      const isIn = log.timeMs >= sinceMs && log.timeMs < timeMs
      return isIn && log.service === service && isWanted(log)
    })
  const delta = { type: 'delta', timeMs, startMs: fromMs } as const
  for (const channel of ['web', 'phone', 'counter']) {
    const isSaved = ({ message, attributes }: LogRow) =>
      message === 'booking saved' && attributes['channel'] === channel
    const value = told('booking-api', isSaved, fromMs).length
    const attributes = { 'sales.channel': channel }
    scribe.point('booking-api', { ...delta, name: 'bookings.saved', unit: '{booking}', value, attributes })
  }
  let rows = 0
  for (const query of queries) if (query.toMs >= fromMs && query.toMs < timeMs) rows += query.rows
  scribe.point('availability', { ...delta, name: 'db.tuples.read', unit: '{tuple}', value: rows })
  const total = { type: 'cumulative', timeMs, startMs } as const
  const planned = told('dispatch', ({ message }) => / planned on T-/.test(message), startMs).length
  scribe.point('dispatch', { ...total, name: 'deliveries.planned', unit: '{delivery}', value: planned })
  let pounds = 0
  for (const { attributes } of told('deposit-desk', ({ message }) => message === 'hold placed', startMs))
    pounds += Number(attributes['gbp'])
  scribe.point('deposit-desk', { ...total, name: 'deposits.held', unit: '{GBP}', value: pounds })
}

function sendLevels({ random, scribe, startMs, endMs, queries, waiting }: ToolHire, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  const progress = (timeMs - startMs) / (endMs - startMs)
  const running = queries.filter(({ fromMs, toMs }) => fromMs <= timeMs && toMs > timeMs).length
  const pool = { 'db.client.connection.pool.name': 'hire', 'db.client.connection.state': 'used' }
  const used = Math.min(POOL_MAX, 1 + running + random.integer(0, 1))
  const connections = { ...gauge, name: 'db.client.connection.count', unit: '{connection}' }
  scribe.point('availability', { ...connections, value: used, attributes: pool })
  const topic = { 'messaging.destination.name': 'deliveries.due' }
  const held = waiting.filter(({ fromMs, toMs }) => fromMs <= timeMs && toMs > timeMs).length
  scribe.point('dispatch', { ...gauge, name: 'queue.size', unit: '{message}', value: held, attributes: topic })
  for (const [category, hired, more] of [
    ['excavator', 214, 9],
    ['lift', 131, -14],
    ['compactor', 88, 0],
    ['generator', 167, 4],
    ['breaker', 45, 1],
  ] as const) {
    const attributes = { 'machine.category': category }
    const value = Math.round(hired + more * progress)
    scribe.point('booking-api', { ...gauge, name: 'machines.on_hire', unit: '{machine}', value, attributes })
  }
  for (const [depot, litres, gone] of [
    ['leeds', 8200, 640],
    ['bristol', 11_400, 1310],
    ['norwich', 5300, 120],
    ['exeter', 6900, -900],
  ] as const) {
    const attributes = { 'depot.name': depot }
    const value = Math.round(litres - gone * progress)
    scribe.point('workshop', { ...gauge, name: 'diesel.stock', unit: 'L', value, attributes })
  }
  const lag = random.integer(2, 19) / 10
  scribe.point('fleet-telematics', { ...gauge, name: 'frames.lag', unit: 's', value: lag })
}

function sendUse({ random, scribe, onsetMs }: ToolHire, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  for (const [service, megabytes, percent] of [
    ['hire-gateway', 92, 12],
    ['booking-api', 270, 26],
    ['availability', 640, timeMs < onsetMs ? 22 : 31],
    ['deposit-desk', 210, 8],
    ['damage-desk', 150, 6],
    ['dispatch', 330, 17],
    ['fleet-telematics', 118, 35],
    ['invoicing', 84, 41],
  ] as const) {
    const value = Math.round(megabytes * 1_048_576 * (0.98 + 0.04 * random.next()))
    scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value })
    const cpu = Math.round(percent * 10 + random.integer(-20, 20)) / 1000
    scribe.point(service, { ...gauge, name: 'process.cpu.utilization', unit: '1', value: cpu })
  }
}
