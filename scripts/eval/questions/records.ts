/** What a generated system sent, as plain rows: the truths of the questions are counted from these. */
export type Severity = 'DEBUG' | 'INFO' | 'WARN' | 'ERROR' | 'FATAL'
export type Values = Readonly<Record<string, string | number>>

/** What a platform adds to everything of one instance: cluster, namespace, pod, node. */
interface Resourced {
  readonly resource?: Values
}

export interface LogRow extends Resourced {
  readonly timeMs: number
  readonly service: string
  readonly severity: Severity
  /** false: only the text of the body states the severity. */
  readonly isSeveritySent: boolean
  /** What a person would call the message, without the format around it. */
  readonly message: string
  /** As sent. */
  readonly body: string
  readonly attributes: Values
  readonly traceId: string
  readonly spanId: string
  readonly version: string
  readonly instance: string
}

export interface SpanRow extends Resourced {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string
  readonly service: string
  readonly name: string
  readonly kind: 'unspecified' | 'internal' | 'server' | 'client' | 'producer' | 'consumer'
  readonly startMs: number
  readonly endMs: number
  /** null: the sender sets no status at all. */
  readonly isError: boolean | null
  readonly statusMessage: string
  readonly attributes: Values
  readonly version: string
  readonly instance: string
  /** A request that entered this service: what "requests" means in questions. */
  readonly isEntry: boolean
  /** It failed, whether or not the sender's status says so. */
  readonly isFailed: boolean
}

export interface PointRow extends Resourced {
  readonly timeMs: number
  readonly startMs: number
  readonly service: string
  readonly name: string
  readonly unit: string
  readonly type: 'gauge' | 'delta' | 'cumulative' | 'histogram'
  readonly value: number
  readonly buckets: { readonly bounds: readonly number[]; readonly counts: readonly number[] } | null
  readonly attributes: Values
  readonly version: string
  readonly instance: string
}

export interface World {
  readonly name: string
  readonly startMs: number
  readonly endMs: number
  readonly services: readonly string[]
  readonly logs: readonly LogRow[]
  readonly spans: readonly SpanRow[]
  readonly points: readonly PointRow[]
  /** Moments the questions speak of: `onset`, `release`, `recovery`, … Milliseconds since 1970. */
  readonly marks: Readonly<Record<string, number>>
  /** Ids and names the wordings use: `{order}`, `{trace}`. */
  readonly names: Readonly<Record<string, string>>
}
