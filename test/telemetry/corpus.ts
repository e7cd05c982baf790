/** Seeded telemetry for tests of stores: few words, services and keys, so that filters meet; every time is its own. */
import type { Attributes, LogRecord, MetricPoint, Resource, SpanRecord } from '../../src/telemetry/model.ts'
import type { TelemetryProject } from '../../src/telemetry/port.ts'
import { fromMillis, type TimeRange } from '../../src/telemetry/time.ts'

export const T0 = Date.UTC(2026, 10, 18, 22, 0, 0)
export const SPAN_MS = 4 * 3_600_000
export const WHOLE: TimeRange = { from: fromMillis(T0), to: fromMillis(T0 + SPAN_MS) }

export function projectOf(name: string): TelemetryProject {
  return { organizationId: 'org_suite', projectId: name, region: 'us-east-1', retentionDays: 30 }
}

/** Mulberry32: a small generator with a seed, so that a failing test can be run again. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const SERVICES = ['checkout', 'payments', 'cart', 'search-api']
export const REGIONS = ['eu-west-1', 'eu-west-2', 'us-east-1']

const RESOURCES: readonly Resource[] = SERVICES.map((service, index) => ({
  service,
  environment: index % 2 === 0 ? 'production' : 'staging',
  attributes: { 'service.name': service, 'host.name': `host-${index}`, 'process.pid': 100 + index },
}))

function pick<T>(random: () => number, list: readonly T[]): T {
  const item = list[Math.floor(random() * list.length)]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}

function hex(random: () => number, digits: number): string {
  let text = ''
  while (text.length < digits) text += Math.floor(random() * 16).toString(16)
  return text
}

function body(random: () => number): string {
  const n = Math.floor(random() * 500)
  return pick(random, [
    () => `request completed in ${n}ms`,
    () => `connection refused by 10.0.0.${n % 250}:5432`,
    () => `payment_failed for order ${n}: card declined`,
    () => `Cache miss for key user:${n}`,
    () => `{"level":"warn","message":"queue is long","depth":${n}}`,
    () => `panic: nil map\ngoroutine ${n} [running]:\nmain.serve()\n\t/app/main.go:${n}`,
    () => 'heartbeat',
    () => `größe überschritten: ${n} Stück`,
  ])()
}

function attributes(random: () => number): Attributes {
  const held: { [key: string]: Attributes[string] } = { region: pick(random, REGIONS) }
  if (random() < 0.5) held['http.status_code'] = pick(random, [200, 404, 500])
  if (random() < 0.3) held['user.id'] = `u${Math.floor(random() * 40)}`
  if (random() < 0.1) held['retry'] = random() < 0.5
  if (random() < 0.1) held['tags'] = ['a', Math.floor(random() * 3)]
  if (random() < 0.05) held['__proto__x'] = null
  return held
}

/** Times rise by an odd number of nanoseconds, so that a store that rounds is caught. */
export function makeLogs(count: number, seed = 1): LogRecord[] {
  const random = seeded(seed)
  return Array.from({ length: count }, (_, index): LogRecord => {
    const at = fromMillis(T0 + Math.floor((index / count) * SPAN_MS))
    const time = { day: at.day, nanos: at.nanos + Math.floor(random() * 999) * 2 + 1 }
    return {
      time,
      observedTime: random() < 0.5 ? null : { day: time.day + (random() < 0.1 ? 1 : 0), nanos: time.nanos },
      severityNumber: pick(random, [0, 5, 9, 9, 9, 13, 17, 18, 21]),
      severityText: '',
      body: body(random),
      eventName: random() < 0.1 ? 'login' : '',
      resource: pick(random, RESOURCES),
      scopeName: pick(random, ['', 'app']),
      attributes: attributes(random),
      traceId: random() < 0.5 ? hex(random, 32) : '',
      spanId: random() < 0.5 ? hex(random, 16) : '',
    }
  })
}

/** Traces of one to four spans, each calling the next service. */
export function makeSpans(traces: number, seed = 2): SpanRecord[] {
  const random = seeded(seed)
  const spans: SpanRecord[] = []
  for (let trace = 0; trace < traces; trace++) {
    const traceId = hex(random, 32)
    let parentSpanId = ''
    const startMs = T0 + Math.floor((trace / traces) * SPAN_MS)
    const length = 1 + Math.floor(random() * 4)
    for (let depth = 0; depth < length; depth++) {
      const spanId = hex(random, 16)
      const time = fromMillis(startMs + depth)
      spans.push({
        time: { day: time.day, nanos: time.nanos + trace * 2 + 1 },
        durationNanos: Math.floor(random() * 400_000_000),
        traceId,
        spanId,
        parentSpanId,
        name: pick(random, ['GET /cart', 'POST /pay', 'query']),
        kind: pick(random, ['server', 'client', 'internal'] as const),
        status: random() < 0.2 ? 'error' : 'unset',
        statusMessage: random() < 0.1 ? 'deadline exceeded' : '',
        resource: pick(random, RESOURCES),
        scopeName: 'tracer',
        attributes: {
          ...attributes(random),
          ...(random() < 0.2 ? { 'db.system': 'postgresql' } : {}),
          ...(trace % 3 === 0 ? { [depth === 0 ? 'server.address' : 'peer.service']: `db-${depth}` } : {}),
        },
        events: random() < 0.2 ? [{ time, name: 'exception', attributes: { 'exception.type': 'Timeout' } }] : [],
        links: random() < 0.1 ? [{ traceId: hex(random, 32), spanId: hex(random, 16), attributes: {} }] : [],
      })
      parentSpanId = spanId
    }
  }
  return spans
}

/** A cumulative counter with a reset, a gauge and a delta histogram of two services, one point a minute. */
export function makeMetrics(minutes: number, seed = 3): MetricPoint[] {
  const random = seeded(seed)
  const points: MetricPoint[] = []
  for (const resource of RESOURCES.slice(0, 2)) {
    let requests = 0
    for (let minute = 0; minute < minutes; minute++) {
      const time = fromMillis(T0 + minute * 60_000 + 1)
      requests = minute === 90 ? 3 : requests + Math.floor(random() * 50)
      const common = { time, startTime: null, resource, scopeName: 'meter', attributes: { region: REGIONS[0] ?? '' } }
      const counts = [1, 2, 3, 4].map((n) => Math.floor(random() * n * 10))
      const count = counts.reduce((sum, n) => sum + n, 0)
      points.push(
        { ...common, ...head('requests', 'sum', 'cumulative'), value: requests },
        { ...common, ...head('memory', 'gauge', 'unspecified'), value: random() < 0.05 ? -1.5 : random() * 100 },
        {
          ...common,
          ...head('latency', 'histogram', 'delta'),
          value: { kind: 'explicit', count, sum: count * 20, min: null, max: null, bounds: [10, 50, 100], counts },
        },
      )
    }
  }
  return points
}

function head(name: string, type: MetricPoint['type'], temporality: MetricPoint['temporality']) {
  return { name, type, temporality, unit: name === 'memory' ? 'MiB' : '1', description: `${name}!`, isMonotonic: true }
}
