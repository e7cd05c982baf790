/**
 * A podcast platform on Kubernetes, told by semantic conventions: HTTP, database and messaging spans with kinds, two workers
 * and a job of cron with lines and metrics only. A rule of the CDN sends requests for half of the audio round in a circle, so
 * `media-locator` finds none of it, until the rule is taken back: over at the end. A release of `listen-api`, a restart of
 * `play-counter`, refused premium episodes, unknown feeds and rejected uploads are harmless; `feed-poller` has gone silent.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Severity, Values, World } from '../records.ts'
import { SystemByConventions } from './conventions.ts'
import { sendPodcastsMetrics } from './podcasts-metrics.ts'
import * as n from './podcasts-names.ts'
import { pollFeeds, stitch, transcode } from './podcasts-workers.ts'
import { eachArrival, NO_TRACE, roundMs, Scribe, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const { MINUTE_MS } = n
const LENGTH_MS = 66 * MINUTE_MS
/** How long the counter of plays is away when it restarts. */
const AWAY_MS = 34_000

interface Visit {
  readonly method: string
  readonly route: string
  readonly show: string
  readonly host: string
  readonly episode: string
  readonly agent: string
  readonly who: Values
}

export class Podcasts extends SystemByConventions {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly restartMs: number
  readonly onsetMs: number
  readonly recoveryMs: number
  readonly silenceMs: number
  #play = 4_410_200
  #episode = 20_930

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(131, 'podcasts'))
    this.restartMs = endMs - 58 * MINUTE_MS + 9_000
    this.releaseMs = endMs - 52 * MINUTE_MS + 21_000
    this.onsetMs = endMs - 39 * MINUTE_MS + 14_000
    this.silenceMs = endMs - 26 * MINUTE_MS
    this.recoveryMs = endMs - 13 * MINUTE_MS + 37_000
    const pod = (name: string, timeMs: number) => {
      if (name === 'listen-api') return timeMs < this.releaseMs ? '7bd9f64c58-m2xkq' : '6c5f8d9b77-w9htr'
      return name === 'feed-poller' ? '29013440-8vq2d' : '84cc6f5d9b-jn4zs'
    }
    const setups = Object.entries(n.FORMATS).map(([name, format], index) => ({
      ...{ name, format, isSeveritySent: n.WITH_FIELDS.includes(name), hasAttributes: n.WITH_FIELDS.includes(name) },
      version: (timeMs: number) =>
        name === 'listen-api' ? (timeMs < this.releaseMs ? '5.22.0' : '5.23.0') : (n.VERSIONS[name] ?? ''),
      instance: (_traceId: string, timeMs: number) => `${name}-${pod(name, timeMs)}`,
      resource: (instance: string) => ({
        ...{ 'k8s.namespace.name': 'casts', 'k8s.deployment.name': name, 'k8s.pod.name': instance },
        ...{ 'k8s.node.name': `casts-n${(index % 4) + 1}`, 'k8s.cluster.name': 'eu-north-prod' },
      }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  isCircling(timeMs: number): boolean {
    return timeMs >= this.onsetMs && timeMs < this.recoveryMs
  }

  /** Where the audio of an episode is: asked of its host by following redirects. */
  locate(startMs: number, trace: Trace, visit: Pick<Visit, 'host' | 'show' | 'episode'>): Outcome {
    const { random, scribe } = this
    const { host, show, episode } = visit
    const found = this.store('media-locator', 'redis', 'GET locations', startMs + 1, trace, 1.4)
    const headMs = startMs + found.durationMs + 1
    const isLost = host === n.NORTH && this.isCircling(headMs) && random.chance(0.96)
    const durationMs = isLost ? random.logNormal(1180, 0.2) : random.logNormal(44, 0.35)
    const attributes = { 'http.request.method': 'HEAD', 'server.address': host }
    const lost = {
      'http.response.status_code': 302,
      'http.request.resend_count': 10,
      'error.type': 'too_many_redirects',
    }
    scribe.span({
      ...{ traceId: trace.traceId, spanId: scribe.newSpan(), parentSpanId: trace.spanId, service: 'media-locator' },
      ...{ name: 'HEAD', kind: 'client', startMs: headMs, durationMs: roundMs(durationMs), isError: isLost },
      statusMessage: isLost ? 'stopped after 10 redirects' : '',
      attributes: { ...attributes, ...(isLost ? lost : { 'http.response.status_code': 200 }) },
    })
    const tookMs = found.durationMs + durationMs + 3
    const fields = { episode, show, host }
    if (isLost) {
      scribe.log('media-locator', startMs + tookMs, 'ERROR', n.LOOP, { ...fields, hops: 10 }, trace)
      return { status: 502, durationMs: tookMs }
    }
    if (random.chance(0.02))
      scribe.log('media-locator', startMs + tookMs, 'WARN', 'no aac rendition, mp3 given', fields, trace)
    else if (random.chance(0.3))
      scribe.log('media-locator', startMs + tookMs, 'INFO', 'audio located', { ...fields, hops: 1 }, trace)
    return { status: 200, durationMs: tookMs }
  }

  locateFor(caller: string, startMs: number, parent: Trace, visit: Visit): Outcome {
    const attributes = { 'media.host': visit.host, 'show.slug': visit.show }
    const step = { service: 'media-locator', name: 'GET /locate', startMs, parent, attributes }
    return this.through(caller, step, (trace) => this.locate(startMs + 2, trace, visit))
  }

  fromCatalog(caller: string, startMs: number, parent: Trace, route: string): Outcome {
    const { random, scribe } = this
    const step = { service: 'catalog', name: `GET ${route}`, startMs, parent }
    return this.through(caller, step, (trace) => {
      const isSearch = route === '/search'
      const asked = isSearch
        ? this.store('catalog', 'elasticsearch', 'search episodes', startMs + 1, trace, 34)
        : this.store('catalog', 'postgresql', 'SELECT episodes', startMs + 1, trace, 5)
      const durationMs = asked.durationMs + random.logNormal(4, 0.3)
      const endMs = startMs + durationMs
      const words = random.pick(['slow burn', 'true crime', 'error culture', 'kernel panic', 'silent films', 'crash'])
      if (isSearch && random.chance(0.07))
        scribe.log('catalog', endMs, 'WARN', `no hits for "${words} ${random.integer(2, 90)}"`, {}, trace)
      else if (isSearch)
        scribe.log('catalog', endMs, 'INFO', `search "${words}" gave ${random.integer(1, 48)} hits`, {}, trace)
      return { status: 200, durationMs }
    })
  }

  play(startMs: number, trace: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const { show, episode, who } = visit
    const play = `PL-${++this.#play}`
    const fields = { play, episode, show, app: who['client.app'] ?? '' }
    const say = (timeMs: number, severity: Severity, text: string) =>
      scribe.log('listen-api', timeMs, severity, text, fields, trace)
    const known = this.fromCatalog('listen-api', startMs, trace, '/episodes/{episode}')
    const knownMs = known.durationMs + 1
    if (who['listener.plan'] === 'free' && random.chance(0.08)) {
      say(startMs + knownMs, 'WARN', 'premium episode refused')
      this.remember('refusedPlay', play, startMs)
      return { status: 403, durationMs: knownMs }
    }
    const located = this.locateFor('listen-api', startMs + knownMs, trace, visit)
    const locatedMs = knownMs + located.durationMs
    if (located.status >= 500) {
      say(startMs + locatedMs, 'ERROR', 'play could not start: media-locator answered 502')
      this.remember('failedPlay', play, startMs)
      this.remember('failedTrace', trace.traceId, startMs)
      this.remember('failedListener', String(who['listener.id']), startMs)
      return { status: 503, durationMs: locatedMs }
    }
    const durationMs = locatedMs + random.logNormal(6, 0.3)
    say(startMs + durationMs, 'INFO', 'play started')
    this.remember('startedPlay', play, startMs)
    this.remember('startedTrace', trace.traceId, startMs)
    this.tell(startMs + durationMs, trace, show)
    return { status: 201, durationMs }
  }

  /** Plays are counted by a consumer. */
  tell(startMs: number, parent: Trace, show: string): void {
    const { random, scribe, restartMs } = this
    const topic = { 'messaging.system': 'kafka', 'messaging.destination.name': 'play.events' }
    const step = { service: 'listen-api', name: 'play.events publish', startMs, parent, attributes: topic }
    this.call(step, 'producer', (trace) => {
      const soonMs = startMs + random.logNormal(110, 0.5)
      const isAway = soonMs >= restartMs && soonMs < restartMs + AWAY_MS
      const pickMs = isAway ? restartMs + AWAY_MS + random.integer(200, 4000) : soonMs
      const attributes = { ...topic, 'show.slug': show }
      const taken = { service: 'play-counter', name: 'play.events process', startMs: pickMs, parent: trace, attributes }
      this.serve(taken, 'consumer', (inner) => {
        const saved = this.store('play-counter', 'redis', 'INCR plays', pickMs + 1, inner, 2)
        const endMs = pickMs + saved.durationMs + 2
        const ticket = random.integer(1, 100)
        if (ticket <= 11)
          scribe.log('play-counter', endMs, 'INFO', `play of ${show} shorter than 30 s, not counted`, {}, inner)
        else if (ticket <= 14)
          scribe.log('play-counter', endMs, 'WARN', `duplicate play event dropped (${show})`, {}, inner)
        else scribe.log('play-counter', endMs, 'INFO', `play counted for ${show}`, {}, inner)
        return { status: 200, durationMs: saved.durationMs + random.logNormal(3, 0.3) }
      })
      return { status: 200, durationMs: random.logNormal(3, 0.2) }
    })
  }

  follow(startMs: number, trace: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const saved = this.store('listen-api', 'postgresql', 'INSERT follows', startMs, trace, 6)
    const isKnown = random.chance(0.1)
    const text = isKnown ? 'show is already followed' : 'show followed'
    scribe.log('listen-api', startMs + saved.durationMs, 'INFO', text, { show: visit.show }, trace)
    return { status: isKnown ? 409 : 201, durationMs: saved.durationMs }
  }

  listen(startMs: number, trace: Trace, visit: Visit): Outcome {
    switch (visit.route) {
      case '/v1/plays':
        return this.play(startMs, trace, visit)
      case '/v1/follows':
        return this.follow(startMs, trace, visit)
      case '/v1/search':
        return this.fromCatalog('listen-api', startMs, trace, '/search')
      default: {
        const session = this.store('listen-api', 'redis', 'GET sessions', startMs, trace, 1.5)
        const shows = this.fromCatalog('listen-api', startMs + session.durationMs, trace, '/shows/trending')
        return { ...shows, durationMs: session.durationMs + shows.durationMs }
      }
    }
  }

  feed(startMs: number, trace: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const { show, agent } = visit
    const cached = this.store('feedgen', 'redis', 'GET feeds', startMs, trace, 2)
    if (random.chance(0.05)) {
      const fields = { feed: `${show}-${random.pick(['old', 'hd', 'test'])}`, agent }
      scribe.log('feedgen', startMs + cached.durationMs, 'WARN', 'feed is unknown', fields, trace)
      return { status: 404, durationMs: cached.durationMs }
    }
    if (random.chance(0.55)) return { status: 304, durationMs: cached.durationMs + 1 }
    const listed = random.chance(0.3)
      ? this.fromCatalog('feedgen', startMs + cached.durationMs, trace, '/shows/{show}/episodes')
      : { status: 200, durationMs: 0 }
    const durationMs = cached.durationMs + listed.durationMs + random.logNormal(16, 0.4)
    const items = random.integer(20, 300)
    scribe.log('feedgen', startMs + durationMs, 'INFO', 'feed rendered', { feed: show, items }, trace)
    return { status: 200, durationMs }
  }

  upload(startMs: number, trace: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const megabytes = random.integer(12, 140)
    const episode = `EP-${++this.#episode}`
    const fields = { episode, show: visit.show, megabytes }
    const durationMs = random.logNormal(14 * megabytes, 0.25)
    const endMs = startMs + durationMs
    if (random.chance(0.12)) {
      const reason = random.pick(['file is no audio', 'file is no audio', 'cover art too small'])
      scribe.log('studio-api', endMs, 'WARN', 'upload rejected', { ...fields, reason }, trace)
      return { status: 422, durationMs }
    }
    const saved = this.store('studio-api', 'postgresql', 'INSERT episodes', endMs, trace, 8)
    const topic = { 'messaging.system': 'kafka', 'messaging.destination.name': 'episode.uploaded' }
    const step = {
      service: 'studio-api',
      name: 'episode.uploaded publish',
      startMs: endMs + saved.durationMs,
      parent: trace,
    }
    this.call({ ...step, attributes: topic }, 'producer', () => ({ status: 200, durationMs: random.logNormal(3, 0.2) }))
    scribe.log('studio-api', endMs + saved.durationMs + 4, 'INFO', 'episode uploaded', fields, trace)
    this.remember('uploadedEpisode', episode, startMs)
    transcode(this, endMs + random.integer(1500, 9000), visit.show, episode, megabytes)
    return { status: 201, durationMs: durationMs + saved.durationMs + 6 }
  }

  /** What stands behind the edge for a route. */
  behind(startMs: number, outer: Trace, visit: Visit): Outcome {
    const { method, route, agent, who } = visit
    if (route === '/media/{episode}.mp3') {
      const located = this.locateFor('web-edge', startMs, outer, visit)
      return located.status === 200 ? { ...located, status: 302 } : located
    }
    const name = `${method} ${route}`
    if (route === '/feeds/{show}.xml') {
      const attributes = { 'show.slug': visit.show, 'user_agent.original': agent }
      const step = { service: 'feedgen', name, startMs, parent: outer, attributes }
      return this.through('web-edge', step, (trace) => this.feed(startMs + 2, trace, visit))
    }
    const isStudio = route === '/studio/episodes'
    const attributes = isStudio ? { 'show.slug': visit.show } : { ...who, 'show.slug': visit.show }
    const step = { service: isStudio ? 'studio-api' : 'listen-api', name, startMs, parent: outer, attributes }
    return this.through('web-edge', step, (trace) =>
      isStudio ? this.upload(startMs + 3, trace, visit) : this.listen(startMs + 3, trace, visit),
    )
  }

  visit(): Visit {
    const { random } = this
    const ticket = random.integer(1, 100)
    const [method, route] = n.VISITS.find(([, , upTo]) => ticket <= upTo) ?? n.VISITS[0]
    const [show, host] = random.pick(n.SHOW_TICKETS)
    const who = {
      ...{ 'listener.id': `L-${random.integer(70_100, 71_400)}`, 'client.app': random.pick(n.APPS) },
      'listener.plan': random.pick(['free', 'free', 'free', 'premium']),
      'geo.country.iso_code': random.pick(n.COUNTRIES),
    }
    const app = `Casts/${random.pick(['9.4', '9.5'])} (${who['client.app']})`
    const agent = /^.(?:media|feeds)/.test(route) ? random.pick(n.AGENTS) : app
    return { method, route, show, host, episode: `EP-${random.integer(11_000, 20_900)}`, agent, who }
  }

  request(startMs: number): void {
    const { random, scribe } = this
    const visit = this.visit()
    const { method, route, show, episode, agent } = visit
    const parent = { traceId: scribe.newTrace(), spanId: '' }
    const attributes = { 'http.request.method': method, 'http.route': route, 'user_agent.original': agent }
    const step = { service: 'web-edge', name: `${method} ${route}`, startMs, parent, attributes }
    this.serve(step, 'server', (outer) => {
      const isBot = agent.startsWith('python') && random.chance(0.25)
      const done = isBot ? { status: 429, durationMs: 0.4 } : this.behind(startMs + 1, outer, visit)
      const durationMs = done.durationMs + 1
      const path = route.replace('{episode}', episode).replace('{show}', show)
      const request = { method, path, status: done.status, bytes: random.integer(180, 42_000), agent }
      const client = `10.12.${random.integer(0, 9)}.${random.integer(2, 250)}`
      const fields = { ...request, client, seconds: (durationMs / 1000).toFixed(3) }
      scribe.log('web-edge', startMs + durationMs, 'INFO', `${method} ${path} ${done.status}`, fields, outer)
      return { status: done.status, durationMs }
    })
  }

  /** What happens to the platform itself. */
  events(): void {
    const { scribe, releaseMs, restartMs, onsetMs, recoveryMs } = this
    const say = (service: string, timeMs: number, text: string, fields: Values = {}) =>
      scribe.log(service, timeMs, 'INFO', text, fields, NO_TRACE)
    say('listen-api', releaseMs, 'listen-api 5.23.0 started', { port: 8080 })
    say('play-counter', restartMs, 'received SIGTERM, leaving group plays-v2')
    say('play-counter', restartMs + AWAY_MS - 3000, 'play-counter 0.18.3 starting')
    say('play-counter', restartMs + AWAY_MS, 'joined group plays-v2, 6 partitions assigned')
    const rule = { host: n.NORTH, source: 'cdn-api' }
    say('media-locator', onsetMs - 4000, 'cdn rule set r-2207 is active', rule)
    say('media-locator', recoveryMs - 3000, 'cdn rule set r-2206 is active', rule)
  }
}

export function podcasts(endMs: number): World {
  const system = new Podcasts(endMs)
  const range = { fromMs: system.startMs, toMs: endMs - 2000 }
  eachArrival({ ...range, meanMs: 1150 }, system.random, (timeMs) => system.request(timeMs))
  eachArrival({ ...range, meanMs: 7000 }, system.random, (timeMs) => stitch(system, timeMs))
  pollFeeds(system)
  system.events()
  sendPodcastsMetrics(system)
  const { onsetMs: onset, releaseMs: release, recoveryMs: recovery, restartMs: restart, silenceMs: silence } = system
  const marks = { onset, release, recovery, restart, silence }
  const world = system.world({ name: 'podcasts', services: n.SERVICES, marks })
  const bodyOf = (wanted: RegExp) => world.logs.find((log) => wanted.test(log.message))?.body ?? ''
  const lines = {
    ...{ loopLine: bodyOf(/stopped after 10 redirects/), failedLine: bodyOf(/^play could not start/) },
    ...{ refusedLine: bodyOf(/^premium episode refused/), accessLine: bodyOf(/^POST \/v1\/plays 503/) },
    stitchLine: bodyOf(/source not readable/),
  }
  return { ...world, names: { ...world.names, ...lines } }
}
