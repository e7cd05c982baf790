/** Metrics of the stock-trading app: durations, memory, clients, FIX sessions, routed orders, refused logons, ticks. */
import type { Random } from '../../../demo/random.ts'
import { durationsOf } from './conventions.ts'
import { eachTick, type Scribe } from './scribe.ts'

const EVERY_MS = 30_000
const BOUNDS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]
const VENUES = ['NORDX', 'ALPHA', 'LSQ']

interface Source {
  readonly scribe: Scribe
  readonly random: Random
  readonly startMs: number
  readonly endMs: number
  readonly onsetMs: number
}

export function sendBrokerageMetrics(source: Source): void {
  const { random, scribe, startMs, endMs } = source
  let fromMs = startMs
  let ticks = 4_118_250
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendGauges(source, timeMs)
    for (const service of ['trade-gate', 'order-desk'])
      scribe.point(service, durationsOf(scribe, service, BOUNDS_S, { fromMs, toMs: timeMs }))
    sendCounters(scribe, fromMs, timeMs)
    ticks += random.integer(5200, 6400)
    const received = { name: 'ticks.received', unit: '{tick}', type: 'cumulative', timeMs, startMs } as const
    scribe.point('quote-feed', { ...received, value: ticks })
    fromMs = timeMs
  })
}

/** What the gateway of the venues counts: orders that a venue took, logons that one refused. */
function sendCounters(scribe: Scribe, fromMs: number, timeMs: number): void {
  const counter = { type: 'delta', timeMs, startMs: fromMs } as const
  const written = scribe.logs.filter(
    ({ service, timeMs: at }) => service === 'fix-gateway' && at >= fromMs && at < timeMs,
  )
  for (const venue of VENUES) {
    const value = written.filter(({ message }) => message.includes(`acknowledged by ${venue}`)).length
    const routed = { name: 'orders.routed', unit: '{order}', value, attributes: { 'order.venue': venue } }
    scribe.point('fix-gateway', { ...counter, ...routed })
  }
  const refused = written.filter(({ message }) => message.includes('logon refused')).length
  scribe.point('fix-gateway', { ...counter, name: 'fix.logon.rejects', unit: '{logon}', value: refused })
}

function sendGauges({ random, scribe, startMs, endMs, onsetMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  for (const [service, megabytes] of [
    ['trade-gate', 214],
    ['order-desk', 731],
    ['risk-check', 148],
    ['portfolio-api', 566],
    ['fix-gateway', 402],
    ['cash-ledger', 187],
  ] as const) {
    const bytes = Math.round(megabytes * 1e6 * (0.92 + 0.16 * random.next()))
    scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value: bytes })
  }
  const progress = (timeMs - startMs) / (endMs - startMs)
  const online = Math.round(2380 + 720 * progress) + random.integer(-25, 25)
  scribe.point('trade-gate', { ...gauge, name: 'clients.online', unit: '{client}', value: online })
  const sessions = timeMs >= onsetMs ? VENUES.length - 1 : VENUES.length
  scribe.point('fix-gateway', { ...gauge, name: 'fix.sessions.active', unit: '{session}', value: sessions })
}
