/**
 * A video-conference service: rooms, participants, signalling, media relays, recordings, their uploads, transcripts,
 * invitations of calendars, seats that are billed. Two services write JSON, three logfmt, the media server lines of C++,
 * two lines of Java, one of them with stack traces. The access key of the recordings' object storage is rotated and
 * `upload-worker` goes on with the old one: uploads are refused (403), recordings stay on the disks of `recorder` until
 * these are full and new recordings are refused, still so at the end; rooms go on. A release of `signalling`, a restart
 * of `seat-billing`, wrong passcodes, locked rooms, missing consent, lost packets, unknown languages and declined cards
 * are harmless, `calendar-sync` goes silent.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { SpanRow, Values, World } from '../records.ts'
import { SystemByConventions } from './conventions.ts'
import { billingJson, goLogfmt, javaWithStack, roomJson, spdlogLine } from './meetings-formats.ts'
import { sendMeetingsMetrics } from './meetings-metrics.ts'
import { CODECS, KINDS, LANGUAGES, NODES, PLATFORMS, REGIONS, RELAYS, TENANTS, VERSIONS } from './meetings-names.ts'
import { runSide } from './meetings-side.ts'
import { eachArrival, eachTick, roundMs, Scribe, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 82 * MINUTE_MS
const FORMATS = {
  'room-api': roomJson,
  signalling: goLogfmt,
  'media-relay': spdlogLine,
  recorder: goLogfmt,
  'upload-worker': goLogfmt,
  transcriber: javaWithStack,
  'calendar-sync': javaWithStack,
  'seat-billing': billingJson,
}
const SERVICES = Object.keys(FORMATS)
const LINES_ONLY_TEXT = ['media-relay', 'transcriber', 'calendar-sync']
const BUCKET = 'recordings-prod'
const REFUSED = 'upload refused by object storage: 403 InvalidAccessKeyId'

interface Guest {
  readonly room: string
  readonly tenant: string
  readonly kind: string
  readonly platform: string
  readonly region: string
}
interface Recording {
  readonly id: string
  readonly tenant: string
  readonly finishedMs: number
  readonly megabytes: number
  /** When it reached the storage; never, if it did not. */
  uploadedMs: number
}

class Meetings extends SystemByConventions {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly restartMs: number
  readonly onsetMs: number
  readonly fullMs: number
  readonly darkMs: number
  readonly recordings: Recording[] = []
  /** From when to when each recording ran, those that were cut short as well. */
  readonly runs: { readonly fromMs: number; readonly toMs: number }[] = []
  #recording = 40_100
  #participant = 8000

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(60, 'meetings'))
    this.releaseMs = endMs - 69 * MINUTE_MS + 21_000
    this.restartMs = endMs - 58 * MINUTE_MS + 35_000
    this.onsetMs = endMs - 47 * MINUTE_MS + 14_000
    this.darkMs = endMs - 40 * MINUTE_MS + 6000
    this.fullMs = endMs - 23 * MINUTE_MS + 28_000
    const setups = Object.entries(FORMATS).map(([name, format], index) => ({
      ...{ name, format, isSeveritySent: name !== 'media-relay', hasAttributes: !LINES_ONLY_TEXT.includes(name) },
      version: (timeMs: number) => this.#version(name, timeMs),
      instance: (_traceId: string, timeMs: number) => `${name}-${this.#version(name, timeMs).replaceAll('.', '')}-0`,
      resource: () => ({ 'host.name': `conf-${(index % 4) + 1}`, 'deployment.environment.name': 'production' }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  #version(name: string, timeMs: number): string {
    if (name === 'signalling') return timeMs < this.releaseMs ? '3.4.2' : '3.5.0'
    return VERSIONS[name] ?? '1.0.0'
  }

  /** A call to the storage that is refused is an error of its caller. */
  override write(
    step: Parameters<SystemByConventions['write']>[0],
    kind: SpanRow['kind'],
    trace: Trace,
    done: Outcome,
    attributes: Values,
  ): void {
    const isFailed = done.status >= 500 || (kind === 'client' && done.status === 403)
    const { service, name, startMs, parent } = step
    this.scribe.span({
      ...{ ...trace, parentSpanId: parent.spanId, service, name, kind, startMs },
      ...{ durationMs: roundMs(done.durationMs), isError: isFailed, isFailed },
      isEntry: kind === 'server' || kind === 'consumer',
      attributes: { ...attributes, ...(isFailed ? { 'error.type': String(done.status) } : {}) },
    })
  }

  /** A session of the signalling gets a port on a relay of its region. */
  join(startMs: number, parent: Trace, guest: Guest): Outcome {
    const { random, scribe } = this
    const { room, tenant, platform, region } = guest
    const transport = random.chance(0.12) ? 'tcp' : 'udp'
    const attributes = { 'client.platform': platform, 'client.region': region, 'net.transport': transport }
    const step = { service: 'signalling', name: 'POST /sessions', startMs, parent, attributes }
    return this.through('room-api', step, (trace) => {
      const ownMs = random.logNormal(startMs < this.releaseMs ? 34 : 52, 0.3)
      const participant = `P-${++this.#participant}`
      const relay = random.pick(RELAYS[region] ?? [])
      const rpc = { 'rpc.system': 'grpc', 'rpc.method': 'Allocate' }
      const out = { service: 'signalling', name: 'relay.Allocate', startMs: startMs + ownMs, parent: trace }
      const allocated = this.call({ ...out, attributes: rpc }, 'client', (inner) => {
        const work = { traceId: inner.traceId, spanId: scribe.newSpan() }
        const done = { status: 200, durationMs: random.logNormal(9, 0.4) }
        const [atMs, codec] = [startMs + ownMs + done.durationMs, random.pick(CODECS)]
        const text = `${relay} port ${random.integer(40_000, 49_999)} allocated for ${participant}, codec ${codec}`
        scribe.log('media-relay', atMs, 'INFO', text, {}, work)
        if (random.chance(0.07)) {
          const lost = random.integer(52, 160) / 10
          const bad = `${relay} packet loss ${lost.toFixed(1)} percent on the stream of ${participant}`
          scribe.log('media-relay', atMs + 4000, 'WARN', bad, {}, work)
        } else if (random.chance(0.03))
          scribe.log('media-relay', atMs + 2500, 'WARN', `${relay} jitter buffer overflow, ${participant}`, {}, work)
        const inside = { ...rpc, 'rpc.grpc.status_code': 0, 'relay.name': relay, 'media.codec': codec }
        const served = { ...out, service: 'media-relay', startMs: startMs + ownMs + 0.5, parent: inner }
        this.write(served, 'server', work, done, inside)
        return done
      })
      const durationMs = ownMs + allocated.durationMs
      const data = { room, tenant, participant, platform, transport }
      if (random.chance(0.05))
        scribe.log('signalling', startMs + durationMs, 'WARN', 'ice check failed, falling back to turn', data, trace)
      scribe.log('signalling', startMs + durationMs, 'INFO', 'participant joined', data, trace)
      return { status: 201, durationMs }
    })
  }

  record(startMs: number, parent: Trace, guest: Guest): Outcome {
    const { random, scribe, fullMs } = this
    const { room, tenant, kind } = guest
    const node = random.pick(NODES)
    const attributes = { 'room.kind': kind, 'tenant.id': tenant, 'recorder.node': node }
    const step = { service: 'recorder', name: 'POST /jobs', startMs, parent, attributes }
    return this.through('room-api', step, (trace) => {
      const durationMs = random.logNormal(88, 0.35)
      const atMs = startMs + durationMs
      if (random.chance(0.07)) {
        const text = 'recording needs the consent of all participants'
        scribe.log('recorder', atMs, 'WARN', text, { room, tenant }, trace)
        return { status: 409, durationMs }
      }
      if (startMs >= fullMs) {
        const text = 'recording refused: no space left on device'
        scribe.log('recorder', atMs, 'ERROR', text, { room, tenant, node, path: '/var/rec' }, trace)
        return { status: 507, durationMs }
      }
      const id = `REC-${++this.#recording}`
      scribe.log('recorder', atMs, 'INFO', 'recording started', { recording: id, room, tenant, kind, node }, trace)
      this.#finish(id, atMs, { room, tenant, node })
      return { status: 201, durationMs }
    })
  }

  /** It ends some minutes later, or where the disk is full. */
  #finish(id: string, startedMs: number, { room, tenant, node }: Record<'room' | 'tenant' | 'node', string>): void {
    const { random, scribe, fullMs } = this
    const seconds = Math.round(Math.min(900, random.logNormal(260, 0.55)))
    const finishedMs = startedMs + seconds * 1000
    const trace = { traceId: scribe.newTrace(), spanId: '' }
    if (finishedMs >= fullMs) {
      const cutMs = fullMs + random.integer(500, 25_000)
      const data = { recording: id, room, tenant, node }
      scribe.log('recorder', cutMs, 'ERROR', 'recording cut short: no space left on device', data, trace)
      this.remember('cutRecording', id, cutMs)
      this.runs.push({ fromMs: startedMs, toMs: cutMs })
      return
    }
    const megabytes = Math.round(seconds * random.integer(30, 60) * 0.01)
    const recording = { id, tenant, finishedMs, megabytes, uploadedMs: Number.POSITIVE_INFINITY }
    this.runs.push({ fromMs: startedMs, toMs: finishedMs })
    this.recordings.push(recording)
    const data = { recording: id, room, tenant, seconds, megabytes }
    scribe.log('recorder', finishedMs, 'INFO', 'recording finished', data, trace)
    const topic = { 'messaging.system': 'rabbitmq', 'messaging.destination.name': 'recordings.finished' }
    const sent = { service: 'recorder', name: 'recordings.finished publish', startMs: finishedMs, parent: trace }
    this.call({ ...sent, attributes: topic }, 'producer', (inner) => {
      this.#upload(recording, finishedMs + random.logNormal(1800, 0.4), inner, 1)
      return { status: 200, durationMs: random.logNormal(4, 0.2) }
    })
  }

  /** The storage takes it, or refuses the key; what was refused is tried again, with longer and longer pauses. */
  #upload(recording: Recording, startMs: number, parent: Trace, attempt: number): void {
    const { random, scribe, onsetMs, endMs } = this
    if (startMs >= endMs) return
    const isRefused = startMs >= onsetMs
    const { id, tenant, megabytes } = recording
    const topic = { 'messaging.system': 'rabbitmq', 'messaging.destination.name': 'recordings.finished' }
    const attributes = { ...topic, 'tenant.id': tenant, 'upload.attempt': attempt }
    const step = { service: 'upload-worker', name: 'recordings.finished process', startMs, parent, attributes }
    this.serve(step, 'consumer', (trace) => {
      const status = isRefused ? 403 : 200
      const put = {
        ...{ 'http.request.method': 'PUT', 'http.response.status_code': status },
        ...{ 'server.address': 'objects.storage.example', 'storage.bucket': BUCKET },
      }
      const out = { service: 'upload-worker', name: 'PUT', startMs: startMs + 3, parent: trace, attributes: put }
      const transfer = isRefused ? random.logNormal(95, 0.3) : megabytes * random.logNormal(17, 0.25)
      const done = this.call(out, 'client', () => ({ status, durationMs: transfer }))
      const durationMs = done.durationMs + 5
      const data = { recording: id, tenant, megabytes, attempt }
      if (isRefused) {
        scribe.log('upload-worker', startMs + durationMs, 'ERROR', REFUSED, { ...data, bucket: BUCKET }, trace)
        this.remember('stuckRecording', id, startMs)
        this.remember('stuckTrace', trace.traceId, startMs)
        return { status: 500, durationMs }
      }
      scribe.log('upload-worker', startMs + durationMs, 'INFO', 'recording uploaded', data, trace)
      recording.uploadedMs = startMs + durationMs
      this.remember('goodRecording', id, startMs)
      if (random.chance(0.8)) this.#transcribe(id, startMs + durationMs + random.logNormal(900, 0.5), trace)
      return { status: 200, durationMs }
    })
    if (isRefused) this.#upload(recording, startMs + Math.min(8, 2 ** (attempt - 1)) * MINUTE_MS, parent, attempt + 1)
  }

  #transcribe(id: string, startMs: number, parent: Trace): void {
    const { random, scribe } = this
    const language = random.pick(LANGUAGES)
    const topic = { 'messaging.system': 'rabbitmq', 'messaging.destination.name': 'recordings.uploaded' }
    const attributes = { ...topic, 'speech.language': language }
    const step = { service: 'transcriber', name: 'recordings.uploaded process', startMs, parent, attributes }
    this.serve(step, 'consumer', (trace) => {
      const durationMs = random.logNormal(6200, 0.4)
      const atMs = startMs + durationMs
      if (random.chance(0.07)) {
        const thrown = 'NoSpeechException: energy below threshold in all segments'
        scribe.log('transcriber', atMs, 'WARN', `transcript of ${id} is empty, nobody speaks`, { thrown }, trace)
      } else {
        const text = `transcript of ${id} ready, ${random.integer(240, 2900)} words, language ${language}`
        scribe.log('transcriber', atMs, 'INFO', text, {}, trace)
      }
      return { status: 200, durationMs }
    })
  }

  visit(startMs: number): void {
    const { random, scribe } = this
    const names: readonly (readonly [number, string])[] = [
      ...[
        [22, 'GET /rooms/{id}'] as const,
        [36, 'POST /rooms'] as const,
        [66, 'POST /rooms/{id}/participants'] as const,
      ],
      ...[[80, 'POST /rooms/{id}/recordings'] as const, [93, 'GET /recordings/{id}'] as const],
    ]
    const ticket = random.integer(1, 100)
    const name = names.find(([upTo]) => ticket <= upTo)?.[1] ?? 'DELETE /rooms/{id}'
    const [method = '', route = ''] = name.split(' ')
    const guest = {
      ...{ room: `RM-${random.integer(2000, 6999)}`, tenant: random.pick(TENANTS), kind: random.pick(KINDS) },
      ...{ platform: random.pick(PLATFORMS), region: random.pick(REGIONS) },
    }
    const { room, tenant, kind, platform, region } = guest
    const who = { 'tenant.id': tenant, 'room.kind': kind, 'client.platform': platform, 'client.region': region }
    const attributes = { 'http.request.method': method, 'http.route': route, ...who }
    const root = { traceId: scribe.newTrace(), spanId: '' }
    this.serve({ service: 'room-api', name, startMs, parent: root, attributes }, 'server', (trace) => {
      const read = this.store('room-api', 'postgresql', 'SELECT rooms', startMs + 1, trace, 3)
      const ownMs = read.durationMs + random.logNormal(14, 0.35)
      const atMs = startMs + ownMs
      const data = { room, tenant, kind, platform }
      const say = (timeMs: number, severity: 'INFO' | 'WARN' | 'ERROR', text: string) =>
        scribe.log('room-api', timeMs, severity, text, data, trace)
      const refuse = (status: number, text: string) => {
        say(atMs, 'WARN', text)
        return { status, durationMs: ownMs }
      }
      if (name === 'GET /rooms/{id}') return { status: random.chance(0.04) ? 404 : 200, durationMs: ownMs }
      if (name === 'DELETE /rooms/{id}') {
        say(atMs, 'INFO', 'room closed')
        return { status: 204, durationMs: ownMs }
      }
      if (name === 'POST /rooms') {
        if (random.chance(0.06)) return refuse(402, 'plan allows no more rooms at once')
        say(atMs, 'INFO', 'room created')
        return { status: 201, durationMs: ownMs }
      }
      if (name === 'GET /recordings/{id}') {
        if (random.chance(0.05)) return { status: 404, durationMs: ownMs }
        if (startMs >= this.onsetMs + 20_000 && random.chance(0.4))
          return refuse(409, 'recording is not in the storage yet')
        return { status: 200, durationMs: ownMs }
      }
      if (name === 'POST /rooms/{id}/recordings') {
        const job = this.record(startMs + ownMs, trace, guest)
        const durationMs = ownMs + job.durationMs + 3
        if (job.status === 507) {
          say(startMs + durationMs, 'ERROR', 'recording could not be started: recorder answered 507')
          this.remember('refusedRoom', room, startMs)
          return { status: 503, durationMs }
        }
        return { status: job.status, durationMs }
      }
      if (random.chance(0.06)) {
        this.remember('passcodeRoom', room, startMs)
        return refuse(403, 'wrong passcode')
      }
      if (random.chance(0.035)) return refuse(423, 'room is locked by its host')
      const joined = this.join(startMs + ownMs, trace, guest)
      const durationMs = ownMs + joined.durationMs + 2
      return { status: 201, durationMs }
    })
  }

  run(): void {
    const { random, scribe, startMs, endMs, onsetMs, fullMs, releaseMs } = this
    // Recordings run from before the beginning on.
    const fromMs = startMs - 10 * MINUTE_MS
    eachArrival({ fromMs, toMs: endMs - 3000, meanMs: 2550 }, random, (timeMs) => this.visit(timeMs))
    runSide(this)
    scribe.log('signalling', releaseMs, 'INFO', 'signalling 3.5.0 started', { change: 'RTC-889' })
    const key = { bucket: BUCKET, old_key: 'rec-upload-25q4', new_key: 'rec-upload-26q1', change: 'SEC-274' }
    const rotated = 'storage credential rotated by vault, old access key revoked'
    scribe.log('upload-worker', onsetMs - 1500, 'INFO', rotated, key)
    const stale = 'credentials are read at start only, still signing with rec-upload-25q4'
    scribe.log('upload-worker', onsetMs + 1500, 'WARN', stale, { change: 'SEC-274' })
    eachTick({ fromMs: onsetMs + 8 * MINUTE_MS, toMs: endMs - 5000, everyMs: 3 * MINUTE_MS }, random, (timeMs) => {
      const depth = this.waiting(timeMs)
      scribe.log('upload-worker', timeMs, 'WARN', 'upload queue is growing, recordings stay on disk', { depth })
    })
    for (const [percent, before] of [
      [80, 8],
      [90, 4],
      [95, 2],
    ] as const) {
      const [atMs, text] = [fullMs - before * MINUTE_MS, `disk ${percent} percent full`]
      for (const node of ['rec-a', 'rec-b'])
        scribe.log('recorder', atMs + random.integer(0, 9000), 'WARN', text, { node, path: '/var/rec' })
    }
    scribe.log('media-relay', startMs + 9 * MINUTE_MS, 'INFO', 'codec list reloaded, av1 stays optional')
  }

  /** Recordings that are finished and not in the storage. */
  waiting(timeMs: number): number {
    return this.recordings.filter(({ finishedMs, uploadedMs }) => finishedMs <= timeMs && uploadedMs > timeMs).length
  }
}

export function meetings(endMs: number): World {
  const system = new Meetings(endMs)
  system.run()
  sendMeetingsMetrics(system)
  const { onsetMs: onset, fullMs: full, releaseMs: release, restartMs: restart, darkMs: dark } = system
  const world = system.world({ name: 'meetings', services: SERVICES, marks: { onset, full, release, restart, dark } })
  const bodyOf = (text: string) => world.logs.find(({ message }) => message.includes(text))?.body ?? ''
  const lines = {
    ...{ uploadLine: bodyOf('upload refused by'), fullLine: bodyOf('recording refused: no space') },
    stackLine: bodyOf('captions not started'),
  }
  // `{id}` of a route is typed as it is.
  return { ...world, names: { ...world.names, ...lines, id: '{id}' } }
}
