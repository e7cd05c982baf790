/** The mountain of the ski resort: sensors of slopes, avalanche sectors, snow guns, and the boards that go dark. */

import type { SystemByConventions } from './conventions.ts'
import type { Scribe, Trace } from './scribe.ts'
import { eachArrival, eachTick } from './scribe.ts'

const MINUTE_MS = 60_000
const SECTORS = ['north-bowl', 'north-bowl', 'east-face', 'lower-gully']
const ZONES = ['valley-run', 'valley-run', 'nursery', 'race-slope']

type Mountain = SystemByConventions & { readonly scribe: Scribe; readonly restartMs: number; readonly darkMs: number }

/** Readings come in over a queue; some ask for an assessment, some start or stop a snow gun. */
function reading(system: Mountain, startMs: number): void {
  const { random, scribe, restartMs } = system
  if (startMs >= restartMs - 9000 && startMs < restartMs) return
  const sector = random.pick(SECTORS)
  const root = { traceId: scribe.newTrace(), spanId: '' }
  const topic = { 'messaging.system': 'kafka', 'messaging.destination.name': 'slope.readings', 'slope.sector': sector }
  const step = { service: 'slope-sense', name: 'slope.readings process', startMs, parent: root, attributes: topic }
  system.serve(step, 'consumer', (trace) => {
    const saved = system.store('slope-sense', 'influxdb', 'INSERT readings', startMs + 1, trace, 6)
    let durationMs = saved.durationMs + random.logNormal(4, 0.3)
    const probe = `PB-${random.integer(11, 64)}`
    if (random.chance(0.035)) {
      const fields = { 'event.name': 'probe.battery.low', probe, sector, percent: random.integer(4, 14) }
      scribe.log('slope-sense', startMs + durationMs, 'WARN', 'probe battery is running low', fields, trace)
    } else if (random.chance(0.012)) {
      const fields = { 'event.name': 'probe.value.odd', probe, sector, celsius: random.integer(31, 57) }
      scribe.log('slope-sense', startMs + durationMs, 'WARN', 'implausible temperature dropped', fields, trace)
    }
    if (random.chance(0.3)) durationMs += assess(system, startMs + durationMs, trace, sector)
    if (random.chance(0.25)) command(system, startMs + durationMs, trace)
    return { status: 200, durationMs }
  })
}

function assess(system: Mountain, startMs: number, parent: Trace, sector: string): number {
  const { random, scribe } = system
  const attributes = { 'slope.sector': sector }
  const name = 'POST /v1/sectors/{sector}/assess'
  const done = system.through(
    'slope-sense',
    { service: 'avalanche-desk', name, startMs, parent, attributes },
    (trace) => {
      const durationMs = random.logNormal(74, 0.4)
      const atMs = startMs + durationMs
      const level = sector === 'east-face' ? random.integer(2, 3) : random.integer(1, 2)
      if (sector === 'east-face' && random.chance(0.1))
        scribe.log('avalanche-desk', atMs, 'WARN', `danger level raised to 3 in ${sector}, patrol informed`, {}, trace)
      else scribe.log('avalanche-desk', atMs, 'INFO', `sector ${sector} assessed: danger level ${level}`, {}, trace)
      return { status: 200, durationMs }
    },
  )
  return done.durationMs
}

function command(system: Mountain, startMs: number, parent: Trace): void {
  const { random, scribe } = system
  const zone = random.pick(ZONES)
  const topic = { 'messaging.system': 'kafka', 'messaging.destination.name': 'snow.commands' }
  const step = { service: 'slope-sense', name: 'snow.commands publish', startMs, parent, attributes: topic }
  system.call(step, 'producer', (trace) => {
    const pickMs = startMs + random.logNormal(70, 0.5)
    const attributes = { ...topic, 'gun.zone': zone }
    const taken = { service: 'snowgun-ctl', name: 'snow.commands process', startMs: pickMs, parent: trace, attributes }
    system.serve(taken, 'consumer', (inner) => {
      const durationMs = random.logNormal(380, 0.35)
      const gun = `G${random.integer(1, 42)}`
      const atMs = pickMs + durationMs
      if (random.chance(0.11))
        scribe.log('snowgun-ctl', atMs, 'WARN', `gun ${gun} in ${zone} held: wet bulb too warm`, {}, inner)
      else if (random.chance(0.06))
        scribe.log('snowgun-ctl', atMs, 'WARN', `gun ${gun} in ${zone} nozzle heater error 17, retried`, {}, inner)
      else {
        const way = random.chance(0.6) ? 'started' : 'stopped'
        scribe.log('snowgun-ctl', atMs, 'INFO', `gun ${gun} in ${zone} ${way}`, {}, inner)
      }
      return { status: 200, durationMs }
    })
    return { status: 200, durationMs: random.logNormal(3, 0.2) }
  })
}

export function runMountain(system: Mountain): void {
  const { random, scribe, startMs, endMs, restartMs, darkMs } = system
  eachArrival({ fromMs: startMs, toMs: endMs - 3000, meanMs: 3000 }, random, (timeMs) => reading(system, timeMs))
  eachTick({ fromMs: startMs + 8000, toMs: darkMs, everyMs: 20_000 }, random, (timeMs) => {
    const open = random.integer(39, 42)
    if (random.chance(0.05))
      scribe.log('piste-board', timeMs, 'WARN', `panel ${random.integer(1, 7)} at the valley station gives no echo`)
    else scribe.log('piste-board', timeMs, 'INFO', `boards redrawn, ${open} of 44 pistes open`)
  })
  const stop = { 'event.name': 'process.stop', reason: 'memory limit near' }
  scribe.log('slope-sense', restartMs - 8000, 'WARN', 'stopping to free memory', stop)
  const start = { 'event.name': 'process.start', probes: 54 }
  scribe.log('slope-sense', restartMs, 'INFO', 'slope-sense 1.14.2 up, 54 probes subscribed', start)
  eachTick({ fromMs: startMs + 4 * MINUTE_MS, toMs: endMs - 20_000, everyMs: 12 * MINUTE_MS }, random, (timeMs) => {
    const text = `pump house pressure ${random.integer(31, 38)} bar, reservoir at ${random.integer(61, 66)} percent`
    scribe.log('snowgun-ctl', timeMs, 'INFO', text)
  })
}
