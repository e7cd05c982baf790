/** What goes on beside the bookings: doors, snacks, members, mail, and a script that copies posters. */
import type { Severity, Values } from '../records.ts'
import { attributesOf, SITES, SNACKS, visitorOf } from './cinema-names.ts'
import type { SystemByConventions } from './conventions.ts'
import type { Scribe, Trace } from './scribe.ts'
import { eachArrival, eachTick } from './scribe.ts'
import type { Outcome } from './system.ts'

const MINUTE_MS = 60_000
const KINDS = ['ticket', 'ticket', 'ticket', 'newsletter', 'newsletter', 'voucher']

export type Cinemas = SystemByConventions & {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly restartMs: number
  readonly onsetMs: number
  readonly recoveryMs: number
  readonly darkMs: number
  isGone(size: string, atMs: number): boolean
  reportGone(hold: string, hall: string, atMs: number, trace: Trace): void
}

function serveRoute(
  system: Cinemas,
  [service, name]: readonly [string, string],
  startMs: number,
  who: Values,
  work: (trace: Trace) => Outcome,
): void {
  const [method = '', route = ''] = name.split(' ')
  const parent = { traceId: system.scribe.newTrace(), spanId: '' }
  const attributes = { 'http.request.method': method, 'http.route': route, ...who }
  system.serve({ service, name, startMs, parent, attributes }, 'server', work)
}

function scan(system: Cinemas, startMs: number): void {
  const { random, scribe } = system
  const site = random.pick(SITES)
  const kind = random.pick(['phone', 'phone', 'phone', 'phone', 'paper'])
  const who = { 'cinema.site': site, 'ticket.kind': kind }
  serveRoute(system, ['door-scan', 'POST /scans'], startMs, who, (trace) => {
    const read = system.store('door-scan', 'mongodb', 'find tickets', startMs + 2, trace, 9)
    const durationMs = read.durationMs + random.logNormal(14, 0.4)
    const fields = { site, kind, ticket: `TK-${random.integer(300_000, 399_999)}` }
    const say = (severity: Severity, text: string) =>
      scribe.log('door-scan', startMs + durationMs, severity, text, fields, trace)
    const dice = random.integer(1, 100)
    if (dice <= 4) {
      say('WARN', 'ticket already used')
      return { status: 409, durationMs }
    }
    if (dice <= 6) {
      say('WARN', 'too early for this screening')
      return { status: 403, durationMs }
    }
    if (dice === 7) say('WARN', 'code blurred, read at second try')
    else say('INFO', 'guest let in')
    return { status: 200, durationMs }
  })
}

function snack(system: Cinemas, startMs: number, order: string): void {
  const { random, scribe } = system
  const dice = random.integer(1, 100)
  const name = dice <= 30 ? 'GET /menu' : dice <= 76 ? 'POST /snack-orders' : 'POST /snack-orders/{id}/pickup'
  const visitor = visitorOf(random)
  const { site, hall, size } = visitor
  const item = random.pick(SNACKS)
  const where = { 'cinema.site': site }
  const who = name === 'GET /menu' ? where : { ...where, 'snack.item': item }
  const halls: Values = name === 'POST /snack-orders' ? { 'hall.name': hall, 'hall.size': size } : {}
  serveRoute(system, ['snackbar', name], startMs, { ...who, ...halls }, (trace) => {
    const read = system.store('snackbar', 'mysql', 'SELECT items', startMs + 1, trace, 8)
    let durationMs = read.durationMs + random.logNormal(15, 0.35)
    const fields = { order, item, site }
    const say = (severity: Severity, text: string, more: Values = {}) =>
      scribe.log('snackbar', startMs + durationMs, severity, text, { ...fields, ...more }, trace)
    if (name === 'GET /menu') return { status: 200, durationMs }
    if (name !== 'POST /snack-orders') {
      say('INFO', 'snack order picked up')
      return { status: 200, durationMs }
    }
    if (item === 'nachos' && random.chance(0.22)) {
      say('WARN', 'item is sold out')
      return { status: 409, durationMs }
    }
    const holdMs = startMs + durationMs
    const hold = `HD-${random.integer(710_000, 719_999)}`
    const to = { service: 'seat-hold', name: 'GET /holds/{id}', startMs: holdMs, parent: trace }
    const attributes = { 'hall.name': attributesOf(visitor)['hall.name'], 'hall.size': size }
    const known = system.through('snackbar', { ...to, attributes }, (inner) => {
      const got = system.store('seat-hold', 'redis', 'GET holds', holdMs + 2, inner, 2)
      const ownMs = got.durationMs + random.logNormal(4, 0.3)
      if (!system.isGone(size, holdMs)) return { status: 200, durationMs: ownMs }
      system.reportGone(hold, hall, holdMs + ownMs, inner)
      return { status: 500, durationMs: ownMs }
    })
    durationMs += known.durationMs
    if (known.status >= 500) {
      say('ERROR', 'snack order dropped: seat-hold answered 500', { hold })
      system.remember('droppedSnack', order, startMs)
      return { status: 502, durationMs }
    }
    say('INFO', 'snack order placed', { cents: 50 * random.integer(7, 42) })
    system.remember('goodSnack', order, startMs)
    return { status: 201, durationMs }
  })
}

function member(system: Cinemas, startMs: number): void {
  const { random, scribe, releaseMs } = system
  const tier = random.pick(['silver', 'silver', 'silver', 'gold', 'platinum'])
  serveRoute(system, ['loyalty', 'GET /members/{id}'], startMs, { 'loyalty.tier': tier }, (trace) => {
    const slow = startMs >= releaseMs ? 1.7 : 1
    const read = system.store('loyalty', 'postgresql', 'SELECT members', startMs + 1, trace, 14 * slow)
    const durationMs = read.durationMs + random.logNormal(18 * slow, 0.3)
    if (random.chance(0.94)) return { status: 200, durationMs }
    const fields = { member: `LM-${random.integer(10_000, 99_999)}` }
    scribe.log('loyalty', startMs + durationMs, 'WARN', 'no such member', fields, trace)
    return { status: 404, durationMs }
  })
}

function mail(system: Cinemas, startMs: number): void {
  const { random, scribe, restartMs } = system
  if (startMs >= restartMs - 11_000 && startMs < restartMs) return
  const kind = random.pick(KINDS)
  const parent = { traceId: scribe.newTrace(), spanId: '' }
  const topic = { 'messaging.system': 'rabbitmq', 'messaging.destination.name': 'mail.jobs', 'mail.kind': kind }
  const step = { service: 'newsletter', name: 'mail.jobs process', startMs, parent, attributes: topic }
  system.serve(step, 'consumer', (trace) => {
    const durationMs = random.logNormal(190, 0.45)
    const fields = { kind, template: `${kind}-${random.integer(1, 4)}` }
    const say = (severity: Severity, text: string) =>
      scribe.log('newsletter', startMs + durationMs, severity, text, fields, trace)
    const dice = random.integer(1, 100)
    if (dice <= 5) say('WARN', 'mail bounced, mailbox unknown')
    else if (dice <= 8) say('WARN', 'provider asks to slow down, mail sent at second try')
    else say('INFO', 'mail sent')
    return { status: 200, durationMs }
  })
}

export function runBackground(system: Cinemas): void {
  const { random, scribe, startMs, endMs, restartMs, releaseMs, onsetMs, recoveryMs, darkMs } = system
  const range = { fromMs: startMs, toMs: endMs - 2000 }
  let order = 61_200
  eachArrival({ ...range, meanMs: 6200 }, random, (timeMs) => scan(system, timeMs))
  eachArrival({ ...range, meanMs: 7500 }, random, (timeMs) => snack(system, timeMs, `SN-${++order}`))
  eachArrival({ ...range, meanMs: 9000 }, random, (timeMs) => member(system, timeMs))
  eachArrival({ ...range, meanMs: 8000 }, random, (timeMs) => mail(system, timeMs))
  eachTick({ fromMs: startMs + 5000, toMs: darkMs, everyMs: 25_000 }, random, (timeMs) => {
    if (random.chance(0.06))
      scribe.log('poster-sync', timeMs, 'WARN', `screen ${random.integer(1, 24)} in the foyer does not answer, skipped`)
    else scribe.log('poster-sync', timeMs, 'INFO', `${random.integer(18, 24)} posters copied to the foyers`)
  })
  scribe.log('newsletter', restartMs - 10_000, 'INFO', 'SIGTERM received, finishing open mails', { node: 'reel-2' })
  scribe.log('newsletter', restartMs, 'INFO', 'newsletter 2.3.1 started', { queue: 'mail.jobs' })
  scribe.log('loyalty', releaseMs, 'INFO', 'loyalty 4.8.0 started', { build: '4.8.0' })
  const rules = { rules: 'evening-weekend', entries: 212 }
  scribe.log('pricing', startMs + 11 * MINUTE_MS, 'INFO', 'price rules loaded without errors', rules)

  const promoted = 'redis primary holds-a lost, replica holds-b promoted'
  scribe.log('seat-hold', onsetMs - 2500, 'WARN', promoted, { node: 'holds-b', role: 'primary' })
  const policy = 'holds-b runs with maxmemory-policy allkeys-lru, not noeviction'
  scribe.log('seat-hold', onsetMs - 1900, 'WARN', policy, { node: 'holds-b', maxmemory_mb: 64 })
  eachTick({ fromMs: onsetMs + 30_000, toMs: recoveryMs, everyMs: MINUTE_MS }, random, (timeMs) => {
    const fields = { node: 'holds-b', evicted: random.integer(140, 310) }
    scribe.log('seat-hold', timeMs, 'WARN', 'redis evicted keys in the last minute', fields)
  })
  const fixed = 'maxmemory-policy of holds-b set to noeviction (CR-4417)'
  scribe.log('seat-hold', recoveryMs, 'INFO', fixed, { node: 'holds-b', change: 'CR-4417' })
}
