/** Classes and who may take them: `class-booking` and `membership`, as everybody calls them. */
import type { Severity } from '../records.ts'
import { FitnessTraffic, TENANTS } from './fitness-traffic.ts'
import type { Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const KINDS = ['yoga', 'yoga', 'yoga', 'spin', 'spin', 'hiit', 'hiit', 'pilates', 'boxing']
const PLANS = ['basic', 'basic', 'plus', 'plus', 'plus', 'black']
const TWICE = 'duplicate key value violates unique constraint "bookings_pkey"'

export interface Visit {
  readonly tenant: string
  readonly member: string
  readonly plan: string
  readonly kind: string
}

export abstract class FitnessBookings extends FitnessTraffic {
  #booking = 880_140
  #lastBooking = 'BK-880140'

  visit(): Visit {
    const { random } = this
    const number = random.integer(10_400, 12_700)
    const plan = PLANS[Math.floor(number / TENANTS.length) % PLANS.length] ?? 'basic'
    const tenant = TENANTS[number % TENANTS.length] ?? 'flow'
    return { tenant, member: `M-${number}`, plan, kind: random.pick(KINDS) }
  }

  /** May a member of this plan come in, or take this class? */
  entitlement(from: string, startMs: number, parent: Trace, { tenant, plan, member }: Visit): Outcome {
    const { random, scribe } = this
    const name = 'GET /memberships/{id}/entitlement'
    const route = '/memberships/{id}/entitlement'
    const to = { service: 'membership', name, method: 'GET', route, attributes: { tenant, plan } }
    return this.send(from, to, startMs, parent, (trace) => {
      const isNew = startMs >= this.releaseMs
      const found = this.store('membership', 'postgresql', 'SELECT memberships', startMs + 2, trace, isNew ? 6 : 4)
      const durationMs = found.durationMs + random.logNormal(3, 0.3)
      if (!random.chance(0.045)) return { status: 200, durationMs }
      const reason = random.pick(['paused', 'expired', 'not_in_plan', 'not_in_plan'])
      scribe.log('membership', startMs + durationMs, 'WARN', 'no entitlement', { tenant, member, plan, reason }, trace)
      return { status: 403, durationMs }
    })
  }

  /** Books a place, for the app, the desk or somebody on the waitlist. */
  book(startMs: number, trace: Trace, visit: Visit, channel: string): Outcome {
    const { random, scribe } = this
    const { tenant, member, kind } = visit
    const fields = { tenant, member, class: kind, channel }
    const say = (atMs: number, severity: Severity, text: string, extra = {}) =>
      scribe.log('class-booking', atMs, severity, text, { ...fields, ...extra }, trace)
    const found = this.store('class-booking', 'postgresql', 'SELECT classes', startMs + 2, trace, 5)
    let spentMs = found.durationMs + 3
    if (random.chance(0.08)) {
      const isWaiting = random.chance(0.6)
      say(
        startMs + spentMs,
        isWaiting ? 'INFO' : 'WARN',
        isWaiting ? 'class is full, added to waitlist' : 'class is full',
      )
      return { status: isWaiting ? 202 : 409, durationMs: spentMs + 2 }
    }
    const allowed = this.entitlement('class-booking', startMs + spentMs, trace, visit)
    spentMs += allowed.durationMs
    if (allowed.status === 403) {
      say(startMs + spentMs, 'WARN', 'class is not covered by membership', { plan: visit.plan })
      return { status: 403, durationMs: spentMs + 1 }
    }
    const isOne = this.instanceOf('class-booking', trace.traceId, startMs).endsWith('a1')
    if (this.isScaledOut(startMs) && !isOne && random.chance(0.8)) {
      const tried = this.refused(startMs + spentMs, trace, TWICE)
      spentMs += tried.durationMs
      const twice = { booking: this.#lastBooking, sqlstate: '23505', generator: 2 }
      say(startMs + spentMs, 'ERROR', `could not insert booking: ${TWICE}`, twice)
      return { status: 500, durationMs: spentMs + 1 }
    }
    spentMs += this.store('class-booking', 'postgresql', 'INSERT bookings', startMs + spentMs, trace, 8).durationMs
    const booking = `BK-${++this.#booking}`
    this.#lastBooking = booking
    say(startMs + spentMs, 'INFO', 'booking created', { booking })
    this.remember('goodBooking', booking, startMs)
    return { status: 201, durationMs: spentMs + 1 }
  }

  booking(from: string, startMs: number, parent: Trace, visit: Visit, channel: string): Outcome {
    const attributes = { tenant: visit.tenant, 'class.kind': visit.kind, channel }
    const to = { service: 'class-booking', name: 'POST /bookings', method: 'POST', route: '/bookings', attributes }
    return this.send(from, to, startMs, parent, (trace) => this.book(startMs + 1, trace, visit, channel))
  }

  cancel(startMs: number, parent: Trace, { tenant, member }: Visit): Outcome {
    const { random, scribe } = this
    const route = '/bookings/{id}'
    const to = { service: 'class-booking', name: `DELETE ${route}`, method: 'DELETE', route, attributes: { tenant } }
    return this.send('member-app-api', to, startMs, parent, (trace) => {
      const saved = this.store('class-booking', 'postgresql', 'UPDATE bookings', startMs + 2, trace, 7)
      const isLate = random.chance(0.14)
      const text = isLate ? 'late cancellation, fee applies' : 'booking cancelled'
      const atMs = startMs + saved.durationMs + 3
      scribe.log('class-booking', atMs, isLate ? 'WARN' : 'INFO', text, { tenant, member }, trace)
      return { status: 204, durationMs: saved.durationMs + 4 }
    })
  }

  classes(from: string, startMs: number, parent: Trace, path: string, tenant: string): Outcome {
    const { random } = this
    const to = { service: 'class-booking', name: `GET ${path}`, method: 'GET', route: path, attributes: { tenant } }
    return this.send(from, to, startMs, parent, (trace) => {
      const found = this.store('class-booking', 'postgresql', 'SELECT classes', startMs + 2, trace, 9)
      return { status: 200, durationMs: found.durationMs + random.logNormal(12, 0.4) }
    })
  }

  attend(startMs: number, parent: Trace, tenant: string): Outcome {
    const route = '/bookings/{id}/attended'
    const to = { service: 'class-booking', name: `PUT ${route}`, method: 'PUT', route, attributes: { tenant } }
    return this.send('checkin-api', to, startMs, parent, (trace) => {
      const saved = this.store('class-booking', 'postgresql', 'UPDATE bookings', startMs + 2, trace, 6)
      return { status: 204, durationMs: saved.durationMs + 2 }
    })
  }
}
