/** What happens to units: codes are looked up, samples are typed and screened, units enter the stock, hospitals order. */
import type { Severity, Values } from '../records.ts'
import type { BloodBank } from './bloodbank.ts'
import type { Served, Visit } from './bloodbank-donors.ts'
import { CODES, GROUPS, RELEASED, SAMPLES, type Who } from './bloodbank-names.ts'
import type { Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const ATTEMPTS = 3

/** The registry answers from its index in memory; a code without a rule is an error. */
export function lookUp(system: BloodBank, from: string, startMs: number, parent: Trace, product: string): Outcome {
  const { random, scribe } = system
  const code = random.pick(CODES[product] ?? ['E0000'])
  const attributes = { 'product.type': product }
  const step = { service: 'code-registry', name: 'GET /v1/codes/{code}', startMs, parent, attributes }
  return system.through(from, step, (trace) => {
    const durationMs = random.logNormal(4, 0.4)
    const tell = (severity: Severity, text: string) =>
      scribe.log('code-registry', startMs + durationMs, severity, text, { caller: from }, trace)
    if (product === 'platelets' && system.isBroken(startMs)) {
      tell('ERROR', `look-up failed: product code ${code} has no expiry rule in code list 2026-12`)
      return { status: 500, durationMs: durationMs + 1 }
    }
    tell('DEBUG', `product code ${code} given`)
    return { status: 200, durationMs: durationMs + 1 }
  })
}

interface Unit {
  readonly id: string
  readonly product: string
  readonly centre: string
}

/** A unit enters the stock; when its code is not given, its message is put back and parked after three attempts. */
function enterStock(system: BloodBank, startMs: number, parent: Trace, unit: Unit, group: string): void {
  const { random, scribe } = system
  const attributes = { ...RELEASED, 'blood.group': group, 'product.type': unit.product }
  const sent = { service: 'lab-results', name: 'units.released publish', startMs, parent, attributes }
  system.call(sent, 'producer', (producer) => {
    let takenMs = startMs + random.logNormal(700, 0.4)
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const step = { service: 'stock-ledger', name: 'units.released process', startMs: takenMs, parent: producer }
      const done = system.serve({ ...step, attributes }, 'consumer', (trace) => {
        const found = lookUp(system, 'stock-ledger', takenMs + 2, trace, unit.product)
        let atMs = 3 + found.durationMs
        const tell = (severity: Severity, text: string) => {
          const fields = { group, product: unit.product }
          scribe.log('stock-ledger', takenMs + atMs, severity, text, fields, trace)
        }
        if (found.status >= 500) {
          if (attempt < ATTEMPTS)
            tell('WARN', `unit ${unit.id} put back, attempt ${attempt}: code-registry answered 500`)
          else tell('ERROR', `unit ${unit.id} sent to dead letters after 3 attempts`)
          if (attempt === ATTEMPTS) system.remember('deadUnit', unit.id, startMs)
          return { status: 500, durationMs: atMs + 1 }
        }
        atMs += system.store('stock-ledger', 'postgresql', 'INSERT units', takenMs + atMs, trace, 9).durationMs
        tell('INFO', `unit ${unit.id} in stock: expires in ${unit.product === 'platelets' ? 5 : 42} days`)
        system.remember('stockedUnit', unit.id, startMs)
        return { status: 200, durationMs: atMs + 1 }
      })
      if (done.status < 500 || attempt === ATTEMPTS) break
      takenMs += 25_000
    }
    system.queued.push({ fromMs: startMs, toMs: takenMs })
    return { status: 202, durationMs: random.logNormal(3, 0.2) }
  })
}

/** The laboratory types and screens a sample; analyser 3 is the slow one. */
export function takeSample(system: BloodBank, startMs: number, parent: Trace, unit: Unit): void {
  const { random, scribe } = system
  const group = random.pick<string>(GROUPS)
  const analyser = random.pick(['AN-1', 'AN-1', 'AN-2', 'AN-3'])
  const attributes = { ...SAMPLES, 'centre.id': unit.centre, analyser, 'blood.group': group }
  const sent = { service: 'session-desk', name: 'samples.taken publish', startMs, parent, attributes: SAMPLES }
  system.call(sent, 'producer', (producer) => {
    const takenMs = startMs + random.logNormal(900, 0.4)
    const step = {
      service: 'lab-results',
      name: 'samples.taken process',
      startMs: takenMs,
      parent: producer,
      attributes,
    }
    system.serve(step, 'consumer', (trace) => {
      let atMs = 4 + random.logNormal(analyser === 'AN-3' ? 1450 : 820, 0.25)
      const tell = (severity: Severity, text: string, more: Values = {}) =>
        scribe.log('lab-results', takenMs + atMs, severity, text, { analyser, ...more }, trace)
      if (random.chance(0.05)) {
        tell('WARN', 'analyser did not answer in 2 s, asking again')
        atMs += 2000
      }
      if (random.chance(0.04)) {
        tell('WARN', `sample ${unit.id} is haemolysed, new sample wanted`)
        return { status: 200, durationMs: atMs + 1 }
      }
      const saved = system.store('lab-results', 'oracle', 'INSERT results', takenMs + atMs, trace, 15)
      atMs += saved.durationMs
      if (random.chance(0.03)) {
        const marker = random.pick(['HBV', 'HCV', 'syphilis', 'HEV'])
        tell('WARN', `sample ${unit.id} is reactive for ${marker}: unit quarantined`)
        return { status: 200, durationMs: atMs + 1 }
      }
      tell('INFO', `sample ${unit.id} typed ${group}, screening negative`)
      enterStock(system, takenMs + atMs, trace, unit, group)
      return { status: 200, durationMs: atMs + 1 }
    })
    return { status: 202, durationMs: random.logNormal(3, 0.2) }
  })
}

function reserve(system: BloodBank, startMs: number, parent: Trace, who: Who, wanted: Values): Outcome {
  const { random, scribe } = system
  const attributes = { 'hospital.id': who.hospital, ...wanted }
  const step = { service: 'stock-ledger', name: 'POST /v1/reservations', startMs, parent, attributes }
  return system.through('hospital-orders', step, (trace) => {
    const product = String(wanted['product.type'])
    const group = String(wanted['blood.group'])
    const found = lookUp(system, 'stock-ledger', startMs + 3, trace, product)
    let atMs = 4 + found.durationMs
    const tell = (severity: Severity, text: string) =>
      scribe.log('stock-ledger', startMs + atMs, severity, text, { group, product }, trace)
    if (found.status >= 500) {
      tell('ERROR', 'reservation failed: code-registry answered 500')
      return { status: 502, durationMs: atMs + 1 }
    }
    atMs += system.store('stock-ledger', 'postgresql', 'SELECT units', startMs + atMs, trace, 14).durationMs
    if (random.chance(group === 'O-' ? 0.3 : 0.04)) {
      tell('WARN', 'reservation refused: stock is too low')
      return { status: 409, durationMs: atMs + 1 }
    }
    atMs += system.store('stock-ledger', 'postgresql', 'UPDATE units', startMs + atMs, trace, 8).durationMs
    tell('INFO', 'units reserved')
    return { status: 201, durationMs: atMs + 1 }
  })
}

function order({ system, startMs, trace, who }: Served, wanted: Values): Outcome {
  const { random, scribe } = system
  const id = `O-${random.integer(100_000, 999_999)}`
  let atMs = 3
  const { hospital, tier } = who
  const tell = (severity: Severity, text: string, more: Values = {}) =>
    scribe.log('hospital-orders', startMs + atMs, severity, text, { hospital, tier, ...more }, trace)
  const urgency = String(wanted['order.urgency'])
  if (random.chance(0.03)) {
    tell('WARN', 'order refused: hospital may not order this product')
    return { status: 403, durationMs: atMs + 1 }
  }
  const done = reserve(system, startMs + atMs, trace, who, wanted)
  atMs += done.durationMs + 1
  if (done.status >= 500) {
    tell('ERROR', `order ${id} failed: stock-ledger answered 502`, { urgency })
    system.remember('failedOrder', id, startMs)
    system.remember('failedOrderTrace', trace.traceId, startMs)
    return { status: 503, durationMs: atMs + 1 }
  }
  if (done.status === 409) {
    tell('WARN', `order ${id} put on the waiting list: stock is too low`, { urgency })
    return { status: 202, durationMs: atMs + 1 }
  }
  atMs += system.store('hospital-orders', 'postgresql', 'INSERT orders', startMs + atMs, trace, 10).durationMs
  const units = random.integer(1, 8)
  const what = `${units} units of ${wanted['product.type']} ${wanted['blood.group']}`
  tell('INFO', `order ${id} accepted: ${what}`, { urgency })
  system.remember('acceptedOrder', id, startMs)
  return { status: 201, durationMs: atMs + random.logNormal(9, 0.3) }
}

/** What hospitals ask for: the stock, new orders, and orders they gave before. */
export function unitSide(
  system: BloodBank,
  { name, service }: Visit,
  startMs: number,
  parent: Trace,
  who: Who,
): Outcome {
  const { random, scribe } = system
  const [method = '', route = ''] = name.split(' ')
  const isOrder = name === 'POST /v1/orders'
  const wanted: Values = isOrder
    ? {
        'product.type': random.pick(['red_cells', 'red_cells', 'red_cells', 'plasma', 'platelets', 'platelets']),
        'blood.group': random.pick<string>(GROUPS),
        'order.urgency': random.pick(['routine', 'routine', 'routine', 'urgent', 'urgent', 'emergency']),
      }
    : {}
  const attributes = { 'http.request.method': method, 'http.route': route, ...who.attributes, ...wanted }
  return system.serve({ service, name, startMs, parent, attributes }, 'server', (trace) => {
    if (isOrder) return order({ system, name, startMs: startMs + 1, trace, who }, wanted)
    const isStock = service === 'stock-ledger'
    const read = system.store(service, 'postgresql', isStock ? 'SELECT stock' : 'SELECT orders', startMs + 2, trace, 9)
    const atMs = 3 + read.durationMs
    const fields = { hospital: who.hospital }
    if (!isStock && random.chance(0.05)) {
      scribe.log(service, startMs + atMs, 'WARN', 'order is unknown', fields, trace)
      return { status: 404, durationMs: atMs + 1 }
    }
    scribe.log(service, startMs + atMs, 'DEBUG', isStock ? 'stock read' : 'order read', fields, trace)
    return { status: 200, durationMs: atMs + random.logNormal(5, 0.3) }
  })
}
