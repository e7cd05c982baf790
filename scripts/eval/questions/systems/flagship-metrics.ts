/** Metrics of the feature flags: Redis, hits of the cache, lag, connected streams, flags, webhooks, memory, processors. */
import { durationsOf } from './conventions.ts'
import type { Flagship } from './flagship.ts'
import { REPLICA } from './flagship-names.ts'
import { eachTick } from './scribe.ts'

const EVERY_MS = 60_000
const LIMIT = 2 ** 32
const BOUNDS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

export function sendFlagshipMetrics(system: Flagship): void {
  const { random, scribe, startMs, endMs } = system
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS / 2, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendRedis(system, timeMs, fromMs)
    sendTrade(system, timeMs)
    sendUse(system, timeMs)
    for (const service of ['sdk-gateway', 'evaluator', 'experiment-api', 'flag-api'])
      scribe.point(service, durationsOf(scribe, service, BOUNDS_S, { fromMs, toMs: timeMs }))
    fromMs = timeMs
  })
}

function sendRedis(system: Flagship, timeMs: number, fromMs: number): void {
  const { random, scribe, startMs, onsetMs, evicted, reads } = system
  const gauge = { type: 'gauge', timeMs } as const
  const isIn = (one: { readonly timeMs: number }) => one.timeMs >= fromMs && one.timeMs < timeMs
  const attributes = { 'server.address': REPLICA }
  const isFull = timeMs >= onsetMs
  const used = isFull ? LIMIT : Math.round(system.usedAt(timeMs) * (0.995 + 0.01 * random.next()))
  for (const [name, unit, value] of [
    ['redis.memory.used', 'By', Math.min(LIMIT, used)],
    ['redis.memory.max', 'By', LIMIT],
    ['redis.clients.connected', '{client}', isFull ? random.integer(180, 240) : random.integer(34, 48)],
  ] as const)
    scribe.point('evaluator', { ...gauge, name, unit, value, attributes })
  const gone = evicted.filter((one) => one.timeMs < timeMs).reduce((sum, { keys }) => sum + keys, 0)
  const total = { type: 'cumulative', timeMs, startMs, name: 'redis.keys.evicted', unit: '{key}' } as const
  scribe.point('evaluator', { ...total, value: gone, attributes })
  for (const [name, isHit] of [
    ['ruleset.cache.hits', true],
    ['ruleset.cache.misses', false],
  ] as const) {
    const value = reads.filter((one) => isIn(one) && one.isHit === isHit).length
    scribe.point('evaluator', { type: 'delta', timeMs, startMs: fromMs, name, unit: '{read}', value })
  }
}

function sendTrade({ random, scribe, startMs, endMs, onsetMs, queued }: Flagship, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  const lost = timeMs < onsetMs ? 1 : Math.max(0.4, 1 - (timeMs - onsetMs) / 3_200_000)
  for (const [sdk, usual] of [
    ['react', 2140],
    ['ios', 1260],
    ['android', 1730],
    ['node', 410],
    ['go', 150],
  ] as const) {
    const value = Math.round(usual * lost * (0.985 + 0.03 * random.next()))
    const attributes = { 'sdk.name': sdk }
    scribe.point('stream-hub', { ...gauge, name: 'sdk.streams.connected', unit: '{stream}', value, attributes })
  }
  const lag = queued.filter(({ fromMs, toMs }) => fromMs <= timeMs && toMs > timeMs).length + random.integer(1, 3)
  const topic = { 'messaging.destination.name': 'exposures', 'messaging.consumer.group.name': 'event-ingest' }
  scribe.point('event-ingest', {
    ...gauge,
    ...{ name: 'kafka.consumer.lag', unit: '{message}', value: lag, attributes: topic },
  })
  const progress = (timeMs - startMs) / (endMs - startMs)
  for (const [environment, begin, grown] of [
    ['production', 4318, 9],
    ['staging', 6027, 22],
  ] as const) {
    const value = Math.round(begin + grown * progress)
    const attributes = { environment }
    scribe.point('flag-api', { ...gauge, name: 'flags.active', unit: '{flag}', value, attributes })
  }
  for (const [service, name, unit, value] of [
    ['flag-api', 'approvals.pending', '{approval}', 11 + Math.round(8 * progress) + random.integer(0, 1)],
    ['experiment-api', 'experiments.running', '{experiment}', 143 - Math.round(4 * progress)],
    ['webhook-sender', 'webhooks.pending', '{webhook}', random.integer(0, 6)],
  ] as const)
    scribe.point(service, { ...gauge, name, unit, value })
}

function sendUse({ random, scribe }: Flagship, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  for (const [service, megabytes, percent] of [
    ['sdk-gateway', 240, 33],
    ['evaluator', 610, 44],
    ['stream-hub', 1480, 27],
    ['flag-api', 390, 12],
    ['segment-service', 870, 15],
    ['experiment-api', 1120, 24],
    ['event-ingest', 460, 39],
    ['webhook-sender', 150, 6],
  ] as const) {
    const value = Math.round(megabytes * 1e6 * (0.98 + 0.04 * random.next()))
    scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value })
    const cpu = percent + random.integer(-30, 30) / 10
    scribe.point(service, { ...gauge, name: 'cpu.utilization.percent', unit: '%', value: cpu })
  }
}
