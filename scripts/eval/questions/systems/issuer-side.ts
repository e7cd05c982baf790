/** What the card back end does beside authorisations: settlement, card orders, wallets, holds, files for the factory. */
import type { Severity, Values } from '../records.ts'
import type { Issuer, Visit } from './issuer.ts'
import { EVENT, WALLETS } from './issuer-names.ts'
import { eachTick, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

interface Clearing {
  readonly id: string
  readonly card: string
  readonly scheme: string
  readonly product: string
  readonly amount: number
}

/** An approved amount is queued for settlement; while no MAC can be checked, the batcher falls behind. */
export function settle(system: Issuer, startMs: number, parent: Trace, clearing: Clearing): void {
  const { random, scribe, onsetMs } = system
  const { id, scheme, product, amount } = clearing
  const attributes = { ...EVENT, 'card.scheme': scheme, 'card.product': product }
  const sent = { service: 'auth-engine', name: 'clearing publish', startMs: startMs + 1, parent, attributes }
  system.call(sent, 'producer', (trace) => {
    const behindMs = startMs < onsetMs ? 0 : 0.7 * (startMs - onsetMs)
    const takenMs = startMs + behindMs + random.logNormal(900, 0.4)
    system.queued.push({ fromMs: startMs, toMs: takenMs })
    const step = {
      service: 'settlement-batcher',
      name: 'clearing process',
      startMs: takenMs,
      parent: trace,
      attributes,
    }
    system.serve(step, 'consumer', (inner) => {
      const checked = system.secured('settlement-batcher', 'POST /hsm/mac', 'mac', takenMs + 2, inner)
      const checkedMs = 2 + checked.durationMs
      const fields = { auth_id: id, scheme, product, amount_eur: amount }
      const tell = (afterMs: number, severity: Severity, text: string) =>
        scribe.log('settlement-batcher', takenMs + afterMs, severity, text, fields, inner)
      if (checked.status >= 500) {
        tell(checkedMs, 'ERROR', 'record put back: MAC not checked, hsm-broker answered 503')
        system.remember('recordTrace', inner.traceId, takenMs)
        return { status: 503, durationMs: checkedMs + 1 }
      }
      if (random.chance(0.045)) {
        tell(checkedMs, 'WARN', 'record dropped: duplicate')
        return { status: 200, durationMs: checkedMs + 1 }
      }
      const saved = system.store('settlement-batcher', 'postgresql', 'INSERT records', takenMs + checkedMs, inner, 8)
      tell(checkedMs + saved.durationMs, 'INFO', 'record settled')
      return { status: 200, durationMs: checkedMs + saved.durationMs + 1 }
    })
    return { status: 202, durationMs: random.logNormal(3, 0.2) }
  })
}

/** A new card: the address is checked, and a PIN block is made. */
function order(system: Issuer, startMs: number, trace: Trace, { customer, product }: Visit): Outcome {
  const { random, scribe } = system
  const id = `O-${random.integer(100_000, 999_999)}`
  const tell = (afterMs: number, severity: Severity, text: string) =>
    scribe.log('card-issuing', startMs + afterMs, severity, text, {}, trace)
  const read = system.store('card-issuing', 'mysql', 'SELECT addresses', startMs + 3, trace, 6)
  const readMs = 3 + read.durationMs
  if (random.chance(0.11)) {
    tell(readMs, 'WARN', `Card order ${id} refused for ${customer}: address not verified`)
    system.remember('refusedOrder', id, startMs)
    return { status: 409, durationMs: readMs + 1 }
  }
  const pin = system.secured('card-issuing', 'POST /hsm/pin-block', 'pin-block', startMs + readMs, trace)
  const pinMs = readMs + pin.durationMs + 1
  if (pin.status >= 500) {
    tell(pinMs, 'ERROR', `Card order ${id} failed for ${customer}: no PIN block, hsm-broker answered 503`)
    system.remember('failedOrder', id, startMs)
    return { status: 503, durationMs: pinMs + 1 }
  }
  const saved = system.store('card-issuing', 'mysql', 'INSERT cards', startMs + pinMs, trace, 9)
  const durationMs = pinMs + saved.durationMs + random.logNormal(8, 0.3)
  tell(durationMs, 'INFO', `Card order ${id} accepted for ${customer}: ${product}`)
  return { status: 201, durationMs: durationMs + 1 }
}

/** A card is put into a wallet of a phone or a watch. */
function token(system: Issuer, startMs: number, trace: Trace, { customer, scheme, product }: Visit): Outcome {
  const { random, scribe } = system
  const wallet = random.pick(WALLETS)
  const tell = (afterMs: number, severity: Severity, text: string) =>
    scribe.log('wallet-tokens', startMs + afterMs, severity, text, { customer, wallet, scheme, product }, trace)
  const read = system.store('wallet-tokens', 'redis', 'GET device', startMs + 2, trace, 3)
  const readMs = 2 + read.durationMs
  if (random.chance(0.09)) {
    tell(readMs, 'WARN', 'token refused: device not eligible')
    return { status: 422, durationMs: readMs + 1 }
  }
  const derived = system.secured('wallet-tokens', 'POST /hsm/derive', 'derive', startMs + readMs, trace)
  const derivedMs = readMs + derived.durationMs + 1
  if (derived.status >= 500) {
    tell(derivedMs, 'ERROR', 'token not provisioned: key not derived, hsm-broker answered 503')
    system.remember('tokenTrace', trace.traceId, startMs)
    return { status: 503, durationMs: derivedMs + 1 }
  }
  const durationMs = derivedMs + random.logNormal(17, 0.3)
  tell(durationMs, 'INFO', 'token provisioned')
  return { status: 201, durationMs: durationMs + 1 }
}

function shown(system: Issuer, startMs: number, trace: Trace, { customer }: Visit): Outcome {
  const { random, scribe } = system
  const read = system.store('card-issuing', 'mysql', 'SELECT cards', startMs + 2, trace, 6)
  const durationMs = read.durationMs + random.logNormal(10, 0.3)
  const isUnknown = random.chance(0.04)
  const text = isUnknown ? `Card of ${customer} not found` : `Card of ${customer} shown`
  scribe.log('card-issuing', startMs + durationMs, 'INFO', text, {}, trace)
  return { status: isUnknown ? 404 : 200, durationMs: durationMs + 1 }
}

function frozen(system: Issuer, startMs: number, trace: Trace, { customer }: Visit): Outcome {
  const { random, scribe } = system
  const saved = system.store('card-issuing', 'mysql', 'UPDATE cards', startMs + 2, trace, 9)
  const durationMs = saved.durationMs + random.logNormal(9, 0.3)
  const text = `Card of ${customer} frozen: ${random.pick(['lost', 'lost', 'stolen', 'mislaid'])}`
  scribe.log('card-issuing', startMs + durationMs, 'INFO', text, {}, trace)
  return { status: 200, durationMs: durationMs + 1 }
}

/** Holds are shown in the app, or let go when a merchant takes a purchase back. */
function holds(system: Issuer, name: string, startMs: number, trace: Trace, { customer, amount }: Visit): Outcome {
  const { random, scribe } = system
  const isBack = name === 'POST /v2/reversals'
  const operation = isBack ? 'DELETE holds' : 'SELECT holds'
  const done = system.store('hold-ledger', 'postgresql', operation, startMs + 2, trace, isBack ? 9 : 13)
  const durationMs = done.durationMs + random.logNormal(8, 0.3)
  const isGone = isBack && random.chance(0.07)
  const fields: Values = isBack ? { customer, amount_eur: amount } : { customer, holds: random.integer(0, 7) }
  const text = isGone ? 'hold not released: already gone' : isBack ? 'hold released' : 'holds listed'
  scribe.log('hold-ledger', startMs + durationMs, isGone ? 'WARN' : 'INFO', text, fields, trace)
  return { status: isGone ? 404 : 200, durationMs: durationMs + 1 }
}

/** The requests that are no authorisations. */
export function visitSide(system: Issuer, name: string, startMs: number, trace: Trace, visit: Visit): Outcome {
  if (name === 'POST /v2/cards') return order(system, startMs, trace, visit)
  if (name === 'POST /v2/tokens') return token(system, startMs, trace, visit)
  if (name === 'GET /v2/cards/{id}') return shown(system, startMs, trace, visit)
  if (name.endsWith('/freeze')) return frozen(system, startMs, trace, visit)
  return holds(system, name, startMs, trace, visit)
}

/** Files with the orders of the day before go to the factory all the time. */
export function runEmbosser({ random, scribe, startMs, endMs }: Issuer): void {
  let file = 20_904
  eachTick({ fromMs: startMs + 12_000, toMs: endMs, everyMs: 43_000 }, random, (timeMs) => {
    file += 1
    if (random.chance(0.16)) {
      const text = `${random.integer(1, 4)} cards put aside: photo is missing`
      scribe.log('embosser-bridge', timeMs - 900, 'WARN', text)
    }
    scribe.log(
      'embosser-bridge',
      timeMs,
      'INFO',
      `file EMB-${file} sent to the factory: ${random.integer(2, 15)} cards`,
    )
  })
}
