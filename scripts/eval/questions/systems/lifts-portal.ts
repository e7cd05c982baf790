/** What house managers ask their portal, and what the lifts themselves report. */
import type { Severity } from '../records.ts'
import type { Lifts } from './lifts.ts'
import { askPlanner, planCallout, raiseAlarm } from './lifts-calls.ts'
import { certificateOf } from './lifts-field.ts'
import { attributesOf, FAULTS, type Lift, PORTAL_VISITS } from './lifts-names.ts'
import type { Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

/** A house manager's request; the portal has no proxy in front of it. */
export function visitPortal(system: Lifts, startMs: number): void {
  const { random, scribe } = system
  const ticket = random.integer(1, 100)
  const [name] = PORTAL_VISITS.find(([, upTo]) => ticket <= upTo) ?? PORTAL_VISITS[0]
  const who = random.pick(system.lifts)
  const [method = '', route = ''] = name.split(' ')
  const channel = random.pick(['web', 'web', 'web', 'mobile', 'partner-api'])
  const root = { traceId: scribe.newTrace(), spanId: '' }
  const request = { 'http.request.method': method, 'http.route': route, channel }
  const step = { service: 'portal-api', name, startMs, parent: root, attributes: { ...request, ...attributesOf(who) } }
  system.serve(step, 'server', (trace) => {
    const done = random.chance(0.012) ? { status: 429, durationMs: 1.4 } : portalSide(system, name, startMs, trace, who)
    const { status } = done
    const severity = status >= 500 ? 'ERROR' : status === 429 ? 'WARN' : 'INFO'
    const fields = { tenant: who.tenant, status, took_ms: Math.round(done.durationMs), channel }
    scribe.log(
      'portal-api',
      startMs + done.durationMs,
      severity,
      `${method} ${route} answered ${status}`,
      fields,
      trace,
    )
    return done
  })
}

function portalSide(system: Lifts, name: string, startMs: number, trace: Trace, who: Lift): Outcome {
  const { random, scribe } = system
  const { lift, tenant } = who
  const table = name.endsWith('invoices') ? 'invoices' : name.endsWith('logins') ? 'users' : 'lifts'
  let atMs = 2 + system.store('portal-api', 'postgresql', `SELECT ${table}`, startMs + 2, trace, 6).durationMs
  const tell = (severity: Severity, text: string) =>
    scribe.log('portal-api', startMs + atMs, severity, text, { tenant }, trace)
  const refuse = (status: number, why: string): Outcome => {
    tell('WARN', why)
    return { status, durationMs: atMs + 1 }
  }
  if (name === 'POST /v1/logins') {
    atMs += random.logNormal(85, 0.2)
    if (random.chance(0.17)) return refuse(401, 'login refused: wrong password')
    tell('INFO', 'login accepted')
    return { status: 200, durationMs: atMs + 1 }
  }
  if (name.includes('{') && random.chance(0.03)) return refuse(404, `lift ${lift} is unknown to ${tenant}`)
  if (random.chance(0.012)) return refuse(403, `lift ${lift} belongs to another manager`)
  if (name.includes('certificates')) {
    const found = certificateOf(system, startMs + atMs, trace, who)
    return { status: found.status, durationMs: atMs + found.durationMs + 1 }
  }
  if (name.includes('fault-reports')) return reportFault(system, startMs, atMs, trace, who)
  atMs += random.logNormal(name === 'GET /v1/lifts' ? 31 : 12, 0.35)
  return { status: 200, durationMs: atMs + 1 }
}

function reportFault(system: Lifts, startMs: number, readMs: number, trace: Trace, who: Lift): Outcome {
  const { random, scribe } = system
  const report = `FR-${random.integer(10_000, 99_999)}`
  const priority = random.chance(0.5) ? 'urgent' : 'normal'
  const planned = askPlanner(system, 'portal-api', startMs + readMs, trace, who, priority)
  const durationMs = readMs + planned.durationMs + 1
  const tell = (severity: Severity, text: string) =>
    scribe.log('portal-api', startMs + durationMs, severity, text, { tenant: who.tenant }, trace)
  if (planned.status >= 500) {
    tell('ERROR', `${priority} fault report ${report} not passed on: callout-planner answered 502`)
    system.remember('lostReport', report, startMs)
    system.remember('lostReportTrace', trace.traceId, startMs)
    return { status: 503, durationMs: durationMs + 1 }
  }
  if (planned.status >= 400) return { status: planned.status, durationMs: durationMs + 1 }
  const saved = system.store('portal-api', 'postgresql', 'INSERT fault_reports', startMs + durationMs, trace, 8)
  tell('INFO', `${priority} fault report ${report} for ${who.lift} passed on`)
  return { status: 201, durationMs: durationMs + saved.durationMs + 1 }
}

/** A telegram of a lift's gateway: that it lives, how often it moved, what is broken, or that somebody is stuck. */
export function telegram(system: Lifts, startMs: number): void {
  const { random, scribe } = system
  const who = random.pick(system.lifts)
  const { lift, firmware } = who
  const ticket = random.integer(1, 100)
  const kind = ticket <= 62 ? 'heartbeat' : ticket <= 80 ? 'trips' : ticket <= 88 ? 'fault' : 'alarm'
  const root = { traceId: scribe.newTrace(), spanId: '' }
  const request = { 'http.request.method': 'POST', 'http.route': '/telegrams' }
  const more = { 'telegram.kind': kind, 'gateway.firmware': firmware, ...attributesOf(who) }
  const step = { service: 'lift-ingest', name: 'POST /telegrams', startMs, parent: root }
  system.serve({ ...step, attributes: { ...request, ...more } }, 'server', (trace) => {
    let atMs = random.logNormal(3, 0.3)
    const tell = (severity: Severity, text: string) =>
      scribe.log('lift-ingest', startMs + atMs, severity, text, {}, trace)
    const refuse = (status: number, why: string): Outcome => {
      tell('WARN', `telegram of ${lift} rejected: ${why}`)
      return { status, durationMs: atMs + 1 }
    }
    if (random.chance(firmware === '5.1.4' ? 0.07 : 0.015)) return refuse(400, 'checksum differs')
    if (random.chance(0.02)) return refuse(409, 'sequence number seen before')
    if (random.chance(0.006)) return refuse(401, 'gateway is not registered')
    atMs += system.store('lift-ingest', 'influxdb', 'WRITE telegrams', startMs + atMs, trace, 5).durationMs
    if (kind === 'alarm') {
      const alarm = `AL-${random.integer(100_000, 999_999)}`
      tell('INFO', `alarm ${alarm} of ${lift} passed on`)
      raiseAlarm(system, startMs + atMs, trace, who, alarm)
    } else if (kind === 'fault') {
      const code = random.pick([
        'F12 door reopens',
        'F12 door reopens',
        'F23 overload',
        'F31 levelling',
        'F40 brake wear',
      ])
      tell('INFO', `fault ${code} of ${lift} passed on`)
      passFault(system, startMs + atMs, trace, who)
    } else if (kind === 'trips') tell('INFO', `trips of ${lift} stored: ${random.integer(3, 140)}`)
    else tell('DEBUG', `heartbeat of ${lift}`)
    return { status: 202, durationMs: atMs + 2 }
  })
}

function passFault(system: Lifts, startMs: number, parent: Trace, who: Lift): void {
  const { random } = system
  const attributes = { ...FAULTS, ...attributesOf(who), 'callout.priority': 'normal' }
  const sent = { service: 'lift-ingest', name: 'lift.faults publish', startMs, parent, attributes }
  system.call(sent, 'producer', (trace) => {
    const takenMs = startMs + random.logNormal(350, 0.5)
    const step = {
      service: 'callout-planner',
      name: 'lift.faults process',
      startMs: takenMs,
      parent: trace,
      attributes,
    }
    system.serve(step, 'consumer', (inner) => planCallout(system, takenMs + 1, inner, who, 'normal'))
    return { status: 202, durationMs: random.logNormal(3, 0.2) }
  })
}
