/** What does not hang on trips: top-ups by card, fines, batches of partners, the archive that writes lines only. */
import type { SystemByConventions } from './conventions.ts'
import type { Scribe, Trace } from './scribe.ts'
import { eachArrival, eachTick } from './scribe.ts'
import type { Outcome } from './system.ts'

export const MOTORWAYS = ['A1', 'A1', 'A1', 'A3', 'A3', 'A5', 'A7', 'A7', 'A7', 'A9', 'A9']
const PARTNERS: Readonly<Record<string, readonly string[]>> = {
  A1: ['tollring'],
  A3: ['tollring', 'eurovia'],
  A5: ['eurovia'],
  A7: ['nordpass'],
  A9: ['nordpass', 'nordpass', 'eurovia'],
}
const BRANDS = ['visa', 'visa', 'visa', 'mastercard', 'mastercard', 'amex']
const REASONS = ['unpaid_toll', 'unpaid_toll', 'unpaid_toll', 'wrong_class', 'no_tag']
const AMOUNTS = [1000, 2000, 2000, 2500, 5000, 5000, 10_000]

export type Desk = SystemByConventions & {
  readonly scribe: Scribe
  readonly onsetMs: number
  isWrong(motorway: string, timeMs: number): boolean
}

/** Money on an account by card; refused cards are everyday business. */
export function topUp(desk: Desk, startMs: number, parent: Trace, channel: string, from = ''): Outcome {
  const { random, scribe } = desk
  const [brand, cents] = [random.pick(BRANDS), random.pick(AMOUNTS)]
  const account = `AC-${random.integer(51_000, 53_400)}`
  const data = { account, cents, brand, channel }
  const attributes = { 'card.brand': brand, 'topup.channel': channel, 'topup.cents': cents }
  const step = { service: 'topup-pay', name: 'POST /topups', startMs, parent, attributes }
  const work = (trace: Trace): Outcome => {
    const ownMs = random.logNormal(260, 0.4)
    const say = (atMs: number, severity: 'INFO' | 'WARN', text: string, more = {}) =>
      scribe.log('topup-pay', atMs, severity, text, { ...data, ...more }, trace)
    if (random.chance(0.1)) {
      const reason = random.pick(['insufficient_funds', 'insufficient_funds', 'expired_card', 'do_not_honor'])
      say(startMs + ownMs, 'WARN', 'card declined', { reason })
      desk.remember('declinedAccount', account, startMs)
      return { status: 402, durationMs: ownMs }
    }
    if (random.chance(0.045)) {
      say(startMs + ownMs, 'WARN', '3-D Secure abandoned by the customer')
      return { status: 408, durationMs: ownMs }
    }
    if (random.chance(0.05)) say(startMs + ownMs, 'WARN', 'issuer answered late')
    const credit = { service: 'accounts', name: 'POST /accounts/{id}/credits', startMs: startMs + ownMs, parent: trace }
    const booked = desk.through('topup-pay', { ...credit, attributes: { 'account.id': account } }, (inner) => {
      const saved = desk.store('accounts', 'postgresql', 'INSERT credits', startMs + ownMs + 3, inner, 6)
      const durationMs = saved.durationMs + random.logNormal(8, 0.3)
      scribe.log('accounts', startMs + ownMs + durationMs, 'INFO', 'credit booked', { account, cents }, inner)
      return { status: 201, durationMs }
    })
    const durationMs = ownMs + booked.durationMs + 2
    say(startMs + durationMs, 'INFO', 'top-up booked')
    desk.remember('toppedAccount', account, startMs)
    return { status: 201, durationMs }
  }
  if (from !== '') return desk.through(from, step, work)
  const route = { 'http.request.method': 'POST', 'http.route': '/topups' }
  return desk.serve({ ...step, attributes: { ...route, ...attributes } }, 'server', work)
}

/** Fines; its spans have no kinds and no status. */
function fine(desk: Desk, startMs: number): void {
  const { random, scribe } = desk
  const ticket = random.integer(1, 100)
  const name = ticket <= 50 ? 'issue_fine' : ticket <= 84 ? 'pay_fine' : 'appeal_fine'
  const [reason, vehicle] = [random.pick(REASONS), random.pick(['car', 'car', 'van', 'truck'])]
  const number = `F-${random.integer(30_000, 39_999)}`
  const parent = { traceId: scribe.newTrace(), spanId: '' }
  const trace = { traceId: parent.traceId, spanId: scribe.newSpan() }
  const durationMs = random.logNormal(name === 'issue_fine' ? 120 : 70, 0.35)
  const say = (severity: 'INFO' | 'WARN', text: string) =>
    scribe.log('fines-desk', startMs + durationMs, severity, text, {}, trace)
  let status = 200
  if (name === 'issue_fine') {
    if (random.chance(0.08)) {
      status = 404
      say('WARN', `no address for the holder of ${number}, letter not sent`)
    } else {
      say(
        'INFO',
        `fine ${number} of ${(random.integer(300, 1800) / 10).toFixed(2)} EUR issued for ${reason} (${vehicle})`,
      )
      desk.remember('fine', number, startMs)
    }
  } else if (name === 'pay_fine') {
    if (random.chance(0.11)) {
      status = 409
      say('WARN', `fine ${number} is already paid`)
    } else say('INFO', `fine ${number} paid`)
  } else if (random.chance(0.4)) {
    status = 422
    say('WARN', `appeal of ${number} rejected, deadline passed`)
  } else say('INFO', `appeal of ${number} accepted for review`)
  const attributes = { 'fine.reason': reason, 'fine.vehicle': vehicle, status }
  desk.write({ service: 'fines-desk', name, startMs, parent }, 'unspecified', trace, { status, durationMs }, attributes)
}

/** A batch for a partner is held while passages in it have no trip. */
function batch(desk: Desk, startMs: number): void {
  const { random, scribe } = desk
  const motorway = random.pick(MOTORWAYS)
  const partner = random.pick(PARTNERS[motorway] ?? [])
  const attributes = {
    ...{ 'messaging.system': 'kafka', 'messaging.destination.name': 'clearing.batches' },
    ...{ 'partner.name': partner, 'toll.motorway': motorway },
  }
  const parent = { traceId: scribe.newTrace(), spanId: '' }
  const step = { service: 'partner-clearing', name: 'clearing.batches process', startMs, parent, attributes }
  desk.serve(step, 'consumer', (trace) => {
    const durationMs = random.logNormal(150, 0.35)
    const number = `CB-${random.integer(700_000, 799_999)}`
    const data = { batch: number, partner, motorway }
    const atMs = startMs + durationMs
    if (desk.isWrong(motorway, startMs - 60_000)) {
      const passages = random.integer(8, 44)
      const held = { ...data, passages }
      scribe.log('partner-clearing', atMs, 'ERROR', 'batch held: passages without a trip', held, trace)
      desk.remember('heldBatch', number, startMs)
      return { status: 500, durationMs }
    }
    if (random.chance(0.06)) scribe.log('partner-clearing', atMs, 'WARN', 'partner answered late', data, trace)
    const trips = random.integer(12, 60)
    const cents = trips * random.integer(240, 690)
    scribe.log('partner-clearing', atMs + 1, 'INFO', 'batch cleared', { ...data, trips, cents }, trace)
    desk.remember('clearedBatch', number, startMs)
    return { status: 200, durationMs }
  })
}

function archive(desk: Desk, timeMs: number): void {
  const { random, scribe } = desk
  const motorway = random.pick(MOTORWAYS)
  const say = (severity: 'INFO' | 'WARN', text: string) => scribe.log('trip-archive', timeMs, severity, text)
  if (desk.isWrong(motorway, timeMs - 60_000)) say('INFO', `no trips of ${motorway} to write, block skipped`)
  else if (random.chance(0.05)) say('WARN', `checksum of a block of ${motorway} differs, block written again`)
  else say('INFO', `${random.integer(9, 58)} trips of ${motorway} written`)
}

export function runDesk(desk: Desk): void {
  const { random, scribe, startMs, endMs } = desk
  const range = { fromMs: startMs, toMs: endMs - 3000 }
  eachArrival({ ...range, meanMs: 17_000 }, random, (timeMs) => {
    const root = { traceId: scribe.newTrace(), spanId: '' }
    topUp(desk, timeMs, root, random.pick(['web', 'web', 'kiosk']))
  })
  eachArrival({ ...range, meanMs: 11_000 }, random, (timeMs) => fine(desk, timeMs))
  eachTick({ ...range, fromMs: startMs + 4000, everyMs: 10_000 }, random, (timeMs) => batch(desk, timeMs))
  eachTick({ ...range, fromMs: startMs + 9000, everyMs: 15_000 }, random, (timeMs) => archive(desk, timeMs))
}
