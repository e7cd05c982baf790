/** What people do in and around the laboratory: orders of practices, samples at reception, doctors, reports, bills. */
import { type Laboratory, PRIORITIES, SECTIONS } from './laboratory-core.ts'
import { eachArrival, eachTick, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const MINUTE_MS = 60_000
const SOFTWARE = ['docware', 'docware', 'docware', 'praxis-one', 'praxis-one', 'medidesk']
const DOCTORS = ['dr.klein', 'dr.klein', 'dr.osei', 'dr.lindqvist', 'dr.moreau']
const STAFF = ['t.brandt', 'j.ferrer', 'a.novak', 's.yilmaz', 'k.hansen']
const CHANNELS = ['portal', 'portal', 'portal', 'mail', 'mail', 'fax']

/** Where a practice's request goes, and up to which ticket of a hundred. */
const VISITS = [
  ['POST', '/api/orders', 38],
  ['GET', '/api/orders/{id}', 67],
  ['GET', '/api/reports/{id}', 92],
  ['POST', '/api/orders/{id}/addons', 100],
] as const

function order(
  system: Laboratory,
  name: string,
  startMs: number,
  parent: Trace,
  practice: string,
  id: string,
): Outcome {
  const { random, scribe } = system
  const priority = random.pick(PRIORITIES)
  const attributes = { 'practice.id': practice, 'order.priority': priority }
  const step = { service: 'order-intake', name, startMs, parent, attributes }
  return system.through('practice-gateway', step, (trace) => {
    if (name.startsWith('GET')) {
      const found = system.store('order-intake', 'postgresql', 'SELECT orders', startMs + 2, trace, 5)
      return { status: random.chance(0.03) ? 404 : 200, durationMs: found.durationMs + random.logNormal(4, 0.3) }
    }
    const say = (atMs: number, severity: 'INFO' | 'WARN', text: string) =>
      scribe.log('order-intake', atMs, severity, text, { order: id, practice, priority }, trace)
    const checkMs = random.logNormal(9, 0.3)
    if (random.chance(0.06)) {
      const text = random.chance(0.7) ? 'order rejected: insurance number missing' : 'order rejected: unknown test code'
      say(startMs + checkMs, 'WARN', text)
      system.remember('rejectedOrder', id, startMs)
      return { status: 422, durationMs: checkMs }
    }
    const table = name === 'POST /orders' ? 'orders' : 'order_tests'
    const saved = system.store('order-intake', 'postgresql', `INSERT ${table}`, startMs + checkMs, trace, 13)
    const durationMs = checkMs + saved.durationMs + 3
    say(startMs + durationMs, 'INFO', name === 'POST /orders' ? 'order accepted' : 'add-on tests accepted')
    if (name === 'POST /orders') system.remember('acceptedOrder', id, startMs)
    return { status: 201, durationMs }
  })
}

function report(system: Laboratory, startMs: number, parent: Trace): Outcome {
  const { random, scribe } = system
  const step = { service: 'report-builder', name: 'GET /reports/{id}', startMs, parent }
  return system.through('practice-gateway', step, (trace) => {
    const found = system.store('report-builder', 'postgresql', 'SELECT reports', startMs + 1, trace, 4)
    if (random.chance(0.05)) {
      scribe.log('report-builder', startMs + found.durationMs + 2, 'INFO', 'report not ready yet', {}, trace)
      return { status: 404, durationMs: found.durationMs + 3 }
    }
    return { status: 200, durationMs: found.durationMs + random.logNormal(58, 0.4) }
  })
}

export function sendOrders(system: Laboratory): void {
  const { random, scribe, startMs: fromMs, endMs } = system
  let orders = 61_840
  eachArrival({ fromMs, toMs: endMs - 2000, meanMs: 2400 }, random, (startMs) => {
    const ticket = random.integer(1, 100)
    const [method, route] = VISITS.find(([, , upTo]) => ticket <= upTo) ?? VISITS[0]
    const practice = `PR-${random.integer(1010, 1189)}`
    const id = `ORD-${route === '/api/orders' ? ++orders : random.integer(59_000, 61_800)}`
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const attributes = {
      ...{ 'http.request.method': method, 'http.route': route },
      ...{ 'practice.id': practice, 'practice.software': random.pick(SOFTWARE) },
    }
    const step = { service: 'practice-gateway', name: `${method} ${route}`, startMs, parent: root, attributes }
    system.serve(step, 'server', (trace) => {
      const done = visit(system, `${method} ${route.slice(4)}`, startMs + 1, trace, practice, id)
      const fields = { method, path: route.replace('{id}', id), status: done.status, practice }
      const durationMs = done.durationMs + random.logNormal(2, 0.3)
      const rounded = { ...fields, duration_ms: Math.round(durationMs) }
      scribe.log('practice-gateway', startMs + durationMs, 'INFO', 'request completed', rounded, trace)
      return { status: done.status, durationMs }
    })
  })
  let number = system.numberAt(fromMs) + 240
  eachArrival({ fromMs, toMs: endMs - 2000, meanMs: 5000 }, random, (startMs) => arrival(system, startMs, ++number))
}

function visit(system: Laboratory, name: string, startMs: number, trace: Trace, practice: string, id: string): Outcome {
  const { random, scribe } = system
  if (random.chance(0.014)) {
    scribe.log('practice-gateway', startMs, 'WARN', 'token of the practice has expired', { practice }, trace)
    return { status: 401, durationMs: 2 }
  }
  if (name === 'GET /reports/{id}') return report(system, startMs, trace)
  return order(system, name, startMs, trace, practice, id)
}

/** A tube is scanned at reception. */
function arrival(system: Laboratory, startMs: number, number: number): void {
  const { random, scribe } = system
  const section = random.pick(SECTIONS)
  const material = section === 'serology' ? 'serum' : random.pick(['blood', 'blood', 'serum', 'urine'])
  const root = { traceId: scribe.newTrace(), spanId: '' }
  const http = { 'http.request.method': 'POST', 'http.route': '/samples/{barcode}/arrival' }
  const attributes = { ...http, 'lab.section': section, 'sample.material': material }
  const name = 'POST /samples/{barcode}/arrival'
  const step = { service: 'order-intake', name, startMs, parent: root, attributes }
  system.serve(step, 'server', (trace) => {
    const saved = system.store('order-intake', 'postgresql', 'INSERT samples', startMs + 2, trace, 9)
    const durationMs = saved.durationMs + 4
    const fields = { accession: `L${number}`, section, material }
    if (random.chance(0.025)) {
      scribe.log('order-intake', startMs + durationMs, 'WARN', 'barcode already registered', fields, trace)
      return { status: 409, durationMs }
    }
    scribe.log('order-intake', startMs + durationMs, 'INFO', 'sample arrived', fields, trace)
    return { status: 201, durationMs }
  })
}

/** Doctors and technicians at the desk: lists, histories, validations, results that are typed in. */
export function sendDeskWork(system: Laboratory): void {
  const { random, startMs: fromMs, endMs, onsetMs } = system
  eachArrival({ fromMs, toMs: endMs - 2000, meanMs: 3800 }, random, (startMs) => {
    const ticket = random.integer(1, 100)
    const section = random.pick(SECTIONS)
    if (ticket <= 34) desk(system, 'GET /worklists/{section}', startMs, section)
    else if (ticket <= 52) desk(system, 'GET /patients/{id}/history', startMs, section)
    else if (ticket <= 86) {
      // few new results come in, so the lists are looked at instead
      const isIdle = startMs > onsetMs + 2 * MINUTE_MS && random.chance(0.55)
      desk(system, isIdle ? 'GET /worklists/{section}' : 'POST /validations', startMs, section)
    } else desk(system, 'POST /manual-results', startMs, section)
  })
}

function desk(system: Laboratory, name: string, startMs: number, section: string): void {
  const { random, scribe } = system
  const [method = '', route = ''] = name.split(' ')
  const root = { traceId: scribe.newTrace(), spanId: '' }
  const user = random.pick(name === 'POST /validations' ? DOCTORS : [...DOCTORS, ...STAFF])
  const http = { 'http.request.method': method, 'http.route': route }
  const attributes = { ...http, 'enduser.id': user, 'lab.section': section }
  const step = { service: 'validation-desk', name, startMs, parent: root, attributes }
  system.serve(step, 'server', (trace) => {
    if (name === 'POST /validations') return validate(system, startMs, trace, user, section)
    if (name === 'POST /manual-results') return typeIn(system, startMs, trace, user, section)
    const isList = name.startsWith('GET /worklists')
    const path = isList ? 'GET /results/open' : 'GET /results/history'
    const found = system.read('validation-desk', path, startMs + 3, trace, isList ? 24 : 46, section)
    const durationMs = found.durationMs + random.logNormal(7, 0.3)
    if (random.chance(0.02)) {
      const text = 'session idle too long, please log in again'
      scribe.log('validation-desk', startMs + durationMs, 'WARN', text, { user }, trace)
      return { status: 401, durationMs: 3 }
    }
    return { status: 200, durationMs }
  })
}

function typeIn(system: Laboratory, startMs: number, trace: Trace, user: string, section: string): Outcome {
  const sample = { ...system.sample(startMs), section }
  const fields = { accession: sample.accession, user, section }
  const saved = system.save('validation-desk', startMs + 4, trace, sample)
  const durationMs = saved.durationMs + 8
  if (saved.status >= 500) {
    const text = 'manual result not saved: result-store answered 500'
    system.scribe.log('validation-desk', startMs + durationMs, 'ERROR', text, fields, trace)
    system.remember('failedTrace', trace.traceId, startMs)
    system.remember('lostManual', sample.accession, startMs)
    return { status: 502, durationMs }
  }
  system.scribe.log('validation-desk', startMs + durationMs, 'INFO', 'manual result saved', fields, trace)
  return { status: 201, durationMs }
}

function validate(system: Laboratory, startMs: number, trace: Trace, user: string, section: string): Outcome {
  const { random, scribe } = system
  const accession = `L${system.numberAt(Math.min(startMs, system.onsetMs)) - random.integer(300, 2900)}`
  const fields = { accession, user, section }
  const marked = system.read('validation-desk', 'PUT /results/validation', startMs + 3, trace, 8, section)
  const durationMs = marked.durationMs + random.logNormal(9, 0.3)
  if (random.chance(0.035)) {
    scribe.log('validation-desk', startMs + durationMs, 'WARN', 'result is already validated', fields, trace)
    return { status: 409, durationMs }
  }
  scribe.log('validation-desk', startMs + durationMs, 'INFO', 'result validated', fields, trace)
  system.remember('validatedTrace', trace.traceId, startMs)
  const topic = { 'messaging.system': 'rabbitmq', 'messaging.destination.name': 'results.released' }
  const name = 'results.released publish'
  const step = { service: 'validation-desk', name, startMs: startMs + durationMs, parent: trace, attributes: topic }
  const sent = system.call(step, 'producer', (inner) => {
    send(system, startMs + durationMs, inner, topic, accession)
    bill(system, startMs + durationMs, inner, topic, accession)
    return { status: 200, durationMs: random.logNormal(3, 0.2) }
  })
  return { status: 201, durationMs: durationMs + sent.durationMs }
}

type Topic = Readonly<Record<string, string>>

function send(system: Laboratory, sentMs: number, parent: Trace, topic: Topic, accession: string): void {
  const { random, scribe } = system
  const startMs = sentMs + random.logNormal(320, 0.5)
  const channel = random.pick(CHANNELS)
  const attributes = { ...topic, 'report.channel': channel }
  const step = { service: 'report-builder', name: 'results.released process', startMs, parent, attributes }
  system.serve(step, 'consumer', (trace) => {
    const saved = system.store('report-builder', 'postgresql', 'INSERT reports', startMs + 3, trace, 10)
    const durationMs = saved.durationMs + random.logNormal(channel === 'fax' ? 1450 : 260, 0.35)
    const pages = random.integer(1, 6)
    const fields = { accession, channel, pages }
    if (channel === 'fax' && random.chance(0.16))
      scribe.log('report-builder', startMs + durationMs, 'WARN', 'fax line busy, report goes out later', fields, trace)
    else scribe.log('report-builder', startMs + durationMs, 'INFO', 'report sent', fields, trace)
    return { status: 200, durationMs }
  })
}

function bill(system: Laboratory, sentMs: number, parent: Trace, topic: Topic, accession: string): void {
  const { random, scribe } = system
  const startMs = sentMs + random.logNormal(700, 0.5)
  const tariff = random.pick(['statutory', 'statutory', 'statutory', 'private', 'selfpay'])
  const attributes = { ...topic, 'billing.tariff': tariff }
  const step = { service: 'lab-billing', name: 'results.released process', startMs, parent, attributes }
  system.serve(step, 'consumer', (trace) => {
    const saved = system.store('lab-billing', 'mysql', 'INSERT items', startMs + 2, trace, 7)
    const durationMs = saved.durationMs + random.logNormal(5, 0.3)
    const fields = { accession, tariff, cents: random.integer(25, 4200) }
    if (random.chance(0.05))
      scribe.log('lab-billing', startMs + durationMs, 'WARN', 'insurance card expired, item held', fields, trace)
    else scribe.log('lab-billing', startMs + durationMs, 'INFO', 'item billed', fields, trace)
    return { status: 200, durationMs }
  })
}

/** Lines that no request writes: drivers, vans, the partitions, a release, a restart. */
export function sendLines(system: Laboratory): void {
  const { random, scribe, startMs, endMs, onsetMs, releaseMs, restartMs } = system
  const range = { fromMs: startMs, toMs: endMs - 2000 }
  eachArrival({ ...range, meanMs: 75_000 }, random, (timeMs) => {
    const text = `${random.pick(['CX-1', 'CX-2', 'HM-1'])} checksum wrong in frame ${random.integer(1, 7)}, asked again`
    scribe.log('analyser-link', timeMs, 'WARN', text)
  })
  eachArrival({ ...range, meanMs: 160_000 }, random, (timeMs) => {
    const reagent = random.pick(['CX-2 reagent CREA', 'CX-1 reagent GLUC', 'HM-1 diluent', 'CG-1 reagent PT'])
    scribe.log('analyser-link', timeMs, 'WARN', `${reagent} low, ${random.integer(4, 15)} % left`)
  })
  for (const minutes of [9, 31, 40, 58])
    scribe.log('analyser-link', startMs + minutes * MINUTE_MS, 'ERROR', 'SR-1 silent for 5 s, serial port opened again')
  eachTick({ fromMs: startMs + 20_000, toMs: system.silentMs, everyMs: 25_000 }, random, (timeMs) => {
    const vans = random.integer(5, 9)
    scribe.log('courier-board', timeMs, 'INFO', 'van positions fetched', { vans, boxes: vans * random.integer(3, 11) })
  })
  eachTick({ fromMs: startMs + 55_000, toMs: endMs - 5000, everyMs: 8 * MINUTE_MS }, random, (timeMs) => {
    const left = Math.max(0, -system.numberAt(timeMs) + 2_700_000)
    const fields = { table: 'results', left }
    if (timeMs < onsetMs)
      scribe.log('result-store', timeMs, 'INFO', `partition results_p26: ${left} numbers left`, fields)
    else scribe.log('result-store', timeMs, 'WARN', 'partition results_p26 is full, results_p27 does not exist', fields)
  })
  const job = 'partition job skipped: maintenance is switched off'
  scribe.log('result-store', startMs + 4 * MINUTE_MS, 'WARN', job, { table: 'results' })
  scribe.log('refrange-api', releaseMs, 'INFO', 'refrange-api 2.4.0 started', { ranges: 1184, commit: '9be41f7' })
  scribe.log('report-builder', restartMs - 9000, 'INFO', 'SIGTERM received, rendering is drained', { open: 2 })
  scribe.log('report-builder', restartMs, 'INFO', 'report-builder 7.1.2 started', { templates: 61 })
}
