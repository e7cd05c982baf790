/** Metrics of the auction house: threads of Puma, the virtual machine of Elixir, replicas, queues, viewers and takings. */
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
  readonly silenceMs: number
  lagS(timeMs: number): number
}

export function sendAuctionMetrics(source: Source): void {
  const { random, scribe, startMs, endMs } = source
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendUse(source, timeMs)
    const gauge = { type: 'gauge', timeMs } as const
    const progress = (timeMs - startMs) / (endMs - startMs)
    const viewers = Math.round(820 + 640 * progress) + random.integer(-30, 30)
    scribe.point('live_socket', { ...gauge, name: 'auction.viewers', unit: '{viewer}', value: viewers })
    const within = scribe.logs.filter((log) => log.timeMs >= fromMs && log.timeMs < timeMs)
    const counter = { type: 'delta', timeMs, startMs: fromMs } as const
    const accepted = within.filter(({ message }) => message.endsWith(' accepted')).length
    scribe.point('bid_engine', { ...counter, name: 'bids.accepted', unit: '{bid}', value: accepted })
    const euros = within.reduce(
      (sum, log) => sum + Number(/^charge \S+ of ([\d.]+) EUR captured/.exec(log.message)?.[1] ?? 0),
      0,
    )
    const value = Math.round(euros * 100) / 100
    scribe.point('payments', { ...counter, name: 'payments.captured', unit: 'EUR', value })
    scribe.point('storefront', durationsOf(scribe, 'storefront', BOUNDS_S, { fromMs, toMs: timeMs }))
    fromMs = timeMs
  })
}

function sendUse(source: Source, timeMs: number): void {
  const { random, scribe, silenceMs } = source
  const gauge = { type: 'gauge', timeMs } as const
  for (const [service, name, megabytes] of [
    ['storefront', 'process.memory.usage', 612],
    ['payments', 'jvm.memory.used', 344],
    ['lot-catalog', 'jvm.memory.used', 418],
    ['bid_engine', 'beam.memory.total', 187],
    ['outbid_notifier', 'beam.memory.total', 96],
  ] as const) {
    const bytes = Math.round(megabytes * 1e6 * (0.92 + 0.16 * random.next()))
    scribe.point(service, { ...gauge, name, unit: 'By', value: bytes })
  }
  for (const replica of ['lots-replica-1', 'lots-replica-2']) {
    const behind = replica === 'lots-replica-2' ? source.lagS(timeMs) : 0
    const value = Math.round((behind + 0.1 + random.next() * 0.4) * 100) / 100
    const lag = { name: 'postgresql.replication.lag', unit: 's', value, attributes: { 'db.replica': replica } }
    scribe.point('bid_engine', { ...gauge, ...lag })
  }
  const busy = { name: 'puma.threads.busy', unit: '{thread}', value: random.integer(4, 17) }
  scribe.point('storefront', { ...gauge, ...busy })
  const processes = { name: 'beam.process.count', unit: '{process}', value: random.integer(910, 1340) }
  scribe.point('bid_engine', { ...gauge, ...processes })
  const waiting = { name: 'rabbitmq.queue.messages', unit: '{message}', value: random.integer(0, 14) }
  const queue = { attributes: { 'messaging.destination.name': 'bids.accepted' } }
  scribe.point('outbid_notifier', { ...gauge, ...waiting, ...queue })
  const size = { name: 'sidekiq.queue.size', unit: '{job}', value: random.integer(0, 8) }
  scribe.point('closing-worker', { ...gauge, ...size })
  if (timeMs < silenceMs) {
    const age = { name: 'fx.rate.age', unit: 's', value: random.integer(5, 64) }
    scribe.point('fx_rates', { ...gauge, ...age })
  }
}
