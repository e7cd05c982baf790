/** Calls: a bridge sets them up over a carrier outside; alarms of cabins and call-outs of technicians need them. */
import type { Severity } from '../records.ts'
import type { Lifts } from './lifts.ts'
import { ALARMS, attributesOf, CARRIERS, type Lift } from './lifts-names.ts'
import { roundMs, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

export const NEW_ADDRESS = '198.51.100.77'
const REFUSED = `403 source address ${NEW_ADDRESS} is not on the allow list`
const ATTEMPTS = 3
const AGAIN_AFTER_MS = 20_000
const NO_ANSWER_MS = 12_000
const HTTP_REFUSED = 502
const HTTP_NO_ANSWER = 408

/** The bridge asks the carrier of the region; who is called is the cabin, a technician or a house manager. */
export function placeCall(
  system: Lifts,
  from: string,
  startMs: number,
  parent: Trace,
  who: Lift,
  purpose: 'cabin' | 'technician' | 'manager',
): Outcome {
  const { random, scribe } = system
  const [carrier = '', medianMs = 0] = CARRIERS[who.region] ?? []
  const more = { 'call.purpose': purpose, 'carrier.name': carrier }
  const step = { service: 'voice-bridge', name: 'POST /calls', startMs, parent }
  return system.through(from, { ...step, attributes: { ...attributesOf(who), ...more } }, (trace) => {
    const call = `CL-${random.integer(1_000_000, 9_999_999)}`
    const isRefused = carrier === 'telvox' && startMs >= system.onsetMs
    const isUnanswered = !isRefused && random.chance(0.05)
    const durationMs = isRefused
      ? random.logNormal(34, 0.3)
      : isUnanswered
        ? NO_ANSWER_MS
        : random.logNormal(medianMs, 0.25)
    const code = isRefused ? 403 : isUnanswered ? 480 : 200
    scribe.span({
      ...{ traceId: trace.traceId, spanId: scribe.newSpan(), parentSpanId: trace.spanId, service: 'voice-bridge' },
      ...{ name: 'INVITE', kind: 'client', startMs: startMs + 3, durationMs: roundMs(durationMs), isError: isRefused },
      ...(isRefused ? { statusMessage: REFUSED } : {}),
      attributes: { 'server.address': `sip.${carrier}.example`, 'sip.response_code': code },
    })
    const tell = (severity: Severity, text: string) =>
      scribe.log('voice-bridge', startMs + 3 + durationMs, severity, text, { carrier, purpose }, trace)
    const done = (status: number): Outcome => ({ status, durationMs: durationMs + 5 })
    if (isRefused) {
      tell('ERROR', `call ${call} refused by ${carrier}: ${REFUSED}`)
      return done(HTTP_REFUSED)
    }
    if (isUnanswered) {
      tell('WARN', `call ${call} to ${purpose} not answered after 12 s`)
      return done(HTTP_NO_ANSWER)
    }
    tell('INFO', `call ${call} to ${purpose} connected over ${carrier} in ${Math.round(durationMs)} ms`)
    return done(201)
  })
}

/** A technician is looked for; in a hurry two of them are phoned, else the app tells one. */
export function planCallout(system: Lifts, startMs: number, trace: Trace, who: Lift, priority: string): Outcome {
  const { random, scribe } = system
  const { lift, tenant, region, tier } = who
  const found = system.store('callout-planner', 'postgresql', 'SELECT technicians', startMs + 2, trace, 9)
  let atMs = 2 + found.durationMs + system.movedMs(startMs)
  const tell = (severity: Severity, text: string) =>
    scribe.log('callout-planner', startMs + atMs, severity, text, { tenant, region, priority }, trace)
  if (priority !== 'entrapment' && random.chance(0.09)) {
    tell('WARN', `call-out for ${lift} refused: one is already open`)
    return { status: 409, durationMs: atMs + 1 }
  }
  if (priority === 'normal' && tier === 'basic' && random.chance(0.14)) {
    tell('WARN', `call-out for ${lift} refused: contract does not cover nights`)
    return { status: 422, durationMs: atMs + 1 }
  }
  const callout = `CO-${random.integer(100_000, 999_999)}`
  const technician = () => `T-${random.integer(101, 164)}`
  let name = technician()
  let isReached = priority === 'normal'
  for (let attempt = 1; !isReached && attempt <= 2; attempt++) {
    const called = placeCall(system, 'callout-planner', startMs + atMs, trace, who, 'technician')
    atMs += called.durationMs + 1
    isReached = called.status < 300
    if (isReached) break
    if (called.status >= 500) tell('WARN', `${name} not phoned for ${callout}: voice-bridge answered 502`)
    else tell('WARN', `${name} did not pick up for ${callout}, asking the next one`)
    name = technician()
  }
  if (!isReached) {
    tell('ERROR', `call-out ${callout} for ${lift} not placed: no technician reached by phone`)
    system.remember('lostCallout', callout, startMs)
    system.remember('lostCalloutTrace', trace.traceId, startMs)
    return { status: 502, durationMs: atMs + 1 }
  }
  const saved = system.store('callout-planner', 'postgresql', 'INSERT callouts', startMs + atMs, trace, 7)
  atMs += saved.durationMs + random.logNormal(14, 0.4)
  const way = priority === 'normal' ? 'app' : 'phone'
  tell('INFO', `call-out ${callout} for ${lift} given to ${name} by ${way}, arrival in ${random.integer(12, 95)} min`)
  return { status: 201, durationMs: atMs + 1 }
}

export function askPlanner(
  system: Lifts,
  from: string,
  startMs: number,
  parent: Trace,
  who: Lift,
  priority: string,
): Outcome {
  const attributes = { ...attributesOf(who), 'callout.priority': priority }
  const step = { service: 'callout-planner', name: 'POST /callouts', startMs, parent, attributes }
  return system.through(from, step, (trace) => planCallout(system, startMs + 2, trace, who, priority))
}

/** Somebody pressed the button of a cabin: the desk opens the voice to it, and sends a technician who frees people. */
export function raiseAlarm(system: Lifts, startMs: number, parent: Trace, who: Lift, alarm: string): void {
  const { random } = system
  const kind = random.pick(['mistake', 'mistake', 'entrapment', 'entrapment', 'test'])
  const attributes = { ...ALARMS, ...attributesOf(who), 'alarm.kind': kind }
  const sent = { service: 'lift-ingest', name: 'lift.alarms publish', startMs, parent, attributes }
  system.call(sent, 'producer', (trace) => {
    let takenMs = startMs + random.logNormal(180, 0.5)
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const step = { service: 'alarm-desk', name: 'lift.alarms process', startMs: takenMs, parent: trace, attributes }
      const done = system.serve(step, 'consumer', (inner) =>
        takeAlarm(system, takenMs, inner, who, alarm, kind, attempt),
      )
      if (done.status < 500 || attempt === ATTEMPTS) {
        system.alarms.push({ fromMs: startMs, toMs: takenMs + done.durationMs })
        break
      }
      takenMs += AGAIN_AFTER_MS * random.logNormal(1, 0.1)
    }
    return { status: 202, durationMs: random.logNormal(3, 0.2) }
  })
}

function takeAlarm(
  system: Lifts,
  startMs: number,
  trace: Trace,
  who: Lift,
  alarm: string,
  kind: string,
  attempt: number,
): Outcome {
  const { scribe } = system
  const { lift, tenant, region } = who
  let atMs = 2 + system.store('alarm-desk', 'redis', 'GET cabins', startMs + 2, trace, 2).durationMs
  const tell = (severity: Severity, text: string) =>
    scribe.log('alarm-desk', startMs + atMs, severity, text, { tenant, region, kind }, trace)
  const done = (status: number): Outcome => ({ status, durationMs: atMs + 1 })
  if (kind === 'test') {
    tell('INFO', `alarm ${alarm} of ${lift} closed: test call`)
    return done(200)
  }
  const voice = placeCall(system, 'alarm-desk', startMs + atMs, trace, who, 'cabin')
  atMs += voice.durationMs + 1
  if (voice.status >= 500 && attempt < ATTEMPTS) {
    tell('WARN', `alarm ${alarm} of ${lift} put back, attempt ${attempt} of 3: no voice to cabin`)
    return done(500)
  }
  if (voice.status >= 500) {
    tell('ERROR', `alarm ${alarm} of ${lift} shown without voice after 3 attempts`)
    system.remember('muteAlarm', alarm, startMs)
  } else if (voice.status >= 400 || kind === 'mistake') {
    const why = kind === 'mistake' ? 'button pressed by mistake' : 'cabin does not answer'
    tell('INFO', `alarm ${alarm} of ${lift} closed: ${why}`)
    return done(200)
  }
  const planned = askPlanner(system, 'alarm-desk', startMs + atMs, trace, who, 'entrapment')
  atMs += planned.durationMs + 1
  if (planned.status >= 500) {
    tell('ERROR', `no technician for alarm ${alarm} of ${lift}: callout-planner answered 502`)
    return done(500)
  }
  tell('INFO', `alarm ${alarm} of ${lift} answered: technician is on the way`)
  system.remember('goodAlarm', alarm, startMs)
  return done(200)
}
