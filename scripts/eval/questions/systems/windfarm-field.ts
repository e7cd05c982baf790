/** The link to the turbines: telegrams, what is published to them, alarms; the drill; boats. */
import type { Values } from '../records.ts'
import { eachArrival, eachTick, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'
import { MINUTE_MS, type WindFarmBase } from './windfarm-base.ts'
import { ALARMS, BOATS, BROKERS, CLIENT_ID, CREWS, DRILL, FARMS, type Farm, RANKS } from './windfarm-names.ts'

const PATIENCE_MS = 3000
/** A farm that is silent for so long is told. */
const LOST_S = 90
const STANDBY = 'turbine-link-dr-0'

export const farmValues = ({ name, kind, owner }: Farm): Values => ({
  ...{ 'farm.id': name, 'farm.kind': kind, 'owner.id': owner },
})

/** Something is published to a farm's gateway and its answer awaited. */
export function publish(base: WindFarmBase, startMs: number, trace: Trace, farm: Farm, what: string): Outcome {
  const { random, scribe } = base
  const broker = BROKERS[farm.kind]
  const missingMs = base.missingMs(farm, startMs)
  if (missingMs >= PATIENCE_MS) {
    const text = `${what} not sent: no session with ${broker} for 3 s`
    scribe.log('turbine-link', startMs + PATIENCE_MS, 'ERROR', text, {}, trace)
    return { status: 503, durationMs: PATIENCE_MS + random.integer(2, 30) }
  }
  const sent = { 'messaging.system': 'mqtt', 'messaging.destination.name': `farms/${farm.name}/commands` }
  const attributes = { ...sent, 'server.address': broker }
  const step = { service: 'turbine-link', name: `farms/commands publish`, startMs: startMs + missingMs, parent: trace }
  let durationMs =
    missingMs +
    base.call({ ...step, attributes }, 'producer', () => ({
      ...{ status: 200, durationMs: random.logNormal(6, 0.3) },
    })).durationMs
  durationMs += random.logNormal(farm.kind === 'offshore' ? 520 : 340, 0.35)
  if (random.chance(0.04)) {
    scribe.log('turbine-link', startMs + durationMs, 'WARN', `no answer to ${what} in 2 s, sent again`, {}, trace)
    durationMs += 2000
  }
  scribe.log('turbine-link', startMs + durationMs, 'INFO', `${what} confirmed by ${farm.name}`, {}, trace)
  return { status: 200, durationMs }
}

function telegram(base: WindFarmBase, farm: Farm, startMs: number): void {
  const { random, scribe } = base
  if (base.missingMs(farm, startMs) > 0) {
    if (random.chance(0.3)) standbyLine(base, startMs, 'INFO', `telegram of ${farm.name} discarded, drill mode`)
    return
  }
  const topic = { 'messaging.system': 'mqtt', 'messaging.destination.name': 'farms/telegrams' }
  const attributes = { ...topic, ...farmValues(farm), 'server.address': BROKERS[farm.kind] }
  const root = { traceId: scribe.newTrace(), spanId: '' }
  const step = { service: 'turbine-link', name: 'farms/telegrams process', startMs, parent: root, attributes }
  base.serve(step, 'consumer', (trace) => {
    const durationMs = random.logNormal(7, 0.4)
    const atMs = startMs + durationMs
    if (random.chance(0.02)) {
      scribe.log('turbine-link', atMs, 'WARN', `telegram of ${farm.name} dropped, checksum is wrong`, {}, trace)
      return { status: 200, durationMs }
    }
    const late = random.chance(0.03) ? `, ${random.integer(5, 24)} s late` : ''
    const text = `telegram of ${farm.name}: ${farm.turbines} turbines, ${base.megawatts(farm, startMs)} MW${late}`
    scribe.log('turbine-link', atMs, late === '' ? 'INFO' : 'WARN', text, {}, trace)
    base.taken.set(farm.name, [...(base.taken.get(farm.name) ?? []), startMs])
    return { status: 200, durationMs }
  })
}

/** The copy that was started on the standby host. */
function standbyLine(base: WindFarmBase, timeMs: number, severity: 'INFO' | 'WARN', text: string): void {
  const { logs } = base.scribe
  base.scribe.log('turbine-link', timeMs, severity, text)
  const row = logs.pop()
  if (row === undefined) return
  logs.push({ ...row, instance: STANDBY, resource: { ...row.resource, 'host.name': 'standby-2' } })
}

function sessions(base: WindFarmBase): void {
  const { scribe, random, onsetMs, recoveryMs, gaps } = base
  const broker = BROKERS.onshore
  const id = `client id ${CLIENT_ID}`
  standbyLine(base, onsetMs - 4200, 'INFO', `standby copy started for drill ${DRILL}, ${id}, telegrams are discarded`)
  standbyLine(base, onsetMs + 90, 'INFO', `session with ${broker} opened, ${id}, drill ${DRILL}`)
  for (const { fromMs, toMs } of gaps) {
    const lost = `session with ${broker} taken over by another client with the same ${id}, reason code 0x8E`
    scribe.log('turbine-link', fromMs + random.integer(5, 60), 'WARN', lost)
    const open = `session with ${broker} open again after ${Math.round((toMs - fromMs) / 1000)} s, ${id}`
    scribe.log('turbine-link', toMs + random.integer(5, 40), 'INFO', open)
  }
  standbyLine(base, recoveryMs - 900, 'INFO', `drill ${DRILL} ended by the operator, standby copy shuts down`)
}

function alarm(base: WindFarmBase, startMs: number): void {
  const { random, scribe } = base
  const farm = base.farm()
  if (base.missingMs(farm, startMs) > 0) return
  const [id, code, rank] = [`AL-${30_200 + base.next()}`, random.pick(ALARMS), random.pick(RANKS)]
  const turbine = base.turbine(farm)
  const topic = { 'messaging.system': 'kafka', 'messaging.destination.name': 'turbine.alarms' }
  const root = { traceId: scribe.newTrace(), spanId: '' }
  const step = { service: 'turbine-link', name: 'turbine.alarms publish', startMs, parent: root, attributes: topic }
  base.call(step, 'producer', (inner) => {
    const values = { ...topic, ...farmValues(farm), 'alarm.code': code, 'alarm.rank': rank }
    const work = { service: 'alarm-desk', name: 'turbine.alarms process', startMs: startMs + 40, parent: inner }
    base.serve({ ...work, attributes: values }, 'consumer', (trace) => {
      const write = base.store('alarm-desk', 'mongodb', 'insert alarms', startMs + 42, trace, 5)
      const durationMs = write.durationMs + random.logNormal(11, 0.4)
      const atMs = startMs + 40 + durationMs
      const data = { alarm: id, code, turbine, farm: farm.name, rank }
      const say = (severity: 'INFO' | 'WARN' | 'ERROR', text: string, laterMs = 0) =>
        scribe.log('alarm-desk', atMs + laterMs, severity, text, data, trace)
      if (random.chance(0.12)) say('INFO', `alarm ${id} repeats an open one of ${turbine}, suppressed`)
      else {
        say('INFO', `alarm ${id} raised: ${code} at ${turbine}, ${rank}`)
        const crew = random.pick(CREWS)
        if (rank === 'critical') {
          base.remember('alarm', id, startMs)
          if (random.chance(0.2)) say('ERROR', `page to ${crew} failed: SMS provider answered 500, trying voice`, 900)
          else say('INFO', `${crew} paged for ${id}`, 700)
        } else if (random.chance(0.07))
          say('WARN', `no crew on call for ${farm.name}, ${id} waits for the morning`, 300)
      }
      return { status: 200, durationMs }
    })
    return { status: 200, durationMs: random.logNormal(3, 0.2) }
  })
}

function boats(base: WindFarmBase): void {
  const { random, scribe, startMs, darkMs } = base
  eachTick({ fromMs: startMs + 3000, toMs: darkMs - 9000, everyMs: 11_000 }, random, (timeMs) => {
    const boat = random.pick(BOATS)
    if (random.chance(0.06)) {
      const text = `${boat} transfer stopped, wave height ${random.integer(16, 24) / 10} m`
      scribe.log('boat-watch', timeMs, 'WARN', text)
    } else if (random.chance(0.04)) scribe.log('boat-watch', timeMs, 'ERROR', `no AIS position of ${boat} for 60 s`)
    else {
      const [aboard, knots] = [random.integer(2, 9), random.integer(40, 210) / 10]
      scribe.log('boat-watch', timeMs, 'INFO', `${boat} with ${aboard} aboard, ${knots.toFixed(1)} knots`)
    }
  })
  scribe.log('boat-watch', darkMs, 'WARN', 'AIS feed closed: subscription of the port authority has ended')
}

export function runField(base: WindFarmBase): void {
  const { random, scribe, startMs, endMs, settingMs } = base
  for (const farm of FARMS) {
    const range = { fromMs: startMs + random.integer(0, 30_000), toMs: endMs - 2000, everyMs: 30_000 }
    eachTick(range, random, (timeMs) => telegram(base, farm, timeMs))
  }
  sessions(base)
  const range = { fromMs: startMs, toMs: endMs - 4000 }
  eachArrival({ ...range, meanMs: 7000 }, random, (timeMs) => alarm(base, timeMs))
  eachTick({ ...range, everyMs: MINUTE_MS }, random, (timeMs) => {
    for (const farm of FARMS) {
      const ageS = base.ageS(farm, timeMs)
      if (ageS < LOST_S || timeMs < startMs + 2 * MINUTE_MS) continue
      const data = { farm: farm.name, age_s: ageS }
      scribe.log('alarm-desk', timeMs, 'WARN', `no telegram of ${farm.name} for ${ageS} s`, data)
    }
  })
  boats(base)
  scribe.log('alarm-desk', settingMs, 'INFO', 'setting repeat_window_s changed from 20 to 30', { change: 'OPS-77' })
  eachTick({ fromMs: startMs + MINUTE_MS, toMs: endMs - 9000, everyMs: 7 * MINUTE_MS }, random, (timeMs) =>
    scribe.log(
      'turbine-link',
      timeMs,
      'INFO',
      `session with ${BROKERS.offshore} checked, round trip ${random.integer(31, 64)} ms`,
    ),
  )
}
