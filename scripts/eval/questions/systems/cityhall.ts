/**
 * A city's online services on hosts: newer ones with HTTP and database spans by semantic conventions, older ones with
 * lines only; JSON of pino and structlog, lines of log4j 1.2, Monolog, Apache with PHP and Python; few metrics. An import
 * replaces a table of streets with one of another collation, so `residence-registry` cannot compare names of streets and
 * stores few registrations until the table is converted: over at the end. A release that makes `fines-desk` a little
 * slower, a restart of `amt-chatbot`, taken slots, refused logins and payments, unknown streets and letters that are put
 * aside are harmless; `notice-mailer` has gone silent.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Values, World } from '../records.ts'
import { type City, runBackground, streetOf } from './cityhall-background.ts'
import { monologLine, oldLog4jLine, printedLine, uvicornLine } from './cityhall-formats.ts'
import { sendCityhallMetrics } from './cityhall-metrics.ts'
import { SystemByConventions } from './conventions.ts'
import { accessStamp, apacheLine } from './cron-formats.ts'
import { numberedJson, pinoRequest, structlogJson } from './formats.ts'
import { eachArrival, Scribe, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 70 * MINUTE_MS
/** Format, version, whether the severity is sent, whether fields travel as attributes. */
const SETUPS = {
  'portal-web': [pinoRequest, '8.3.2', true, true],
  'citizen-login': [oldLog4jLine, '4.1.0', false, false],
  'termin-service': [monologLine, '2.27.5', false, false],
  'residence-registry': [oldLog4jLine, '11.6.3', false, false],
  'fines-desk': [structlogJson, '3.14.0', true, true],
  'epay-bridge': [numberedJson, '1.9.8', true, true],
  'waste-calendar': [apacheLine, '0.8.1', false, false],
  'letter-press': [oldLog4jLine, '5.0.2', false, false],
  'amt-chatbot': [uvicornLine, '2.9.1', false, false],
  'notice-mailer': [printedLine, '1.3.0', false, false],
} as const
const SERVICES = Object.keys(SETUPS)
const DISTRICTS = ['altstadt', 'altstadt', 'altstadt', 'nordend', 'nordend', 'hafen', 'westpark']
const CHANNELS = ['browser', 'browser', 'browser', 'app', 'app', 'kiosk']
const OFFICES = ['buergeramt-mitte', 'buergeramt-mitte', 'buergeramt-nord', 'kfz-stelle']
const METHODS = ['girocard', 'girocard', 'credit_card', 'credit_card', 'paypal']
const INTENTS = ['waste', 'waste', 'appointment', 'appointment', 'residence', 'fine']
const MIX =
  "Illegal mix of collations (utf8mb4_0900_ai_ci,IMPLICIT) and (utf8mb4_unicode_ci,IMPLICIT) for operation '=' (1267)"

/** Where a request goes, and up to which ticket of a hundred. */
const VISITS = [
  ['GET', '/termine/slots', 21],
  ['POST', '/termine', 32],
  ['POST', '/residence/register', 43],
  ['POST', '/residence/move', 50],
  ['POST', '/residence/certificate', 55],
  ['GET', '/fines/{number}', 65],
  ['POST', '/fines/{number}/pay', 71],
  ['GET', '/waste/calendar', 81],
  ['POST', '/login', 93],
  ['POST', '/chat', 100],
] as const

interface Visit {
  readonly route: string
  readonly district: string
}

class Cityhall extends SystemByConventions implements City {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly restartMs: number
  readonly onsetMs: number
  readonly recoveryMs: number
  readonly silentMs: number
  #registration = 61_300
  #booking = 204_100
  #fine = 7_730_200
  #letter = 30_500

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(421, 'cityhall'))
    this.releaseMs = endMs - 56 * MINUTE_MS + 12_000
    this.onsetMs = endMs - 43 * MINUTE_MS + 24_000
    this.restartMs = endMs - 31 * MINUTE_MS + 7000
    this.silentMs = endMs - 27 * MINUTE_MS
    this.recoveryMs = endMs - 13 * MINUTE_MS + 35_000
    const setups = Object.entries(SETUPS).map(([name, [format, version, isSeveritySent, hasAttributes]], index) => ({
      ...{ name, format, isSeveritySent, hasAttributes },
      version: (timeMs: number) => (name === 'fines-desk' && timeMs < this.releaseMs ? '3.13.4' : version),
      instance: () => `${name}-1`,
      resource: () => ({ 'host.name': `rz2-srv${String(11 + (index % 4))}` }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  /** A query of MySQL that fails, as its caller's span tells it. */
  compare(startMs: number, parent: Trace, isBroken: boolean): Outcome {
    const code: Values = isBroken ? { 'db.response.status_code': '1267' } : {}
    const attributes = { 'db.system.name': 'mysql', 'db.operation.name': 'SELECT', 'db.collection.name': 'streets' }
    const step = { service: 'residence-registry', name: 'SELECT streets', startMs, parent }
    return this.call({ ...step, attributes: { ...attributes, ...code } }, 'client', () => ({
      status: isBroken ? 500 : 200,
      durationMs: this.random.logNormal(isBroken ? 4 : 12, 0.3),
    }))
  }

  /** Writes down where somebody lives now: the name of the street is compared with the directory. */
  settle(from: string, startMs: number, parent: Trace, kind: 'register' | 'move', visit: Visit): Outcome {
    const { random, scribe } = this
    const attributes = { 'city.district': visit.district }
    const step = { service: 'residence-registry', name: `POST /api/${kind}`, startMs, parent, attributes }
    const id = `RG-${++this.#registration}`
    return this.through(from, step, (trace) => {
      const isIn = startMs >= this.onsetMs && startMs < this.recoveryMs
      const isBroken = isIn && random.chance(0.85)
      const compared = this.compare(startMs + 3, trace, isBroken)
      const comparedMs = compared.durationMs + 4
      if (isBroken) {
        scribe.log('residence-registry', startMs + comparedMs, 'ERROR', `${kind} ${id} not stored: ${MIX}`, {}, trace)
        this.remember('failedRegistration', id, startMs)
        return { status: 500, durationMs: comparedMs + 2 }
      }
      if (random.chance(0.04)) {
        const text = `${kind} ${id} sent back: landlord's confirmation is missing`
        scribe.log('residence-registry', startMs + comparedMs, 'WARN', text, {}, trace)
        return { status: 422, durationMs: comparedMs + 2 }
      }
      const saved = this.store('residence-registry', 'mysql', 'INSERT residences', startMs + comparedMs, trace, 16)
      const durationMs = comparedMs + saved.durationMs + random.logNormal(9, 0.3)
      const text = `${kind} ${id} stored, street ${streetOf(random)}, district ${visit.district}`
      scribe.log('residence-registry', startMs + durationMs, 'INFO', text, {}, trace)
      this.remember('storedRegistration', id, startMs)
      this.letter(startMs + durationMs + random.logNormal(25_000, 0.3), 'confirmation')
      return { status: 201, durationMs }
    })
  }

  certificate(startMs: number, parent: Trace, visit: Visit): Outcome {
    const attributes = { 'city.district': visit.district }
    const step = { service: 'residence-registry', name: 'GET /api/certificate', startMs, parent, attributes }
    const read = this.through('portal-web', step, (trace) => {
      const found = this.store('residence-registry', 'mysql', 'SELECT residences', startMs + 2, trace, 9)
      return { status: 200, durationMs: found.durationMs + this.random.logNormal(22, 0.3) }
    })
    const paid = this.pay('portal-web', startMs + read.durationMs, parent, 'certificate', 600)
    return { status: paid.status, durationMs: read.durationMs + paid.durationMs }
  }

  pay(from: string, startMs: number, parent: Trace, purpose: string, cents: number): Outcome {
    const { random, scribe } = this
    const method = random.pick(METHODS)
    const attributes = { 'payment.method': method, 'payment.purpose': purpose }
    const payment = `EP-${random.hex(6).toUpperCase()}`
    return this.through(
      from,
      { service: 'epay-bridge', name: 'POST /payments', startMs, parent, attributes },
      (trace) => {
        const durationMs = random.logNormal(method === 'paypal' ? 520 : 240, 0.3)
        const fields = { payment, cents, method, purpose }
        if (random.chance(0.07)) {
          scribe.log('epay-bridge', startMs + durationMs, 'WARN', 'payment declined by issuer', fields, trace)
          this.remember('declinedPayment', payment, startMs)
          return { status: 402, durationMs }
        }
        scribe.log('epay-bridge', startMs + durationMs, 'INFO', 'payment captured', fields, trace)
        this.remember('capturedPayment', payment, startMs)
        return { status: 201, durationMs }
      },
    )
  }

  slots(from: string, startMs: number, parent: Trace): Outcome {
    const attributes = { 'office.name': this.random.pick(OFFICES) }
    return this.through(
      from,
      { service: 'termin-service', name: 'GET /slots', startMs, parent, attributes },
      (trace) => {
        const found = this.store('termin-service', 'mariadb', 'SELECT slots', startMs + 2, trace, 18)
        return { status: 200, durationMs: found.durationMs + this.random.logNormal(24, 0.35) }
      },
    )
  }

  book(startMs: number, parent: Trace): Outcome {
    const { random, scribe } = this
    const office = random.pick(OFFICES)
    const booking = `TN-${++this.#booking}`
    const step = { service: 'termin-service', name: 'POST /bookings', startMs, parent }
    return this.through('portal-web', { ...step, attributes: { 'office.name': office } }, (trace) => {
      const saved = this.store('termin-service', 'mariadb', 'INSERT bookings', startMs + 2, trace, 14)
      const durationMs = saved.durationMs + random.logNormal(41, 0.35)
      if (random.chance(0.1)) {
        scribe.log('termin-service', startMs + durationMs, 'WARN', 'slot already taken', { booking, office }, trace)
        return { status: 409, durationMs }
      }
      scribe.log('termin-service', startMs + durationMs, 'INFO', 'appointment booked', { booking, office }, trace)
      this.remember('booking', booking, startMs)
      this.remember('bookedTrace', parent.traceId, startMs)
      return { status: 201, durationMs }
    })
  }

  fine(startMs: number, parent: Trace, isPaid: boolean): Outcome {
    const { random, scribe } = this
    const number = `VW-${++this.#fine}`
    const cents = random.pick([2000, 2500, 3000, 5500])
    const name = isPaid ? 'POST /fines/{number}/pay' : 'GET /fines/{number}'
    return this.through('portal-web', { service: 'fines-desk', name, startMs, parent }, (trace) => {
      const found = this.store('fines-desk', 'postgresql', 'SELECT fines', startMs + 1, trace, 8)
      const readMs = found.durationMs + random.logNormal(startMs < this.releaseMs ? 31 : 47, 0.3)
      if (random.chance(0.05)) {
        scribe.log('fines-desk', startMs + readMs, 'WARN', 'file number unknown', { number }, trace)
        return { status: 404, durationMs: readMs }
      }
      if (!isPaid) {
        scribe.log('fines-desk', startMs + readMs, 'INFO', 'fine shown', { number, cents }, trace)
        return { status: 200, durationMs: readMs }
      }
      const paid = this.pay('fines-desk', startMs + readMs, trace, 'fine', cents)
      const durationMs = readMs + paid.durationMs + 3
      if (paid.status !== 201) return { status: 402, durationMs }
      scribe.log('fines-desk', startMs + durationMs, 'INFO', 'fine settled', { number, cents }, trace)
      this.remember('fine', number, startMs)
      return { status: 200, durationMs }
    })
  }

  /** An Apache with PHP that writes lines only. */
  waste(startMs: number, parent: Trace): Outcome {
    const { random, scribe } = this
    const attributes = { 'http.request.method': 'GET', 'server.address': 'waste-calendar' }
    return this.call({ service: 'portal-web', name: 'GET', startMs, parent, attributes }, 'client', () => {
      const durationMs = random.logNormal(33, 0.4)
      const status = random.chance(0.05) ? 404 : 200
      const street = streetOf(random).replace(' ', '%20')
      const request = `"GET /kalender.php?strasse=${street} HTTP/1.1" ${status} ${random.integer(900, 5200)}`
      const line = `10.20.4.${random.integer(2, 9)} - - [${accessStamp(startMs + durationMs)}] ${request}`
      scribe.log('waste-calendar', startMs + durationMs, 'INFO', line)
      if (status === 404)
        scribe.log('waste-calendar', startMs + durationMs, 'WARN', `PHP Warning:  no district for street ${street}`)
      return { status, durationMs }
    })
  }

  login(startMs: number, parent: Trace): Outcome {
    const { random, scribe } = this
    const way = random.pick(['eid', 'password', 'password'])
    const attributes = { 'login.method': way }
    return this.through(
      'portal-web',
      { service: 'citizen-login', name: 'POST /sso', startMs, parent, attributes },
      (trace) => {
        const found = this.store('citizen-login', 'ldap', 'SEARCH citizens', startMs + 1, trace, 7)
        const durationMs = found.durationMs + random.logNormal(way === 'eid' ? 340 : 62, 0.3)
        const account = `u${random.integer(10_000, 11_800)}`
        if (random.chance(0.09)) {
          const text =
            way === 'eid'
              ? `login refused for ${account}: card PIN is wrong`
              : `login refused for ${account}: bad password`
          scribe.log('citizen-login', startMs + durationMs, 'WARN', text, {}, trace)
          return { status: 401, durationMs }
        }
        scribe.log('citizen-login', startMs + durationMs, 'INFO', `login of ${account} by ${way}`, {}, trace)
        return { status: 200, durationMs }
      },
    )
  }

  chat(startMs: number, parent: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const intent = random.pick(INTENTS)
    const attributes = { 'chat.intent': intent, 'city.district': visit.district }
    return this.through(
      'portal-web',
      { service: 'amt-chatbot', name: 'POST /dialog', startMs, parent, attributes },
      (trace) => {
        const thoughtMs = random.logNormal(690, 0.35)
        const say = (afterMs: number, severity: 'INFO' | 'WARN', text: string) =>
          scribe.log('amt-chatbot', startMs + afterMs, severity, text, { intent }, trace)
        let durationMs = thoughtMs
        if (intent === 'appointment') durationMs += this.slots('amt-chatbot', startMs + thoughtMs, trace).durationMs
        if (intent === 'residence') {
          const moved = this.settle('amt-chatbot', startMs + thoughtMs, trace, 'move', visit)
          durationMs += moved.durationMs
          if (moved.status >= 500) {
            scribe.log(
              'amt-chatbot',
              startMs + durationMs,
              'ERROR',
              'residence-registry answered 500',
              { intent },
              trace,
            )
            return { status: 502, durationMs }
          }
        }
        if (random.chance(0.12)) say(durationMs, 'WARN', 'not sure, handed over to a clerk')
        else say(durationMs, 'INFO', 'question answered')
        return { status: 200, durationMs }
      },
    )
  }

  letter(timeMs: number, kind: string): void {
    const { random, scribe } = this
    const id = `LT-${++this.#letter}`
    if (random.chance(0.03)) {
      scribe.log('letter-press', timeMs, 'WARN', `letter ${id} put aside: address is incomplete`)
      this.remember('asideLetter', id, timeMs)
      return
    }
    scribe.log('letter-press', timeMs, 'INFO', `letter ${id} printed: ${kind}, ${random.integer(1, 4)} pages`)
    this.remember('letter', id, timeMs)
  }

  inner(visit: Visit, startMs: number, trace: Trace): Outcome {
    switch (visit.route) {
      case '/termine/slots':
        return this.slots('portal-web', startMs, trace)
      case '/termine':
        return this.book(startMs, trace)
      case '/residence/register':
        return this.settle('portal-web', startMs, trace, 'register', visit)
      case '/residence/move':
        return this.settle('portal-web', startMs, trace, 'move', visit)
      case '/residence/certificate':
        return this.certificate(startMs, trace, visit)
      case '/waste/calendar':
        return this.waste(startMs, trace)
      case '/login':
        return this.login(startMs, trace)
      case '/chat':
        return this.chat(startMs, trace, visit)
      default:
        return this.fine(startMs, trace, visit.route.endsWith('pay'))
    }
  }

  request(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [method, route] = VISITS.find(([, , upTo]) => ticket <= upTo) ?? VISITS[0]
    const visit = { route, district: random.pick(DISTRICTS) }
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const attributes = {
      ...{ 'http.request.method': method, 'http.route': route, 'city.district': visit.district },
      ...{ 'citizen.id': `C-${random.integer(40_000, 41_900)}`, 'client.channel': random.pick(CHANNELS) },
    }
    const step = { service: 'portal-web', name: `${method} ${route}`, startMs, parent: root, attributes }
    this.serve(step, 'server', (trace) => {
      const done = this.inner(visit, startMs + 2, trace)
      const status = done.status >= 500 ? 502 : done.status
      const durationMs = done.durationMs + random.logNormal(5, 0.3)
      const upstream = route === '/chat' ? 'amt-chatbot' : 'residence-registry'
      if (status === 502) {
        scribe.log('portal-web', startMs + durationMs - 1, 'ERROR', 'bad answer from upstream', { upstream }, trace)
        this.remember('failedTrace', root.traceId, startMs)
      }
      const fields = { method, url: route, statusCode: status, responseTime: Math.round(durationMs) }
      scribe.log('portal-web', startMs + durationMs, 'INFO', 'request completed', fields, trace)
      return { status, durationMs }
    })
  }

  run(): void {
    const range = { fromMs: this.startMs, toMs: this.endMs - 2000 }
    eachArrival({ ...range, meanMs: 950 }, this.random, (timeMs) => this.request(timeMs))
    runBackground(this)
    sendCityhallMetrics(this)
  }
}

export function cityhall(endMs: number): World {
  const system = new Cityhall(endMs)
  system.run()
  const { onsetMs: onset, recoveryMs: recovery, releaseMs: release, restartMs: restart, silentMs: silent } = system
  const marks = { onset, recovery, release, restart, silent }
  const world = system.world({ name: 'cityhall', services: SERVICES, marks })
  const bodyOf = (text: string) => world.logs.find((log) => log.message.includes(text))?.body ?? ''
  const names: Record<string, string> = {
    ...{ ...world.names, mixLine: bodyOf('Illegal mix'), upstreamLine: bodyOf('bad answer from upstream') },
    ...{ takenLine: bodyOf('slot already taken'), phpLine: bodyOf('PHP Warning') },
  }
  return { ...world, names }
}
