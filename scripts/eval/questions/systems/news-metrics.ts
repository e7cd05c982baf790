/** Metrics of the news site by semantic conventions: durations, memory, lag, restarts, a cache, readers who are online. */
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
  readonly restartMs: number
  readonly silenceMs: number
}

export function sendNewsMetrics(source: Source): void {
  const { random, scribe, startMs, endMs } = source
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendUse(source, timeMs)
    const gauge = { type: 'gauge', timeMs } as const
    const hits = random.integer(858, 902) / 1000
    scribe.point('article-api', { ...gauge, name: 'cache.hit_ratio', unit: '1', value: hits })
    const progress = (timeMs - startMs) / (endMs - startMs)
    const online = Math.round(3100 + 1900 * progress) + random.integer(-90, 90)
    scribe.point('web-gateway', { ...gauge, name: 'readers.online', unit: '{reader}', value: online })
    const published = scribe.logs.filter(
      (log) => log.message === 'Article published' && log.timeMs >= fromMs && log.timeMs < timeMs,
    )
    const counter = { name: 'articles.published', unit: '{article}', type: 'delta', timeMs, startMs: fromMs } as const
    scribe.point('article-api', { ...counter, value: published.length })
    scribe.point('web-gateway', durationsOf(scribe, 'web-gateway', BOUNDS_S, { fromMs, toMs: timeMs }))
    fromMs = timeMs
  })
}

function sendUse({ random, scribe, restartMs, silenceMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  for (const [service, megabytes, share] of [
    ['web-gateway', 148, 0.21],
    ['article-api', 512, 0.31],
    ['search-api', 231, 0.16],
    ['comment-service', 118, 0.05],
    ['breaking-push', 287, 0.04],
  ] as const) {
    const bytes = Math.round(megabytes * 1e6 * (0.9 + 0.2 * random.next()))
    scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value: bytes })
    const cpu = Math.round((share + random.integer(-3, 8) / 100) * 1000) / 1000
    scribe.point(service, { ...gauge, name: 'process.cpu.utilization', unit: '1', value: cpu })
    const restarts = service === 'breaking-push' && timeMs >= restartMs ? 1 : 0
    scribe.point(service, { ...gauge, name: 'k8s.container.restarts', unit: '{restart}', value: restarts })
  }
  const heap = Math.round(430e6 * (0.8 + 0.4 * random.next()))
  const pool = { attributes: { 'jvm.memory.type': 'heap' } }
  scribe.point('paywall-service', { ...gauge, ...pool, name: 'jvm.memory.used', unit: 'By', value: heap })
  scribe.point('paywall-service', {
    ...gauge,
    name: 'jvm.thread.count',
    unit: '{thread}',
    value: random.integer(38, 61),
  })
  for (const [service, topic, most] of [
    ['indexer', 'articles.published', 4],
    ['moderation-worker', 'comments.created', 17],
  ] as const) {
    const behind = { name: 'kafka.consumer.lag', unit: '{message}', value: random.integer(0, most) }
    scribe.point(service, { ...gauge, ...behind, attributes: { 'messaging.destination.name': topic } })
  }
  if (timeMs < silenceMs)
    scribe.point('image-resizer', {
      ...gauge,
      name: 'resize.queue.length',
      unit: '{picture}',
      value: random.integer(0, 5),
    })
}
