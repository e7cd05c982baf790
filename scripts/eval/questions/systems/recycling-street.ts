/** The street of the recycling works: sensors of containers, machines for bottles, notices, the export of the night. */
import type { Values } from '../records.ts'
import type { SystemByConventions } from './conventions.ts'
import { eachArrival, eachTick, roundMs, type Scribe, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

export const DISTRICTS = ['altstadt', 'altstadt', 'lindenau', 'lindenau', 'birkenfeld', 'rosental']
const MATERIALS = ['glass', 'glass', 'paper', 'paper', 'paper', 'plastic', 'plastic', 'textiles']
const MACHINES = ['bahnhof', 'bahnhof', 'bahnhof', 'markthalle', 'markthalle', 'stadtbad']
const PAYOUTS = ['voucher', 'voucher', 'voucher', 'cash', 'cash', 'card']

export interface PlainStep {
  readonly service: string
  readonly name: string
  readonly startMs: number
  readonly parent: Trace
  readonly attributes?: Values
}

type Street = SystemByConventions & { readonly scribe: Scribe; readonly restartMs: number }

/** The span of an older sender: no kind, the older names of attributes, and no status at all from `notice-sender`. */
export function answer(system: Street, step: PlainStep, work: (trace: Trace) => Outcome): Outcome {
  const { service, name, startMs, parent, attributes = {} } = step
  const { scribe } = system
  const trace = { traceId: parent.traceId, spanId: scribe.newSpan() }
  const { status, durationMs } = work(trace)
  const [method = '', route = ''] = name.split(' ')
  const isFailed = status >= 500
  scribe.span({
    ...{ ...trace, parentSpanId: parent.spanId, service, name, kind: 'unspecified', isEntry: true, isFailed },
    ...{ startMs, durationMs: roundMs(durationMs), isError: service === 'notice-sender' ? null : isFailed },
    attributes: { 'http.method': method, 'http.route': route, 'http.status_code': status, ...attributes },
  })
  return { status, durationMs }
}

/** A newer sender asks an older one: the call has a kind, its answer has none. */
export function askOlder(system: Street, from: string, step: PlainStep, work: (trace: Trace) => Outcome): Outcome {
  const [method = ''] = step.name.split(' ')
  const attributes = { 'http.request.method': method, 'server.address': step.service }
  const call = { service: from, name: method, startMs: step.startMs, parent: step.parent, attributes }
  return system.call(call, 'client', (trace) =>
    answer(system, { ...step, startMs: step.startMs + 1, parent: trace }, work),
  )
}

/** A text message or a mail: some numbers are dead, some mailboxes full, the relay of mails is late now and then. */
export function notice(system: Street, startMs: number, trace: Trace, template: string): Outcome {
  const { random, scribe } = system
  const channel = random.chance(template === 'invoice_ready' ? 0.2 : 0.62) ? 'sms' : 'mail'
  const durationMs = random.logNormal(channel === 'sms' ? 290 : 120, 0.35)
  const fields = { channel, template }
  const say = (atMs: number, severity: 'INFO' | 'WARN' | 'ERROR', text: string) =>
    scribe.log('notice-sender', atMs, severity, text, fields, trace)
  if (channel === 'mail' && random.chance(0.035)) {
    say(startMs + 3000, 'ERROR', 'mail relay answered too late, notice put back in the queue')
    return { status: 504, durationMs: 3000 + random.next() * 30 }
  }
  if (random.chance(0.05)) {
    say(startMs + durationMs, 'WARN', channel === 'sms' ? 'phone number is dead' : 'mailbox is full')
    return { status: 422, durationMs }
  }
  say(startMs + durationMs, 'INFO', channel === 'sms' ? 'text message sent' : 'mail sent')
  return { status: 202, durationMs }
}

/** Fill levels come over a queue; a full container asks for an extra stop of a truck. */
function reading(system: Street, startMs: number): void {
  const { random, scribe, restartMs } = system
  if (startMs >= restartMs - 11_000 && startMs < restartMs) return
  const material = random.pick(MATERIALS)
  const district = random.pick(DISTRICTS)
  const container = `C-${random.integer(4000, 4480)}`
  const root = { traceId: scribe.newTrace(), spanId: '' }
  const where = { material, district, 'container.id': container }
  const topic = { 'messaging.system': 'mqtt', 'messaging.destination.name': 'bins.levels', ...where }
  const step = { service: 'bin-sensors', name: 'bins.levels process', startMs, parent: root, attributes: topic }
  system.serve(step, 'consumer', (trace) => {
    const saved = system.store('bin-sensors', 'timescaledb', 'INSERT levels', startMs + 1, trace, 5)
    let durationMs = saved.durationMs + random.logNormal(5, 0.3)
    const atMs = startMs + durationMs
    const say = (severity: 'INFO' | 'WARN', text: string) => scribe.log('bin-sensors', atMs, severity, text, {}, trace)
    if (random.chance(0.04)) say('WARN', `battery of ${container} is weak, ${random.integer(5, 14)} percent left`)
    else if (random.chance(0.02)) say('WARN', `level of ${container} jumped too far, reading thrown away`)
    else if (random.chance(material === 'paper' ? 0.2 : 0.09)) {
      say('INFO', `container ${container} (${material}) in ${district} is full, extra stop asked for`)
      durationMs += extraStop(system, atMs, trace, district)
    }
    return { status: 200, durationMs }
  })
}

function extraStop(system: Street, startMs: number, parent: Trace, district: string): number {
  const { random, scribe } = system
  const step = { service: 'route-dispatch', name: 'POST /tours/extra', startMs, parent, attributes: { district } }
  const done = askOlder(system, 'bin-sensors', step, (trace) => {
    const durationMs = random.logNormal(64, 0.4)
    const say = (severity: 'INFO' | 'WARN', text: string) =>
      scribe.log('route-dispatch', startMs + durationMs, severity, text, {}, trace)
    if (random.chance(0.14)) {
      say('WARN', `no truck free for an extra stop in ${district}, tried tomorrow`)
      return { status: 409, durationMs }
    }
    say('INFO', `extra stop in ${district} given to truck LKW-${random.integer(11, 36)}`)
    return { status: 201, durationMs }
  })
  return done.durationMs
}

/** Somebody brings bottles back: paid as voucher, in cash or to a card. */
function bottles(
  system: Street & { remember(key: string, id: string, timeMs: number): void },
  startMs: number,
  id: string,
) {
  const { random, scribe } = system
  const machine = random.pick(MACHINES)
  const payout = random.pick(PAYOUTS)
  const root = { traceId: scribe.newTrace(), spanId: '' }
  const http = { 'http.request.method': 'POST', 'http.route': '/refunds', machine, payout }
  const step = { service: 'deposit-returns', name: 'POST /refunds', startMs, parent: root, attributes: http }
  system.serve(step, 'server', (trace) => {
    const saved = system.store('deposit-returns', 'postgresql', 'INSERT refunds', startMs + 2, trace, 8)
    const durationMs = saved.durationMs + random.logNormal(payout === 'card' ? 340 : 75, 0.35)
    const pieces = random.integer(3, 44)
    const say = (severity: 'INFO' | 'WARN', text: string) =>
      scribe.log('deposit-returns', startMs + durationMs, severity, text, {}, trace)
    if (random.chance(0.06)) {
      say('WARN', `refund ${id} refused at ${machine}: bottle has no deposit mark`)
      system.remember('refusedRefund', id, startMs)
      return { status: 422, durationMs }
    }
    if (payout === 'cash' && random.chance(0.05)) {
      say('WARN', `refund ${id} at ${machine} turned into a voucher: not enough coins`)
      return { status: 200, durationMs }
    }
    say('INFO', `refund ${id} paid at ${machine}: ${pieces} bottles, ${(pieces * 0.25).toFixed(2)} EUR, ${payout}`)
    system.remember('paidRefund', id, startMs)
    return { status: 201, durationMs }
  })
}

export function runStreet(system: Street & { remember(key: string, id: string, timeMs: number): void }): void {
  const { random, scribe, startMs, endMs, restartMs } = system
  const range = { fromMs: startMs, toMs: endMs - 4000 }
  eachArrival({ ...range, meanMs: 6000 }, random, (timeMs) => reading(system, timeMs))
  let refund = 55_200
  eachArrival({ ...range, meanMs: 6400 }, random, (timeMs) => bottles(system, timeMs, `RF-${++refund}`))
  scribe.log('bin-sensors', restartMs - 10_000, 'WARN', 'worker stops itself, memory limit near')
  scribe.log('bin-sensors', restartMs, 'INFO', 'bin-sensors 2.8.1 started, 481 containers subscribed')
  const tables = ['pickups', 'tours', 'levels', 'refunds']
  let chunk = 0
  eachTick({ fromMs: startMs + 6000, toMs: endMs - 5000, everyMs: 18_000 }, random, (timeMs) => {
    const table = tables[Math.floor(chunk / 60) % tables.length]
    chunk++
    if (random.chance(0.06)) scribe.log('night-export', timeMs, 'WARN', `row skipped in ${table}: tariff is missing`)
    else
      scribe.log('night-export', timeMs, 'INFO', `chunk ${chunk} of ${table} written, ${random.integer(380, 500)} rows`)
  })
}
