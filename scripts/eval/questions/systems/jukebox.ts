/**
 * A music streaming service on Kubernetes: an edge, a catalogue, playlists, playback, search, recommendations and
 * subscriptions, a consumer of play events, a script for royalties with lines only. A release of `playback-api` keeps a
 * connection to its database for each listener with too many devices, so five minutes later its pool is used up: two of
 * three streams cannot be started, home pages come late and without what was played recently, and the sessions that
 * `play-recorder` reads are missing, so the queue of play events grows; still so at the end. A release that makes
 * `search-api` slower, a restart of `reco-engine`, listeners with too many devices, tracks that a country may not hear,
 * declined cards, slow queries of the catalogue, short plays, names of playlists that are too long and rate limits are
 * harmless; `royalty-report` is silent since its nodes are drained.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Severity, Values, World } from '../records.ts'
import { SystemByConventions } from './conventions.ts'
import { goLogfmt, pinoJson, pythonLine, springLine, traefikLine, zapJson } from './jukebox-formats.ts'
import { sendJukeboxMetrics } from './jukebox-metrics.ts'
import * as names from './jukebox-names.ts'
import { listened, runRoyalties, visitSide } from './jukebox-side.ts'
import { eachArrival, Scribe, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 80 * MINUTE_MS
const FORMATS = {
  'edge-gateway': traefikLine,
  'catalogue-api': zapJson,
  'playlist-api': pinoJson,
  'playback-api': springLine,
  'search-api': goLogfmt,
  'reco-engine': pythonLine,
  'subscription-api': pinoJson,
  'play-recorder': goLogfmt,
  'royalty-report': pythonLine,
}
const SERVICES = Object.keys(FORMATS)
const WITH_ATTRIBUTES = ['catalogue-api', 'playlist-api', 'search-api', 'subscription-api', 'play-recorder']
const SIZE = 50
const POOL_TIMEOUT_MS = 5000
const LISTENERS = 420

export interface Visit extends names.Listener {
  readonly label: string
  readonly track: string
}

export class Jukebox extends SystemByConventions {
  readonly scribe: Scribe
  readonly searchMs: number
  readonly restartMs: number
  readonly releaseMs: number
  readonly onsetMs: number
  readonly darkMs: number
  /** Play events: when they were queued and when they were taken. */
  readonly queued: { readonly fromMs: number; readonly toMs: number }[] = []
  readonly #listeners: readonly names.Listener[]
  #stream = 640_210

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(64, 'jukebox'))
    this.searchMs = endMs - 67 * MINUTE_MS + 22_000
    this.restartMs = endMs - 56 * MINUTE_MS + 37_000
    this.releaseMs = endMs - 41 * MINUTE_MS + 12_000
    this.onsetMs = this.releaseMs + 5 * MINUTE_MS + 9000
    this.darkMs = endMs - 26 * MINUTE_MS + 31_000
    this.#listeners = names.listeners((items) => this.random.pick(items), LISTENERS)
    const setups = Object.entries(FORMATS).map(([name, format], index) => ({
      ...{ name, format, isSeveritySent: name !== 'edge-gateway', hasAttributes: WITH_ATTRIBUTES.includes(name) },
      version: (timeMs: number) => this.#version(name, timeMs),
      instance: (_traceId: string, timeMs: number) => this.#pod(name, timeMs),
      resource: (pod: string) => ({
        ...{ 'k8s.cluster.name': 'music-eu', 'k8s.namespace.name': 'streaming', 'k8s.deployment.name': name },
        ...{ 'k8s.pod.name': pod, 'k8s.node.name': `music-eu-${(index % 4) + 1}` },
      }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  #version(name: string, timeMs: number): string {
    if (name === 'playback-api') return timeMs < this.releaseMs ? '7.11.3' : '7.12.0'
    if (name === 'search-api') return timeMs < this.searchMs ? '4.2.7' : '4.3.0'
    return names.VERSIONS[name] ?? '1.0.0'
  }

  #pod(name: string, timeMs: number): string {
    const changedMs = { 'playback-api': this.releaseMs, 'search-api': this.searchMs }[name] ?? Number.POSITIVE_INFINITY
    return timeMs < changedMs ? `${name}-6c9f7d84b5-x2k8w` : `${name}-75dd4b9c6f-q7vlm`
  }

  /** How many connections of the pool are kept for good, of so many as there are. */
  keptAt(timeMs: number): number {
    const { releaseMs, onsetMs } = this
    if (timeMs < releaseMs) return 0
    return timeMs >= onsetMs ? SIZE : Math.floor((SIZE * (timeMs - releaseMs)) / (onsetMs - releaseMs))
  }

  /** A query of playback's database; without a free connection it waits, mostly in vain. */
  pooled(operation: string, startMs: number, trace: Trace): Outcome {
    const { random, scribe } = this
    if (startMs < this.onsetMs) return this.store('playback-api', 'postgresql', operation, startMs, trace, 6)
    if (random.chance(0.66)) {
      const state = `(total=${SIZE}, active=${SIZE}, idle=0, waiting=${random.integer(9, 24)})`
      const text = `HikariPool-1 - Connection is not available, request timed out after ${POOL_TIMEOUT_MS}ms ${state}`
      scribe.log('playback-api', startMs + POOL_TIMEOUT_MS, 'ERROR', text, {}, trace)
      return { status: 503, durationMs: POOL_TIMEOUT_MS }
    }
    const waitMs = Math.min(4600, random.logNormal(1900, 0.3))
    const done = this.store('playback-api', 'postgresql', operation, startMs + waitMs, trace, 6)
    return { ...done, durationMs: done.durationMs + waitMs }
  }

  /** A stream is started: may the country hear it, what does the listener pay for, and on how many devices already. */
  play(startMs: number, trace: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const { user, plan, platform, country, label, track } = visit
    this.#stream += random.integer(1, 5)
    const id = `S-${this.#stream}`
    const tell = (afterMs: number, severity: Severity, text: string) =>
      scribe.log('playback-api', startMs + afterMs, severity, text, {}, trace)
    const asked = { 'track.id': track, 'track.label': label, 'geo.country': country }
    const rightsStep = { service: 'catalogue-api', name: 'GET /v1/rights', startMs: startMs + 4, parent: trace }
    const rights = this.through('playback-api', { ...rightsStep, attributes: asked }, (inner) => {
      const read = this.store('catalogue-api', 'mysql', 'SELECT rights', startMs + 6, inner, 5)
      return { status: 200, durationMs: read.durationMs + random.logNormal(7, 0.3) }
    })
    const rightsMs = 4 + rights.durationMs
    if (random.chance(0.04)) {
      tell(rightsMs, 'WARN', `Stream ${id} refused for ${user}: track not available in ${country}`)
      return { status: 403, durationMs: rightsMs + 1 }
    }
    const atMs = startMs + rightsMs
    const planStep = { service: 'subscription-api', name: 'GET /v1/plan', startMs: atMs, parent: trace }
    const known = this.through('playback-api', { ...planStep, attributes: { 'user.plan': plan } }, (inner) => {
      const read = this.store('subscription-api', 'redis', 'GET plan', atMs + 2, inner, 2)
      return { status: 200, durationMs: read.durationMs + random.logNormal(6, 0.3) }
    })
    const knownMs = rightsMs + known.durationMs + 1
    const devices = this.pooled('SELECT devices', startMs + knownMs, trace)
    const countedMs = knownMs + devices.durationMs + 1
    if (devices.status === 503) {
      tell(countedMs, 'ERROR', `Stream ${id} failed for ${user}: no database connection`)
      this.remember('failedStream', id, startMs)
      this.remember('failedTrace', trace.traceId, startMs)
      return { status: 503, durationMs: countedMs + 1 }
    }
    if (random.chance(0.055)) {
      tell(countedMs, 'WARN', `Stream ${id} refused for ${user}: too many devices`)
      this.remember('refusedStream', id, startMs)
      return { status: 409, durationMs: countedMs + 1 }
    }
    const saved = this.store('playback-api', 'postgresql', 'INSERT streams', startMs + countedMs, trace, 8)
    const durationMs = countedMs + saved.durationMs + random.logNormal(9, 0.3)
    tell(durationMs, 'INFO', `Stream ${id} started for ${user} on ${platform}`)
    this.remember('goodStream', id, startMs)
    return { status: 201, durationMs: durationMs + 1 }
  }

  /** What another service reads from playback: a session, or what was played recently. */
  reading(operation: string, startMs: number, trace: Trace): Outcome {
    const ownMs = this.random.logNormal(5, 0.3)
    const read = this.pooled(operation, startMs + ownMs, trace)
    return { status: read.status, durationMs: ownMs + read.durationMs + 1 }
  }

  /** What a listener's program asks for, through the edge, with its access line at the end. */
  visit(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [name, service] = names.VISITS.find(([, , upTo]) => ticket <= upTo) ?? names.VISITS[0]
    const listener = random.pick(this.#listeners)
    const visit = { ...listener, label: random.pick(names.LABELS), track: `T-${random.integer(1000, 4999)}` }
    const { user, plan, platform, country, label, track } = visit
    const [method = '', route = ''] = name.split(' ')
    const who = { 'user.id': user, 'user.plan': plan, 'app.platform': platform, 'geo.country': country }
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const isOfTrack = name === 'POST /v1/play' || name === 'POST /v1/listens'
    const more: Values = isOfTrack ? { ...who, 'track.id': track, 'track.label': label } : who
    const attributes = { 'http.request.method': method, 'http.route': route, ...more }
    const done = this.serve({ service: 'edge-gateway', name, startMs, parent: root, attributes }, 'server', (trace) => {
      if (random.chance(0.012)) return { status: 429, durationMs: 1.3 }
      if (name === 'POST /v1/listens') return listened(this, startMs + 2, trace, visit)
      const inside = { service, name, startMs: startMs + 2, parent: trace, attributes: more }
      const answer = this.through('edge-gateway', inside, (inner) =>
        name === 'POST /v1/play'
          ? this.play(startMs + 3, inner, visit)
          : visitSide(this, name, startMs + 3, inner, visit),
      )
      return { status: answer.status, durationMs: answer.durationMs + 3 }
    })
    const client = {
      address: `91.40.${random.integer(2, 90)}.${random.integer(2, 250)}`,
      agent: names.AGENTS[platform] ?? '',
    }
    const request = `${method} ${route.replace('{id}', track)}`
    const told = { status: done.status, bytes: random.integer(240, 5200), tookMs: Math.round(done.durationMs) }
    const fields = { ...client, request, ...told, backend: service }
    scribe.log('edge-gateway', startMs + done.durationMs, 'INFO', `${request} ${done.status}`, fields)
  }

  run(): void {
    const { random, scribe, startMs, endMs, releaseMs, onsetMs, restartMs, searchMs } = this
    eachArrival({ fromMs: startMs, toMs: endMs - 5600, meanMs: 2400 }, random, (timeMs) => this.visit(timeMs))
    runRoyalties(this)
    scribe.log('search-api', searchMs, 'INFO', 'search-api 4.3.0 started', { change: 'MS-427' })
    scribe.log('reco-engine', restartMs - 8000, 'WARN', 'stopping for a planned restart')
    scribe.log('reco-engine', restartMs, 'INFO', 'reco-engine 2.30.4 started, model of 24 November loaded')
    const started = 'Started playback-api 7.12.0 (change MS-431: device limit checked in one query)'
    scribe.log('playback-api', releaseMs, 'INFO', started)
    for (let atMs = releaseMs + 70_000; atMs < onsetMs; atMs += 41_000) {
      const leak = 'apparent connection leak, not given back by DeviceLimitCheck.countDevices'
      scribe.log('playback-api', atMs, 'WARN', `HikariPool-1 - ${leak} (active=${this.keptAt(atMs)} of ${SIZE})`)
    }
  }
}

export function jukebox(endMs: number): World {
  const system = new Jukebox(endMs)
  system.run()
  sendJukeboxMetrics(system)
  const { onsetMs: onset, releaseMs: release, searchMs: search, restartMs: restart, darkMs: dark } = system
  const world = system.world({ name: 'jukebox', services: SERVICES, marks: { onset, release, search, restart, dark } })
  const bodyOf = (text: string) => world.logs.find(({ message }) => message.includes(text))?.body ?? ''
  const lines = {
    ...{ poolLine: bodyOf('Connection is not available'), leakLine: bodyOf('apparent connection leak') },
    ...{ slowLine: bodyOf('slow query'), homeLine: bodyOf('home without recently played') },
    eventLine: bodyOf('play not counted'),
  }
  return { ...world, names: { ...world.names, ...lines } }
}
