/**
 * A dating app of a company that grew: HTTP, database and messaging spans with kinds by semantic conventions, chats in an
 * old Rails application whose spans have neither kinds nor a status, three workers with lines only; JSON of pino, lines of
 * Spring Boot, Rails, Python and Celery. `deck-service` has loaded a new model of taste for one region, whose vectors have
 * another length than those that are stored, so most decks and boosts of Europe fail, still so at the end. A release of
 * `photo-check`, a restart of `match-maker`, rejected photos, declined payments, used-up likes, held messages, a provider of
 * GIFs that now and then does not answer and expired tokens are harmless; `likes-digest` has gone silent.
 */
import type { Values, World } from '../records.ts'
import { DatingBase, LENGTHS_DIFFER, SERVICES, type Visit } from './dating-base.ts'
import { sendDatingMetrics } from './dating-metrics.ts'
import { sendDatingWorkers } from './dating-workers.ts'
import { eachArrival, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const MINUTE_MS = 60_000
const REGIONS = ['eu', 'eu', 'eu', 'eu', 'us', 'us', 'us', 'apac', 'apac']
const APP_VERSIONS = ['8.14.2', '8.15.0', '8.15.0', '8.15.0', '8.15.1', '8.15.1']
const PLANS = ['free', 'free', 'free', 'free', 'free', 'plus', 'plus', 'gold']
const PLATFORMS = ['ios', 'ios', 'ios', 'android', 'android']

/** Where a request goes, and up to which ticket of a hundred. */
const VISITS = [
  ['GET', '/v1/deck', 25],
  ['POST', '/v1/swipes', 58],
  ['GET', '/v1/profiles/{id}', 68],
  ['PATCH', '/v1/profiles/me', 71],
  ['POST', '/v1/photos', 76],
  ['POST', '/v1/messages', 88],
  ['GET', '/v1/conversations', 93],
  ['POST', '/v1/subscriptions', 95],
  ['POST', '/v1/boosts', 98],
  ['POST', '/v1/reports', 100],
] as const

class Dating extends DatingBase {
  deck(startMs: number, parent: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const attributes = { 'app.region': visit.region, 'user.plan': visit.plan }
    return this.through(
      'api-gw',
      { service: 'deck-service', name: 'GET /deck', startMs, parent, attributes },
      (trace) => {
        const seen = this.store('deck-service', 'redis', 'SMEMBERS seen', startMs + 1, trace, 2)
        const fields = { region: visit.region, user: visit.user }
        if (this.isLost(visit.region, startMs)) {
          const durationMs = seen.durationMs + random.logNormal(27, 0.3)
          scribe.log('deck-service', startMs + durationMs, 'ERROR', LENGTHS_DIFFER, fields, trace)
          this.remember('hungryUser', visit.user, startMs)
          return { status: 500, durationMs }
        }
        const found = this.store('deck-service', 'postgresql', 'SELECT candidates', startMs + 4, trace, 64)
        const durationMs = seen.durationMs + found.durationMs + random.logNormal(12, 0.3)
        const candidates = random.chance(0.04) ? random.integer(0, 4) : random.integer(12, 40)
        const isEmpty = candidates < 5
        const text = isEmpty ? 'deck nearly empty' : 'deck built'
        scribe.log(
          'deck-service',
          startMs + durationMs,
          isEmpty ? 'WARN' : 'INFO',
          text,
          { ...fields, candidates },
          trace,
        )
        return { status: 200, durationMs }
      },
    )
  }

  swipe(startMs: number, parent: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const direction = ticket <= 45 ? 'like' : ticket <= 97 ? 'pass' : 'superlike'
    const attributes = { 'app.region': visit.region, 'user.plan': visit.plan, 'swipe.direction': direction }
    const step = { service: 'swipe-service', name: 'POST /swipes', startMs, parent, attributes }
    return this.through('api-gw', step, (trace) => {
      const fields = { direction, region: visit.region, user: visit.user }
      if (visit.plan === 'free' && direction !== 'pass' && random.chance(0.07)) {
        scribe.log('swipe-service', startMs + 5, 'WARN', 'daily likes used up', fields, trace)
        return { status: 429, durationMs: 6 }
      }
      const saved = this.store('swipe-service', 'cassandra', 'INSERT swipes', startMs + 1, trace, 6)
      const durationMs = saved.durationMs + random.logNormal(5, 0.3)
      scribe.log('swipe-service', startMs + durationMs, 'INFO', 'swipe saved', fields, trace)
      if (direction !== 'pass') this.tell(startMs + durationMs, trace, visit)
      return { status: 201, durationMs }
    })
  }

  /** A like is looked at by the one who makes matches. */
  tell(startMs: number, parent: Trace, visit: Visit): void {
    const { random, scribe } = this
    const topic = { 'messaging.system': 'kafka', 'messaging.destination.name': 'swipes' }
    this.call(
      { service: 'swipe-service', name: 'swipes publish', startMs, parent, attributes: topic },
      'producer',
      (trace) => {
        const pickMs = startMs + random.logNormal(120, 0.5)
        const attributes = { ...topic, 'app.region': visit.region }
        this.serve(
          { service: 'match-maker', name: 'swipes process', startMs: pickMs, parent: trace, attributes },
          'consumer',
          (inner) => {
            const looked = this.store('match-maker', 'cassandra', 'SELECT swipes', pickMs + 1, inner, 8)
            const durationMs = looked.durationMs + random.logNormal(9, 0.4)
            if (random.chance(0.18)) {
              const match = this.id('M')
              const text = `match created: ${match} region=${visit.region}`
              scribe.log('match-maker', pickMs + durationMs, 'INFO', text, {}, inner)
              this.remember('match', match, pickMs)
              this.remember('matchTrace', parent.traceId, pickMs)
              this.push(pickMs + durationMs + 300, 'match', visit.platform)
            }
            return { status: 200, durationMs }
          },
        )
        return { status: 200, durationMs: random.logNormal(3, 0.2) }
      },
    )
  }

  profile(name: string, startMs: number, parent: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const attributes = { 'app.region': visit.region }
    return this.through('api-gw', { service: 'profile-api', name, startMs, parent, attributes }, (trace) => {
      const isRead = name.startsWith('GET')
      const done = this.store(
        'profile-api',
        'postgresql',
        isRead ? 'SELECT profiles' : 'UPDATE profiles',
        startMs + 1,
        trace,
        isRead ? 7 : 14,
      )
      const durationMs = done.durationMs + random.logNormal(8, 0.3)
      const say = (severity: 'INFO' | 'WARN', text: string, fields: Values) =>
        scribe.log('profile-api', startMs + durationMs, severity, text, fields, trace)
      if (name.endsWith('/reports')) {
        const report = this.id('RP')
        const reason = random.pick([
          'spam',
          'spam',
          'fake_profile',
          'fake_profile',
          'fake_profile',
          'harassment',
          'underage',
        ])
        this.reports.push({ id: report, reason, timeMs: startMs + durationMs })
        say('INFO', `report ${report} filed by ${visit.user}: ${reason}`, { reason })
        this.remember('report', report, startMs)
        return { status: 201, durationMs }
      }
      if (isRead && random.chance(0.03)) {
        say('WARN', 'profile was deleted by its owner', { region: visit.region })
        return { status: 404, durationMs }
      }
      if (!isRead) say('INFO', `profile of ${visit.user} updated`, { region: visit.region })
      return { status: 200, durationMs }
    })
  }

  photo(startMs: number, parent: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const attributes = { 'app.region': visit.region, 'app.platform': visit.platform }
    return this.through(
      'api-gw',
      { service: 'photo-check', name: 'POST /photos/check', startMs, parent, attributes },
      (trace) => {
        const durationMs = random.logNormal(startMs < this.releaseMs ? 610 : 790, 0.25)
        const photo = this.id('PH')
        const ticket = random.integer(1, 100)
        const say = (severity: 'INFO' | 'WARN', text: string) =>
          scribe.log('photo-check', startMs + durationMs, severity, text, {}, trace)
        if (ticket <= 15) {
          const reason = random.pick(['no_face', 'no_face', 'nudity', 'text_overlay', 'celebrity'])
          say('WARN', `photo ${photo} rejected: ${reason} (score 0.${random.integer(81, 99)})`)
          this.remember('rejectedPhoto', photo, startMs)
          return { status: 422, durationMs }
        }
        if (ticket <= 23) {
          say('INFO', `photo ${photo} needs a human review`)
          return { status: 202, durationMs }
        }
        say('INFO', `photo ${photo} approved, face vector of 256 dimensions stored`)
        return { status: 201, durationMs }
      },
    )
  }

  inner(visit: Visit, startMs: number, trace: Trace): Outcome {
    switch (visit.route) {
      case '/v1/deck':
        return this.deck(startMs, trace, visit)
      case '/v1/swipes':
        return this.swipe(startMs, trace, visit)
      case '/v1/photos':
        return this.photo(startMs, trace, visit)
      case '/v1/messages':
        return this.chat('create', '/messages', 'POST', startMs, trace, visit)
      case '/v1/conversations':
        return this.chat('index', '/conversations', 'GET', startMs, trace, visit)
      case '/v1/subscriptions':
        return this.pay('POST /subscriptions', startMs, trace, visit)
      case '/v1/boosts':
        return this.pay('POST /boosts', startMs, trace, visit)
      case '/v1/reports':
        return this.profile('POST /reports', startMs, trace, visit)
      case '/v1/profiles/me':
        return this.profile('PATCH /profiles/{id}', startMs, trace, visit)
      default:
        return this.profile('GET /profiles/{id}', startMs, trace, visit)
    }
  }

  request(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [method, route] = VISITS.find(([, , upTo]) => ticket <= upTo) ?? VISITS[0]
    const region = random.pick(REGIONS)
    // Who sees nobody swipes nobody.
    if (route === '/v1/swipes' && region === 'eu' && startMs > this.onsetMs + MINUTE_MS && random.chance(0.7)) return
    const user = `U-${random.integer(20_000, 22_300)}`
    const visit = { route, user, region, plan: random.pick(PLANS), platform: random.pick(PLATFORMS) }
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const attributes = {
      ...{ 'http.request.method': method, 'http.route': route, 'user.id': user, 'user.plan': visit.plan },
      ...{ 'app.region': region, 'app.platform': visit.platform, 'app.version': random.pick(APP_VERSIONS) },
    }
    const step = { service: 'api-gw', name: `${method} ${route}`, startMs, parent: root, attributes }
    this.serve(step, 'server', (trace) => {
      const done = random.chance(0.012) ? { status: 401, durationMs: 1 } : this.inner(visit, startMs + 3, trace)
      const status = done.status === 500 ? 502 : done.status
      const durationMs = done.durationMs + random.logNormal(4, 0.3)
      const severity = status >= 500 ? 'ERROR' : status >= 400 ? 'WARN' : 'INFO'
      const url = route.replace('{id}', `U-${random.integer(20_000, 22_300)}`)
      const fields = { method, url, statusCode: status, responseTime: Math.round(durationMs), region }
      const text = status >= 500 ? 'request errored' : 'request completed'
      scribe.log('api-gw', startMs + durationMs, severity, text, fields, trace)
      if (status >= 500 && route === '/v1/deck') this.remember('failedTrace', root.traceId, startMs)
      return { status, durationMs }
    })
  }
}

export function dating(endMs: number): World {
  const system = new Dating(endMs)
  const range = { fromMs: system.startMs, toMs: endMs - 3000, meanMs: 870 }
  eachArrival(range, system.random, (timeMs) => system.request(timeMs))
  sendDatingWorkers(system)
  sendDatingMetrics(system)
  const { onsetMs: onset, releaseMs: release, restartMs: restart, silenceMs: silence } = system
  const world = system.world({ name: 'dating', services: SERVICES, marks: { onset, release, restart, silence } })
  const bodyOf = (start: string) => world.logs.find((log) => log.message.includes(start))?.body ?? ''
  const names: Record<string, string> = {
    ...{ ...world.names, vectorLine: bodyOf('different vector'), boostLine: bodyOf('not activated') },
    ...{ gifLine: bodyOf('GifProvider'), tokenLine: bodyOf('token expired') },
  }
  return { ...world, names }
}
