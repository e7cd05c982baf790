/**
 * A news site on Kubernetes: a gateway, articles, a paywall, search and comments with HTTP and database spans, three
 * consumers of Kafka, and a resizer of pictures that only writes lines. Lines of logrus, zap, Serilog, Spring Boot and
 * Python. A feature flag makes `paywall-service` look for a meter that two plans of readers do not have, until it is
 * switched off: over at the end. A release that makes `search-api` a little slower, a restart of `breaking-push`, locked
 * articles, rejected comments and old links are harmless; `image-resizer` has gone silent.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Values, World } from '../records.ts'
import { SystemByConventions } from './conventions.ts'
import { logfmt, pythonTraceLine, serilogJson, serilogLine, springLine } from './formats.ts'
import { logrusJson, zapNamedJson } from './news-formats.ts'
import { sendNewsMetrics } from './news-metrics.ts'
import { eachArrival, Scribe, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 95 * MINUTE_MS
const FORMATS = {
  'web-gateway': logrusJson,
  'article-api': serilogJson,
  'paywall-service': springLine,
  'search-api': zapNamedJson,
  'comment-service': logrusJson,
  'moderation-worker': pythonTraceLine,
  indexer: zapNamedJson,
  'breaking-push': serilogLine,
  'image-resizer': logfmt,
}
const SERVICES = Object.keys(FORMATS)
/** Lines of these state their severity in their text only. */
const TEXT_ONLY = new Set(['paywall-service', 'breaking-push', 'moderation-worker'])
const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'web-gateway': '11.4.2', 'article-api': '8.30.0', 'paywall-service': '2.14.1', 'comment-service': '1.22.3' },
  ...{ 'moderation-worker': '0.12.8', indexer: '4.4.1', 'breaking-push': '3.0.9', 'image-resizer': '1.8.6' },
}
const PLANS = ['free', 'free', 'free', 'free', 'premium', 'premium', 'premium', 'trial', 'trial', 'student']
const DEVICES = ['mobile', 'mobile', 'mobile', 'desktop', 'desktop', 'tablet']
const SECTIONS = ['politics', 'politics', 'sports', 'sports', 'sports', 'business', 'culture']
/** Plans of readers that the new metering does not know. */
const UNMETERED = new Set(['trial', 'student'])

/** Where a request goes, and up to which ticket of a hundred. */
const VISITS = [
  ['GET', '/home', 27],
  ['GET', '/articles/{slug}', 74],
  ['GET', '/search', 89],
  ['POST', '/articles/{slug}/comments', 100],
] as const

interface Reader {
  readonly id: string
  readonly plan: string
  readonly section: string
}

class News extends SystemByConventions {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly onsetMs: number
  readonly recoveryMs: number
  readonly restartMs: number
  readonly silenceMs: number
  #article = 41_870
  #comment = 990_300
  #alert = 7720

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(97, 'news'))
    this.releaseMs = endMs - 70 * MINUTE_MS + 14_000
    this.restartMs = endMs - 55 * MINUTE_MS + 26_000
    this.onsetMs = endMs - 38 * MINUTE_MS + 11_000
    this.silenceMs = endMs - 22 * MINUTE_MS + 35_000
    this.recoveryMs = endMs - 15 * MINUTE_MS + 48_000
    const suffix = (name: string, timeMs: number) => {
      if (name === 'search-api') return timeMs < this.releaseMs ? '58b7d6c9f4-ltq8c' : '7c6d5f8b94-p2xwn'
      if (name === 'breaking-push') return timeMs < this.restartMs ? '6c8f7d9b55-gk4rz' : '6c8f7d9b55-w9hdm'
      return '79f5c6d8b4-s6vjt'
    }
    const setups = Object.entries(FORMATS).map(([name, format], index) => ({
      ...{ name, format, isSeveritySent: !TEXT_ONLY.has(name), hasAttributes: !TEXT_ONLY.has(name) },
      version: (timeMs: number) =>
        name === 'search-api' ? (timeMs < this.releaseMs ? '3.1.4' : '3.2.0') : (VERSIONS[name] ?? '1.0.0'),
      instance: (_traceId: string, timeMs: number) => `${name}-${suffix(name, timeMs)}`,
      resource: (instance: string) => ({
        ...{ 'k8s.namespace.name': 'newsroom', 'k8s.deployment.name': name, 'k8s.pod.name': instance },
        ...{ 'k8s.node.name': `np-${(index % 3) + 1}`, 'deployment.environment.name': 'prod' },
      }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  /** Whether a reader may read: members may, others have some articles a month. */
  entitlement(startMs: number, parent: Trace, reader: Reader): Outcome {
    const { random, scribe } = this
    const attributes = { 'reader.plan': reader.plan }
    const step = { service: 'paywall-service', name: 'GET /entitlements', startMs, parent, attributes }
    return this.through('article-api', step, (trace) => {
      const isFlagged = startMs >= this.onsetMs && startMs < this.recoveryMs
      if (isFlagged && UNMETERED.has(reader.plan)) {
        const durationMs = random.logNormal(9, 0.3)
        const text = `IllegalStateException: no meter configured for plan ${reader.plan} (flag metered-v2)`
        scribe.log('paywall-service', startMs + durationMs, 'ERROR', text, {}, trace)
        return { status: 500, durationMs }
      }
      const found = this.store('paywall-service', 'postgresql', 'SELECT subscriptions', startMs + 1, trace, 6)
      const durationMs = found.durationMs + random.logNormal(5, 0.3)
      if (reader.plan === 'free' && random.chance(0.15)) {
        scribe.log('paywall-service', startMs + durationMs, 'INFO', `article locked for reader ${reader.id}`, {}, trace)
        return { status: 402, durationMs }
      }
      return { status: 200, durationMs }
    })
  }

  article(startMs: number, parent: Trace, reader: Reader): Outcome {
    const { random, scribe } = this
    const attributes = { 'article.section': reader.section }
    const step = { service: 'article-api', name: 'GET /articles/{slug}', startMs, parent, attributes }
    return this.through('web-gateway', step, (trace) => {
      const found = this.store('article-api', 'redis', 'GET articles', startMs + 1, trace, 1.4)
      if (random.chance(0.02)) return { status: 404, durationMs: found.durationMs + 1 }
      const isCached = random.chance(0.88)
      const read = isCached ? found : this.store('article-api', 'postgresql', 'SELECT articles', startMs + 3, trace, 12)
      const allowed = this.entitlement(startMs + 4 + read.durationMs, trace, reader)
      const durationMs = 6 + read.durationMs + allowed.durationMs + random.logNormal(8, 0.3)
      const fields = { Section: reader.section, Plan: reader.plan }
      if (allowed.status >= 500) {
        const text = 'Article not served: paywall-service answered 500'
        scribe.log('article-api', startMs + durationMs, 'ERROR', text, fields, trace)
        return { status: 503, durationMs }
      }
      if (allowed.status === 200 && random.chance(0.4))
        scribe.log('article-api', startMs + durationMs, 'INFO', 'Article served', fields, trace)
      return { status: allowed.status, durationMs }
    })
  }

  home(startMs: number, parent: Trace): Outcome {
    const { random } = this
    return this.through('web-gateway', { service: 'article-api', name: 'GET /home', startMs, parent }, (trace) => {
      const found = this.store('article-api', 'redis', 'GET frontpage', startMs + 1, trace, 1.8)
      return { status: 200, durationMs: found.durationMs + random.logNormal(16, 0.3) }
    })
  }

  search(startMs: number, parent: Trace): Outcome {
    const { random, scribe } = this
    return this.through('web-gateway', { service: 'search-api', name: 'GET /search', startMs, parent }, (trace) => {
      const isNew = startMs >= this.releaseMs
      const found = this.store('search-api', 'opensearch', 'search articles', startMs + 1, trace, isNew ? 58 : 41)
      const durationMs = found.durationMs + random.logNormal(7, 0.3)
      const hits = random.chance(0.07) ? 0 : random.integer(1, 240)
      if (hits === 0) scribe.log('search-api', startMs + durationMs, 'WARN', 'search found nothing', { hits }, trace)
      else scribe.log('search-api', startMs + durationMs, 'INFO', 'search done', { hits }, trace)
      return { status: 200, durationMs }
    })
  }

  comment(startMs: number, parent: Trace, reader: Reader): Outcome {
    const { random, scribe } = this
    const id = `C-${++this.#comment}`
    const attributes = { 'article.section': reader.section }
    const step = { service: 'comment-service', name: 'POST /comments', startMs, parent, attributes }
    return this.through('web-gateway', step, (trace) => {
      const fields = { comment: id, section: reader.section }
      if (random.chance(0.11)) {
        const reason = random.pick(['spam', 'spam', 'too_long', 'banned_word'])
        scribe.log('comment-service', startMs + 4, 'WARN', 'comment rejected', { ...fields, reason }, trace)
        this.remember('rejectedComment', id, startMs)
        return { status: 422, durationMs: 5 }
      }
      const saved = this.store('comment-service', 'mongodb', 'insert comments', startMs + 2, trace, 8)
      scribe.log('comment-service', startMs + saved.durationMs + 3, 'INFO', 'comment stored', fields, trace)
      this.remember('storedComment', id, startMs)
      const sent = this.tell(
        'comment-service',
        'comments.created',
        startMs + saved.durationMs + 3,
        trace,
        (inner, atMs) => this.moderate(inner, atMs, id),
      )
      return { status: 201, durationMs: saved.durationMs + sent.durationMs + 5 }
    })
  }

  /** Sends a message; what takes it is written when it is taken. */
  tell(
    service: string,
    topic: string,
    startMs: number,
    parent: Trace,
    take: (trace: Trace, atMs: number) => void,
  ): Outcome {
    const attributes = { 'messaging.system': 'kafka', 'messaging.destination.name': topic }
    const step = { service, name: `${topic} publish`, startMs, parent, attributes }
    return this.call(step, 'producer', (trace) => {
      take(trace, startMs + this.random.logNormal(70, 0.5))
      return { status: 200, durationMs: this.random.logNormal(3, 0.2) }
    })
  }

  moderate(parent: Trace, startMs: number, id: string): void {
    const { random, scribe } = this
    const attributes = { 'messaging.system': 'kafka', 'messaging.destination.name': 'comments.created' }
    const step = { service: 'moderation-worker', name: 'comments.created process', startMs, parent, attributes }
    this.serve(step, 'consumer', (trace) => {
      const durationMs = random.logNormal(180, 0.4)
      const isHidden = random.chance(0.09)
      const text = isHidden ? `comment ${id} hidden, toxicity 0.${random.integer(81, 99)}` : `comment ${id} approved`
      scribe.log('moderation-worker', startMs + durationMs, isHidden ? 'WARN' : 'INFO', text, {}, trace)
      return { status: 200, durationMs }
    })
  }

  /** The newsroom publishes an article: it is indexed, its picture resized, and some are told to phones. */
  publish(startMs: number): void {
    const { random, scribe } = this
    const id = `ART-${++this.#article}`
    const section = random.pick(SECTIONS)
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const http = { 'http.request.method': 'POST', 'http.route': '/articles', 'article.section': section }
    const step = { service: 'article-api', name: 'POST /articles', startMs, parent: root, attributes: http }
    this.serve(step, 'server', (trace) => {
      const saved = this.store('article-api', 'postgresql', 'INSERT articles', startMs + 2, trace, 15)
      const savedMs = startMs + saved.durationMs + 4
      scribe.log('article-api', savedMs, 'INFO', 'Article published', { Article: id, Section: section }, trace)
      this.remember('publishedArticle', id, startMs)
      this.remember('publishTrace', root.traceId, startMs)
      this.tell('article-api', 'articles.published', savedMs, trace, (inner, atMs) => this.index(inner, atMs, id))
      if (random.chance(0.2))
        this.tell('article-api', 'alerts.breaking', savedMs + 5, trace, (inner, atMs) => this.alert(inner, atMs))
      return { status: 201, durationMs: saved.durationMs + 12 }
    })
    if (startMs < this.silenceMs) this.resize(startMs + random.integer(400, 2500), id)
  }

  index(parent: Trace, startMs: number, id: string): void {
    const { scribe } = this
    const attributes = { 'messaging.system': 'kafka', 'messaging.destination.name': 'articles.published' }
    const step = { service: 'indexer', name: 'articles.published process', startMs, parent, attributes }
    this.serve(step, 'consumer', (trace) => {
      const saved = this.store('indexer', 'opensearch', 'index articles', startMs + 2, trace, 90)
      scribe.log('indexer', startMs + saved.durationMs + 2, 'INFO', 'article indexed', { article: id }, trace)
      return { status: 200, durationMs: saved.durationMs + 4 }
    })
  }

  alert(parent: Trace, startMs: number): void {
    const { random, scribe } = this
    const id = `AL-${++this.#alert}`
    const attributes = { 'messaging.system': 'kafka', 'messaging.destination.name': 'alerts.breaking' }
    const step = { service: 'breaking-push', name: 'alerts.breaking process', startMs, parent, attributes }
    this.serve(step, 'consumer', (trace) => {
      const durationMs = random.logNormal(1400, 0.4)
      const phones = random.integer(18_000, 64_000)
      scribe.log('breaking-push', startMs + durationMs, 'INFO', `alert ${id} sent to ${phones} phones`, {}, trace)
      this.remember('sentAlert', id, startMs)
      if (random.chance(0.25)) {
        const text = `alert ${id}: ${random.integer(110, 900)} tokens are no longer valid`
        scribe.log('breaking-push', startMs + durationMs + 20, 'WARN', text, {}, trace)
      }
      return { status: 200, durationMs }
    })
  }

  resize(timeMs: number, id: string): void {
    const { random, scribe } = this
    const fields = { article: id, sizes: 4, took_ms: random.integer(140, 1900) }
    if (random.chance(0.06)) scribe.log('image-resizer', timeMs, 'WARN', 'picture is smaller than wanted', fields)
    else scribe.log('image-resizer', timeMs, 'INFO', 'picture resized', fields)
  }

  request(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [method, route] = VISITS.find(([, , upTo]) => ticket <= upTo) ?? VISITS[0]
    const reader = {
      ...{ id: `U-${random.integer(60_100, 61_900)}`, plan: random.pick(PLANS), section: random.pick(SECTIONS) },
    }
    const device = random.pick(DEVICES)
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const http = { 'http.request.method': method, 'http.route': route }
    const who = { 'reader.id': reader.id, 'reader.plan': reader.plan, 'client.device': device }
    const attributes = { ...http, ...who }
    const step = { service: 'web-gateway', name: `${method} ${route}`, startMs, parent: root, attributes }
    this.serve(step, 'server', (trace) => {
      const done = this.inner(route, startMs + 2, trace, reader)
      const durationMs = done.durationMs + random.logNormal(4, 0.3)
      const path = route.replace('{slug}', `n${random.integer(30_000, 41_000)}`)
      const fields = { method, path, status: done.status, ms: Math.round(durationMs), device }
      const severity = done.status >= 500 ? 'ERROR' : 'INFO'
      scribe.log('web-gateway', startMs + durationMs, severity, 'request', fields, trace)
      if (done.status >= 500) this.remember('failedTrace', root.traceId, startMs)
      return { status: done.status, durationMs }
    })
  }

  inner(route: string, startMs: number, trace: Trace, reader: Reader): Outcome {
    switch (route) {
      case '/home':
        return this.home(startMs, trace)
      case '/articles/{slug}':
        return this.article(startMs, trace, reader)
      case '/search':
        return this.search(startMs, trace)
      default:
        return this.comment(startMs, trace, reader)
    }
  }

  background(): void {
    const { random, scribe } = this
    const range = { fromMs: this.startMs, toMs: this.endMs - 2500 }
    eachArrival({ ...range, meanMs: 1050 }, random, (timeMs) => this.request(timeMs))
    eachArrival({ ...range, meanMs: 17_000 }, random, (timeMs) => this.publish(timeMs))
    scribe.log('search-api', this.releaseMs, 'INFO', 'search-api 3.2.0 listening', { port: 8080 })
    scribe.log('breaking-push', this.restartMs - 4000, 'INFO', 'Application is shutting down...')
    scribe.log('breaking-push', this.restartMs, 'INFO', 'Application started. Hosting environment: Production')
    const flag = (state: string) => `feature flag metered-v2 switched ${state} by newsroom-admin`
    scribe.log('paywall-service', this.onsetMs - 900, 'INFO', flag('on'))
    scribe.log('paywall-service', this.recoveryMs - 200, 'INFO', flag('off'))
  }
}

export function news(endMs: number): World {
  const system = new News(endMs)
  system.background()
  sendNewsMetrics(system)
  const { onsetMs: onset, releaseMs: release, recoveryMs: recovery, restartMs: restart, silenceMs: silence } = system
  const marks = { onset, release, recovery, restart, silence }
  const world = system.world({ name: 'news', services: SERVICES, marks })
  const bodyOf = (start: string) => world.logs.find((log) => log.message.includes(start))?.body ?? ''
  const names: Values = {
    ...{ ...world.names, meterLine: bodyOf('no meter configured'), failedLine: bodyOf('Article not served') },
    ...{ rejectedLine: bodyOf('comment rejected') },
  }
  return { ...world, names: Object.fromEntries(Object.entries(names).map(([key, value]) => [key, String(value)])) }
}
