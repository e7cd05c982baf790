/** Metrics of the podcast platform: durations, memory, processors, restarts, lag, queues, listeners online, ads, redirects. */
import { durationsOf } from './conventions.ts'
import type { Podcasts } from './podcasts.ts'
import { MINUTE_MS } from './podcasts-names.ts'
import { eachTick } from './scribe.ts'

const EVERY_MS = 30_000
const BOUNDS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

interface Counters {
  ads: number
  plays: number
}

export function sendPodcastsMetrics(system: Podcasts): void {
  const { random, scribe, startMs, endMs } = system
  let fromMs = startMs
  const counters: Counters = { ads: 0, plays: 0 }
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendUse(system, timeMs)
    sendQueues(system, timeMs)
    sendListeners(system, timeMs)
    sendCounters(system, counters, { fromMs, toMs: timeMs })
    for (const service of ['web-edge', 'listen-api', 'media-locator'])
      scribe.point(service, durationsOf(scribe, service, BOUNDS_S, { fromMs, toMs: timeMs }))
    fromMs = timeMs
  })
}

function sendUse({ random, scribe, restartMs, silenceMs }: Podcasts, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  for (const [service, megabytes, share] of [
    ['web-edge', 61, 0.09],
    ['listen-api', 312, 0.24],
    ['studio-api', 428, 0.16],
    ['catalog', 147, 0.21],
    ['media-locator', 54, 0.06],
    ['feedgen', 119, 0.12],
    ['play-counter', 203, 0.11],
    ['transcoder', 1740, 0.71],
    ['adstitch', 655, 0.38],
  ] as const) {
    const bytes = Math.round(megabytes * 1e6 * (0.92 + 0.16 * random.next()))
    scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value: bytes })
    const cpu = Math.round((share + random.integer(-4, 8) / 100) * 1000) / 1000
    scribe.point(service, { ...gauge, name: 'process.cpu.utilization', unit: '1', value: cpu })
    const value = service === 'play-counter' && timeMs > restartMs ? 1 : 0
    scribe.point(service, { ...gauge, name: 'k8s.container.restarts', unit: '{restart}', value })
  }
  if (timeMs < silenceMs) scribe.point('feed-poller', { ...gauge, name: 'feeds.known', unit: '{feed}', value: 140 })
}

function sendQueues({ random, scribe, restartMs }: Podcasts, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  const sinceMs = timeMs - restartMs
  const isBehind = sinceMs > 0 && sinceMs < 1.5 * MINUTE_MS
  const lag = {
    name: 'kafka.consumer.lag',
    unit: '{message}',
    attributes: { 'messaging.destination.name': 'play.events' },
  }
  const value = isBehind ? random.integer(14, 31) : random.integer(0, 4)
  scribe.point('play-counter', { ...gauge, ...lag, value })
  const waiting = { name: 'transcode.queue.depth', unit: '{job}', value: random.integer(1, 9) }
  scribe.point('transcoder', { ...gauge, ...waiting })
  scribe.point('adstitch', { ...gauge, name: 'stitch.queue.depth', unit: '{job}', value: random.integer(2, 16) })
}

/** Who is listening: some give up while their shows do not start. */
function sendListeners({ random, scribe, onsetMs, recoveryMs }: Podcasts, timeMs: number): void {
  const minutes = (Math.min(timeMs, recoveryMs) - onsetMs) / MINUTE_MS
  const backMinutes = Math.max(0, (timeMs - recoveryMs) / MINUTE_MS)
  const lost = Math.max(0, Math.min(0.34, 0.02 * minutes) - 0.05 * backMinutes)
  for (const [app, listeners] of [
    ['ios', 1840],
    ['android', 1190],
    ['web', 560],
    ['carplay', 410],
  ] as const) {
    const value = Math.round(listeners * (1 - lost)) + random.integer(-14, 14)
    const online = { name: 'listeners.online', unit: '{listener}', value, attributes: { 'client.app': app } }
    scribe.point('listen-api', { type: 'gauge', timeMs, ...online })
  }
}

function sendCounters(
  { scribe, startMs }: Podcasts,
  counters: Counters,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): void {
  const logs = scribe.logs.filter(({ timeMs }) => timeMs >= fromMs && timeMs < toMs)
  for (const { service, message } of logs) {
    if (service === 'adstitch') counters.ads += Number(/stitched (\d+) ads/.exec(message)?.[1] ?? 0)
    if (service === 'play-counter' && message.startsWith('play counted')) counters.plays++
  }
  const total = { type: 'cumulative', timeMs: toMs, startMs } as const
  scribe.point('adstitch', { ...total, name: 'ads.inserted', unit: '{ad}', value: counters.ads })
  scribe.point('play-counter', { ...total, name: 'plays.counted', unit: '{play}', value: counters.plays })
  const followed = logs.filter(({ service }) => service === 'media-locator')
  const value = followed.reduce((sum, { attributes }) => sum + Number(attributes['hops'] ?? 0), 0)
  const hops = {
    name: 'media.redirects',
    unit: '{redirect}',
    type: 'delta',
    timeMs: toMs,
    startMs: fromMs,
    value,
  } as const
  scribe.point('media-locator', hops)
}
