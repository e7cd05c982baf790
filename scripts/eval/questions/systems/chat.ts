/**
 * Team chat on Kubernetes: a gateway, messages, mentions, channels, presence, attachments with HTTP and database spans,
 * consumers of Kafka for pushes and thumbnails, an indexer and a fetcher of link previews that write lines only. Lines of
 * zap, logrus, Serilog, Spring Boot, structlog and Python. A new pattern makes `mention-service` search code blocks for
 * ever, so its processor is busy and messages with code are not stored, until the pattern is taken back: over at the end.
 * A release that makes `channel-service` faster, one crash of `push-worker` before, expired tokens, large files,
 * rate limits and taken names are harmless; `link-unfurler` has gone silent.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Values, World } from '../records.ts'
import { sendChatMetrics } from './chat-metrics.ts'
import { SystemByConventions } from './conventions.ts'
import { pythonLine, serilogJson, serilogLine, springLine, structlogJson } from './formats.ts'
import { logrusJson, zapNamedJson } from './news-formats.ts'
import { eachArrival, Scribe, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 98 * MINUTE_MS
const FORMATS = {
  'chat-gateway': zapNamedJson,
  'message-service': logrusJson,
  'mention-service': springLine,
  'channel-service': serilogJson,
  'presence-service': zapNamedJson,
  'attachment-service': serilogLine,
  'push-worker': logrusJson,
  'search-indexer': structlogJson,
  'link-unfurler': pythonLine,
}
const SERVICES = Object.keys(FORMATS)
/** Lines of these state their severity in their text only. */
const TEXT_ONLY = new Set(['mention-service', 'attachment-service', 'link-unfurler'])
const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'chat-gateway': '14.0.3', 'message-service': '7.22.1', 'mention-service': '2.9.0', 'presence-service': '3.4.4' },
  ...{ 'attachment-service': '6.1.2', 'push-worker': '1.31.0', 'search-indexer': '0.17.5', 'link-unfurler': '0.8.2' },
}
const WORKSPACES = [
  ...(['acme-gmbh', 'acme-gmbh', 'acme-gmbh', 'blueriver', 'blueriver', 'uni-delft', 'uni-delft'] as const),
  ...(['studio-nine', 'fastfreight', 'fastfreight', 'hilltop-clinic', 'opensail'] as const),
] as const
const PLANS: Readonly<Record<string, string>> = {
  ...{ 'acme-gmbh': 'business', blueriver: 'team', 'uni-delft': 'free', 'studio-nine': 'team' },
  ...{ fastfreight: 'business', 'hilltop-clinic': 'team', opensail: 'free' },
}
const CLIENTS = ['desktop', 'desktop', 'desktop', 'mobile', 'mobile', 'web'] as const
const CHANNELS = ['public', 'public', 'public', 'private', 'private', 'direct', 'direct'] as const
const SITES = ['github.com', 'docs.example.org', 'youtube.com', 'intranet.example.net'] as const

/** Where a request goes, and up to which ticket of a hundred. */
const VISITS = [
  ['GET', '/v1/channels', 13],
  ['GET', '/v1/channels/{channel}/messages', 38],
  ['POST', '/v1/channels/{channel}/messages', 64],
  ['POST', '/v1/attachments', 71],
  ['GET', '/v1/attachments/{id}', 77],
  ['PUT', '/v1/presence', 97],
  ['POST', '/v1/channels', 100],
] as const

interface Member {
  readonly user: string
  readonly workspace: string
}

class Chat extends SystemByConventions {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly crashMs: number
  readonly onsetMs: number
  readonly silenceMs: number
  readonly recoveryMs: number
  #message = 8_812_300
  #file = 55_120

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(233, 'chat'))
    this.releaseMs = endMs - 77 * MINUTE_MS + 9000
    this.crashMs = endMs - 54 * MINUTE_MS + 31_000
    this.onsetMs = endMs - 42 * MINUTE_MS + 17_000
    this.silenceMs = endMs - 30 * MINUTE_MS + 22_000
    this.recoveryMs = endMs - 19 * MINUTE_MS + 41_000
    const suffix = (name: string, timeMs: number) => {
      if (name === 'channel-service') return timeMs < this.releaseMs ? '66d4f9b7c8-h2vqs' : '84c5d7f6b9-zt6ml'
      return '7d9b6c8f45-k4xwp'
    }
    const setups = Object.entries(FORMATS).map(([name, format], index) => ({
      ...{ name, format, isSeveritySent: !TEXT_ONLY.has(name), hasAttributes: !TEXT_ONLY.has(name) },
      version: (timeMs: number) =>
        name === 'channel-service' ? (timeMs < this.releaseMs ? '5.1.3' : '5.2.0') : (VERSIONS[name] ?? '1.0.0'),
      instance: (_traceId: string, timeMs: number) => `${name}-${suffix(name, timeMs)}`,
      resource: (instance: string) => ({
        ...{ 'k8s.namespace.name': 'chat', 'k8s.deployment.name': name, 'k8s.pod.name': instance },
        ...{ 'k8s.node.name': `worker-${(index % 3) + 4}`, 'deployment.environment.name': 'prod' },
      }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  isBusy(timeMs: number): boolean {
    return timeMs >= this.onsetMs && timeMs < this.recoveryMs
  }

  /** Looks for names of people and groups in a message. */
  mentions(startMs: number, parent: Trace, message: string, kind: string): Outcome {
    const { random, scribe } = this
    const step = { service: 'mention-service', name: 'POST /parse', startMs, parent }
    return this.through('message-service', { ...step, attributes: { 'message.kind': kind } }, (trace) => {
      if (kind === 'code' && this.isBusy(startMs)) {
        const durationMs = 2000 + random.logNormal(14, 0.4)
        const length = random.integer(900, 5200)
        const text = `Parsing of ${message} aborted after 2000 ms: pattern at-group-v2 backtracks (${length} characters)`
        scribe.log('mention-service', startMs + durationMs, 'ERROR', text, {}, trace)
        return { status: 500, durationMs }
      }
      const durationMs = random.logNormal(this.isBusy(startMs) ? 190 : 17, 0.4)
      if (random.chance(0.3)) {
        const text = `Found ${random.integer(1, 6)} mentions in ${message}`
        scribe.log('mention-service', startMs + durationMs, 'INFO', text, {}, trace)
      }
      return { status: 200, durationMs }
    })
  }

  post(startMs: number, parent: Trace, member: Member): Outcome {
    const { random, scribe } = this
    const id = `MSG-${++this.#message}`
    const kind = random.pick(['text', 'text', 'text', 'code', 'file'])
    const channel = random.pick(CHANNELS)
    const step = { service: 'message-service', name: 'POST /messages', startMs, parent }
    const attributes = { 'message.kind': kind, 'channel.kind': channel }
    return this.through('chat-gateway', { ...step, attributes }, (trace) => {
      const fields = { message_id: id, kind, channel_kind: channel, workspace: member.workspace }
      if (random.chance(0.02)) {
        scribe.log('message-service', startMs + 2, 'WARN', 'rate limit of workspace reached', fields, trace)
        return { status: 429, durationMs: 3 }
      }
      const parsed = this.mentions(startMs + 2, trace, id, kind)
      const parsedMs = startMs + parsed.durationMs + 3
      if (parsed.status >= 500) {
        const text = 'message not stored: mention-service answered 500'
        scribe.log('message-service', parsedMs, 'ERROR', text, fields, trace)
        this.remember('lostMessage', id, startMs)
        return { status: 503, durationMs: parsed.durationMs + 5 }
      }
      const saved = this.store('message-service', 'cassandra', 'INSERT messages', parsedMs, trace, 5)
      const savedMs = parsedMs + saved.durationMs
      scribe.log('message-service', savedMs, 'INFO', 'message stored', fields, trace)
      this.remember('storedMessage', id, startMs)
      this.remember('storedTrace', parent.traceId, startMs)
      this.tell('message-service', 'messages.posted', savedMs, trace, (inner, atMs) => this.push(inner, atMs, id))
      this.index(savedMs + random.logNormal(350, 0.5), id)
      if (random.chance(0.22) && startMs < this.silenceMs) this.unfurl(savedMs + random.logNormal(600, 0.5))
      return { status: 201, durationMs: parsed.durationMs + saved.durationMs + 9 }
    })
  }

  /** Sends a message of Kafka; what takes it is written when it is taken. */
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
      take(trace, startMs + this.random.logNormal(55, 0.5))
      return { status: 200, durationMs: this.random.logNormal(2, 0.2) }
    })
  }

  push(parent: Trace, startMs: number, message: string): void {
    const { random, scribe } = this
    const platform = random.pick(['ios', 'ios', 'android'])
    const attributes = { 'messaging.system': 'kafka', 'messaging.destination.name': 'messages.posted' }
    const step = { service: 'push-worker', name: 'messages.posted process', startMs, parent }
    this.serve({ ...step, attributes: { ...attributes, 'push.platform': platform } }, 'consumer', (trace) => {
      const durationMs = random.logNormal(120, 0.45)
      const fields = { message_id: message, platform, devices: random.integer(1, 38) }
      scribe.log('push-worker', startMs + durationMs, 'INFO', 'push delivered', fields, trace)
      if (random.chance(0.06)) {
        const text = 'device token has expired'
        scribe.log('push-worker', startMs + durationMs + 4, 'WARN', text, { message_id: message, platform }, trace)
      }
      return { status: 200, durationMs }
    })
  }

  index(timeMs: number, message: string): void {
    const { random, scribe } = this
    const fields = { message_id: message, took_ms: random.integer(6, 140) }
    if (random.chance(0.03)) scribe.log('search-indexer', timeMs, 'WARN', 'message is empty after cleaning', fields)
    else scribe.log('search-indexer', timeMs, 'INFO', 'message indexed', fields)
  }

  unfurl(timeMs: number): void {
    const { random, scribe } = this
    const site = random.pick(SITES)
    if (random.chance(0.12)) {
      scribe.log('link-unfurler', timeMs, 'WARN', `preview of ${site} not possible: 403 Forbidden`)
    } else {
      scribe.log('link-unfurler', timeMs, 'INFO', `preview of ${site} fetched in ${random.integer(80, 1900)} ms`)
    }
  }

  history(startMs: number, parent: Trace): Outcome {
    const { random, scribe } = this
    const attributes = { 'channel.kind': random.pick(CHANNELS) }
    const step = { service: 'message-service', name: 'GET /messages', startMs, parent, attributes }
    return this.through('chat-gateway', step, (trace) => {
      const found = this.store('message-service', 'cassandra', 'SELECT messages', startMs + 1, trace, 14)
      if (random.chance(0.025)) {
        scribe.log('message-service', startMs + 3, 'INFO', 'user is not a member of the channel', {}, trace)
        return { status: 403, durationMs: found.durationMs + 2 }
      }
      return { status: 200, durationMs: found.durationMs + random.logNormal(6, 0.3) }
    })
  }

  channels(startMs: number, parent: Trace, method: string): Outcome {
    const { random, scribe } = this
    const step = { service: 'channel-service', name: `${method} /channels`, startMs, parent }
    return this.through('chat-gateway', step, (trace) => {
      const isNew = startMs >= this.releaseMs
      if (method === 'GET') {
        const found = this.store(
          'channel-service',
          'postgresql',
          'SELECT channels',
          startMs + 1,
          trace,
          isNew ? 22 : 39,
        )
        return { status: 200, durationMs: found.durationMs + random.logNormal(7, 0.3) }
      }
      const fields = { Channel: `CH-${random.integer(20_400, 28_900)}` }
      if (random.chance(0.16)) {
        scribe.log('channel-service', startMs + 6, 'WARN', 'Channel name is taken', fields, trace)
        return { status: 409, durationMs: 7 }
      }
      const saved = this.store('channel-service', 'postgresql', 'INSERT channels', startMs + 2, trace, 11)
      scribe.log('channel-service', startMs + saved.durationMs + 4, 'INFO', 'Channel created', fields, trace)
      return { status: 201, durationMs: saved.durationMs + 6 }
    })
  }

  upload(startMs: number, parent: Trace): Outcome {
    const { random, scribe } = this
    const id = `F-${++this.#file}`
    const step = { service: 'attachment-service', name: 'POST /attachments', startMs, parent }
    return this.through('chat-gateway', step, (trace) => {
      const megabytes = Math.round(random.logNormal(2.4, 0.9) * 10) / 10
      if (random.chance(0.08)) {
        const text = `Upload refused: ${id} has ${random.integer(51, 390)} MB, 50 MB are allowed`
        scribe.log('attachment-service', startMs + 5, 'WARN', text, {}, trace)
        this.remember('refusedFile', id, startMs)
        return { status: 413, durationMs: 6 }
      }
      const saved = this.store('attachment-service', 's3', 'PutObject chat-files', startMs + 3, trace, 140)
      const savedMs = startMs + saved.durationMs + 5
      scribe.log('attachment-service', savedMs, 'INFO', `Stored ${id} (${megabytes} MB)`, {}, trace)
      this.remember('storedFile', id, startMs)
      this.tell('attachment-service', 'attachments.uploaded', savedMs, trace, (inner, atMs) =>
        this.thumbnail(inner, atMs, id),
      )
      return { status: 201, durationMs: saved.durationMs + 9 }
    })
  }

  thumbnail(parent: Trace, startMs: number, id: string): void {
    const { random, scribe } = this
    const attributes = { 'messaging.system': 'kafka', 'messaging.destination.name': 'attachments.uploaded' }
    const step = { service: 'attachment-service', name: 'attachments.uploaded process', startMs, parent, attributes }
    this.serve(step, 'consumer', (trace) => {
      const durationMs = random.logNormal(420, 0.4)
      scribe.log('attachment-service', startMs + durationMs, 'INFO', `Thumbnail of ${id} made`, {}, trace)
      return { status: 200, durationMs }
    })
  }

  download(startMs: number, parent: Trace): Outcome {
    const step = { service: 'attachment-service', name: 'GET /attachments/{id}', startMs, parent }
    return this.through('chat-gateway', step, (trace) => {
      if (this.random.chance(0.03)) return { status: 404, durationMs: 6 }
      const found = this.store('attachment-service', 's3', 'GetObject chat-files', startMs + 2, trace, 62)
      return { status: 200, durationMs: found.durationMs + 5 }
    })
  }

  presence(startMs: number, parent: Trace, member: Member): Outcome {
    const { random, scribe } = this
    const step = { service: 'presence-service', name: 'PUT /presence', startMs, parent }
    return this.through('chat-gateway', step, (trace) => {
      const saved = this.store('presence-service', 'redis', 'SET presence', startMs + 1, trace, 1.1)
      const what = random.pick(['user came online', 'user went away', '', '', '', ''])
      const fields = { user: member.user }
      if (what !== '') scribe.log('presence-service', startMs + saved.durationMs + 1, 'INFO', what, fields, trace)
      return { status: 204, durationMs: saved.durationMs + random.logNormal(2, 0.3) }
    })
  }

  request(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [method, route] = VISITS.find(([, , upTo]) => ticket <= upTo) ?? VISITS[0]
    const workspace = random.pick(WORKSPACES)
    const member = { user: `U${random.integer(41_000, 43_600)}`, workspace }
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const client = random.pick(CLIENTS)
    const who = { 'user.id': member.user, 'workspace.id': workspace, 'workspace.plan': PLANS[workspace] ?? 'free' }
    const attributes = { 'http.request.method': method, 'http.route': route, ...who, 'client.type': client }
    const step = { service: 'chat-gateway', name: `${method} ${route}`, startMs, parent: root, attributes }
    this.serve(step, 'server', (trace) => {
      const done = this.inner(method, route, startMs + 1, trace, member)
      const durationMs = done.durationMs + random.logNormal(3, 0.3)
      const fields = { method, route, status: done.status, duration_ms: Math.round(durationMs), workspace, client }
      if (done.status >= 500) {
        scribe.log('chat-gateway', startMs + durationMs, 'ERROR', 'request failed', fields, trace)
        this.remember('failedTrace', root.traceId, startMs)
      } else if (random.chance(0.5)) {
        scribe.log('chat-gateway', startMs + durationMs, 'INFO', 'request done', fields, trace)
      }
      return { status: done.status, durationMs }
    })
  }

  inner(method: string, route: string, startMs: number, trace: Trace, member: Member): Outcome {
    switch (route) {
      case '/v1/channels':
        return this.channels(startMs, trace, method)
      case '/v1/channels/{channel}/messages':
        return method === 'GET' ? this.history(startMs, trace) : this.post(startMs, trace, member)
      case '/v1/attachments':
        return this.upload(startMs, trace)
      case '/v1/attachments/{id}':
        return this.download(startMs, trace)
      default:
        return this.presence(startMs, trace, member)
    }
  }

  background(): void {
    const { random, scribe } = this
    const range = { fromMs: this.startMs, toMs: this.endMs - 2500 }
    eachArrival({ ...range, meanMs: 780 }, random, (timeMs) => this.request(timeMs))
    scribe.log('channel-service', this.releaseMs, 'INFO', 'channel-service 5.2.0 started', { Port: 8080 })
    const panic = 'panic: send on closed channel in (*Batcher).flush'
    scribe.log('push-worker', this.crashMs, 'FATAL', panic, { goroutine: 118 })
    scribe.log('push-worker', this.crashMs + 6500, 'INFO', 'push-worker started, joined group push', { partitions: 12 })
    const reloaded = (count: number, change: string) => `Rules reloaded: ${count} patterns, ${change} at-group-v2`
    scribe.log('mention-service', this.onsetMs - 700, 'INFO', reloaded(41, 'added'))
    scribe.log('mention-service', this.recoveryMs - 200, 'INFO', reloaded(40, 'removed'))
  }
}

export function chat(endMs: number): World {
  const system = new Chat(endMs)
  system.background()
  sendChatMetrics(system)
  const { onsetMs: onset, releaseMs: release, recoveryMs: recovery, crashMs: crash, silenceMs: silence } = system
  const world = system.world({ name: 'chat', services: SERVICES, marks: { onset, release, recovery, crash, silence } })
  const bodyOf = (start: string) => world.logs.find((log) => log.message.includes(start))?.body ?? ''
  const names: Values = {
    ...{ ...world.names, abortedLine: bodyOf('aborted after'), notStoredLine: bodyOf('message not stored') },
    ...{ tokenLine: bodyOf('device token has expired'), refusedLine: bodyOf('Upload refused') },
  }
  return { ...world, names: Object.fromEntries(Object.entries(names).map(([key, value]) => [key, String(value)])) }
}
