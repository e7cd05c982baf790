/**
 * The encoding of a batch of spans or metric points, on its way to a partition and in its write buffer. It is JSON that
 * holds each resource, scope name and set of attribute keys once and refers to it by number. This shape is persisted
 * (docs/storage.md); `v` is its version. Logs have log-batch.ts.
 */
import { keepCompiled } from '../../keep-compiled.ts'
import type { Attributes, AttributeValue, MetricPoint, MetricValue, Resource, SpanRecord } from '../model.ts'
import { setOwn } from '../segment/values.ts'
import type { Timestamp } from '../time.ts'

/** Nanoseconds since the start of the partition's day, or [days after it, nanoseconds] for a time outside that day. */
export type RelativeTime = number | readonly [day: number, nanos: number]
export type Values = readonly AttributeValue[]

type SpanRow = readonly [
  nanos: number,
  durationNanos: number,
  traceId: string,
  spanId: string,
  parentSpanId: string,
  name: string,
  kind: SpanRecord['kind'],
  status: SpanRecord['status'],
  statusMessage: string,
  resource: number,
  scope: number,
  keys: number,
  values: Values,
  events: readonly (readonly [time: RelativeTime, name: string, attributes: Attributes])[],
  links: SpanRecord['links'],
]
/** JSON has no NaN and no infinities, so these are written by name. */
type WireMetricValue = Exclude<MetricValue, number> | number | 'NaN' | 'Infinity' | '-Infinity'
type MetricRow = readonly [
  nanos: number,
  start: RelativeTime | null,
  metric: number,
  value: WireMetricValue,
  resource: number,
  scope: number,
  keys: number,
  values: Values,
]
type MetricHead = Pick<MetricPoint, 'name' | 'unit' | 'description' | 'type' | 'temporality' | 'isMonotonic'>

export interface Shared {
  /** Persisted: never reuse a number. A new layout takes the next version and leaves this one readable. */
  readonly v: 1
  readonly resources: readonly Resource[]
  readonly scopes: readonly string[]
  readonly keys: readonly (readonly string[])[]
}
interface SpanBatch extends Shared {
  readonly rows: readonly SpanRow[]
}
interface MetricBatch extends Shared {
  readonly metrics: readonly MetricHead[]
  readonly rows: readonly MetricRow[]
}

/**
 * Gives equal values the same number. Resources are first compared by identity, because a batch repeats the same
 * objects.
 */
class Interner {
  readonly resources: Resource[] = []
  readonly scopes: string[] = []
  readonly keys: string[][] = []
  readonly #byResource = new Map<Resource, number>()
  readonly #byScope = new Map<string, number>()
  readonly #byKeys = new Map<string, number>()

  resource(resource: Resource): number {
    return intern(this.#byResource, resource, this.resources, () => resource)
  }
  scope(name: string): number {
    return intern(this.#byScope, name, this.scopes, () => name)
  }
  keySet(attributes: Attributes): number {
    const keys = Object.keys(attributes)
    return intern(this.#byKeys, keys.join('\u0000'), this.keys, () => keys)
  }
  shared(): Shared {
    return { v: 1, resources: this.resources, scopes: this.scopes, keys: this.keys }
  }
}

function intern<K, V>(known: Map<K, number>, key: K, list: V[], make: () => V): number {
  let index = known.get(key)
  if (index === undefined) {
    index = list.length
    known.set(key, index)
    list.push(make())
  }
  return index
}

/** Returns a time relative to the day of its batch: only nanoseconds if it is the same day. */
export function relative(time: Timestamp, day: number): RelativeTime {
  return time.day === day ? time.nanos : [time.day - day, time.nanos]
}

/** Converts a relative time back. */
export function absolute(time: RelativeTime, day: number): Timestamp {
  return typeof time === 'number' ? { day, nanos: time } : { day: day + time[0], nanos: time[1] }
}

/** Encodes spans that all start on `day`. */
export function encodeSpans(spans: readonly SpanRecord[], day: number): string {
  const interner = new Interner()
  const rows = spans.map(
    (span): SpanRow => [
      span.time.nanos,
      span.durationNanos,
      span.traceId,
      span.spanId,
      span.parentSpanId,
      span.name,
      span.kind,
      span.status,
      span.statusMessage,
      interner.resource(span.resource),
      interner.scope(span.scopeName),
      interner.keySet(span.attributes),
      Object.values(span.attributes),
      span.events.map((event) => [relative(event.time, day), event.name, event.attributes] as const),
      span.links,
    ],
  )
  return JSON.stringify({ ...interner.shared(), rows } satisfies SpanBatch)
}

function wireValue(value: MetricValue): WireMetricValue {
  if (typeof value !== 'number' || Number.isFinite(value)) return value
  return Number.isNaN(value) ? 'NaN' : value > 0 ? 'Infinity' : '-Infinity'
}

/** Encodes metric points as the text of a stored batch; `day` is counted from 1970. */
export function encodeMetrics(points: readonly MetricPoint[], day: number): string {
  const interner = new Interner()
  const metrics: MetricHead[] = []
  const known = new Map<string, number>()
  const rows = points.map((point): MetricRow => {
    const { name, unit, description, type, temporality, isMonotonic } = point
    const head = { name, unit, description, type, temporality, isMonotonic }
    return [
      point.time.nanos,
      point.startTime === null ? null : relative(point.startTime, day),
      intern(known, Object.values(head).join('\u0000'), metrics, () => head),
      wireValue(point.value),
      interner.resource(point.resource),
      interner.scope(point.scopeName),
      interner.keySet(point.attributes),
      Object.values(point.attributes),
    ]
  })
  return JSON.stringify({ ...interner.shared(), metrics, rows } satisfies MetricBatch)
}

/** Parses our own text: an encoder above wrote it and SQLite kept it, so its shape is not checked again. */
function parse<T extends Shared>(text: string): T {
  const batch = JSON.parse(text) as T
  if (batch.v !== 1) throw new Error(`cannot read the batch: unknown version ${String(batch.v)}`)
  return batch
}

/** Returns an item of a decoded list. Throws when the batch refers to one that it does not have. */
export function at<T>(list: readonly T[], index: number): T {
  const item = list[index]
  if (item === undefined) throw new Error(`batch refers to item ${index} of ${list.length}`)
  return item
}

/** Returns attributes from their keys and values. */
export function attributesOf(keys: readonly string[], values: Values): Attributes {
  const attributes: { [key: string]: AttributeValue } = {}
  for (let index = 0; index < keys.length; index++) {
    setOwn(attributes, at(keys, index), values[index] ?? null)
  }
  return attributes
}

/** Decodes the text of a stored batch of spans; `day` is that of the partition. */
export function decodeSpans(text: string, day: number): SpanRecord[] {
  const batch = parse<SpanBatch>(text)
  return batch.rows.map((row) => ({
    time: { day, nanos: row[0] },
    durationNanos: row[1],
    traceId: row[2],
    spanId: row[3],
    parentSpanId: row[4],
    name: row[5],
    kind: row[6],
    status: row[7],
    statusMessage: row[8],
    resource: at(batch.resources, row[9]),
    scopeName: at(batch.scopes, row[10]),
    attributes: attributesOf(at(batch.keys, row[11]), row[12]),
    events: row[13].map(([time, name, attributes]) => ({ time: absolute(time, day), name, attributes })),
    links: row[14],
  }))
}

/** Decodes the text of a stored batch of metric points; `day` is that of the partition. */
export function decodeMetrics(text: string, day: number): MetricPoint[] {
  const batch = parse<MetricBatch>(text)
  return batch.rows.map((row) => ({
    time: { day, nanos: row[0] },
    startTime: row[1] === null ? null : absolute(row[1], day),
    ...at(batch.metrics, row[2]),
    value: typeof row[3] === 'string' ? Number(row[3]) : row[3],
    resource: at(batch.resources, row[4]),
    scopeName: at(batch.scopes, row[5]),
    attributes: attributesOf(at(batch.keys, row[6]), row[7]),
  }))
}

keepCompiled(new Interner())
