/**
 * Newsletter mailing on Kubernetes with two services of an older age on a host of their own: a proxy with access lines
 * and spans, campaigns, audiences, templates, a consumer that sends by SMTP, opens and clicks with kinds, severities and
 * semantic conventions; a page of PHP and a Perl script without kinds, statuses and severities; a roll-up that writes
 * lines only. A sync of grants takes a right from the database role of `audience-service` that audiences by language
 * need, so they can be neither counted nor sent to, still so at the end. A release that makes `template-renderer` a little slower, a restart
 * of `tracking-api`, bounces, greylisting, missing subjects, double subscriptions and old links are harmless;
 * `stats-rollup` has gone silent.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Values, World } from '../records.ts'
import { SystemByConventions } from './conventions.ts'
import { pinoRequest, serilogJson, slogJson, springLine } from './formats.ts'
import { perlLine, phpFileLine, proxyLine } from './mailing-formats.ts'
import { sendMailingMetrics } from './mailing-metrics.ts'
import { zapNamedJson } from './news-formats.ts'
import { eachArrival, eachTick, roundMs, Scribe, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 92 * MINUTE_MS
const FORMATS = {
  'public-gateway': proxyLine,
  'campaign-api': serilogJson,
  'audience-service': springLine,
  'template-renderer': pinoRequest,
  'send-worker': slogJson,
  'tracking-api': zapNamedJson,
  'unsubscribe-page': phpFileLine,
  'bounce-handler': perlLine,
  'stats-rollup': slogJson,
}
const SERVICES = Object.keys(FORMATS)
/** The proxy's lines state a status, those of the old services nothing of how bad it is. */
const WITHOUT_SEVERITY = new Set(['public-gateway', 'unsubscribe-page', 'bounce-handler'])
const OLD = new Set(['unsubscribe-page', 'bounce-handler'])
const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'public-gateway': '1.27.3', 'campaign-api': '9.12.0', 'audience-service': '6.4.2', 'send-worker': '4.18.1' },
  ...{ 'tracking-api': '2.6.5', 'unsubscribe-page': '0.9', 'bounce-handler': '1.3', 'stats-rollup': '0.22.0' },
}
const CUSTOMERS = [
  ...(['lindbakery', 'lindbakery', 'lindbakery', 'northwind-toys', 'northwind-toys', 'velomarkt'] as const),
  ...(['velomarkt', 'city-opera', 'city-opera', 'greenleaf', 'pixelschool', 'harbour-hotel'] as const),
] as const
const PLANS: Readonly<Record<string, string>> = {
  ...{ lindbakery: 'starter', 'northwind-toys': 'pro', velomarkt: 'pro', 'city-opera': 'agency' },
  ...{ greenleaf: 'starter', pixelschool: 'starter', 'harbour-hotel': 'agency' },
}
const AUDIENCES = ['everyone', 'everyone', 'everyone', 'language', 'language', 'engaged'] as const
const DOMAINS = ['gmail.com', 'gmail.com', 'gmail.com', 'outlook.com', 'outlook.com', 'gmx.de', 'orange.fr'] as const
const NO_RIGHT = 'org.postgresql.util.PSQLException: ERROR: permission denied for table subscriber_languages'

/** Where a request goes, and up to which ticket of a hundred. */
const VISITS = [
  ['GET', '/api/campaigns/{id}', 28],
  ['POST', '/api/campaigns', 37],
  ['POST', '/api/campaigns/{id}/preview', 49],
  ['POST', '/api/campaigns/{id}/send', 60],
  ['GET', '/api/audiences/{id}/size', 76],
  ['POST', '/subscribe', 92],
  ['GET', '/unsubscribe', 100],
] as const

interface Sender {
  readonly customer: string
  readonly plan: string
  readonly audience: string
}

class Mailing extends SystemByConventions {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly restartMs: number
  readonly onsetMs: number
  readonly silenceMs: number
  #campaign = 30_410
  #batch = 771_200

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(211, 'mailing'))
    this.releaseMs = endMs - 66 * MINUTE_MS + 21_000
    this.restartMs = endMs - 51 * MINUTE_MS + 8000
    this.silenceMs = endMs - 33 * MINUTE_MS + 12_000
    this.onsetMs = endMs - 23 * MINUTE_MS + 19_000
    const suffix = (name: string, timeMs: number) => {
      if (name === 'template-renderer') return timeMs < this.releaseMs ? '6b9c4d7f58-jx2mt' : '58d9c7b6f4-qn7hv'
      if (name === 'tracking-api') return timeMs < this.restartMs ? '7f8d5b6c9d-4kzwl' : '7f8d5b6c9d-d8spc'
      return '5c9f7d4b68-r5tgn'
    }
    const setups = Object.entries(FORMATS).map(([name, format], index) => ({
      ...{ name, format, isSeveritySent: !WITHOUT_SEVERITY.has(name) },
      hasAttributes: !WITHOUT_SEVERITY.has(name) && name !== 'audience-service',
      version: (timeMs: number) =>
        name === 'template-renderer' ? (timeMs < this.releaseMs ? '3.6.1' : '3.7.0') : (VERSIONS[name] ?? '1.0.0'),
      instance: (_traceId: string, timeMs: number) =>
        OLD.has(name) ? 'mx-legacy-1' : `${name}-${suffix(name, timeMs)}`,
      resource: (instance: string): Values =>
        OLD.has(name)
          ? { 'host.name': instance }
          : {
              ...{ 'k8s.namespace.name': 'mailing', 'k8s.deployment.name': name, 'k8s.pod.name': instance },
              ...{ 'k8s.node.name': `pool-b-${(index % 4) + 1}`, 'deployment.environment.name': 'production' },
            },
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  /** Reads who is in an audience: audiences by language need a table that may no longer be read after the sync. */
  people(name: string, startMs: number, parent: Trace, sender: Sender, from: string): Outcome & { size: number } {
    const { random, scribe } = this
    const size = random.integer(180, 5200)
    const step = {
      service: 'audience-service',
      name,
      startMs,
      parent,
      attributes: { 'audience.kind': sender.audience },
    }
    const done = this.through(from, step, (trace) => {
      const isBroken = sender.audience === 'language' && startMs >= this.onsetMs
      const table = sender.audience === 'language' ? 'subscriber_languages' : 'subscribers'
      if (!isBroken) {
        const found = this.store('audience-service', 'postgresql', `SELECT ${table}`, startMs + 2, trace, 21)
        if (random.chance(0.35)) {
          const text = `Audience of ${sender.customer} resolved: ${size} subscribers (${sender.audience})`
          scribe.log('audience-service', startMs + found.durationMs + 4, 'INFO', text, {}, trace)
        }
        return { status: 200, durationMs: found.durationMs + random.logNormal(9, 0.3) }
      }
      const query = {
        'db.system.name': 'postgresql',
        'db.operation.name': 'SELECT',
        'db.collection.name': table,
      }
      const read = { service: 'audience-service', name: `SELECT ${table}`, startMs: startMs + 2, parent: trace }
      const refused = this.call({ ...read, attributes: query }, 'client', () => ({
        ...{ status: 500, durationMs: random.logNormal(3, 0.3) },
      }))
      const text = `Audience of ${sender.customer} not resolved: ${NO_RIGHT}`
      scribe.log('audience-service', startMs + refused.durationMs + 3, 'ERROR', text, {}, trace)
      return { status: 500, durationMs: refused.durationMs + random.logNormal(5, 0.3) }
    })
    return { ...done, size }
  }

  create(startMs: number, parent: Trace, sender: Sender): Outcome {
    const { random, scribe } = this
    const id = `CP-${++this.#campaign}`
    return this.through(
      'public-gateway',
      { service: 'campaign-api', name: 'POST /campaigns', startMs, parent },
      (trace) => {
        const fields = { Campaign: id, Customer: sender.customer }
        if (random.chance(0.09)) {
          scribe.log('campaign-api', startMs + 4, 'WARN', 'Campaign has no subject', fields, trace)
          return { status: 422, durationMs: 5 }
        }
        const saved = this.store('campaign-api', 'postgresql', 'INSERT campaigns', startMs + 3, trace, 12)
        scribe.log('campaign-api', startMs + saved.durationMs + 4, 'INFO', 'Campaign created', fields, trace)
        this.remember('createdCampaign', id, startMs)
        return { status: 201, durationMs: saved.durationMs + 7 }
      },
    )
  }

  open(startMs: number, parent: Trace): Outcome {
    const step = { service: 'campaign-api', name: 'GET /campaigns/{id}', startMs, parent }
    return this.through('public-gateway', step, (trace) => {
      const found = this.store('campaign-api', 'redis', 'GET campaigns', startMs + 1, trace, 1.3)
      if (this.random.chance(0.03)) return { status: 404, durationMs: found.durationMs + 2 }
      return { status: 200, durationMs: found.durationMs + this.random.logNormal(9, 0.3) }
    })
  }

  preview(startMs: number, parent: Trace): Outcome {
    const { random, scribe } = this
    const step = { service: 'campaign-api', name: 'POST /campaigns/{id}/preview', startMs, parent }
    return this.through('public-gateway', step, (trace) => {
      const inner = { service: 'template-renderer', name: 'POST /render', startMs: startMs + 4, parent: trace }
      const done = this.through('campaign-api', inner, (at) => {
        const durationMs = random.logNormal(startMs < this.releaseMs ? 64 : 83, 0.35)
        const template = random.integer(410, 689)
        const isBad = random.chance(0.08)
        const text = isBad ? `template ${template}: unknown merge tag` : `template ${template} rendered`
        const fields = { template, bytes: random.integer(9000, 118_000) }
        scribe.log('template-renderer', startMs + durationMs, isBad ? 'WARN' : 'INFO', text, fields, at)
        return { status: isBad ? 422 : 200, durationMs }
      })
      return { status: done.status, durationMs: done.durationMs + random.logNormal(6, 0.3) }
    })
  }

  /** Starts the sending of a campaign: the audience is read, its people are sent to in batches. */
  start(startMs: number, parent: Trace, sender: Sender): Outcome {
    const { random, scribe } = this
    const id = `CP-${random.integer(30_000, 30_409)}`
    const step = { service: 'campaign-api', name: 'POST /campaigns/{id}/send', startMs, parent }
    return this.through('public-gateway', step, (trace) => {
      const found = this.people('POST /audiences/resolve', startMs + 3, trace, sender, 'campaign-api')
      const fields = { Campaign: id, Customer: sender.customer, Audience: sender.audience }
      const foundMs = startMs + found.durationMs + 4
      if (found.status >= 500) {
        scribe.log('campaign-api', foundMs, 'ERROR', 'Send not started: audience-service answered 500', fields, trace)
        this.remember('failedCampaign', id, startMs)
        this.remember('failedTrace', parent.traceId, startMs)
        return { status: 502, durationMs: found.durationMs + 6 }
      }
      scribe.log('campaign-api', foundMs, 'INFO', 'Send started', { ...fields, Recipients: found.size }, trace)
      this.remember('startedCampaign', id, startMs)
      const attributes = { 'messaging.system': 'rabbitmq', 'messaging.destination.name': 'sends.queued' }
      const batches = Math.ceil(found.size / 2000)
      for (let number = 0; number < batches; number++) {
        const tell = { service: 'campaign-api', name: 'sends.queued publish', startMs: foundMs + number, parent: trace }
        this.call({ ...tell, attributes }, 'producer', (inner) => {
          const mails = number < batches - 1 ? 2000 : found.size - 2000 * number
          this.batch(inner, foundMs + random.logNormal(240, 0.5) * (number + 1), id, mails)
          return { status: 200, durationMs: random.logNormal(2, 0.2) }
        })
      }
      return { status: 202, durationMs: found.durationMs + 12 }
    })
  }

  batch(parent: Trace, startMs: number, campaign: string, mails: number): void {
    const { random, scribe } = this
    const id = `BT-${++this.#batch}`
    const attributes = { 'messaging.system': 'rabbitmq', 'messaging.destination.name': 'sends.queued' }
    const step = { service: 'send-worker', name: 'sends.queued process', startMs, parent, attributes }
    this.serve(step, 'consumer', (trace) => {
      const domain = random.pick(DOMAINS)
      const out = { 'server.address': `mx.${domain}`, 'network.protocol.name': 'smtp' }
      const talk = { service: 'send-worker', name: 'SMTP DATA', startMs: startMs + 5, parent: trace, attributes: out }
      const sent = this.call(talk, 'client', () => ({
        status: 200,
        durationMs: 150 + mails * random.logNormal(0.6, 0.3),
      }))
      const deferred = random.chance(0.12) ? random.integer(3, 60) : 0
      const endMs = startMs + sent.durationMs + 7
      const fields = { batch: id, campaign, mails: mails - deferred, domain }
      scribe.log('send-worker', endMs, 'INFO', 'batch sent', fields, trace)
      this.remember('sentBatch', id, startMs)
      if (deferred > 0) {
        const text = `421 4.7.0 greylisted by mx.${domain}, trying again later`
        scribe.log('send-worker', endMs + 3, 'WARN', text, { batch: id, deferred }, trace)
      }
      return { status: 200, durationMs: sent.durationMs + 10 }
    })
  }

  subscribe(startMs: number, parent: Trace, sender: Sender): Outcome {
    const { random, scribe } = this
    const step = { service: 'audience-service', name: 'POST /subscribers', startMs, parent }
    return this.through('public-gateway', step, (trace) => {
      const saved = this.store('audience-service', 'postgresql', 'INSERT subscribers', startMs + 2, trace, 8)
      const isKnown = random.chance(0.07)
      const text = isKnown ? 'Address is subscribed already' : 'New subscriber'
      const line = `${text} for ${sender.customer}`
      scribe.log('audience-service', startMs + saved.durationMs + 3, isKnown ? 'WARN' : 'INFO', line, {}, trace)
      return { status: isKnown ? 409 : 201, durationMs: saved.durationMs + 6 }
    })
  }

  /** A span of an old service: no kind, no status, the code under its old name. */
  old(service: string, name: string, startMs: number, durationMs: number, trace: Trace, parentSpanId: string): void {
    this.scribe.span({
      ...{ ...trace, parentSpanId, service, name, kind: 'unspecified', startMs, durationMs: roundMs(durationMs) },
      ...{ isError: null, isFailed: false, isEntry: true, attributes: { 'http.status_code': 200 } },
    })
  }

  leave(startMs: number, parent: Trace): Outcome {
    const { random, scribe } = this
    const out = { 'http.request.method': 'GET', 'server.address': 'unsubscribe-page' }
    const call = { service: 'public-gateway', name: 'GET', startMs, parent, attributes: out }
    return this.call(call, 'client', (caller) => {
      const durationMs = random.logNormal(110, 0.4)
      const trace = { traceId: caller.traceId, spanId: scribe.newSpan() }
      this.old('unsubscribe-page', 'GET /unsubscribe.php', startMs + 1, durationMs, trace, caller.spanId)
      const address = `S-${random.integer(510_000, 589_999)}`
      const text = random.chance(0.1) ? `${address} was not subscribed` : `${address} unsubscribed`
      scribe.log('unsubscribe-page', startMs + durationMs, 'INFO', text, {}, trace)
      return { status: 200, durationMs }
    })
  }

  request(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [method, route] = VISITS.find(([, , upTo]) => ticket <= upTo) ?? VISITS[0]
    const customer = random.pick(CUSTOMERS)
    const sender = { customer, plan: PLANS[customer] ?? 'starter', audience: random.pick(AUDIENCES) }
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const http = { 'http.request.method': method, 'http.route': route }
    const attributes = { ...http, 'customer.id': customer, 'customer.plan': sender.plan }
    const step = { service: 'public-gateway', name: `${method} ${route}`, startMs, parent: root, attributes }
    this.serve(step, 'server', (trace) => {
      const done = this.inner(route, startMs + 2, trace, sender)
      const durationMs = done.durationMs + random.logNormal(3, 0.3)
      const path = route.replace('{id}', String(random.integer(30_000, 30_900)))
      const fields = { client: `198.51.100.${random.integer(2, 250)}`, method, path, status: done.status }
      const size = { bytes: random.integer(180, 9400), seconds: (durationMs / 1000).toFixed(3) }
      const severity = done.status >= 500 ? 'ERROR' : 'INFO'
      const message = `${method} ${path} ${done.status}`
      scribe.log('public-gateway', startMs + durationMs, severity, message, { ...fields, ...size }, trace)
      return { status: done.status, durationMs }
    })
  }

  inner(route: string, startMs: number, trace: Trace, sender: Sender): Outcome {
    switch (route) {
      case '/api/campaigns':
        return this.create(startMs, trace, sender)
      case '/api/campaigns/{id}':
        return this.open(startMs, trace)
      case '/api/campaigns/{id}/preview':
        return this.preview(startMs, trace)
      case '/api/campaigns/{id}/send':
        return this.start(startMs, trace, sender)
      case '/api/audiences/{id}/size': {
        const { status, durationMs } = this.people('GET /audiences/{id}/size', startMs, trace, sender, 'public-gateway')
        return { status, durationMs }
      }
      case '/subscribe':
        return this.subscribe(startMs, trace, sender)
      default:
        return this.leave(startMs, trace)
    }
  }

  /** Somebody opens a mail or follows a link in it. */
  track(startMs: number): void {
    const { random, scribe } = this
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const route = random.chance(0.78) ? '/o/{token}' : '/c/{token}'
    const http = {
      'http.request.method': 'GET',
      'http.route': route,
      'mail.client': random.pick(['app', 'app', 'web']),
    }
    const step = { service: 'tracking-api', name: `GET ${route}`, startMs, parent: root, attributes: http }
    this.serve(step, 'server', (trace) => {
      const durationMs = random.logNormal(6, 0.4)
      if (random.chance(0.02)) {
        scribe.log('tracking-api', startMs + durationMs, 'WARN', 'token is unknown or too old', { route }, trace)
        return { status: 404, durationMs }
      }
      if (random.chance(0.2)) {
        const what = route === '/o/{token}' ? 'open counted' : 'click counted'
        scribe.log(
          'tracking-api',
          startMs + durationMs,
          'INFO',
          what,
          { campaign: `CP-${random.integer(30_000, 30_409)}` },
          trace,
        )
      }
      return { status: route === '/o/{token}' ? 200 : 302, durationMs }
    })
  }

  /** A mail that came back. */
  bounce(startMs: number): void {
    const { random, scribe } = this
    const trace = { traceId: scribe.newTrace(), spanId: scribe.newSpan() }
    const durationMs = random.logNormal(310, 0.4)
    this.old('bounce-handler', 'read bounce', startMs, durationMs, trace, '')
    const address = `S-${random.integer(510_000, 589_999)}`
    const domain = random.pick(DOMAINS)
    const kind = random.pick(['hard', 'hard', 'hard', 'soft', 'soft', 'complaint'])
    const texts: Readonly<Record<string, string>> = {
      hard: `hard bounce of ${address} at ${domain}: 550 5.1.1 user unknown`,
      soft: `soft bounce of ${address} at ${domain}: 452 4.2.2 mailbox full`,
    }
    const text = texts[kind] ?? `spam complaint of ${address} at ${domain}`
    scribe.log('bounce-handler', startMs + durationMs, 'INFO', text, {}, trace)
    if (kind === 'hard') this.remember('bouncedAddress', address, startMs)
  }

  background(): void {
    const { random, scribe } = this
    const range = { fromMs: this.startMs, toMs: this.endMs - 2500 }
    eachArrival({ ...range, meanMs: 1150 }, random, (timeMs) => this.request(timeMs))
    eachArrival({ ...range, meanMs: 780 }, random, (timeMs) => this.track(timeMs))
    eachArrival({ ...range, meanMs: 7400 }, random, (timeMs) => this.bounce(timeMs))
    eachTick({ fromMs: this.startMs + 9000, toMs: this.silenceMs, everyMs: 30_000 }, random, (timeMs) => {
      const fields = { events: random.integer(210, 480), took_ms: random.integer(90, 640) }
      scribe.log('stats-rollup', timeMs, 'INFO', 'events rolled up', fields)
    })
    scribe.log('template-renderer', this.releaseMs, 'INFO', 'template-renderer 3.7.0 listening on 8080')
    scribe.log('tracking-api', this.restartMs - 3000, 'INFO', 'SIGTERM received, shutting down')
    scribe.log('tracking-api', this.restartMs, 'INFO', 'listening on :9000')
    const synced = 'Grants of role audience_app synced with policy 31: SELECT on subscriber_languages revoked'
    scribe.log('audience-service', this.onsetMs - 800, 'INFO', synced)
  }
}

export function mailing(endMs: number): World {
  const system = new Mailing(endMs)
  system.background()
  sendMailingMetrics(system)
  const { onsetMs: onset, releaseMs: release, restartMs: restart, silenceMs: silence } = system
  const world = system.world({ name: 'mailing', services: SERVICES, marks: { onset, release, restart, silence } })
  const bodyOf = (start: string) => world.logs.find((log) => log.message.includes(start))?.body ?? ''
  const names: Values = {
    ...{ ...world.names, deniedLine: bodyOf('not resolved'), notStartedLine: bodyOf('Send not started') },
    ...{ greyLine: bodyOf('greylisted'), proxy502: world.logs.find((log) => / 502$/.test(log.message))?.body ?? '' },
  }
  return { ...world, names: Object.fromEntries(Object.entries(names).map(([key, value]) => [key, String(value)])) }
}
