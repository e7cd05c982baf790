/** What the clinics do beside appointments: refills, video visits, payments, estimates, the portal's own pages, reminders, lab results. */
import type { Severity, Values } from '../records.ts'
import type { Clinics, Visit } from './clinics.ts'
import { DECLINES, DRUGS, KINDS, LABS, PHARMACIES, QUEUE } from './clinics-names.ts'
import { eachTick, NO_TRACE, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

/** A prescription is filled again: not too early, with the share that the patient pays, by a pharmacy outside. */
export function refill(system: Clinics, startMs: number, trace: Trace, visit: Visit): Outcome {
  const { random, scribe } = system
  const { patient, payer, clinic } = visit
  const id = `RX-${random.integer(200_000, 899_999)}`
  const fields = { refill: id, patient, payer, clinic, drug: random.pick(DRUGS) }
  const tell = (afterMs: number, severity: Severity, text: string, more: Values = {}) =>
    scribe.log('refill-api', startMs + afterMs, severity, text, { ...fields, ...more }, trace)
  const read = system.store('refill-api', 'postgresql', 'SELECT prescriptions', startMs + 2, trace, 7)
  const readMs = 3 + read.durationMs
  if (random.chance(0.09)) {
    tell(readMs, 'WARN', 'refill refused: too early', { days_left: random.integer(9, 24) })
    system.remember('earlyRefill', id, startMs)
    return { status: 422, durationMs: readMs + 1 }
  }
  const checked = system.check('refill-api', startMs + readMs, trace, visit)
  const checkedMs = readMs + checked.durationMs
  if (checked.status === 502) {
    tell(checkedMs, 'WARN', 'refill put on hold: copay unknown, eligibility-api answered 502')
    system.held.push(startMs + checkedMs)
    system.remember('heldRefill', id, startMs)
    system.remember('heldTrace', trace.traceId, startMs)
    return { status: 202, durationMs: checkedMs + 2 }
  }
  const pharmacy = random.pick(PHARMACIES)
  const attributes = { 'http.request.method': 'POST', 'server.address': `rx.${pharmacy}.example` }
  const out = { service: 'refill-api', name: 'POST', startMs: startMs + checkedMs, parent: trace, attributes }
  const sent = system.call(out, 'client', () => ({ status: 201, durationMs: random.logNormal(170, 0.35) }))
  const durationMs = checkedMs + sent.durationMs + 2
  tell(durationMs, 'INFO', 'refill sent to pharmacy', { pharmacy, copay_usd: random.integer(1, 12) * 5 })
  system.remember('sentRefill', id, startMs)
  return { status: 201, durationMs: durationMs + 1 }
}

/** A patient enters a video visit; a newer version asks the recording consent first and is a little slower. */
export function join(system: Clinics, startMs: number, trace: Trace, { patient, clinic }: Visit): Outcome {
  const { random, scribe, releaseMs } = system
  const read = system.store('video-visits', 'redis', 'GET visit', startMs + 1, trace, 3)
  const durationMs = read.durationMs + random.logNormal(startMs < releaseMs ? 88 : 146, 0.3)
  const fields = { visit: `V-${random.integer(40_000, 79_999)}`, patient, clinic }
  if (random.chance(0.08)) {
    scribe.log('video-visits', startMs + durationMs, 'WARN', 'join refused: visit is not open yet', fields, trace)
    return { status: 409, durationMs: durationMs + 1 }
  }
  scribe.log('video-visits', startMs + durationMs, 'INFO', 'visit joined', fields, trace)
  if (random.chance(0.1)) {
    const poor = { ...fields, packet_loss_percent: random.integer(6, 21) }
    scribe.log(
      'video-visits',
      startMs + durationMs + 40_000,
      'WARN',
      'poor connection, video switched off',
      poor,
      trace,
    )
  }
  return { status: 200, durationMs: durationMs + 1 }
}

/** Money of a patient, by card. */
export function pay(system: Clinics, startMs: number, trace: Trace, { patient, clinic }: Visit): Outcome {
  const { random, scribe } = system
  const id = `PAY-${random.integer(100_000, 999_999)}`
  const amount = (random.integer(15, 240) + (random.chance(0.4) ? 0.5 : 0)).toFixed(2)
  const durationMs = random.logNormal(320, 0.35)
  if (random.chance(0.14)) {
    const why = random.pick(DECLINES)
    const text = `Payment ${id} of ${amount} USD by ${patient} at ${clinic} refused: ${why}`
    scribe.log('billing-service', startMs + durationMs, 'WARN', text, {}, trace)
    system.remember('declinedPayment', id, startMs)
    return { status: 402, durationMs: durationMs + 1 }
  }
  const text = `Payment ${id} of ${amount} USD by ${patient} at ${clinic} received`
  scribe.log('billing-service', startMs + durationMs, 'INFO', text, {}, trace)
  return { status: 201, durationMs: durationMs + 1 }
}

/** What a treatment will cost a patient: not to be told without the insurer. */
export function estimate(system: Clinics, startMs: number, trace: Trace, visit: Visit): Outcome {
  const { random, scribe } = system
  const id = `EST-${random.integer(10_000, 99_999)}`
  const checked = system.check('billing-service', startMs + 6, trace, visit)
  const durationMs = 6 + checked.durationMs + random.logNormal(21, 0.3)
  if (checked.status === 502) {
    const text = `Estimate ${id} for ${visit.patient} failed: eligibility-api answered 502 (BadGateway)`
    scribe.log('billing-service', startMs + durationMs, 'ERROR', text, {}, trace)
    return { status: 503, durationMs: durationMs + 1 }
  }
  const text = `Estimate ${id} for ${visit.patient} made: ${random.integer(20, 410)} USD to pay`
  scribe.log('billing-service', startMs + durationMs, 'INFO', text, {}, trace)
  return { status: 200, durationMs: durationMs + 1 }
}

/** What the portal does on its own: it lets people in and shows their results. */
export function ownPage(system: Clinics, name: string, startMs: number, trace: Trace, visit: Visit): Outcome {
  const { random, scribe } = system
  const { patient, channel } = visit
  if (name === 'GET /api/results') {
    const read = system.store('portal-api', 'postgresql', 'SELECT results', startMs + 2, trace, 12)
    const durationMs = read.durationMs + random.logNormal(14, 0.3)
    const fields = { patient, results: random.integer(0, 14) }
    scribe.log('portal-api', startMs + durationMs, 'INFO', 'lab results shown', fields, trace)
    return { status: 200, durationMs: durationMs + 1 }
  }
  const read = system.store('portal-api', 'redis', 'GET code', startMs + 2, trace, 2)
  const durationMs = read.durationMs + random.logNormal(42, 0.3)
  const isWrong = random.chance(0.15)
  const text = isWrong ? 'sign-in refused: wrong code' : 'signed in'
  scribe.log('portal-api', startMs + durationMs, isWrong ? 'WARN' : 'INFO', text, { patient, channel }, trace)
  return { status: isWrong ? 401 : 200, durationMs: durationMs + 1 }
}

/** A text message to a patient: queued by `scheduling-api`, sent by `reminder-worker` through a provider outside. */
export function remind(system: Clinics, startMs: number, parent: Trace, purpose: string, to: Values): Outcome {
  const { random, scribe, restartMs } = system
  const attributes = { ...QUEUE, 'reminder.purpose': purpose }
  const publish = { service: 'scheduling-api', name: 'reminders publish', startMs, parent, attributes }
  return system.call(publish, 'producer', (trace) => {
    const isAway = startMs >= restartMs - 21_000 && startMs < restartMs
    const takenMs = (isAway ? restartMs : startMs) + random.logNormal(260, 0.4)
    system.queued.push({ fromMs: startMs, toMs: takenMs })
    const step = { service: 'reminder-worker', name: 'reminders process', startMs: takenMs, parent: trace, attributes }
    system.serve(step, 'consumer', (inner) => {
      const provider = { 'http.request.method': 'POST', 'server.address': 'sms.textline.example' }
      const out = {
        service: 'reminder-worker',
        name: 'POST',
        startMs: takenMs + 3,
        parent: inner,
        attributes: provider,
      }
      const sent = system.call(out, 'client', () => ({ status: 200, durationMs: random.logNormal(190, 0.35) }))
      const isLandline = random.chance(0.07)
      const text = isLandline ? 'text message not delivered: landline number' : 'text message sent'
      const level = isLandline ? 'WARN' : 'INFO'
      scribe.log('reminder-worker', takenMs + 4 + sent.durationMs, level, text, { purpose, ...to }, inner)
      return { status: 200, durationMs: sent.durationMs + 5 }
    })
    return { status: 200, durationMs: random.logNormal(3, 0.2) }
  })
}

/** Reminders of tomorrow's visits, and results of laboratories until their folder is moved. */
export function runJobs(system: Clinics): void {
  const { random, scribe, startMs, endMs, darkMs } = system
  eachTick({ fromMs: startMs + 4000, toMs: endMs - 9000, everyMs: 11_000 }, random, (timeMs) => {
    const { patient, clinic } = system.anyone()
    const parent = { ...NO_TRACE, traceId: scribe.newTrace() }
    remind(system, timeMs, parent, 'reminder', { patient, clinic, kind: random.pick(KINDS) })
  })
  eachTick({ fromMs: startMs + 15_000, toMs: darkMs - 25_000, everyMs: 38_000 }, random, (timeMs) => {
    const lab = random.pick(LABS)
    const results = random.integer(6, 74)
    const file = `${lab}-${random.integer(1000, 9999)}.hl7`
    scribe.log('lab-import', timeMs, 'INFO', 'lab results imported', { file, lab, results })
    if (random.chance(0.16))
      scribe.log('lab-import', timeMs + 300, 'WARN', 'result set aside: unknown patient', { file, lab })
  })
  const moved = 'watch on /labs/in paused, drop folder moves to labs-02'
  scribe.log('lab-import', darkMs, 'INFO', moved, { ticket: 'CL-377' })
}
