/** What the co-operative does by itself: readings of farm sensors, watches of the weather, a release, a restart. */
import type { SystemByConventions } from './conventions.ts'
import { eachArrival, eachTick, type Scribe } from './scribe.ts'

const MINUTE_MS = 60_000

export interface Source extends SystemByConventions {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly restartMs: number
  readonly onsetMs: number
  readonly silentMs: number
}

/** A reading of a milk tank, a milking robot, a trough or the soil. */
function read(source: Source, startMs: number): void {
  const { random, scribe } = source
  const sensor = random.pick(['milk-tank', 'milk-tank', 'robot', 'trough', 'soil'])
  const root = { traceId: scribe.newTrace(), spanId: '' }
  const topic = { 'messaging.system': 'kafka', 'messaging.destination.name': 'farm.readings' }
  const attributes = { ...topic, 'sensor.kind': sensor }
  const step = { service: 'barn-sensors', name: 'farm.readings process', startMs, parent: root, attributes }
  source.serve(step, 'consumer', (trace) => {
    const saved = source.store('barn-sensors', 'influxdb', 'INSERT readings', startMs + 1, trace, 5)
    const durationMs = saved.durationMs + random.logNormal(3, 0.3)
    const farm = `F-${random.integer(201, 388)}`
    const say = (severity: 'INFO' | 'WARN', text: string, more: Record<string, string | number>) =>
      scribe.log('barn-sensors', startMs + durationMs, severity, text, { sensor, farm, ...more }, trace)
    if (sensor === 'milk-tank' && random.chance(0.05))
      say('WARN', 'tank cools slowly', { celsius: random.integer(6, 11) })
    else if (random.chance(0.03)) say('WARN', 'sensor battery low', { percent: random.integer(3, 14) })
    else if (random.chance(0.02)) say('WARN', 'reading out of range, dropped', {})
    else if (random.chance(0.3)) say('INFO', 'reading stored', {})
    return { status: 200, durationMs }
  })
}

/** Lines without spans: the weather is looked at twice a minute, until the watch stops. */
function watchWeather({ scribe, random, startMs, silentMs }: Source): void {
  eachTick({ fromMs: startMs + 8000, toMs: silentMs, everyMs: 30_000 }, random, (timeMs) => {
    const district = random.pick(['north', 'west', 'lake'])
    if (random.chance(0.12)) {
      const kind = random.pick(['hail', 'frost', 'gale'])
      const text = `alert sent: ${kind} in district ${district}, ${random.integer(40, 160)} members told`
      scribe.log('storm-watch', timeMs, 'WARN', text)
    } else
      scribe.log(
        'storm-watch',
        timeMs,
        'INFO',
        `no warning for district ${district}, ${random.integer(2, 9)} stations read`,
      )
  })
}

export function watchDairy(source: Source): void {
  const { random, scribe, startMs, endMs } = source
  eachArrival({ fromMs: startMs, toMs: endMs - 2000, meanMs: 1500 }, random, (timeMs) => {
    if (timeMs < source.restartMs - 2000 || timeMs > source.restartMs + 9000) read(source, timeMs)
  })
  watchWeather(source)
  scribe.log('tour-planner', source.releaseMs, 'INFO', 'Started TourPlannerApplication 2.15.0 in 6.812 seconds')
  scribe.log('barn-sensors', source.restartMs - 1900, 'WARN', 'SIGTERM received, leaving consumer group', {})
  scribe.log('barn-sensors', source.restartMs + 8400, 'INFO', 'barn-sensors started', { version: '1.8.2' })
  const fleets = { profile: 'nir-hires', fleets: 'north,lake' }
  scribe.log('pickup-service', source.onsetMs - 48_000, 'INFO', 'tanker sensor profile changed', fleets)
  eachTick({ fromMs: startMs + 90_000, toMs: endMs - 30_000, everyMs: 6 * MINUTE_MS }, random, (timeMs) => {
    const rows = random.integer(24, 96)
    scribe.log('herd-book', timeMs, 'INFO', `passport import finished: ${rows} rows, 0 errors`, { rows })
  })
  eachTick({ fromMs: startMs + 50_000, toMs: endMs - 10_000, everyMs: 4 * MINUTE_MS }, random, (timeMs) => {
    const silo = `S${random.integer(1, 4)}`
    scribe.log('silo-keeper', timeMs, 'INFO', `Aeration of ${silo} ran for ${random.integer(4, 17)} minutes`)
  })
}
