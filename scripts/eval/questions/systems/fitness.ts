/**
 * Software for gyms and studios, made by a small company for many tenants, on a few hosts: four services with HTTP and
 * database spans by the conventions, a desk for payments in PHP and an administration in Rails whose spans have neither
 * kinds nor a status, door controllers, jobs and an import of timetables with lines only. A third instance of `class-booking` is
 * started with the number of the id generator that the second one has, so both make the same ids and bookings are
 * refused as duplicates, until it is stopped: over at the end. A release of `membership`, a restart of `pay-desk`,
 * full classes, plans that do not cover a class, declined cards, unknown cards and doors held open are harmless;
 * `trainer-feed` has gone silent.
 */
import type { Severity, World } from '../records.ts'
import { FitnessBookings, type Visit } from './fitness-bookings.ts'
import { sendFitnessMetrics } from './fitness-metrics.ts'
import { DOORS, FITNESS_SERVICES, MINUTE_MS, TENANTS } from './fitness-traffic.ts'
import { eachArrival, eachTick, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const CLIENTS = ['ios', 'ios', 'ios', 'android', 'android', 'web']

/** Where a member's request goes, and up to which ticket of a hundred. */
const VISITS = [
  ['GET', '/api/schedule', 38],
  ['POST', '/api/bookings', 62],
  ['DELETE', '/api/bookings/{id}', 68],
  ['GET', '/api/me', 84],
  ['POST', '/api/orders', 94],
  ['GET', '/api/invoices', 100],
] as const
const DESK = [
  ['GET', '/admin/roster', 'Admin::RosterController#show', 45],
  ['POST', '/admin/bookings', 'Admin::BookingsController#create', 68],
  ['PATCH', '/admin/members/:id', 'Admin::MembersController#update', 88],
  ['GET', '/admin/reports/daily', 'Admin::ReportsController#daily', 100],
] as const
const REASONS: Readonly<Record<number, string>> = {
  ...{ 200: 'OK', 201: 'Created', 403: 'Forbidden', 409: 'Conflict', 422: 'Unprocessable Entity', 502: 'Bad Gateway' },
}

class Fitness extends FitnessBookings {
  #order = 51_200

  /** Buys a pass or a membership: first the money, then what was paid for. */
  order(startMs: number, parent: Trace, visit: Visit, order: string): Outcome {
    const { random, scribe } = this
    const method = random.pick(['card', 'card', 'card', 'sepa', 'sepa', 'paypal'])
    const cents = random.pick([1500, 1800, 2900, 2900, 4900, 4900, 7900, 14_900])
    const attributes = { tenant: visit.tenant, 'pay.method': method }
    const to = { service: 'pay-desk', name: 'charge.php', method: 'POST', route: '/charge.php', attributes }
    const paid = this.send('member-app-api', to, startMs, parent, (trace) => {
      const saved = this.query('pay-desk', 'mysql', 'INSERT INTO charges', startMs + 2, trace, 6)
      const durationMs = saved.durationMs + random.logNormal(method === 'sepa' ? 120 : 390, 0.35)
      const isDeclined = method === 'card' && random.chance(0.1)
      const euros = (cents / 100).toFixed(2)
      const text = isDeclined ? `card declined for ${order}` : `captured ${euros} EUR by ${method} for ${order}`
      const fields = { tenant: visit.tenant, order, member: visit.member }
      scribe.log('pay-desk', startMs + durationMs, isDeclined ? 'WARN' : 'INFO', text, fields, trace)
      if (isDeclined) this.remember('declinedOrder', order, startMs)
      return { status: isDeclined ? 402 : 200, durationMs }
    })
    if (paid.status !== 200) return paid
    const made = { service: 'membership', name: 'POST /memberships', method: 'POST', route: '/memberships' }
    const about = { tenant: visit.tenant, plan: visit.plan }
    const done = this.send(
      'member-app-api',
      { ...made, attributes: about },
      startMs + paid.durationMs,
      parent,
      (trace) => {
        const atMs = startMs + paid.durationMs
        const saved = this.store('membership', 'postgresql', 'INSERT memberships', atMs + 2, trace, 9)
        const fields = { ...about, member: visit.member, order }
        scribe.log('membership', atMs + saved.durationMs + 3, 'INFO', 'membership activated', fields, trace)
        return { status: 201, durationMs: saved.durationMs + 4 }
      },
    )
    this.remember('paidOrder', order, startMs)
    return { status: done.status, durationMs: paid.durationMs + done.durationMs }
  }

  invoice(startMs: number, parent: Trace, { tenant }: Visit): Outcome {
    const { random, scribe } = this
    const attributes = { tenant }
    const to = { service: 'pay-desk', name: 'invoice.php', method: 'GET', route: '/invoice.php', attributes }
    return this.send('member-app-api', to, startMs, parent, (trace) => {
      const found = this.query(
        'pay-desk',
        'mysql',
        'SELECT * FROM invoices WHERE member_id = ?',
        startMs + 2,
        trace,
        14,
      )
      const durationMs = found.durationMs + random.logNormal(45, 0.4)
      if (random.chance(0.12)) {
        const text = 'PHP Deprecated: utf8_encode() is deprecated in /srv/desk/lib/pdf.php on line 188'
        scribe.log('pay-desk', startMs + durationMs - 2, 'WARN', text, {}, trace)
      }
      return { status: random.chance(0.05) ? 404 : 200, durationMs }
    })
  }

  inner(route: string, startMs: number, trace: Trace, visit: Visit): Outcome {
    switch (route) {
      case '/api/bookings':
        return this.booking('member-app-api', startMs, trace, visit, 'app')
      case '/api/bookings/{id}':
        return this.cancel(startMs, trace, visit)
      case '/api/me': {
        if (this.random.chance(0.06)) return { status: 401, durationMs: 2 }
        const attributes = { tenant: visit.tenant, plan: visit.plan }
        const to = {
          service: 'membership',
          name: 'GET /members/{id}',
          method: 'GET',
          route: '/members/{id}',
          attributes,
        }
        return this.send('member-app-api', to, startMs, trace, (inside) =>
          this.store('membership', 'postgresql', 'SELECT members', startMs + 2, inside, 5),
        )
      }
      case '/api/orders':
        return this.order(startMs, trace, visit, `ORD-${++this.#order}`)
      case '/api/invoices':
        return this.invoice(startMs, trace, visit)
      default:
        return this.classes('member-app-api', startMs, trace, '/classes', visit.tenant)
    }
  }

  /** What a member does in the app. */
  request(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [method, route] = VISITS.find(([, , upTo]) => ticket <= upTo) ?? VISITS[0]
    const visit = this.visit()
    const client = random.pick(CLIENTS)
    const attributes = { tenant: visit.tenant, 'member.id': visit.member, client }
    const call = { service: 'member-app-api', name: `${method} ${route}`, method, route, attributes }
    const root = this.root()
    this.answer(call, startMs, root, (trace) => {
      const { status: got, durationMs: spentMs } = this.inner(route, startMs + 2, trace, visit)
      const status = got >= 500 ? 502 : got
      const durationMs = spentMs + random.logNormal(3, 0.3)
      const atMs = startMs + durationMs
      const fields = { tenant: visit.tenant, member: visit.member, client }
      if (status >= 500) {
        scribe.log('member-app-api', atMs, 'ERROR', 'booking failed: class-booking answered 500', fields, trace)
        this.remember('failedTrace', root.traceId, startMs)
        this.remember('failedMember', visit.member, startMs)
      } else if (status === 401) scribe.log('member-app-api', atMs, 'WARN', 'session expired', fields, trace)
      const done = { method, path: route, status, ms: Math.round(durationMs), ...fields }
      scribe.log('member-app-api', atMs, 'INFO', `${method} ${route} ${status}`, done, trace)
      if (route === '/api/orders' && status === 201) this.remember('orderTrace', root.traceId, startMs)
      return { status, durationMs }
    })
  }

  /** What somebody at the desk of a studio does. */
  desk(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [method, route, name] = DESK.find(([, , , upTo]) => ticket <= upTo) ?? DESK[0]
    const visit = this.visit()
    const call = { service: 'studio-admin', name, method, route, attributes: { tenant: visit.tenant } }
    this.answer(call, startMs, this.root(), (trace) => {
      const say = (atMs: number, severity: Severity, text: string) =>
        scribe.log('studio-admin', atMs, severity, text, {}, trace)
      say(startMs, 'INFO', `Started ${method} "${route}" for 10.20.0.${random.integer(2, 60)} [${visit.tenant}]`)
      const { status: got, durationMs: spentMs } = this.deskWork(route, startMs + 3, trace, visit)
      const status = got >= 500 ? 502 : got
      const durationMs = spentMs + random.logNormal(18, 0.4)
      const atMs = startMs + durationMs
      if (status >= 500) say(atMs - 1, 'ERROR', 'BookingClient::ServerError (class-booking: 500 Internal Server Error)')
      if (status === 422) say(atMs - 1, 'WARN', 'Validation failed: IBAN is invalid')
      const text = `Completed ${status} ${REASONS[status] ?? 'Accepted'} in ${Math.round(durationMs)}ms [${visit.tenant}]`
      say(atMs, 'INFO', text)
      return { status, durationMs }
    })
  }

  deskWork(route: string, startMs: number, trace: Trace, visit: Visit): Outcome {
    switch (route) {
      case '/admin/bookings':
        return this.booking('studio-admin', startMs, trace, visit, 'desk')
      case '/admin/members/:id': {
        const saved = this.query('studio-admin', 'postgresql', 'UPDATE members SET iban = ?', startMs, trace, 8)
        return { status: this.random.chance(0.1) ? 422 : 200, durationMs: saved.durationMs }
      }
      case '/admin/reports/daily':
        return this.query('studio-admin', 'postgresql', 'SELECT sum(cents) FROM daily_takings', startMs, trace, 640)
      default:
        return this.classes('studio-admin', startMs, trace, '/classes/{id}/roster', visit.tenant)
    }
  }

  /** Somebody holds a card before the reader of a door. */
  card(timeMs: number): void {
    const { random, scribe } = this
    const visit = this.visit()
    const { tenant, member } = visit
    const door = random.pick(DOORS[tenant] ?? ['flow-d1'])
    const card = `C-${random.integer(40_100, 49_900)}`
    const tell = (atMs: number, severity: Severity, text: string) => {
      this.door = door
      scribe.log('door-ctl', atMs, severity, text)
    }
    tell(timeMs, 'INFO', `card read card=${card} reader=${random.integer(1, 2)}`)
    const attributes = { tenant, door }
    const call = { service: 'checkin-api', name: 'POST /checkins', method: 'POST', route: '/checkins', attributes }
    const startMs = timeMs + random.integer(20, 60)
    const done = this.answer(call, startMs, this.root(), (trace) => {
      const found = this.store('checkin-api', 'redis', 'GET passes', startMs + 1, trace, 1.2)
      let durationMs = found.durationMs + 2
      const say = (severity: Severity, text: string, extra = {}) =>
        scribe.log('checkin-api', startMs + durationMs, severity, text, { tenant, door, card, ...extra }, trace)
      if (random.chance(0.03)) {
        say('WARN', 'card unknown')
        this.remember('unknownCard', card, startMs)
        return { status: 404, durationMs }
      }
      if (random.chance(0.55)) {
        const allowed = this.entitlement('checkin-api', startMs + durationMs, trace, visit)
        durationMs += allowed.durationMs
        if (allowed.status === 403) {
          say('WARN', 'check-in refused', { member })
          return { status: 403, durationMs }
        }
      }
      durationMs += random.logNormal(4, 0.3)
      say('INFO', 'check-in accepted', { member })
      if (random.chance(0.35)) durationMs += this.attend(startMs + durationMs, trace, tenant).durationMs
      return { status: 200, durationMs }
    })
    const atMs = startMs + done.durationMs + 12
    if (done.status === 200) tell(atMs, 'INFO', `door opened card=${card}`)
    else tell(atMs, 'WARN', `access denied card=${card} code=${done.status}`)
    if (random.chance(0.025)) tell(atMs + 41_000, 'WARN', `door held open for ${random.integer(31, 95)} s`)
  }

  job(timeMs: number): void {
    const { random, scribe } = this
    const job = random.pick([
      'class_reminder',
      'class_reminder',
      'class_reminder',
      'waitlist_promote',
      'noshow_fee',
      'dunning',
    ])
    const visit = this.visit()
    const fields = { job, tenant: visit.tenant }
    if (job === 'waitlist_promote') {
      const attributes = { tenant: visit.tenant, 'class.kind': visit.kind, channel: 'waitlist' }
      const call = { service: 'class-booking', name: 'POST /bookings', method: 'POST', route: '/bookings', attributes }
      const done = this.answer(call, timeMs, this.root(), (trace) => this.book(timeMs, trace, visit, 'waitlist'))
      const atMs = timeMs + done.durationMs + 9
      if (done.status >= 500) {
        const failure = { ...fields, error: 'class-booking answered 500', attempt: 1 }
        scribe.log('reminder-jobs', atMs, 'ERROR', 'job failed', failure)
        return
      }
      if (done.status !== 201) {
        scribe.log('reminder-jobs', atMs, 'INFO', 'nobody promoted', fields)
        return
      }
    }
    const tookMs = Math.round(random.logNormal(job === 'dunning' ? 900 : 150, 0.5))
    if (job === 'class_reminder' && random.chance(0.05))
      scribe.log('reminder-jobs', timeMs + tookMs, 'WARN', 'push token expired', fields)
    else scribe.log('reminder-jobs', timeMs + tookMs, 'INFO', 'job done', { ...fields, took_ms: tookMs })
  }

  background(): void {
    const { random, scribe } = this
    const range = { fromMs: this.startMs, toMs: this.endMs - 2000 }
    eachArrival({ ...range, meanMs: 1450 }, random, (timeMs) => this.request(timeMs))
    eachArrival({ ...range, meanMs: 6500 }, random, (timeMs) => this.desk(timeMs))
    eachArrival({ ...range, meanMs: 3600 }, random, (timeMs) => this.card(timeMs))
    eachArrival({ ...range, meanMs: 7500 }, random, (timeMs) => this.job(timeMs))
    eachTick({ fromMs: this.startMs + 9000, toMs: this.endMs - 5000, everyMs: MINUTE_MS }, random, (timeMs) => {
      for (const [index, door] of Object.values(DOORS).flat().entries()) {
        this.door = door
        scribe.log('door-ctl', timeMs + 700 * index, 'INFO', `heartbeat ok temp=${random.integer(34, 52)}`)
      }
    })
    eachTick({ fromMs: this.startMs + 30_000, toMs: this.silentMs, everyMs: MINUTE_MS }, random, (timeMs) => {
      const tenant = random.pick(TENANTS)
      const entries = random.integer(3, 44)
      if (random.chance(0.1)) scribe.log('trainer-feed', timeMs, 'WARN', 'trainer without calendar', { tenant })
      else scribe.log('trainer-feed', timeMs, 'INFO', `timetable imported: ${entries} entries`, { tenant })
    })
    this.events()
  }

  events(): void {
    const { scribe } = this
    scribe.log('membership', this.releaseMs, 'INFO', 'membership 5.5.0 started', { port: 8082 })
    scribe.log('pay-desk', this.restartMs - 1400, 'INFO', 'php-fpm: received SIGUSR2, reloading')
    scribe.log('pay-desk', this.restartMs, 'INFO', 'php-fpm: ready to handle connections')
    this.speaker = 'class-booking-a3'
    scribe.log('class-booking', this.onsetMs - 9000, 'INFO', 'class-booking 2.18.3 started', { generator: 2 })
    scribe.log('class-booking', this.onsetMs, 'INFO', 'joined the load balancer', { instances: 3 })
    scribe.log('class-booking', this.recoveryMs, 'INFO', 'left the load balancer', { instances: 2 })
    scribe.log('class-booking', this.recoveryMs + 5200, 'INFO', 'stopped', { signal: 'TERM' })
    this.speaker = null
    this.door = 'boxclub-nord-d1'
    scribe.log('door-ctl', this.startMs + 31 * MINUTE_MS, 'ERROR', 'reader 2 does not answer')
    scribe.log('door-ctl', this.startMs + 33 * MINUTE_MS, 'INFO', 'reader 2 is back')
  }
}

export function fitness(endMs: number): World {
  const system = new Fitness(endMs)
  system.background()
  sendFitnessMetrics(system)
  const { onsetMs: onset, recoveryMs: recovery, releaseMs: release, restartMs: restart, silentMs: silent } = system
  const marks = { onset, recovery, release, restart, silent }
  const world = system.world({ name: 'fitness', services: FITNESS_SERVICES, marks })
  const bodyOf = (start: string) => world.logs.find((log) => log.message.startsWith(start))?.body ?? ''
  const names = {
    ...{ ...world.names, twiceLine: bodyOf('could not insert'), railsLine: bodyOf('BookingClient::') },
    ...{ heldLine: bodyOf('door held open') },
  }
  return { ...world, names }
}
