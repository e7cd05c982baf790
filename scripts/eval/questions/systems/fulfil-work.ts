/** What people, robots and shops ask of the warehouse's services: orders, picks, parcels, labels, returns, trucks. */
import type { Severity, Values } from '../records.ts'
import type { Fulfil } from './fulfil.ts'
import { type Job, labelCost, REASONS, type Visit } from './fulfil-names.ts'
import { NO_TRACE, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const PICK_TIMEOUT_MS = 3000

type Work = (system: Fulfil, startMs: number, trace: Trace, job: Job) => Outcome

/** An order of a shop is taken when its articles can be reserved. */
const order: Work = (system, startMs, trace, { shop, priority, sku }) => {
  const { random, scribe } = system
  const id = system.next('O')
  const value = random.integer(900, 18_900) / 100
  const fields = { order: id, shop, priority, lines: random.integer(1, 6), value_eur: value }
  const tell = (afterMs: number, severity: Severity, text: string) =>
    scribe.log('order-intake', startMs + afterMs, severity, text, fields, trace)
  const checkedMs = random.logNormal(9, 0.3)
  if (random.chance(0.045)) {
    tell(checkedMs, 'WARN', 'order rejected: address incomplete')
    system.remember('rejectedOrder', id, startMs)
    return { status: 400, durationMs: checkedMs + 1 }
  }
  const isGone = random.chance(0.06)
  const step = { service: 'stock-service', name: 'POST /reservations', startMs: startMs + checkedMs, parent: trace }
  const reserved = system.through('order-intake', { ...step, attributes: { shop } }, (inner) => {
    const atMs = startMs + checkedMs + 2
    const done = system.bookStock('INSERT reservations', atMs, inner)
    if (done.status !== 201) return done
    const text = isGone ? `Reservation for ${id} refused: ${sku} is out of stock` : `Reserved ${sku} for ${id}`
    scribe.log('stock-service', atMs + done.durationMs, isGone ? 'WARN' : 'INFO', text, {}, inner)
    return isGone ? { ...done, status: 409 } : done
  })
  const durationMs = checkedMs + reserved.durationMs + 2
  if (reserved.status === 503) {
    tell(durationMs, 'ERROR', 'order not accepted: stock-service answered 503')
    system.remember('failedOrder', id, startMs)
    system.remember('orderTrace', trace.traceId, startMs)
    return { status: 503, durationMs: durationMs + 1 }
  }
  if (isGone) {
    tell(durationMs, 'WARN', 'order parked: article out of stock')
    return { status: 409, durationMs: durationMs + 1 }
  }
  const saved = system.store('order-intake', 'redis', 'SET orders', startMs + durationMs, trace, 2)
  tell(durationMs + saved.durationMs, 'INFO', 'order accepted')
  system.remember('goodOrder', id, startMs)
  return { status: 201, durationMs: durationMs + saved.durationMs + 1 }
}

/** A picker or a robot wants to know where to go; the planner does not wait long for the location. */
const pick: Work = (system, startMs, trace, { zone, who, sku, mode }) => {
  const { random, scribe } = system
  const id = system.next('P')
  const tell = (afterMs: number, severity: Severity, text: string) =>
    scribe.log('pick-planner', startMs + afterMs, severity, text, {}, trace)
  const ownMs = random.logNormal(12, 0.3)
  if (random.chance(0.03)) {
    tell(ownMs, 'WARN', `Pick ${id} refused: zone ${zone} is closed for counting`)
    return { status: 409, durationMs: ownMs + 1 }
  }
  const call = { 'http.request.method': 'GET', 'server.address': 'stock-service' }
  const out = { service: 'pick-planner', name: 'GET', startMs: startMs + ownMs, parent: trace, attributes: call }
  const found = system.call(out, 'client', (inner) => {
    const attributes = { 'http.request.method': 'GET', 'http.route': '/locations', zone, 'pick.mode': mode }
    const atMs = startMs + ownMs + 1
    const step = { service: 'stock-service', name: 'GET /locations', startMs: atMs, parent: inner, attributes }
    const done = system.serve(step, 'server', (deep) => system.locate(atMs + 1, deep, sku))
    return done.durationMs > PICK_TIMEOUT_MS ? { status: 504, durationMs: PICK_TIMEOUT_MS } : done
  })
  const durationMs = ownMs + found.durationMs + random.logNormal(6, 0.3)
  if (found.status >= 500) {
    const why = `no location from stock-service within ${PICK_TIMEOUT_MS} ms`
    tell(durationMs, 'ERROR', `Pick ${id} timed out in zone ${zone} for ${who}: ${why}`)
    system.remember('failedPick', id, startMs)
    system.remember('pickTrace', trace.traceId, startMs)
    return { status: 504, durationMs: durationMs + 1 }
  }
  tell(durationMs, 'INFO', `Pick ${id} started in zone ${zone} by ${who}`)
  system.remember('goodPick', id, startMs)
  return { status: 201, durationMs: durationMs + 1 }
}

/** What was taken from the shelf is booked. */
const confirm: Work = (system, startMs, trace, { zone, who }) => {
  const { random, scribe } = system
  const id = system.next('P')
  const pieces = random.integer(1, 8)
  const tell = (afterMs: number, severity: Severity, text: string) =>
    scribe.log('pick-planner', startMs + afterMs, severity, text, {}, trace)
  const ownMs = random.logNormal(8, 0.3)
  if (pieces > 1 && random.chance(0.1)) {
    const text = `Pick ${id} short in zone ${zone}: ${random.integer(0, pieces - 1)} of ${pieces} pieces found`
    tell(ownMs, 'WARN', text)
    system.remember('shortPick', id, startMs)
    return { status: 409, durationMs: ownMs + 1 }
  }
  const step = { service: 'stock-service', name: 'POST /bookings', startMs: startMs + ownMs, parent: trace }
  const booked = system.through('pick-planner', { ...step, attributes: { zone } }, (inner) =>
    system.bookStock('UPDATE stock_levels', startMs + ownMs + 2, inner),
  )
  const durationMs = ownMs + booked.durationMs + 1
  if (booked.status === 503) {
    tell(durationMs, 'ERROR', `Pick ${id} not confirmed for ${who}: stock-service answered 503`)
    return { status: 503, durationMs: durationMs + 1 }
  }
  tell(durationMs, 'INFO', `Pick ${id} confirmed in zone ${zone}, ${pieces} pieces by ${who}`)
  return { status: 200, durationMs: durationMs + 1 }
}

/** A label of a carrier; a carrier that does not answer at once is asked a second time. */
const label: Work = (system, startMs, trace, { carrier, country, station }) => {
  const { random, scribe, labelMs } = system
  const id = system.next('L')
  const fields: Values = { label: id, carrier, country, station }
  const out = { service: 'label-hub', name: 'POST', startMs: startMs + 3, parent: trace }
  const attributes = { 'http.request.method': 'POST', 'server.address': `api.${carrier}.example` }
  const asked = system.call({ ...out, attributes }, 'client', () => ({
    status: 200,
    durationMs: random.logNormal(190, 0.35),
  }))
  let durationMs = 3 + asked.durationMs
  if (random.chance(0.05)) {
    scribe.log('label-hub', startMs + durationMs, 'WARN', 'carrier answered 503, tried again', fields, trace)
    durationMs += random.logNormal(850, 0.2)
  }
  if (random.chance(0.05)) {
    scribe.log('label-hub', startMs + durationMs, 'WARN', 'label refused: address not routable', fields, trace)
    return { status: 422, durationMs: durationMs + 1 }
  }
  durationMs += random.logNormal(startMs < labelMs ? 24 : 96, 0.3)
  const cost = { ...fields, cost_eur: labelCost(carrier, country) }
  scribe.log('label-hub', startMs + durationMs, 'INFO', 'label printed', cost, trace)
  return { status: 201, durationMs: durationMs + 1 }
}

/** A parcel is weighed and closed at a station. */
const parcel: Work = (system, startMs, trace, job) => {
  const { random, scribe } = system
  const { station, carrier } = job
  const id = system.next('K')
  const tell = (afterMs: number, severity: Severity, text: string) =>
    scribe.log('packing-bench', startMs + afterMs, severity, text, {}, trace)
  const ownMs = random.logNormal(15, 0.3)
  if (random.chance(0.06)) {
    tell(ownMs, 'WARN', `Parcel ${id} held at ${station}: weight differs by ${random.integer(60, 900)} g`)
    system.remember('heldParcel', id, startMs)
    return { status: 409, durationMs: ownMs + 1 }
  }
  const attributes = { carrier, 'packing.station': station, 'ship.country': job.country }
  const step = { service: 'label-hub', name: 'POST /labels', startMs: startMs + ownMs, parent: trace, attributes }
  const printed = system.through('packing-bench', step, (inner) => label(system, startMs + ownMs + 2, inner, job))
  const durationMs = ownMs + printed.durationMs
  if (printed.status !== 201) {
    tell(durationMs, 'WARN', `Parcel ${id} held at ${station}: no label, address not routable`)
    return { status: 409, durationMs: durationMs + 1 }
  }
  const saved = system.store('packing-bench', 'mysql', 'INSERT parcels', startMs + durationMs, trace, 7)
  const grams = Math.round(Math.min(24_000, random.logNormal(1700, 0.7)))
  tell(durationMs + saved.durationMs, 'INFO', `Parcel ${id} packed at ${station} for ${carrier}, ${grams} g`)
  return { status: 201, durationMs: durationMs + saved.durationMs + 1 }
}

/** What a customer sends back is looked at, and put back on stock. */
const giveBack: Work = (system, startMs, trace, { shop }) => {
  const { random, scribe } = system
  const id = system.next('R')
  const tell = (afterMs: number, severity: Severity, text: string) =>
    scribe.log('returns-desk', startMs + afterMs, severity, text, {}, trace)
  const ownMs = random.logNormal(20, 0.3)
  if (random.chance(0.16)) {
    const why = random.chance(0.6) ? 'older than 30 days' : 'article is worn'
    tell(ownMs, 'WARN', `Return ${id} refused: ${why}`)
    system.remember('refusedReturn', id, startMs)
    return { status: 422, durationMs: ownMs + 1 }
  }
  const step = { service: 'stock-service', name: 'POST /restocks', startMs: startMs + ownMs, parent: trace }
  const booked = system.through('returns-desk', { ...step, attributes: { shop } }, (inner) =>
    system.bookStock('UPDATE stock_levels', startMs + ownMs + 2, inner),
  )
  const durationMs = ownMs + booked.durationMs + 1
  if (booked.status === 503) {
    tell(durationMs, 'ERROR', `Return ${id} not booked: stock-service answered 503`)
    return { status: 503, durationMs: durationMs + 1 }
  }
  const refund = (random.integer(1200, 13_900) / 100).toFixed(2)
  const text = `Return ${id} taken back from ${shop} (${random.pick(REASONS)}), refund ${refund} EUR`
  tell(durationMs, 'INFO', text)
  return { status: 201, durationMs: durationMs + 1 }
}

const status: Work = (system, startMs, trace, { shop }) => {
  const { random, scribe } = system
  const read = system.store('order-intake', 'redis', 'GET orders', startMs + 2, trace, 2)
  const durationMs = 2 + read.durationMs + random.logNormal(5, 0.3)
  const isUnknown = random.chance(0.07)
  const fields = { order: `O-${random.integer(60_000, 88_000)}`, shop }
  scribe.log('order-intake', startMs + durationMs, 'INFO', isUnknown ? 'order not found' : 'order shown', fields, trace)
  return { status: isUnknown ? 404 : 200, durationMs: durationMs + 1 }
}

const truck: Work = (system, startMs, trace, { carrier }) => {
  const { random, scribe } = system
  const read = system.store('dock-board', 'mysql', 'SELECT slots', startMs + 2, trace, 6)
  const durationMs = 2 + read.durationMs + random.logNormal(11, 0.3)
  const tell = (severity: Severity, text: string) =>
    scribe.log('dock-board', startMs + durationMs, severity, text, {}, trace)
  if (random.chance(0.2)) {
    tell('WARN', `Truck of ${carrier} refused: no slot booked`)
    return { status: 409, durationMs: durationMs + 1 }
  }
  tell('INFO', `Truck of ${carrier} sent to door D${random.integer(1, 8)}, ${random.integer(4, 33)} pallets`)
  return { status: 201, durationMs: durationMs + 1 }
}

type Entrance = readonly [service: string, name: string, work: Work, attributesOf: (job: Job) => Values]
const ofPick = ({ zone, mode }: Job) => ({ zone, 'pick.mode': mode })
const ENTRANCES: Readonly<Record<Visit, Entrance>> = {
  order: ['order-intake', 'POST /orders', order, ({ shop, priority }) => ({ shop, 'order.priority': priority })],
  pick: ['pick-planner', 'POST /picks', pick, ofPick],
  confirm: ['pick-planner', 'POST /picks/{id}/confirm', confirm, ofPick],
  parcel: [
    'packing-bench',
    'POST /parcels',
    parcel,
    ({ carrier, station, country }) => ({ carrier, 'packing.station': station, 'ship.country': country }),
  ],
  return: ['returns-desk', 'POST /returns', giveBack, ({ shop }) => ({ shop })],
  status: ['order-intake', 'GET /orders/{id}', status, ({ shop }) => ({ shop })],
  truck: ['dock-board', 'POST /trucks', truck, ({ carrier }) => ({ carrier })],
}

export function serveVisit(system: Fulfil, kind: Visit, startMs: number, job: Job): void {
  const [service, name, work, attributesOf] = ENTRANCES[kind]
  const [method = '', route = ''] = name.split(' ')
  const attributes = { 'http.request.method': method, 'http.route': route, ...attributesOf(job) }
  const parent = { ...NO_TRACE, traceId: system.scribe.newTrace() }
  const step = { service, name, startMs, parent, attributes }
  system.serve(step, 'server', (trace) => work(system, startMs + 1, trace, job))
}
