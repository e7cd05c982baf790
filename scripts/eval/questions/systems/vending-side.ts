/** What the vending machines do beside cards and refunds: prices, vends, machines, slots that run low. */
import type { Severity, Values } from '../records.ts'
import type { Trace } from './scribe.ts'
import type { Outcome } from './system.ts'
import type { Vending } from './vending.ts'
import { authorize } from './vending-cards.ts'
import { LOW_SLOTS, type Machine, PRODUCTS, TOURS } from './vending-names.ts'
import { queueRefund, refundSide } from './vending-refunds.ts'

/** What is asked of a service behind the proxy; who pays how is only known for vends. */
export interface Visit {
  readonly name: string
  readonly service: string
  readonly way: string
}

export function attributesOf({ machine, tenant, model }: Machine, channel: string): Values {
  return { 'tenant.id': tenant, 'machine.id': machine, 'machine.model': model, 'app.channel': channel }
}

function priceSide(system: Vending, name: string, startMs: number, trace: Trace): Outcome {
  const { random, scribe } = system
  const isCached = random.chance(0.8)
  const cache = isCached ? 'hit' : 'miss'
  const found = system.store('price-book', 'redis', 'GET prices', startMs + 2, trace, 2)
  let atMs = 2 + found.durationMs
  if (!isCached) atMs += system.store('price-book', 'postgresql', 'SELECT prices', startMs + atMs, trace, 11).durationMs
  const tell = (severity: Severity, text: string, more: Values = {}) =>
    scribe.log('price-book', startMs + atMs, severity, text, { cache, ...more }, trace)
  if (name === 'GET /v2/prices') {
    atMs += random.logNormal(14, 0.4)
    tell('INFO', 'prices listed', { prices: random.integer(12, 60) })
    return { status: 200, durationMs: atMs + 1 }
  }
  if (name.includes('{sku}') && random.chance(0.08)) {
    tell('WARN', 'sku has no price')
    return { status: 404, durationMs: atMs + 1 }
  }
  if (random.chance(0.04)) tell('WARN', 'promotion ignored: expired')
  atMs += random.logNormal(3, 0.3)
  tell('DEBUG', 'price given')
  return { status: 200, durationMs: atMs + 1 }
}

/** A slot is nearly empty: a planner puts the machine on a tour. */
function reportLow(system: Vending, startMs: number, parent: Trace, who: Machine): void {
  const { random, scribe } = system
  const { machine, tenant, model } = who
  const tour = random.pick<string>(TOURS)
  const attributes = { ...LOW_SLOTS, 'tenant.id': tenant, 'machine.model': model }
  const sent = { service: 'vend-api', name: 'slots.low publish', startMs, parent, attributes }
  system.call(sent, 'producer', (trace) => {
    const takenMs = startMs + random.logNormal(420, 0.5)
    const step = { service: 'refill-planner', name: 'slots.low process', startMs: takenMs, parent: trace }
    system.serve({ ...step, attributes: { ...attributes, 'tour.name': tour } }, 'consumer', (inner) => {
      const found = system.store('refill-planner', 'mongodb', 'find tours', takenMs + 2, inner, 8)
      const durationMs = 2 + found.durationMs + random.logNormal(55, 0.4)
      const tell = (severity: Severity, text: string) =>
        scribe.log('refill-planner', takenMs + durationMs, severity, text, {}, inner)
      if (random.chance(0.1)) tell('WARN', `stop at ${machine} not added: tour ${tour} is full`)
      else if (random.chance(0.08)) tell('WARN', `stop at ${machine} not added: already on tour ${tour}`)
      else tell('INFO', `stop at ${machine} added to tour ${tour}: ${random.integer(2, 18)} slots`)
      return { status: 200, durationMs: durationMs + 1 }
    })
    return { status: 202, durationMs: random.logNormal(3, 0.2) }
  })
}

function vend(system: Vending, startMs: number, trace: Trace, who: Machine, way: string, readMs: number): Outcome {
  const { random, scribe } = system
  const { machine } = who
  let atMs = readMs
  const tell = (severity: Severity, text: string) => scribe.log('vend-api', startMs + atMs, severity, text, {}, trace)
  const refuse = (status: number, why: string): Outcome => {
    tell('WARN', `vend on ${machine} refused: ${why}`)
    return { status, durationMs: atMs + 1 }
  }
  const slot = `${random.pick(['A', 'B', 'C', 'D'])}${random.integer(1, 8)}`
  if (random.chance(0.03)) return refuse(423, 'machine is locked for service')
  if (random.chance(0.07)) return refuse(409, `slot ${slot} is empty`)
  const quote = { service: 'price-book', name: 'GET /quotes', startMs: startMs + atMs, parent: trace }
  atMs += system.through('vend-api', quote, (inner) =>
    priceSide(system, 'GET /quotes', startMs + atMs + 1, inner),
  ).durationMs
  const id = `V-${random.integer(10_000_000, 99_999_999)}`
  const cents = random.integer(12, 65) * 10
  if (way === 'card') {
    const paid = authorize(system, startMs + atMs, trace, who, cents)
    atMs += paid.durationMs + 1
    if (paid.status === 402) return refuse(402, `card declined, ${paid.reason}`)
    if (paid.status >= 500) {
      tell('ERROR', `vend ${id} on ${machine} failed: card-auth answered 502`)
      system.remember('failedVend', id, startMs)
      system.remember('failedVendTrace', trace.traceId, startMs)
      return { status: 503, durationMs: atMs + 1 }
    }
  }
  if (way === 'wallet') {
    atMs += system.store('vend-api', 'postgresql', 'UPDATE wallets', startMs + atMs, trace, 8).durationMs
    if (random.chance(0.09)) return refuse(402, 'wallet balance is too low')
  }
  const saved = system.store('vend-api', 'postgresql', 'INSERT vends', startMs + atMs, trace, 7)
  atMs += saved.durationMs + random.logNormal(9, 0.3)
  if (random.chance(0.08)) reportLow(system, startMs + atMs, trace, who)
  if (random.chance(0.07)) {
    tell('WARN', `vend ${id} on ${machine}: product stuck in slot ${slot}, refund queued`)
    queueRefund(system, startMs + atMs, trace, who, way)
    return { status: 202, durationMs: atMs + 1 }
  }
  tell('INFO', `vend ${id} on ${machine} done: ${random.pick<string>(PRODUCTS)} for ${cents} cents by ${way}`)
  system.remember('doneVend', id, startMs)
  if (way === 'card') system.remember('doneVendTrace', trace.traceId, startMs)
  return { status: 201, durationMs: atMs + 1 }
}

function machineSide(system: Vending, visit: Visit, startMs: number, trace: Trace, who: Machine): Outcome {
  const { random, scribe } = system
  const { machine } = who
  const read = system.store('vend-api', 'postgresql', 'SELECT machines', startMs + 2, trace, 5)
  const atMs = 2 + read.durationMs
  const tell = (afterMs: number, severity: Severity, text: string) =>
    scribe.log('vend-api', startMs + afterMs, severity, text, {}, trace)
  if (visit.name === 'POST /v2/vends') return vend(system, startMs, trace, who, visit.way, atMs)
  if (visit.name.startsWith('GET')) {
    if (random.chance(0.05)) {
      tell(atMs, 'WARN', 'machine is unknown')
      return { status: 404, durationMs: atMs + 1 }
    }
    tell(atMs + 2, 'DEBUG', `machine ${machine} read`)
    return { status: 200, durationMs: atMs + 3 }
  }
  if (random.chance(0.06)) {
    tell(atMs, 'WARN', `slots of ${machine} not changed: driver has no tour today`)
    return { status: 403, durationMs: atMs + 1 }
  }
  const durationMs = atMs + random.logNormal(21, 0.3)
  tell(durationMs, 'INFO', `slots of ${machine} refilled: ${random.integer(8, 96)} items`)
  return { status: 200, durationMs: durationMs + 1 }
}

/** What the service behind the proxy does. */
export function serviceSide(system: Vending, visit: Visit, startMs: number, trace: Trace, who: Machine): Outcome {
  if (visit.service === 'price-book') return priceSide(system, visit.name, startMs, trace)
  if (visit.service === 'refund-desk') return refundSide(system, visit.name, startMs, trace, who)
  return machineSide(system, visit, startMs, trace, who)
}
