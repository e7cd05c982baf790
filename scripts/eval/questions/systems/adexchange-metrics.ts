/** Metrics of the advertising exchange: rates and budgets, spend, fills of the queue, bidders, prices, memory. */
import type { Random } from '../../../demo/random.ts'
import { durationsOf } from './conventions.ts'
import { eachTick, type Scribe } from './scribe.ts'

const EVERY_MS = 30_000
const BOUNDS_S = [0.002, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.25, 0.5, 1]

interface Source {
  readonly scribe: Scribe
  readonly random: Random
  readonly startMs: number
  readonly endMs: number
  readonly restartMs: number
  isWrong(timeMs: number): boolean
}

export function sendExchangeMetrics(source: Source): void {
  const { random, scribe, startMs, endMs } = source
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendUse(source, timeMs)
    sendBudgets(source, timeMs)
    sendEvents(source, timeMs, fromMs)
    sendMarket(source, timeMs)
    for (const service of ['bid-gateway', 'auction-core', 'budget-pacer'])
      scribe.point(service, durationsOf(scribe, service, BOUNDS_S, { fromMs, toMs: timeMs }))
    fromMs = timeMs
  })
}

function sendUse({ random, scribe, startMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  const minutes = (timeMs - startMs) / 60_000
  for (const [service, megabytes, percent] of [
    ['bid-gateway', 148, 31],
    ['auction-core', 512, 46],
    ['bidder-hub', 610 + 4.5 * minutes, 22],
    ['track-pixel', 77, 12],
  ] as const) {
    const value = Math.round(megabytes * 1e6 * (0.97 + 0.06 * random.next()))
    scribe.point(service, { ...gauge, name: 'process_resident_memory_bytes', unit: '', value })
    const cpu = percent + random.integer(-40, 60) / 10
    scribe.point(service, { ...gauge, name: 'cpu_percent', unit: '', value: cpu })
  }
  const heap = Math.round(730e6 * (0.85 + 0.3 * random.next()))
  scribe.point('event-sink', { ...gauge, name: 'jvm.memory.used', unit: 'By', value: heap })
  const redis = Math.round((1.21e9 + 1.4e6 * minutes) * (0.998 + 0.004 * random.next()))
  scribe.point('freq-cap', { ...gauge, name: 'redis_memory_used_bytes', unit: '', value: redis })
  const open = { ...gauge, name: 'open_connections', unit: '', value: random.integer(840, 1130) }
  scribe.point('bid-gateway', open)
}

/** The rate of the yen jumps with the table and six campaigns stand still until it is reloaded. */
function sendBudgets(source: Source, timeMs: number): void {
  const { scribe } = source
  const wrong = source.isWrong(timeMs)
  const gauge = { type: 'gauge', timeMs } as const
  for (const [currency, rate, campaigns] of [
    ['JPY', wrong ? 0.67 : 0.0067, wrong ? 6 : 0],
    ['EUR', 1.08, 0],
    ['GBP', 1.27, 0],
  ] as const) {
    const attributes = { currency }
    scribe.point('budget-pacer', { ...gauge, name: 'fx_rate_usd', unit: '', value: rate, attributes })
    const stopped = { ...gauge, name: 'campaigns.stopped', unit: '{campaign}', value: campaigns, attributes }
    scribe.point('budget-pacer', stopped)
  }
}

function sendEvents({ random, scribe, startMs, restartMs }: Source, timeMs: number, fromMs: number): void {
  const isBehind = timeMs >= restartMs - 9000 && timeMs < restartMs + 25_000
  for (const partition of ['0', '1', '2']) {
    const value = (isBehind ? 60 : 4) + random.integer(0, 9) + Number(partition) * 3
    const lag = { name: 'kafka.consumer.lag', unit: '{message}', attributes: { partition } }
    scribe.point('event-sink', { ...lag, type: 'gauge', timeMs, value })
  }
  let spend = 0
  let impressions = 0
  for (const { message, attributes, timeMs: at } of scribe.logs) {
    if (at < startMs || at >= timeMs) continue
    if (message === 'budget reserved') spend += Number(attributes['usd'] ?? 0)
    if (message === 'impression counted' && at >= fromMs) impressions++
  }
  const total = { type: 'cumulative', timeMs, startMs, name: 'spend_usd_total', unit: '' } as const
  scribe.point('budget-pacer', { ...total, value: Math.round(spend * 100) / 100 })
  const delta = { type: 'delta', timeMs, startMs: fromMs, name: 'pixel.impressions', unit: '{impression}' } as const
  scribe.point('track-pixel', { ...delta, value: impressions })
}

function sendMarket({ random, scribe, startMs, endMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  const progress = (timeMs - startMs) / (endMs - startMs)
  for (const [format, waiting] of [
    ['banner', 9],
    ['native', 4],
    ['video', 17 + 26 * progress],
  ] as const) {
    const value = Math.round(waiting) + random.integer(-2, 3)
    scribe.point('creative-check', { ...gauge, name: 'creatives_waiting', unit: '', value, attributes: { format } })
  }
  for (const [dsp, connections] of [
    ['northdsp', 64],
    ['klicka', 38],
    ['adlume', 22],
    ['hashi-ads', 47],
  ] as const) {
    const value = connections + random.integer(-5, 5)
    scribe.point('bidder-hub', { ...gauge, name: 'partner.connections', unit: '', value, attributes: { dsp } })
  }
  const due = Math.round((84_200 - 9600 * progress + random.integer(-300, 300)) * 100) / 100
  scribe.point('publisher-payouts', { ...gauge, name: 'payouts.due', unit: 'USD', value: due })
}
