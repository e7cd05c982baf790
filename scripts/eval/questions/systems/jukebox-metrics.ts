/** Metrics of the music streaming service: the pool, lag, active streams, plans, caches, memory, processors. */
import { durationsOf } from './conventions.ts'
import type { Jukebox } from './jukebox.ts'
import { eachTick } from './scribe.ts'

const EVERY_MS = 60_000
const POOL = 50
const BOUNDS_S = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function sendJukeboxMetrics(system: Jukebox): void {
  const { random, scribe, startMs, endMs } = system
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS / 2, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendPool(system, timeMs)
    sendListeners(system, timeMs)
    sendUse(system, timeMs)
    sendTotals(system, timeMs, fromMs)
    for (const service of ['edge-gateway', 'playback-api', 'search-api'])
      scribe.point(service, durationsOf(scribe, service, BOUNDS_S, { fromMs, toMs: timeMs }))
    fromMs = timeMs
  })
}

function sendPool(system: Jukebox, timeMs: number): void {
  const { random, scribe, onsetMs, queued } = system
  const gauge = { type: 'gauge', timeMs } as const
  const used = Math.min(POOL, system.keptAt(timeMs) + random.integer(4, 9))
  for (const [state, value] of [
    ['used', used],
    ['idle', POOL - used],
  ] as const) {
    const attributes = { 'db.client.connection.pool.name': 'playback', 'db.client.connection.state': state }
    const name = 'db.client.connection.count'
    scribe.point('playback-api', { ...gauge, name, unit: '{connection}', value, attributes })
  }
  const pending = timeMs >= onsetMs ? random.integer(9, 24) : 0
  const waiting = { name: 'db.client.connection.pending_requests', unit: '{request}', value: pending }
  scribe.point('playback-api', { ...gauge, ...waiting, attributes: { 'db.client.connection.pool.name': 'playback' } })
  const lag = queued.filter(({ fromMs, toMs }) => fromMs <= timeMs && toMs > timeMs).length + random.integer(1, 3)
  const attributes = { 'messaging.destination.name': 'plays', 'messaging.consumer.group.name': 'play-recorder' }
  scribe.point('play-recorder', {
    ...gauge,
    ...{ name: 'kafka.consumer.lag', unit: '{message}', value: lag, attributes },
  })
}

function sendListeners({ random, scribe, startMs, endMs, onsetMs }: Jukebox, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  const lost = timeMs < onsetMs ? 1 : Math.max(0.34, 1 - (timeMs - onsetMs) / 3_400_000)
  for (const [platform, usual] of [
    ['ios', 410],
    ['android', 330],
    ['web', 190],
    ['car', 90],
  ] as const) {
    const value = Math.round(usual * lost * (0.97 + 0.06 * random.next()))
    const attributes = { 'app.platform': platform }
    scribe.point('playback-api', { ...gauge, name: 'streams.active', unit: '{stream}', value, attributes })
  }
  const progress = (timeMs - startMs) / (endMs - startMs)
  for (const [plan, begin, grown] of [
    ['premium', 48_210, 34],
    ['family', 21_340, 12],
    ['student', 9870, 5],
  ] as const) {
    const value = Math.round(begin + grown * progress)
    const attributes = { 'user.plan': plan }
    const name = 'subscriptions.active'
    scribe.point('subscription-api', { ...gauge, name, unit: '{subscription}', value, attributes })
  }
  const hits = 92 + random.integer(-15, 15) / 10
  scribe.point('catalogue-api', { ...gauge, name: 'cache.hit_rate', unit: '%', value: hits })
  const tracks = Math.round(4_812_300 + 260 * progress)
  scribe.point('search-api', { ...gauge, name: 'index.tracks', unit: '{track}', value: tracks })
}

function sendUse({ random, scribe, startMs, endMs, restartMs }: Jukebox, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  const progress = (timeMs - startMs) / (endMs - startMs)
  for (const [service, megabytes, percent] of [
    ['edge-gateway', 210, 22],
    ['catalogue-api', 540, 31],
    ['playlist-api', 330, 14],
    ['playback-api', 1120, 38],
    ['search-api', 760, 49],
    ['reco-engine', timeMs < restartMs ? 2350 : 1640 + 180 * progress, 63],
    ['subscription-api', 390, 11],
    ['play-recorder', 280, 17],
  ] as const) {
    const value = Math.round(megabytes * 1e6 * (0.98 + 0.04 * random.next()))
    scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value })
    const cpu = percent + random.integer(-30, 30) / 10
    scribe.point(service, { ...gauge, name: 'cpu.utilization.percent', unit: '%', value: cpu })
  }
}

function sendTotals({ scribe, startMs }: Jukebox, timeMs: number, fromMs: number): void {
  const within = (message: string, sinceMs: number) =>
    scribe.logs.filter((log) => log.message === message && log.timeMs >= sinceMs && log.timeMs < timeMs).length
  const total = { type: 'cumulative', timeMs, startMs, name: 'subscriptions.renewed', unit: '{subscription}' } as const
  scribe.point('subscription-api', { ...total, value: within('subscription renewed', startMs) })
  const delta = { type: 'delta', timeMs, startMs: fromMs, name: 'plays.counted', unit: '{play}' } as const
  scribe.point('play-recorder', { ...delta, value: within('play counted', fromMs) })
}
