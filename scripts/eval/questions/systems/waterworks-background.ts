/** What the water utility does without its customers: readings by radio, samples of pressure, pumps, bills, notices. */
import type { Severity } from '../records.ts'
import { eachArrival, eachTick, type Trace } from './scribe.ts'
import type { Waterworks } from './waterworks.ts'

const MINUTE_MS = 60_000
const PUMPS = ['P1-north', 'P2-north', 'P3-harbour', 'P4-hill', 'P5-hill']

const rootOf = ({ scribe }: Waterworks): Trace => ({ traceId: scribe.newTrace(), spanId: '' })
const queueOf = (name: string) => ({ 'messaging.system': 'rabbitmq', 'messaging.destination.name': name })

/** A drop of the pressure becomes an alarm, and the alarm a work order. */
function sample(system: Waterworks, startMs: number): void {
  const { random, scribe } = system
  const district = system.district()
  const attributes = { ...queueOf('pressure.samples'), 'supply.district': district }
  const step = { service: 'leak-sentry', name: 'pressure.samples process', startMs, parent: rootOf(system), attributes }
  system.serve(step, 'consumer', (trace) => {
    const judgedMs = random.logNormal(7, 0.3)
    if (!random.chance(0.22)) return { status: 200, durationMs: judgedMs }
    const fields = { district, sensor: `PS-${random.integer(1, 160)}`, drop_bar: random.integer(3, 19) / 10 }
    const say = (timeMs: number, severity: Severity, text: string) =>
      scribe.log('leak-sentry', timeMs, severity, text, fields, trace)
    if (random.chance(0.2)) {
      say(startMs + judgedMs, 'INFO', 'drop explained by hydrant flushing')
      return { status: 200, durationMs: judgedMs }
    }
    const placed = system.locate('leak-sentry', startMs + judgedMs, trace, 'GET /locate', district)
    const durationMs = judgedMs + placed.durationMs + 2
    if (placed.status >= 500) {
      say(startMs + durationMs, 'ERROR', 'leak alarm not placed: pipe-registry answered 500')
      return { status: 500, durationMs }
    }
    say(startMs + durationMs, 'INFO', 'leak alarm raised')
    const out = { service: 'leak-sentry', name: 'leak.alarms publish', startMs: startMs + durationMs, parent: trace }
    const sent = system.call({ ...out, attributes: queueOf('leak.alarms') }, 'producer', (inner) => {
      const pickMs = startMs + durationMs + random.logNormal(120, 0.4)
      const about = { ...queueOf('leak.alarms'), 'supply.district': district }
      const taken = { service: 'field-orders', name: 'leak.alarms process', startMs: pickMs, parent: inner }
      system.serve({ ...taken, attributes: about }, 'consumer', (last) => system.order(pickMs, last, district, 'alarm'))
      return { status: 200, durationMs: random.logNormal(3, 0.3) }
    })
    return { status: 200, durationMs: durationMs + sent.durationMs }
  })
}

/** A controller tells how its pump does. */
function pump(system: Waterworks, startMs: number): void {
  const { random, scribe, restartMs } = system
  if (startMs > restartMs - 4000 && startMs < restartMs + 9000) return
  const name = random.pick(PUMPS)
  const route = 'POST /pumps/{id}/state'
  const attributes = { 'http.request.method': 'POST', 'http.route': '/pumps/{id}/state', 'pump.id': name }
  const step = { service: 'pump-scada', name: route, startMs, parent: rootOf(system), attributes }
  system.serve(step, 'server', (trace) => {
    const saved = system.store('pump-scada', 'timescaledb', 'INSERT pump_states', startMs + 1, trace, 5)
    const durationMs = saved.durationMs + random.logNormal(3, 0.3)
    const say = (severity: Severity, text: string) =>
      scribe.log(
        'pump-scada',
        startMs + durationMs,
        severity,
        text,
        { pump: name, rpm: random.integer(980, 1460) },
        trace,
      )
    if (random.chance(0.04)) say('WARN', `vibration above limit on ${name}`)
    else if (random.chance(0.3)) say('INFO', `pump state taken from ${name}`)
    return { status: 204, durationMs }
  })
}

const runOf = ({ startMs }: Waterworks, timeMs: number) =>
  `BR-${2207 + Math.floor((timeMs - startMs) / (24 * MINUTE_MS))}`

/** A bill: the readings of a period times a tariff. */
function bill(system: Waterworks, startMs: number): void {
  const { random, scribe, releaseMs } = system
  const run = runOf(system, startMs)
  const tariff = random.pick(['household', 'household', 'household', 'farm', 'industry'])
  const attributes = { ...queueOf('bill.jobs'), 'bill.run': run, 'bill.tariff': tariff }
  const step = { service: 'bill-press', name: 'bill.jobs process', startMs, parent: rootOf(system), attributes }
  system.serve(step, 'consumer', (trace) => {
    const about = { 'bill.tariff': tariff }
    const quote = {
      service: 'tariff-engine',
      name: 'POST /quotes',
      startMs: startMs + 3,
      parent: trace,
      attributes: about,
    }
    const quoted = system.through('bill-press', quote, (inner) => {
      const durationMs = random.logNormal((startMs >= releaseMs ? 46 : 34) * (tariff === 'industry' ? 2.1 : 1), 0.25)
      if (random.chance(0.02))
        scribe.log(
          'tariff-engine',
          startMs + durationMs,
          'WARN',
          `sewage share defaulted for tariff ${tariff}`,
          {},
          inner,
        )
      return { status: 200, durationMs }
    })
    const quotedMs = quoted.durationMs + 4
    const account = `A-${random.integer(70_000, 79_999)}`
    const cents = random.integer(1800, tariff === 'industry' ? 240_000 : 14_900)
    const fields = { account, run, tariff, cents }
    if (random.chance(0.05))
      scribe.log('bill-press', startMs + quotedMs, 'WARN', 'no reading in period, bill estimated', fields, trace)
    const saved = system.store('bill-press', 'postgresql', 'INSERT bills', startMs + quotedMs, trace, 9)
    const durationMs = quotedMs + saved.durationMs
    scribe.log('bill-press', startMs + durationMs, 'INFO', 'bill issued', fields, trace)
    system.remember('account', account, startMs)
    return { status: 200, durationMs }
  })
}

/** Lines that come once or by the clock. */
function announce(system: Waterworks): void {
  const { random, scribe, startMs, endMs, onsetMs, recoveryMs, releaseMs, restartMs, silenceMs } = system
  const imported = { import: 'MI-318', pipes: 4812, pruned_reference_systems: 1 }
  scribe.log('pipe-registry', onsetMs - 1500, 'INFO', 'map import committed', imported)
  const restored = { srid: 28992, by: 'gis-oncall' }
  scribe.log('pipe-registry', recoveryMs, 'INFO', 'reference system put back into spatial_ref_sys', restored)
  scribe.log('tariff-engine', releaseMs, 'INFO', 'Started TariffEngine 3.15.0 in 6.4 seconds')
  scribe.log('pump-scada', restartMs - 4000, 'INFO', 'SIGTERM received, closing 5 controller sessions')
  scribe.log('pump-scada', restartMs, 'INFO', 'pump-scada 2.4.4 started')
  for (let timeMs = startMs + 2000; timeMs < endMs; timeMs += 24 * MINUTE_MS)
    scribe.log('bill-press', timeMs, 'INFO', 'billing run opened', { run: runOf(system, timeMs), accounts: 860 })
  eachTick({ fromMs: startMs + 7000, toMs: silenceMs, everyMs: 11_000 }, random, (timeMs) => {
    const ticket = random.integer(1, 100)
    if (ticket <= 4) scribe.log('notice-post', timeMs, 'WARN', 'postal address incomplete, letter held back')
    else if (ticket <= 60) scribe.log('notice-post', timeMs, 'INFO', `letter queued with ${random.integer(1, 4)} pages`)
    else scribe.log('notice-post', timeMs, 'INFO', `sms sent about works in ${system.district()}`)
  })
}

export function sendWaterworksBackground(system: Waterworks): void {
  const { random, startMs, endMs } = system
  const range = { fromMs: startMs, toMs: endMs - 2000 }
  eachArrival({ ...range, meanMs: 1550 }, random, (timeMs) => system.request(timeMs))
  eachArrival({ ...range, meanMs: 2900 }, random, (timeMs) => {
    system.take(timeMs, rootOf(system), system.district(), 'radio')
  })
  eachArrival({ ...range, meanMs: 2600 }, random, (timeMs) => sample(system, timeMs))
  eachArrival({ ...range, meanMs: 4800 }, random, (timeMs) => pump(system, timeMs))
  eachArrival({ ...range, meanMs: 4200 }, random, (timeMs) => bill(system, timeMs))
  announce(system)
}
