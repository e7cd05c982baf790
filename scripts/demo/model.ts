/** The plain structures of a simulation: what a system is made of, and the telemetry it leaves behind. */
export type Severity = 'DEBUG' | 'INFO' | 'WARN' | 'ERROR' | 'FATAL'
export type Runtime = 'nginx' | 'node' | 'java' | 'go' | 'python' | 'dotnet'
/** How a service writes a line; a system's services do not agree on one format. */
export type LineFormat = 'access' | 'pino' | 'logfmt' | 'zap' | 'python' | 'message'
export type Values = Readonly<Record<string, string | number>>

export interface LineTemplate {
  readonly severity: Severity
  /** Text with `{placeholders}` (src of values: fill.ts). */
  readonly text: string
  readonly logger?: string
  readonly values?: Values
  readonly attributes?: Values
}

export interface Datastore {
  readonly system: 'postgresql' | 'redis' | 'mongodb' | 'opensearch' | 'mysql'
  readonly host: string
  readonly port: number
}

export interface ServiceDefinition {
  readonly name: string
  readonly runtime: Runtime
  readonly format: LineFormat
  readonly version: string
  readonly replicas: number
  readonly datastore: Datastore | null
  /** An outside party the service depends on, when it has one. */
  readonly provider: string | null
  /** Lines a service writes by itself, each about once in everyMs and replica. */
  readonly background: readonly (LineTemplate & { readonly everyMs: number })[]
}

export interface CallDefinition {
  /** Operation key, `service route`. */
  readonly to: string
  readonly probability: number
  readonly timeoutMs: number
  readonly retries: number
  /** The caller answers without it, in a degraded way. */
  readonly isOptional: boolean
}

export interface OperationDefinition {
  readonly service: string
  readonly route: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'CONSUME'
  /** Median of the time the service itself spends, without the calls it makes. */
  readonly selfMs: number
  readonly usesDatastore: boolean
  readonly calls: readonly CallDefinition[]
  readonly before: readonly LineTemplate[]
  readonly after: readonly LineTemplate[]
  /** What the service says when it had to give up, in addition to the failed call. */
  readonly failed: readonly LineTemplate[]
  /** Harmless trouble of every day. */
  readonly everyday: readonly (LineTemplate & { readonly probability: number })[]
  /** Work handed over without waiting, some seconds later. */
  readonly publishes?: { readonly to: string; readonly afterMs: number }
}

export interface Flow {
  readonly name: string
  readonly entry: string
  readonly weight: number
  readonly agent: string
}

export interface Topology {
  readonly services: readonly ServiceDefinition[]
  readonly operations: ReadonlyMap<string, OperationDefinition>
  readonly flows: readonly Flow[]
  /** Services that customers meet first: trouble there needs no finding, so faults spare them. */
  readonly entryServices: readonly string[]
}

export interface SimulatedLog {
  readonly timeMs: number
  readonly service: string
  readonly instance: string
  /** null: the sender gave none. */
  readonly severity: Severity | null
  readonly scope: string
  readonly body: string
  readonly attributes: Values
  readonly traceId: string
  readonly spanId: string
}

export interface SimulatedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string
  readonly service: string
  readonly instance: string
  readonly name: string
  readonly kind: 'server' | 'client' | 'consumer' | 'internal'
  readonly startMs: number
  readonly endMs: number
  readonly isError: boolean
  readonly statusMessage: string
  readonly attributes: Values
}

export interface SimulatedHistogram {
  readonly count: number
  readonly sum: number
  readonly min: number
  readonly max: number
  readonly bounds: readonly number[]
  readonly counts: readonly number[]
}

export interface SimulatedMetric {
  readonly service: string
  readonly instance: string
  readonly name: string
  readonly unit: string
  readonly type: 'gauge' | 'counter' | 'histogram'
  readonly startMs: number
  readonly timeMs: number
  readonly value: number | SimulatedHistogram
  readonly attributes: Values
}

export interface Truth {
  readonly faultyService: string
  readonly faultKind: string
  /** ISO 8601. */
  readonly startedAt: string
}

/** A harmless burst that has nothing to do with the fault. */
export interface Burst {
  readonly service: string
  readonly kind: string
  readonly startMs: number
  readonly endMs: number
}

/** What somebody changed, as a deploy tool tells of it. */
export interface SimulatedChange {
  readonly kind: 'deployment' | 'configuration'
  readonly service: string
  readonly version: string | null
  readonly title: string
  readonly startedMs: number
}

export interface Simulation {
  /** null in a simulation without a fault. */
  readonly truth: Truth | null
  readonly bursts: readonly Burst[]
  /** Oldest first; most faults have none. */
  readonly changes: readonly SimulatedChange[]
  readonly services: readonly {
    readonly name: string
    readonly version: string
    readonly instances: readonly string[]
  }[]
  readonly logs: readonly SimulatedLog[]
  readonly spans: readonly SimulatedSpan[]
  readonly metrics: readonly SimulatedMetric[]
}
