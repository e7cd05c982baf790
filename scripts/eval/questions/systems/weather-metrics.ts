/** Gauges of the weather data's services, one point every 30 seconds, named with dots and units of their own. */
import type { Random } from '../../../demo/random.ts'
import { eachTick, type Scribe } from './scribe.ts'

const EVERY_MS = 30_000
const MINUTE_MS = 60_000

interface Source {
  readonly scribe: Scribe
  readonly random: Random
  readonly startMs: number
  readonly endMs: number
  readonly onsetMs: number
  readonly recoveryMs: number
  ageS(timeMs: number): number
}

export function sendWeatherMetrics(source: Source): void {
  const { random, scribe, startMs, endMs } = source
  const deaths = scribe.logs.filter((log) => log.severity === 'FATAL').map((log) => log.timeMs)
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    const gauge = { type: 'gauge', timeMs } as const
    const depth = { name: 'queue.depth', unit: '{batch}', attributes: { queue: 'obs.raw' } }
    scribe.point('station-ingest', { ...gauge, ...depth, value: depthOf(source, timeMs) })
    const age = Math.round(source.ageS(timeMs) * 10) / 10
    scribe.point('wx-api', { ...gauge, name: 'observations.age', unit: 's', value: age })
    const restarts = deaths.filter((at) => at < timeMs).length
    scribe.point('qc-worker', { ...gauge, name: 'container.restarts', unit: '{restart}', value: restarts })
    const hits = Math.round((0.7 + random.integer(-40, 40) / 1000) * 1000) / 1000
    scribe.point('tile-render', { ...gauge, name: 'tile.cache.hit_ratio', unit: '1', value: hits })
    const used = 61.5 + (6 * (timeMs - startMs)) / (endMs - startMs)
    scribe.point('grid-store', { ...gauge, name: 'disk.used', unit: '%', value: Math.round(used * 100) / 100 })
    scribe.point('key-auth', { ...gauge, name: 'keys.active', unit: '{key}', value: random.integer(212, 218) })
    sendUse(source, timeMs)
  })
}

/** Grows while nothing is taken out, is worked off in four minutes. */
function depthOf({ random, onsetMs, recoveryMs }: Source, timeMs: number): number {
  const usual = random.integer(1, 9)
  if (timeMs < onsetMs || timeMs >= recoveryMs + 4 * MINUTE_MS) return usual
  const waiting = (Math.min(timeMs, recoveryMs) - onsetMs) / 5200
  const left = timeMs < recoveryMs ? 1 : 1 - (timeMs - recoveryMs) / (4 * MINUTE_MS)
  return usual + Math.round(waiting * left)
}

function sendUse({ random, scribe }: Source, timeMs: number): void {
  for (const [service, megabytes, percent] of [
    ['wx-api', 240, 21],
    ['tile-render', 880, 34],
    ['grid-store', 3100, 17],
    ['forecast-run', 5200, 62],
    ['qc-worker', 410, 12],
  ] as const) {
    const gauge = { type: 'gauge', timeMs } as const
    const value = Math.round(megabytes * (0.94 + 0.12 * random.next()) * 10) / 10
    scribe.point(service, { ...gauge, name: 'memory.rss', unit: 'MB', value })
    const busy = Math.round((percent + random.integer(-50, 80) / 10) * 10) / 10
    scribe.point(service, { ...gauge, name: 'cpu.usage', unit: '%', value: busy })
  }
}
