/** What donors and sessions ask for: slots, appointments, questionnaires, donations and the labels of bags. */
import type { Severity, Values } from '../records.ts'
import type { BloodBank } from './bloodbank.ts'
import type { Who } from './bloodbank-names.ts'
import { lookUp, takeSample } from './bloodbank-units.ts'
import type { Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

export interface Visit {
  readonly name: string
  readonly service: string
}

export interface Served {
  readonly system: BloodBank
  readonly name: string
  readonly startMs: number
  readonly trace: Trace
  readonly who: Who
}

function appointments({ system, name, startMs, trace, who }: Served): Outcome {
  const { random, scribe } = system
  const tell = (afterMs: number, severity: Severity, text: string, more: Values = {}) =>
    scribe.log('appointment-book', startMs + afterMs, severity, text, { centre: who.centre, ...more }, trace)
  const isSearch = name.startsWith('GET')
  const store = isSearch && random.chance(0.7) ? 'redis' : 'postgresql'
  const operation = store === 'redis' ? 'GET slots' : 'SELECT slots'
  const read = system.store('appointment-book', store, operation, startMs + 2, trace, store === 'redis' ? 2 : 12)
  let atMs = 2 + read.durationMs
  if (isSearch) {
    atMs += random.logNormal(6, 0.3)
    tell(atMs, 'DEBUG', `slots listed: ${random.integer(0, 48)} free`)
    return { status: 200, durationMs: atMs + 1 }
  }
  if (name.startsWith('DELETE')) {
    if (random.chance(0.07)) {
      tell(atMs, 'WARN', 'appointment is unknown')
      return { status: 404, durationMs: atMs + 1 }
    }
    atMs += system.store('appointment-book', 'postgresql', 'UPDATE appointments', startMs + atMs, trace, 9).durationMs
    tell(atMs, 'INFO', `appointment AP-${random.integer(200_000, 899_999)} cancelled by donor`)
    return { status: 204, durationMs: atMs + 1 }
  }
  const donor = `dn-${random.integer(10_000, 99_999)}`
  if (random.chance(0.09)) {
    tell(atMs, 'WARN', `booking for ${donor} refused: slot is taken`)
    return { status: 409, durationMs: atMs + 1 }
  }
  if (random.chance(0.06)) {
    tell(atMs, 'WARN', `booking for ${donor} refused: last donation was ${random.integer(12, 55)} days ago`)
    return { status: 422, durationMs: atMs + 1 }
  }
  atMs += system.store('appointment-book', 'postgresql', 'INSERT appointments', startMs + atMs, trace, 10).durationMs
  const id = `AP-${random.integer(200_000, 899_999)}`
  tell(atMs, 'INFO', `appointment ${id} booked for ${donor}`)
  system.remember('appointment', id, startMs)
  return { status: 201, durationMs: atMs + random.logNormal(14, 0.3) }
}

function questionnaires({ system, name, startMs, trace, who }: Served): Outcome {
  const { random, scribe } = system
  const tell = (afterMs: number, severity: Severity, text: string, more: Values = {}) =>
    scribe.log('questionnaire', startMs + afterMs, severity, text, { centre: who.centre, ...more }, trace)
  const id = `Q-${random.integer(1_000_000, 9_999_999)}`
  if (name.startsWith('GET')) {
    const found = system.store('questionnaire', 'mongodb', 'find forms', startMs + 2, trace, 7)
    const atMs = 2 + found.durationMs
    if (random.chance(0.06)) {
      tell(atMs, 'WARN', 'questionnaire is unknown')
      return { status: 404, durationMs: atMs + 1 }
    }
    tell(atMs, 'DEBUG', 'questionnaire read')
    return { status: 200, durationMs: atMs + 2 }
  }
  let atMs = 2 + random.logNormal(18, 0.3)
  if (random.chance(0.05)) {
    tell(atMs, 'WARN', 'questionnaire rejected: signature is missing')
    return { status: 400, durationMs: atMs + 1 }
  }
  atMs += system.store('questionnaire', 'mongodb', 'insert forms', startMs + atMs, trace, 11).durationMs
  if (random.chance(0.13)) {
    const reason = random.pick(['travel', 'travel', 'medication', 'low_haemoglobin', 'low_haemoglobin', 'tattoo'])
    tell(atMs, 'WARN', `donor deferred by questionnaire ${id}`, { reason, days: random.pick([14, 28, 120]) })
    system.remember('deferred', id, startMs)
    return { status: 200, durationMs: atMs + 1 }
  }
  tell(atMs, 'INFO', `questionnaire ${id} accepted`, { answers: 38 })
  return { status: 201, durationMs: atMs + 1 }
}

/** Kinds of donations: what is taken tells which product the label is for. */
function pickKind({ random }: BloodBank): readonly [string, string] {
  return random.pick([
    ...[['whole_blood', 'red_cells'] as const, ['whole_blood', 'red_cells'] as const],
    ...[['plasma', 'plasma'] as const, ['platelets', 'platelets'] as const],
  ])
}

function donation({ system, startMs, trace, who }: Served): Outcome {
  const { random, scribe } = system
  const [kind, product] = pickKind(system)
  const id = `D${random.integer(10_000_000, 99_999_999)}`
  const saved = system.store('session-desk', 'mssql', 'INSERT donations', startMs + 3, trace, 13)
  const atMs = 3 + saved.durationMs
  const tell = (severity: Severity, text: string) =>
    scribe.log('session-desk', startMs + atMs, severity, text, {}, trace)
  if (random.chance(0.05)) {
    tell('WARN', `donation ${id} at ${who.centre} stopped early: donor felt faint`)
    return { status: 200, durationMs: atMs + 1 }
  }
  if (random.chance(0.04)) {
    tell('WARN', `donation at ${who.centre} rejected: bag lot is blocked`)
    return { status: 409, durationMs: atMs + 1 }
  }
  const ml = kind === 'whole_blood' ? random.integer(440, 480) : random.integer(240, 690)
  tell('INFO', `donation ${id} registered at ${who.centre}: ${kind}, ${ml} ml`)
  takeSample(system, startMs + atMs, trace, { id, product, centre: who.centre })
  return { status: 201, durationMs: atMs + random.logNormal(8, 0.3) }
}

/** A label needs the product's code with its expiry rule; the desk asks the registry twice. */
function label({ system, startMs, trace, who }: Served, product: string): Outcome {
  const { random, scribe } = system
  const id = `D${random.integer(10_000_000, 99_999_999)}`
  let atMs = 3
  const tell = (severity: Severity, text: string) =>
    scribe.log('session-desk', startMs + atMs, severity, text, {}, trace)
  if (random.chance(0.03)) {
    tell('WARN', `label for ${id} refused: donation is unknown`)
    return { status: 404, durationMs: atMs + 1 }
  }
  for (let attempt = 1; attempt <= 2; attempt++) {
    const found = lookUp(system, 'session-desk', startMs + atMs, trace, product)
    atMs += found.durationMs + 1
    if (found.status < 500) break
    if (attempt === 2) {
      tell('ERROR', `label for ${id} at ${who.centre} not printed: code-registry answered 500`)
      system.remember('failedLabel', id, startMs)
      system.remember('failedLabelTrace', trace.traceId, startMs)
      return { status: 502, durationMs: atMs + 1 }
    }
    tell('WARN', 'code-registry answered 500, asking again in 200 ms')
    atMs += 200
  }
  atMs += random.logNormal(31, 0.3)
  if (random.chance(0.06)) tell('WARN', `label for ${id} at ${who.centre} printed again: barcode was not readable`)
  tell('INFO', `label for ${id} printed at ${who.centre}: ${product}`)
  system.remember('printedLabel', id, startMs)
  return { status: 201, durationMs: atMs + 1 }
}

/** What the service behind the gateway does; which product a label is for is an attribute of the service alone. */
export function donorSide(
  system: BloodBank,
  { name, service }: Visit,
  startMs: number,
  parent: Trace,
  who: Who,
): Outcome {
  const [method = '', route = ''] = name.split(' ')
  const product = name.endsWith('/labels') ? pickKind(system)[1] : ''
  const more = product === '' ? {} : { 'product.type': product }
  const attributes = { 'http.request.method': method, 'http.route': route, ...who.attributes, ...more }
  return system.serve({ service, name, startMs, parent, attributes }, 'server', (trace) => {
    const served = { system, name, startMs: startMs + 1, trace, who }
    if (service === 'appointment-book') return appointments(served)
    if (service === 'questionnaire') return questionnaires(served)
    return name.endsWith('/labels') ? label(served, product) : donation(served)
  })
}
