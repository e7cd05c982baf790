/** What the laundry does beside tags: orders, slots, quotes, the plant, messages and couriers. */
import type { Severity, Values } from '../records.ts'
import type { Laundry } from './laundry.ts'
import { BUSINESSES, type Customer, FABRICS, PROGRAMS, STATIONS } from './laundry-names.ts'
import { lockerSide, readCare, receive, tag } from './laundry-tags.ts'
import { eachArrival, eachTick, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

/** What the laundry of an order costs; some fabrics are not taken. */
function quote(system: Laundry, startMs: number, trace: Trace, { account, plan }: Customer): Outcome {
  const { random, scribe } = system
  const fabric = random.pick<string>(FABRICS)
  const tell = (afterMs: number, severity: Severity, text: string, more: Values = {}) =>
    scribe.log('quote-service', startMs + afterMs, severity, text, { account, plan, fabric, ...more }, trace)
  const rates = system.store('quote-service', 'postgresql', 'SELECT rates', startMs + 2, trace, 6)
  let atMs = 2 + rates.durationMs
  if (random.chance(0.07)) {
    tell(atMs, 'WARN', 'quote refused: fabric needs hand wash')
    return { status: 422, durationMs: atMs + 1 }
  }
  const care = readCare(system, startMs + atMs, trace, fabric)
  atMs += care.durationMs + random.logNormal(6, 0.3)
  if (care.status === 404) tell(atMs, 'WARN', 'quoted without care label')
  else tell(atMs, 'INFO', 'quote made', { pieces: random.integer(1, 40), cents: random.integer(690, 9800) })
  return { status: 200, durationMs: atMs + 1 }
}

function orderSide(system: Laundry, name: string, startMs: number, trace: Trace, who: Customer): Outcome {
  const { random, scribe } = system
  const { account, station, customer } = who
  const order = `LO-${random.integer(20_000, 99_999)}`
  const tell = (afterMs: number, severity: Severity, text: string, more: Values = {}) =>
    scribe.log('order-api', startMs + afterMs, severity, text, { customer, ...more }, trace)
  const read = system.store('order-api', 'postgresql', 'SELECT orders', startMs + 2, trace, 8)
  let atMs = 2 + read.durationMs
  if (name.startsWith('GET')) {
    const isUnknown = random.chance(0.06)
    tell(atMs + 3, 'INFO', isUnknown ? `Order ${order} not found` : `Order ${order} shown`)
    return { status: isUnknown ? 404 : 200, durationMs: atMs + random.logNormal(9, 0.3) }
  }
  if (name.endsWith('/scan')) {
    if (random.chance(0.09)) {
      tell(atMs, 'WARN', `Pickup at ${station} refused: customer ${customer} not at home`)
      return { status: 409, durationMs: atMs + 1 }
    }
    receive(system, 'order-api', startMs + atMs, trace, who)
    const durationMs = atMs + random.logNormal(7, 0.3)
    tell(durationMs, 'INFO', `Bag scanned at pickup for ${account}`)
    return { status: 202, durationMs: durationMs + 1 }
  }
  if (random.chance(0.1)) {
    tell(atMs, 'WARN', `Order refused for ${account}: below minimum of 3 kg`)
    return { status: 422, durationMs: atMs + 1 }
  }
  if (random.chance(0.05)) {
    tell(atMs, 'WARN', `Order refused for ${account}: card was declined`)
    return { status: 402, durationMs: atMs + 1 }
  }
  const step = { service: 'quote-service', name: 'POST /quotes', startMs: startMs + atMs, parent: trace }
  const priced = system.through('order-api', { ...step, attributes: attributesOf(who) }, (inner) =>
    quote(system, startMs + atMs + 2, inner, who),
  )
  atMs += priced.durationMs + 1
  if (priced.status === 422) {
    tell(atMs, 'WARN', `Order refused for ${account}: fabric needs hand wash`)
    return { status: 422, durationMs: atMs + 1 }
  }
  const given = tag(system, 'order-api', startMs + atMs, trace, who, 'bag')
  atMs += given.durationMs + 1
  if (given.status >= 500) {
    tell(atMs, 'ERROR', `Order ${order} not saved: no bag label, tag-service answered 500`)
    system.remember('lostOrder', order, startMs)
    return { status: 502, durationMs: atMs + 1 }
  }
  const saved = system.store('order-api', 'postgresql', 'INSERT orders', startMs + atMs, trace, 12)
  atMs += saved.durationMs + random.logNormal(9, 0.3)
  const speed = random.pick(['standard', 'standard', 'standard', 'express'])
  tell(atMs, 'INFO', `Order ${order} placed for ${account}: ${random.integer(3, 45)} kg, ${speed}`)
  system.remember('placedOrder', order, startMs)
  return { status: 201, durationMs: atMs + 1 }
}

/** Requests wait while the pod of slots starts again. */
function movedMs({ restartMs }: Laundry, startMs: number): number {
  return startMs >= restartMs - 7000 && startMs < restartMs ? 1900 : 0
}

function slotSide(system: Laundry, name: string, startMs: number, trace: Trace, who: Customer): Outcome {
  const { random, scribe } = system
  const { account, station } = who
  const tell = (afterMs: number, severity: Severity, text: string, more: Values = {}) =>
    scribe.log('slot-planner', startMs + afterMs, severity, text, { account, station, ...more }, trace)
  const read = system.store('slot-planner', 'postgresql', 'SELECT slots', startMs + 2, trace, 19)
  const readMs = 2 + read.durationMs + movedMs(system, startMs)
  if (name.startsWith('GET')) {
    const durationMs = readMs + random.logNormal(22, 0.35)
    const free = random.integer(0, 9)
    tell(durationMs, 'INFO', 'slots listed', { free })
    return { status: 200, durationMs: durationMs + 1 }
  }
  if (random.chance(0.16)) {
    tell(readMs, 'WARN', 'hold refused: slot is taken')
    return { status: 409, durationMs: readMs + 1 }
  }
  const saved = system.store('slot-planner', 'postgresql', 'INSERT holds', startMs + readMs, trace, 9)
  const durationMs = readMs + saved.durationMs + random.logNormal(5, 0.3)
  tell(durationMs, 'INFO', 'slot held', { hold_min: random.pick([10, 10, 15]) })
  return { status: 201, durationMs: durationMs + 1 }
}

export function attributesOf({ account, plan, station, client }: Customer): Values {
  return { 'account.id': account, 'plan.name': plan, 'station.id': station, 'client.type': client }
}

/** What the service behind the proxy does. */
export function serviceSide(
  system: Laundry,
  visit: { readonly name: string; readonly service: string },
  startMs: number,
  trace: Trace,
  who: Customer,
): Outcome {
  if (visit.service === 'locker-api') return lockerSide(system, visit.name, startMs, trace, who)
  if (visit.service === 'order-api') return orderSide(system, visit.name, startMs, trace, who)
  if (visit.service === 'slot-planner') return slotSide(system, visit.name, startMs, trace, who)
  return quote(system, startMs, trace, who)
}

/** The plant: batches move through tunnel washers; the spans of this service have no kinds. */
function runPlant({ random, scribe, startMs, endMs }: Laundry): void {
  let batch = 4310
  eachArrival({ fromMs: startMs + 1500, toMs: endMs - 25_000, meanMs: 11_000 }, random, (timeMs) => {
    batch += 1
    const [line, program, account] = [random.pick(['T1', 'T2', 'T3']), random.pick(PROGRAMS), random.pick(BUSINESSES)]
    const [kg, isPressed] = [random.integer(22, 60), random.chance(0.08)]
    const durationMs = random.logNormal(line === 'T3' ? 9500 : 6800, 0.2) + (isPressed ? 6000 : 0)
    const trace = { traceId: scribe.newTrace(), spanId: scribe.newSpan() }
    const tell = (afterMs: number, severity: Severity, text: string) =>
      scribe.log('wash-line', timeMs + afterMs, severity, text, {}, trace)
    if (isPressed) tell(durationMs / 2, 'WARN', `batch ${batch} too wet on ${line}, pressed again`)
    const litres = Math.round(kg * (5 + 2 * random.next()))
    tell(durationMs, 'INFO', `batch ${batch} of ${account} left ${line}: ${kg} kg, ${litres} l`)
    scribe.span({
      ...{ ...trace, parentSpanId: '', service: 'wash-line', name: 'transfer batch', kind: 'unspecified' },
      ...{ startMs: timeMs, durationMs: Math.round(durationMs * 1000) / 1000, isEntry: true },
      attributes: { line, program, kg, account },
    })
  })
}

/** Who writes lines only: messages to customers, and stops of couriers until their token is no longer valid. */
export function runWriters(system: Laundry): void {
  const { random, scribe, startMs, endMs, darkMs } = system
  runPlant(system)
  eachArrival({ fromMs: startMs + 2000, toMs: endMs, meanMs: 5200 }, random, (timeMs) => {
    const { customer } = random.pick(system.customers)
    const what = random.pick(['pickup-tomorrow', 'on-the-way', 'on-the-way', 'ready-to-collect', 'receipt'])
    if (random.chance(0.06)) {
      scribe.log('sms-notify', timeMs, 'WARN', `sms ${what} to ${customer} not sent: customer opted out`)
      return
    }
    if (random.chance(0.04)) {
      scribe.log('sms-notify', timeMs, 'ERROR', `sms ${what} to ${customer} not delivered: absent subscriber`)
      return
    }
    scribe.log('sms-notify', timeMs, 'INFO', `sms ${what} sent to ${customer}: ${random.integer(1, 3)} parts`)
  })
  eachTick({ fromMs: startMs + 6000, toMs: darkMs - 4000, everyMs: 14_000 }, random, (timeMs) => {
    const van = `van-${random.integer(1, 9)}`
    const station = random.pick<string>(STATIONS)
    if (random.chance(0.1)) scribe.log('courier-sync', timeMs, 'WARN', `${van} late at ${station}: traffic`)
    else scribe.log('courier-sync', timeMs, 'INFO', `${van} left ${station}: ${random.integer(4, 30)} bags`)
  })
}
