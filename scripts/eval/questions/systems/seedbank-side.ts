/** What the seed bank does beside labels: search, permits, orders, deposits. */
import type { Severity, Values } from '../records.ts'
import type { Trace } from './scribe.ts'
import type { Seedbank } from './seedbank.ts'
import { label, pack, press } from './seedbank-labels.ts'
import { COUNTRIES, type Curator, PERMIT_KINDS } from './seedbank-names.ts'
import type { Outcome } from './system.ts'

export function attributesOf({ institute, vault, channel }: Curator): Values {
  return { 'institute.id': institute, 'vault.id': vault, 'client.channel': channel }
}

/** Requests wait while the catalogue starts again. */
function movedMs({ restartMs }: Seedbank, startMs: number): number {
  return startMs >= restartMs - 5000 && startMs < restartMs ? 1900 : 0
}

function catalogSide(system: Seedbank, name: string, startMs: number, trace: Trace): Outcome {
  const { random, scribe } = system
  const group = random.pick(['cereal', 'cereal', 'cereal', 'legume', 'legume', 'brassica', 'tree'])
  const search = system.store('accession-catalog', 'opensearch', 'search accessions', startMs + 2, trace, 18)
  const atMs = 2 + search.durationMs + movedMs(system, startMs)
  const tell = (afterMs: number, severity: Severity, text: string, more: Values = {}) =>
    scribe.log('accession-catalog', startMs + afterMs, severity, text, { group, ...more }, trace)
  if (name.includes('{id}')) {
    if (random.chance(0.06)) {
      tell(atMs, 'WARN', 'accession not found')
      return { status: 404, durationMs: atMs + 1 }
    }
    tell(atMs, 'DEBUG', 'accession read')
    return { status: 200, durationMs: atMs + 1 }
  }
  if (random.chance(0.05)) {
    tell(atMs, 'WARN', 'search refused: unknown taxon')
    return { status: 400, durationMs: atMs + 1 }
  }
  const durationMs = atMs + random.logNormal(31, 0.4)
  tell(durationMs, 'INFO', 'accessions listed', { hits: random.integer(0, 85) })
  return { status: 200, durationMs: durationMs + 1 }
}

/** Whether seeds of an order may go to a country: nothing is written. */
function checkSide(system: Seedbank, startMs: number, trace: Trace, { institute }: Curator): Outcome {
  const { random, scribe } = system
  const country = random.pick<string>(COUNTRIES)
  const read = system.store('permit-office', 'postgresql', 'SELECT rules', startMs + 2, trace, 5)
  const atMs = 2 + read.durationMs
  const isRefused = random.chance(country === 'IN' ? 0.3 : 0.08)
  const text = isRefused ? 'destination refused: import is closed' : 'destination allowed'
  scribe.log('permit-office', startMs + atMs, isRefused ? 'WARN' : 'INFO', text, { institute, country }, trace)
  return { status: isRefused ? 403 : 200, durationMs: atMs + 1 }
}

function permitSide(system: Seedbank, name: string, startMs: number, trace: Trace, who: Curator): Outcome {
  const { random, scribe } = system
  const { institute } = who
  const [country, kind] = [random.pick<string>(COUNTRIES), random.pick<string>(PERMIT_KINDS)]
  const read = system.store('permit-office', 'postgresql', 'SELECT permits', startMs + 2, trace, 6)
  let atMs = 2 + read.durationMs
  const tell = (severity: Severity, text: string, more: Values = {}) =>
    scribe.log('permit-office', startMs + atMs, severity, text, { institute, country, kind, ...more }, trace)
  if (name.startsWith('GET')) {
    const isUnknown = random.chance(0.07)
    tell(isUnknown ? 'WARN' : 'DEBUG', isUnknown ? 'permit not found' : 'permit read')
    return { status: isUnknown ? 404 : 200, durationMs: atMs + 1 }
  }
  if (random.chance(country === 'IN' ? 0.3 : 0.08)) {
    tell('WARN', 'permit refused: species is quarantined at the destination')
    return { status: 403, durationMs: atMs + 1 }
  }
  const saved = system.store('permit-office', 'postgresql', 'INSERT permits', startMs + atMs, trace, 9)
  atMs += saved.durationMs + random.logNormal(kind === 'cites' ? 240 : 60, 0.3)
  const days = random.pick([30, 60, 60, 90])
  tell('INFO', 'permit granted', { days })
  return { status: 201, durationMs: atMs + 1 }
}

/** An order needs a permit for its country. */
function order(system: Seedbank, startMs: number, trace: Trace, who: Curator, readMs: number): Outcome {
  const { random, scribe } = system
  const { institute, vault } = who
  let atMs = readMs
  const tell = (severity: Severity, text: string) => scribe.log('order-desk', startMs + atMs, severity, text, {}, trace)
  const refuse = (status: number, why: string): Outcome => {
    tell('WARN', `Order of ${institute} refused: ${why}`)
    return { status, durationMs: atMs + 1 }
  }
  if (random.chance(0.09)) return refuse(409, 'not enough seeds left')
  if (random.chance(0.06)) return refuse(402, 'yearly quota is used up')
  const step = { service: 'permit-office', name: 'POST /checks', startMs: startMs + atMs, parent: trace }
  const checked = system.through('order-desk', { ...step, attributes: attributesOf(who) }, (inner) =>
    checkSide(system, startMs + atMs + 2, inner, who),
  )
  atMs += checked.durationMs + 1
  if (checked.status >= 400) return refuse(403, 'no permit for the destination')
  const saved = system.store('order-desk', 'mysql', 'INSERT orders', startMs + atMs, trace, 9)
  atMs += saved.durationMs + random.logNormal(9, 0.3)
  const id = `SO-${random.integer(100_000, 999_999)}`
  tell('INFO', `Order ${id} of ${institute} saved for ${vault}: ${random.integer(1, 30)} packets`)
  system.remember('savedOrder', id, startMs)
  return { status: 201, durationMs: atMs + 1 }
}

function ship(system: Seedbank, startMs: number, trace: Trace, who: Curator, readMs: number, id: string): Outcome {
  const { random, scribe } = system
  let atMs = readMs
  const tell = (severity: Severity, text: string) => scribe.log('order-desk', startMs + atMs, severity, text, {}, trace)
  if (random.chance(0.08)) {
    tell('WARN', `Order ${id} not handed over: courier is full`)
    return { status: 409, durationMs: atMs + 1 }
  }
  const printed = label(system, 'order-desk', startMs + atMs, trace, who, 'parcel')
  atMs += printed.durationMs + 1
  if (printed.status >= 500) {
    tell('ERROR', `Order ${id} not shipped: label-press answered 500`)
    system.remember('unshippedOrder', id, startMs)
    system.remember('failedShipTrace', trace.traceId, startMs)
    return { status: 502, durationMs: atMs + 1 }
  }
  if (printed.status >= 400) {
    tell('WARN', `Order ${id} not shipped: address does not fit on the label`)
    return { status: 422, durationMs: atMs + 1 }
  }
  atMs += random.logNormal(12, 0.3)
  tell('INFO', `Order ${id} shipped from ${who.vault} with ${random.pick(['dhl', 'dhl', 'fedex', 'postnord'])}`)
  system.remember('shippedOrder', id, startMs)
  return { status: 200, durationMs: atMs + 1 }
}

function orderSide(system: Seedbank, name: string, startMs: number, trace: Trace, who: Curator): Outcome {
  const { random, scribe } = system
  const read = system.store('order-desk', 'mysql', 'SELECT orders', startMs + 2, trace, 7)
  const atMs = 2 + read.durationMs
  if (name === 'POST /v1/orders') return order(system, startMs, trace, who, atMs)
  const id = `SO-${random.integer(100_000, 999_999)}`
  const tell = (afterMs: number, severity: Severity, text: string) =>
    scribe.log('order-desk', startMs + afterMs, severity, text, {}, trace)
  if (name.endsWith('ship')) return ship(system, startMs, trace, who, atMs, id)
  if (name.startsWith('DELETE')) {
    if (random.chance(0.18)) {
      tell(atMs, 'WARN', `Order ${id} not cancelled: already packed`)
      return { status: 409, durationMs: atMs + 1 }
    }
    tell(atMs, 'INFO', `Order ${id} cancelled by ${who.curator}`)
    return { status: 204, durationMs: atMs + 1 }
  }
  if (random.chance(0.07)) {
    tell(atMs, 'WARN', `Order ${id} not approved: second signature is missing`)
    return { status: 428, durationMs: atMs + 1 }
  }
  const durationMs = atMs + random.logNormal(14, 0.3)
  tell(durationMs, 'INFO', `Order ${id} approved by ${who.curator}`)
  pack(system, startMs + durationMs, trace, who, id)
  return { status: 202, durationMs: durationMs + 6 }
}

/** Seeds come in: they are dried, weighed and labelled before they go into a vault. */
function deposit(system: Seedbank, startMs: number, trace: Trace, who: Curator): Outcome {
  const { random, scribe } = system
  const { institute, vault } = who
  const read = system.store('vault-inventory', 'postgresql', 'SELECT slots', startMs + 2, trace, 8)
  let atMs = 2 + read.durationMs
  const id = `DP-${random.integer(10_000, 99_999)}`
  const tell = (severity: Severity, text: string, more: Values = {}) =>
    scribe.log('vault-inventory', startMs + atMs, severity, text, { deposit: id, institute, vault, ...more }, trace)
  if (random.chance(0.09)) {
    tell('WARN', 'deposit refused: seeds are too moist')
    return { status: 422, durationMs: atMs + 1 }
  }
  if (random.chance(0.05)) {
    tell('WARN', 'deposit refused: no free slot')
    return { status: 409, durationMs: atMs + 1 }
  }
  const printed = label(system, 'vault-inventory', startMs + atMs, trace, who, 'tube')
  atMs += printed.durationMs + 1
  if (printed.status >= 500) {
    tell('ERROR', 'deposit not stored: label-press answered 500')
    system.remember('failedDeposit', id, startMs)
    return { status: 503, durationMs: atMs + 1 }
  }
  const saved = system.store('vault-inventory', 'postgresql', 'INSERT deposits', startMs + atMs, trace, 10)
  atMs += saved.durationMs
  const grams = random.integer(20, 900)
  if (printed.status >= 400) tell('WARN', 'deposit stored without a label', { grams })
  else {
    tell('INFO', 'deposit stored', { grams })
    system.remember('storedDeposit', id, startMs)
  }
  return { status: 201, durationMs: atMs + 1 }
}

/** What the service behind the proxy does. */
export function serviceSide(
  system: Seedbank,
  visit: { readonly name: string; readonly service: string },
  startMs: number,
  trace: Trace,
  who: Curator,
): Outcome {
  if (visit.service === 'accession-catalog') return catalogSide(system, visit.name, startMs, trace)
  if (visit.service === 'permit-office') return permitSide(system, visit.name, startMs, trace, who)
  if (visit.service === 'order-desk') return orderSide(system, visit.name, startMs, trace, who)
  if (visit.service === 'label-press') return press(system, startMs, trace, who, 'tube')
  return deposit(system, startMs, trace, who)
}
