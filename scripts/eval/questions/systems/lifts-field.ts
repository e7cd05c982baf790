/** What technicians do with their app: jobs, parts, inspections, calls to house managers. */
import type { Severity } from '../records.ts'
import type { Lifts } from './lifts.ts'
import { placeCall } from './lifts-calls.ts'
import { APP_VISITS, attributesOf, DEPOTS, type Lift, PARTS } from './lifts-names.ts'
import type { Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

export function visitApp(system: Lifts, startMs: number): void {
  const { random, scribe } = system
  const ticket = random.integer(1, 100)
  const [name] = APP_VISITS.find(([, upTo]) => ticket <= upTo) ?? APP_VISITS[0]
  const who = random.pick(system.lifts)
  const [method = '', route = ''] = name.split(' ')
  const root = { traceId: scribe.newTrace(), spanId: '' }
  const app = {
    'app.version': random.pick(['9.3.1', '9.3.1', '9.4.0']),
    'os.name': random.pick(['android', 'android', 'ios']),
  }
  const attributes = { 'http.request.method': method, 'http.route': route, ...app, ...attributesOf(who) }
  system.serve({ service: 'tech-api', name, startMs, parent: root, attributes }, 'server', (trace) =>
    random.chance(0.016) ? expired(system, startMs, trace) : appSide(system, name, startMs, trace, who),
  )
}

function expired({ scribe }: Lifts, startMs: number, trace: Trace): Outcome {
  scribe.log('tech-api', startMs + 1, 'WARN', 'session of technician expired', {}, trace)
  return { status: 401, durationMs: 2 }
}

function appSide(system: Lifts, name: string, startMs: number, trace: Trace, who: Lift): Outcome {
  const { random, scribe } = system
  const job = `J-${random.integer(30_000, 79_999)}`
  let atMs = 2 + system.store('tech-api', 'mysql', 'SELECT jobs', startMs + 2, trace, 7).durationMs
  const tell = (severity: Severity, text: string) =>
    scribe.log('tech-api', startMs + atMs, severity, text, { lift: who.lift, region: who.region }, trace)
  const end = (status: number): Outcome => ({ status, durationMs: atMs + 1 })
  const refuse = (status: number, why: string): Outcome => {
    tell('WARN', `${job} ${why}`)
    return end(status)
  }
  if (name === 'GET /v1/jobs') {
    atMs += random.logNormal(26, 0.35)
    tell('DEBUG', `jobs listed: ${random.integer(1, 14)}`)
    return end(200)
  }
  if (name.endsWith('orders')) {
    const ordered = reserve(system, startMs + atMs, trace, who)
    atMs += ordered.durationMs + 1
    tell(ordered.status >= 400 ? 'WARN' : 'INFO', `${job} parts order answered ${ordered.status}`)
    return end(ordered.status)
  }
  if (name.endsWith('inspections')) {
    const kept = inspect(system, startMs + atMs, trace, who)
    atMs += kept.durationMs + 1
    tell(kept.status >= 400 ? 'WARN' : 'INFO', `${job} inspection answered ${kept.status}`)
    return end(kept.status)
  }
  if (random.chance(0.03)) return refuse(403, 'is assigned to somebody else')
  if (name.endsWith('call')) {
    const called = placeCall(system, 'tech-api', startMs + atMs, trace, who, 'manager')
    atMs += called.durationMs + 1
    if (called.status < 400) tell('INFO', `${job} house manager called`)
    else if (called.status < 500) return refuse(408, 'house manager does not answer')
    else {
      tell('ERROR', `${job} house manager not called: voice-bridge answered 502`)
      return end(502)
    }
    return end(200)
  }
  if (name.endsWith('finish') && random.chance(0.06)) return refuse(409, 'is finished already')
  atMs += system.store('tech-api', 'mysql', 'UPDATE jobs', startMs + atMs, trace, 8).durationMs
  if (name.endsWith('finish')) {
    tell(
      'INFO',
      `${job} finished after ${random.integer(8, 170)} min: ${random.pick(['repaired', 'repaired', 'reset', 'shut down'])}`,
    )
    system.remember('finishedJob', job, startMs)
  } else tell('INFO', `${job} technician arrived at ${who.lift}`)
  return end(200)
}

/** A part is set aside in the depot of the region; what runs low is ordered from the supplier, who is slow now and then. */
function reserve(system: Lifts, startMs: number, parent: Trace, who: Lift): Outcome {
  const { random, scribe } = system
  const depot = DEPOTS[who.region] ?? ''
  const part = random.pick<string>(PARTS)
  const attributes = { ...attributesOf(who), 'depot.name': depot, 'part.sku': part }
  const step = { service: 'parts-depot', name: 'POST /reservations', startMs, parent, attributes }
  return system.through('tech-api', step, (trace) => {
    const isFaster = startMs >= system.secondMs
    let atMs =
      2 + system.store('parts-depot', 'mongodb', 'find stock', startMs + 2, trace, isFaster ? 8 : 19).durationMs
    const tell = (severity: Severity, text: string) =>
      scribe.log('parts-depot', startMs + atMs, severity, text, {}, trace)
    if (random.chance(part === 'rope-12mm' ? 0.3 : 0.07)) {
      tell('WARN', `no ${part} left in ${depot}`)
      return { status: 409, durationMs: atMs + 1 }
    }
    const reservation = `RS-${random.integer(10_000, 99_999)}`
    const pieces = random.integer(1, 6)
    atMs += system.store('parts-depot', 'mongodb', 'insert reservations', startMs + atMs, trace, 9).durationMs
    if (random.chance(0.05)) tell('WARN', `supplier does not answer for ${part}, asked again later`)
    atMs += random.logNormal(11, 0.3)
    tell('INFO', `reservation ${reservation}: ${pieces} x ${part} from ${depot}`)
    system.remember('reservation', reservation, startMs)
    return { status: 201, durationMs: atMs + 1 }
  })
}

function inspect(system: Lifts, startMs: number, parent: Trace, who: Lift): Outcome {
  const { random, scribe } = system
  const step = { service: 'inspection-book', name: 'POST /inspections', startMs, parent, attributes: attributesOf(who) }
  return system.through('tech-api', step, (trace) => {
    const inspection = `IN-${random.integer(10_000, 99_999)}`
    let atMs = 2 + random.logNormal(18, 0.4)
    const tell = (severity: Severity, text: string) =>
      scribe.log('inspection-book', startMs + atMs, severity, text, { tier: who.tier }, trace)
    if (random.chance(0.08)) {
      tell('WARN', `inspection of ${who.lift} not accepted: photo of rating plate is missing`)
      return { status: 422, durationMs: atMs + 1 }
    }
    atMs += system.store('inspection-book', 'mariadb', 'INSERT inspections', startMs + atMs, trace, 10).durationMs
    const ticket = random.integer(1, 100)
    const said = `inspection ${inspection} of ${who.lift}`
    if (ticket <= 10)
      tell('WARN', `${said} failed: ${random.pick(['brake test', 'brake test', 'emergency light', 'door force'])}`)
    else if (ticket <= 25) tell('INFO', `${said} passed with remarks, certificate for 6 months`)
    else tell('INFO', `${said} passed, certificate for 12 months`)
    if (ticket <= 10) system.remember('failedInspection', inspection, startMs)
    return { status: 201, durationMs: atMs + 1 }
  })
}

export function certificateOf(system: Lifts, startMs: number, parent: Trace, who: Lift): Outcome {
  const { random, scribe } = system
  const attributes = attributesOf(who)
  const step = { service: 'inspection-book', name: 'GET /certificates/{lift}', startMs, parent, attributes }
  return system.through('portal-api', step, (trace) => {
    const read = system.store('inspection-book', 'mariadb', 'SELECT certificates', startMs + 2, trace, 9)
    const atMs = 2 + read.durationMs + random.logNormal(7, 0.3)
    const tell = (severity: Severity, text: string) =>
      scribe.log('inspection-book', startMs + atMs, severity, text, { tier: who.tier }, trace)
    if (random.chance(0.05)) {
      tell('WARN', `no certificate of ${who.lift}`)
      return { status: 404, durationMs: atMs + 1 }
    }
    if (random.chance(0.06)) tell('WARN', `certificate of ${who.lift} ends in less than 30 days`)
    else tell('DEBUG', `certificate of ${who.lift} read`)
    return { status: 200, durationMs: atMs + 1 }
  })
}
