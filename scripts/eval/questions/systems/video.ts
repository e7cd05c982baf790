/**
 * Video streaming: nested JSON, spans with kinds. The certificate of an outside licence server expires, `drm-proxy` cannot
 * reach it any more, and titles cannot be played; still so at the end. `ad-decider` was killed for memory long before.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Values, World } from '../records.ts'
import { nestedJson } from './formats.ts'
import { eachArrival, eachTick, roundMs, Scribe, type Trace } from './scribe.ts'
import { type Outcome, SimulatedSystem } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 54 * MINUTE_MS
const SERVICES = ['edge-api', 'playback-api', 'drm-proxy', 'catalog-search', 'ad-decider', 'transcode-worker']
const REGIONS = ['eu-west', 'eu-west', 'us-east', 'us-east', 'us-east', 'sa-east']
const TENANTS = ['acme', 'acme', 'polaris', 'nimbus']
const DEVICES = ['tv', 'tv', 'phone', 'web']
const VERSIONS: Readonly<Record<string, string>> = {
  'edge-api': '8.2.0',
  'playback-api': '3.11.2',
  'drm-proxy': '1.0.44',
}

class Video extends SimulatedSystem {
  readonly scribe: Scribe
  readonly onsetMs: number
  readonly restartMs: number

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(4, 'video'))
    this.onsetMs = endMs - 24 * MINUTE_MS - 10_000
    this.restartMs = endMs - 46 * MINUTE_MS
    const setups = SERVICES.map((name) => ({
      ...{ name, format: nestedJson, version: () => VERSIONS[name] ?? '6.0.0', isSeveritySent: true },
      hasAttributes: name === 'edge-api' || name === 'playback-api',
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  serve(
    service: string,
    route: string,
    startMs: number,
    parent: Trace,
    attributes: Values,
    caller: string | null,
    work: (trace: Trace) => Outcome,
  ): Outcome {
    const { scribe } = this
    const [method = '', path = ''] = route.split(' ')
    const clientId = caller === null ? parent.spanId : scribe.newSpan()
    const trace = { traceId: parent.traceId, spanId: scribe.newSpan() }
    const { status, durationMs } = work(trace)
    const common = { 'http.request.method': method, 'http.response.status_code': status }
    scribe.span({
      ...trace,
      ...{ parentSpanId: clientId, service, name: route, kind: 'server', isEntry: true, isError: status >= 500 },
      ...{ startMs: startMs + 0.3, durationMs: roundMs(durationMs) },
      attributes: { ...common, 'http.route': path, ...attributes },
    })
    if (caller !== null) {
      scribe.span({
        ...{ traceId: parent.traceId, spanId: clientId, parentSpanId: parent.spanId, service: caller },
        ...{
          name: `${method} ${service}`,
          kind: 'client',
          isError: status >= 500,
          startMs,
          durationMs: roundMs(durationMs + 1),
        },
        attributes: { ...common, 'server.address': service },
      })
    }
    return { status, durationMs }
  }

  licence(startMs: number, parent: Trace): Outcome {
    const { random, scribe } = this
    return this.serve('drm-proxy', 'POST /license', startMs, parent, {}, 'playback-api', (trace) => {
      const isExpired = startMs >= this.onsetMs && random.chance(0.85)
      const callMs = isExpired ? random.logNormal(14, 0.2) : random.logNormal(60, 0.3)
      const durationMs = callMs + random.logNormal(3, 0.2)
      scribe.span({
        ...{ traceId: trace.traceId, spanId: scribe.newSpan(), parentSpanId: trace.spanId, service: 'drm-proxy' },
        ...{ name: 'POST', kind: 'client', startMs: startMs + 1, durationMs: roundMs(callMs), isError: isExpired },
        statusMessage: isExpired ? 'certificate has expired' : '',
        attributes: { 'server.address': 'license.keyvault.example', 'http.request.method': 'POST' },
      })
      if (isExpired) {
        const text =
          'license request to license.keyvault.example failed: tls: failed to verify certificate: x509: certificate has expired or is not yet valid'
        scribe.log('drm-proxy', startMs + durationMs, 'ERROR', text, {}, trace)
        return { status: 502, durationMs }
      }
      if (random.chance(0.4)) scribe.log('drm-proxy', startMs + durationMs, 'DEBUG', 'license issued', {}, trace)
      return { status: 200, durationMs }
    })
  }

  adverts(startMs: number, parent: Trace): Outcome {
    const { random, scribe } = this
    return this.serve('ad-decider', 'GET /ads', startMs, parent, {}, 'playback-api', (trace) => {
      const durationMs = random.logNormal(31, 0.4)
      if (random.chance(0.05))
        scribe.log('ad-decider', startMs + durationMs, 'WARN', 'no campaign matched, house ad served', {}, trace)
      return { status: 200, durationMs }
    })
  }

  play(startMs: number, parent: Trace, who: Values): Outcome {
    const { random, scribe } = this
    return this.serve('playback-api', 'POST /sessions', startMs, parent, {}, 'edge-api', (trace) => {
      const selfMs = random.logNormal(16, 0.25)
      const title = `T${random.integer(100, 999)}`
      const licensed = this.licence(startMs + 2, trace)
      if (licensed.status !== 200) {
        const durationMs = selfMs + licensed.durationMs
        scribe.log(
          'playback-api',
          startMs + durationMs,
          'ERROR',
          `playback of ${title} refused: no license`,
          { ...who, title },
          trace,
        )
        return { status: 502, durationMs }
      }
      const durationMs =
        selfMs + licensed.durationMs + this.adverts(startMs + 3 + licensed.durationMs, trace).durationMs
      scribe.log('playback-api', startMs + durationMs, 'INFO', `playback of ${title} started`, { ...who, title }, trace)
      if (random.chance(0.04))
        scribe.log(
          'playback-api',
          startMs + durationMs + 40,
          'WARN',
          `rebuffering on ${title}: bitrate lowered`,
          { ...who, title },
          trace,
        )
      return { status: 201, durationMs }
    })
  }

  search(startMs: number, parent: Trace): Outcome {
    const { random, scribe } = this
    return this.serve('catalog-search', 'GET /search', startMs, parent, {}, 'edge-api', (trace) => {
      const isSlow = random.chance(0.02)
      const durationMs = isSlow ? random.logNormal(1400, 0.2) : random.logNormal(38, 0.35)
      if (isSlow)
        scribe.log(
          'catalog-search',
          startMs + durationMs,
          'WARN',
          `slow query: ${Math.round(durationMs)}ms on index titles`,
          {},
          trace,
        )
      return { status: 200, durationMs }
    })
  }

  request(timeMs: number): void {
    const { random, scribe } = this
    const place = random.next()
    const route = place < 0.4 ? 'POST /play' : place < 0.75 ? 'GET /browse' : 'PUT /watchlist'
    const who = {
      'user.id': `u${random.integer(2000, 2700)}`,
      'tenant.id': random.pick(TENANTS),
      'cloud.region': random.pick(REGIONS),
    }
    const attributes = { ...who, 'device.type': random.pick(DEVICES) }
    const root = { traceId: scribe.newTrace(), spanId: '' }
    this.serve('edge-api', route, timeMs, root, attributes, null, (trace) => {
      const selfMs = random.logNormal(5, 0.25)
      if (route === 'PUT /watchlist') return this.watchlist(timeMs, selfMs, trace, who)
      const inner = route === 'POST /play' ? this.play(timeMs + 2, trace, who) : this.search(timeMs + 2, trace)
      if (inner.status >= 500) {
        scribe.log(
          'edge-api',
          timeMs + inner.durationMs + 3,
          'ERROR',
          `upstream playback-api answered ${inner.status} for ${route}`,
          who,
          trace,
        )
        this.remember('failedTrace', trace.traceId, timeMs)
      }
      return { status: inner.status, durationMs: inner.durationMs + selfMs }
    })
  }

  watchlist(timeMs: number, selfMs: number, trace: Trace, who: Values): Outcome {
    const isLimited = this.random.chance(0.03)
    if (isLimited)
      this.scribe.log('edge-api', timeMs + selfMs, 'WARN', 'rate limit reached, request rejected', who, trace)
    return { status: isLimited ? 429 : 204, durationMs: selfMs }
  }

  background(): void {
    const { random, scribe } = this
    eachArrival({ fromMs: this.startMs, toMs: this.endMs, meanMs: 12_000 }, random, (timeMs) => {
      const durationMs = random.logNormal(2600, 0.3)
      if (timeMs + durationMs >= this.endMs) return
      const trace = { traceId: scribe.newTrace(), spanId: scribe.newSpan() }
      const job = `J-${random.integer(10_000, 99_999)}`
      scribe.span({
        ...trace,
        ...{
          parentSpanId: '',
          service: 'transcode-worker',
          name: 'transcode process',
          kind: 'consumer',
          isEntry: true,
        },
        ...{
          startMs: timeMs,
          durationMs: roundMs(durationMs),
          attributes: { 'messaging.destination.name': 'transcode' },
        },
      })
      const isFailed = random.chance(0.06)
      const text = isFailed ? `job ${job} failed: unsupported codec` : `job ${job} done`
      scribe.log('transcode-worker', timeMs + durationMs, isFailed ? 'ERROR' : 'INFO', text, { job }, trace)
      if (isFailed) this.remember('failedJob', job, timeMs)
    })
    scribe.log('ad-decider', this.restartMs, 'FATAL', 'container killed: OOMKilled, exit code 137', {})
    scribe.log('ad-decider', this.restartMs + 9000, 'INFO', 'ad-decider 6.0.0 started', {})
  }

  metrics(): void {
    const { random, scribe } = this
    const bounds = [10, 25, 50, 100, 250, 1000]
    eachTick({ fromMs: this.startMs, toMs: this.endMs, everyMs: 30_000 }, random, (timeMs) => {
      scribe.point('edge-api', {
        name: 'active.streams',
        unit: '{stream}',
        type: 'gauge',
        timeMs,
        value: timeMs < this.onsetMs ? random.integer(410, 470) : random.integer(120, 190),
      })
      scribe.point('transcode-worker', {
        name: 'transcode.queue.length',
        unit: '{job}',
        type: 'gauge',
        timeMs,
        value: random.integer(0, 6),
      })
      scribe.point('ad-decider', {
        name: 'container.memory.usage',
        unit: 'By',
        type: 'gauge',
        timeMs,
        value:
          timeMs < this.restartMs
            ? 880_000_000 + random.integer(0, 160_000_000)
            : 300_000_000 + random.integer(0, 40_000_000),
      })
      const counts = [random.integer(1, 4), random.integer(4, 9), random.integer(9, 20), random.integer(2, 6), 1, 0, 0]
      const value = counts.reduce((sum, count, index) => sum + count * ((bounds[index] ?? 1500) * 0.8), 0)
      scribe.point('catalog-search', {
        name: 'search.latency',
        unit: 'ms',
        type: 'histogram',
        timeMs,
        startMs: timeMs - 30_000,
        value,
        buckets: { bounds, counts },
      })
    })
  }
}

export function video(endMs: number): World {
  const system = new Video(endMs)
  eachArrival({ fromMs: system.startMs, toMs: endMs - 200, meanMs: 800 }, system.random, (timeMs) =>
    system.request(timeMs),
  )
  system.background()
  system.metrics()
  return system.world({
    name: 'video',
    services: SERVICES,
    marks: { onset: system.onsetMs, restart: system.restartMs },
  })
}
