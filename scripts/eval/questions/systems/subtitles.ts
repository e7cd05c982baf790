/**
 * A live subtitle service on Kubernetes for broadcasters, universities and events: a gateway, sessions, intake of audio,
 * speech recognition and cues behind NATS, punctuation, glossaries, a desk of editors, and with lines only the archive and
 * the meter of minutes. A tenant adds a pattern to its glossary that backtracks without end, so from its activation on it
 * blocks the event loop of `glossary-api`: most of what is asked there is aborted after 2.5 seconds, chunks of audio get no
 * subtitles, sessions are not opened, and cues are late; over since an operator disabled the glossary. A release of
 * `asr-worker` and a new setting of `cue-publisher` shortly before, a restart of `session-api`, full plans, closed
 * sessions, chunks that are too long, silence, final cues, terms that stand twice and rate limits are harmless;
 * `usage-meter` is silent since it has lost its lease.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Severity, Values, World } from '../records.ts'
import { SystemByConventions } from './conventions.ts'
import { loguruLine, numberedJson, springLine, structlogJson, syslogLine, tracingLine } from './formats.ts'
import { eachArrival, Scribe, type Trace } from './scribe.ts'
import { caddyJson, djangoLine, nlogLine, zerologJson } from './subtitles-formats.ts'
import { sendSubtitlesMetrics } from './subtitles-metrics.ts'
import * as names from './subtitles-names.ts'
import { runWriters, visitSide } from './subtitles-side.ts'
import { caption } from './subtitles-speech.ts'
import type { Outcome } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 60 * MINUTE_MS
const FORMATS = {
  'caption-gateway': caddyJson,
  'session-api': springLine,
  'audio-ingest': zerologJson,
  'asr-worker': structlogJson,
  punctuator: loguruLine,
  'glossary-api': numberedJson,
  'cue-publisher': tracingLine,
  'editor-desk': djangoLine,
  'archive-writer': nlogLine,
  'usage-meter': syslogLine,
}
const SERVICES = Object.keys(FORMATS)
const WITH_ATTRIBUTES = ['audio-ingest', 'asr-worker', 'glossary-api']
const WITHOUT_SEVERITY = ['punctuator', 'archive-writer', 'usage-meter']
const SESSIONS = 84
const ABORTED_AFTER_MS = 2500
const PATTERN = '(\\w+\\s?)+!'

export class Subtitles extends SystemByConventions {
  readonly scribe: Scribe
  readonly restartMs: number
  readonly releaseMs: number
  readonly uploadMs: number
  readonly reloadMs: number
  readonly onsetMs: number
  readonly darkMs: number
  readonly recoveryMs: number
  /** Chunks of audio: when they were queued and when they were taken. */
  readonly queued: { readonly fromMs: number; readonly toMs: number }[] = []
  /** Sent cues: when, and how far behind what was spoken. */
  readonly delays: { readonly timeMs: number; readonly behindMs: number }[] = []
  readonly #sessions: readonly names.Session[]

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(72, 'subtitles'))
    this.restartMs = endMs - 51 * MINUTE_MS + 22_000
    this.releaseMs = endMs - 41 * MINUTE_MS + 9000
    this.uploadMs = endMs - 37 * MINUTE_MS + 31_000
    this.reloadMs = endMs - 35 * MINUTE_MS + 4000
    this.onsetMs = endMs - 33 * MINUTE_MS + 12_000
    this.darkMs = endMs - 25 * MINUTE_MS + 40_000
    this.recoveryMs = endMs - 11 * MINUTE_MS + 18_000
    this.#sessions = names.sessions(this.random, SESSIONS)
    const setups = Object.entries(FORMATS).map(([name, format], index) => ({
      ...{ name, format, hasAttributes: WITH_ATTRIBUTES.includes(name) },
      isSeveritySent: !WITHOUT_SEVERITY.includes(name),
      version: (timeMs: number) => this.#version(name, timeMs),
      instance: (traceId: string, timeMs: number) => this.#pod(name, traceId, timeMs),
      resource: (pod: string) => ({
        ...{ 'k8s.cluster.name': 'live-eu1', 'k8s.namespace.name': 'subtitles', 'k8s.deployment.name': name },
        ...{ 'k8s.pod.name': pod, 'k8s.node.name': `live-eu1-w${(index % 3) + 1}` },
      }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  #version(name: string, timeMs: number): string {
    if (name === 'asr-worker') return timeMs < this.releaseMs ? '4.11.3' : '4.12.0'
    return names.VERSIONS[name] ?? '1.0.0'
  }

  #pod(name: string, traceId: string, timeMs: number): string {
    const isSecond = ['asr-worker', 'caption-gateway'].includes(name) && traceId.charCodeAt(0) % 2 === 1
    if (name === 'asr-worker' && timeMs >= this.releaseMs) return `${name}-7d9f4c6b58-${isSecond ? 'q2xvn' : 'm8tjc'}`
    return `${name}-5c8d77f9b4-${isSecond ? 'r6wlz' : 'k4hpd'}`
  }

  isBlockedAt(timeMs: number): boolean {
    return timeMs >= this.onsetMs && timeMs < this.recoveryMs
  }

  /** How long chunks wait longer than usual: the workers fall behind, and catch up again. */
  behindAt(timeMs: number): number {
    const { onsetMs, recoveryMs } = this
    if (timeMs < onsetMs) return 0
    const reachedMs = Math.min(22_000, 0.03 * (Math.min(timeMs, recoveryMs) - onsetMs))
    return timeMs < recoveryMs ? reachedMs : Math.max(0, reachedMs - 0.15 * (timeMs - recoveryMs))
  }

  /** What `glossary-api` does for one request: while its event loop is blocked, most are aborted and the others wait. */
  looked(startMs: number, trace: Trace, who: Values, work: (atMs: number) => Outcome): Outcome {
    const { random, scribe } = this
    const isBlocked = this.isBlockedAt(startMs)
    if (isBlocked && random.chance(0.57)) {
      const text = `request aborted after ${ABORTED_AFTER_MS} ms: event loop blocked by a pattern of gl-2207`
      scribe.log('glossary-api', startMs + ABORTED_AFTER_MS, 'ERROR', text, who, trace)
      return { status: 503, durationMs: ABORTED_AFTER_MS + 1 }
    }
    const waitMs = isBlocked ? Math.min(2300, random.logNormal(860, 0.35)) : 0
    const found = this.store('glossary-api', 'redis', 'GET glossary', startMs + waitMs + 1, trace, 2.5)
    return work(waitMs + found.durationMs + 1)
  }

  /** Another service asks for the terms of a glossary, or which of them stand in a text. */
  terms(from: string, name: string, startMs: number, parent: Trace, { glossary, tenant }: names.Session): Outcome {
    const { random, scribe } = this
    const attributes = { 'tenant.id': tenant, 'glossary.id': glossary }
    return this.through(from, { service: 'glossary-api', name, startMs, parent, attributes }, (trace) =>
      this.looked(startMs + 1, trace, { tenant, glossary }, (atMs) => {
        const durationMs = atMs + random.logNormal(7, 0.3)
        const isMatch = name === 'POST /match'
        const fields = { tenant, glossary, ...(isMatch ? { hits: random.integer(0, 6) } : {}) }
        const text = isMatch ? 'terms matched' : 'terms loaded'
        scribe.log('glossary-api', startMs + durationMs, 'DEBUG', text, fields, trace)
        return { status: 200, durationMs: durationMs + 1 }
      }),
    )
  }

  /** A chunk of some seconds of audio: is its session open, is it short enough, and off it goes to the workers. */
  audio(startMs: number, trace: Trace, session: names.Session): Outcome {
    const { random, scribe } = this
    const { tenant, language } = session
    const seconds = random.integer(3, 9)
    const bytes = seconds * 32_000 + random.integer(0, 900)
    const tell = (afterMs: number, severity: Severity, text: string, more: Values = {}) => {
      const fields = { tenant, session: session.session, language, bytes, ...more }
      scribe.log('audio-ingest', startMs + afterMs, severity, text, fields, trace)
    }
    const open = this.store('audio-ingest', 'redis', 'GET session', startMs + 2, trace, 3)
    const openMs = 2 + open.durationMs
    if (random.chance(0.035)) {
      tell(openMs, 'WARN', 'chunk refused: session is closed')
      return { status: 410, durationMs: openMs + 1 }
    }
    if (random.chance(0.02)) {
      tell(openMs, 'WARN', 'chunk refused: longer than 15 s')
      return { status: 413, durationMs: openMs + 1 }
    }
    caption(this, startMs + openMs, trace, session, seconds)
    const durationMs = openMs + random.logNormal(11, 0.35)
    tell(durationMs, 'INFO', 'chunk accepted', { seconds })
    return { status: 202, durationMs: durationMs + 1 }
  }

  /** What a client asks for, through the gateway, with its access line at the end. */
  visit(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [name, service] = names.VISITS.find(([, , upTo]) => ticket <= upTo) ?? names.VISITS[0]
    const session = random.pick(this.#sessions)
    const { tenant, plan, language, client } = session
    const [method = '', route = ''] = name.split(' ')
    const own: Values = { 'tenant.id': tenant, 'tenant.plan': plan, 'client.type': client }
    const more: Values = name.includes('/sessions') ? { ...own, 'audio.language': language } : own
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const attributes = { 'http.request.method': method, 'http.route': route, ...more }
    const done = this.serve(
      { service: 'caption-gateway', name, startMs, parent: root, attributes },
      'server',
      (trace) => {
        if (random.chance(0.014)) return { status: 429, durationMs: 1.1 }
        if (random.chance(0.012)) return { status: 401, durationMs: 1.6 }
        const call = { 'http.request.method': method, 'server.address': service }
        const out = { service: 'caption-gateway', name: method, startMs: startMs + 2, parent: trace, attributes: call }
        const answer = this.call(out, 'client', (between) =>
          this.serve({ service, name, startMs: startMs + 3, parent: between, attributes }, 'server', (inner) =>
            service === 'audio-ingest'
              ? this.audio(startMs + 4, inner, session)
              : visitSide(this, name, startMs + 4, inner, session),
          ),
        )
        return { status: answer.status, durationMs: answer.durationMs + 3 }
      },
    )
    const { status } = done
    const severity = status >= 500 ? 'ERROR' : status === 429 || status === 401 ? 'WARN' : 'INFO'
    const fields = { method, route, status, seconds: Math.round(done.durationMs) / 1000, tenant, upstream: service }
    scribe.log('caption-gateway', startMs + done.durationMs, severity, `${name} ${status}`, fields, root)
  }

  run(): void {
    const { random, scribe, startMs, endMs, uploadMs, onsetMs, recoveryMs } = this
    eachArrival({ fromMs: startMs, toMs: endMs - 5200, meanMs: 1950 }, random, (timeMs) => this.visit(timeMs))
    runWriters(this)
    scribe.log('session-api', this.restartMs - 8000, 'WARN', 'Stopping: pod is moved to another node')
    scribe.log('session-api', this.restartMs, 'INFO', 'Started session-api 6.2.1 in 7.6 seconds')
    const release = { change: 'CAP-498', models: 'medium-v3' }
    scribe.log('asr-worker', this.releaseMs, 'INFO', 'asr-worker 4.12.0 started', release)
    const setting = 'config reloaded: max_line_chars 37 -> 42 (CAP-503)'
    scribe.log('cue-publisher', this.reloadMs, 'INFO', setting)
    const bad = { glossary: 'gl-2207', tenant: 'sportlive', pattern: PATTERN }
    scribe.log('glossary-api', uploadMs, 'INFO', 'pattern added to glossary', { ...bad, revision: 9 })
    const active = { glossary: 'gl-2207', tenant: 'sportlive', revision: 9 }
    scribe.log('glossary-api', onsetMs, 'INFO', 'glossary revision active', active)
    for (let atMs = onsetMs + 9000; atMs < recoveryMs - 4000; atMs += random.integer(38_000, 52_000)) {
      const text = 'event loop blocked: pattern backtracks'
      scribe.log('glossary-api', atMs, 'WARN', text, { ...bad, blocked_ms: random.integer(2600, 5900) })
    }
    const off = { glossary: 'gl-2207', tenant: 'sportlive', operator: 'l.keller', ticket: 'CAP-511' }
    scribe.log('glossary-api', recoveryMs, 'WARN', 'glossary disabled by operator', off)
    scribe.log('usage-meter', this.darkMs, 'WARN', 'leader lease lost, standing by until it is free')
  }
}

export function subtitles(endMs: number): World {
  const system = new Subtitles(endMs)
  system.run()
  sendSubtitlesMetrics(system)
  const { onsetMs: onset, recoveryMs: recovery, releaseMs: release, uploadMs: upload, startMs } = system
  const { restartMs: restart, reloadMs: reload, darkMs: dark } = system
  const marks = { onset, recovery, release, upload, restart, reload, dark }
  const world = system.world({ name: 'subtitles', services: SERVICES, marks })
  const bodyOf = (text: string) => world.logs.find(({ message }) => message.includes(text))?.body ?? ''
  const clock = (timeMs: number) => new Date(timeMs).toISOString().slice(11, 16)
  const clocks = [4, 10, 12, 15, 20, 25, 30, 35, 40, 45, 50, 55].map((minutes) => [
    `at${minutes}`,
    clock(startMs + minutes * MINUTE_MS),
  ])
  const more = {
    /** The place of an id in a route, as a wording writes it. */
    id: '{id}',
    ...Object.fromEntries(clocks),
    ...{ atOnset: clock(onset), atRelease: clock(release), atRestart: clock(restart) },
    ...{ abortedLine: bodyOf('request aborted'), slowDownLine: bodyOf('SlowDown') },
    ...{ uncaptionedLine: bodyOf('not captioned'), leaseLine: bodyOf('leader lease lost') },
  }
  return { ...world, names: { ...world.names, ...more } }
}
