/**
 * The interface of a connector: one module per platform, without storage. It returns everything it learns and is given
 * everything it needs. Calls go through the outbound client. Outcomes are values: `kind` decides what the caller
 * answers, stores or retries, and `message` is a sentence for the person who must act, never the platform's own text
 * with secrets in it.
 */
import type { z } from 'zod'
import type { LogRecord, MetricPoint, SpanRecord } from '../telemetry/index.ts'
import type { AllowedHost } from './outbound/allowed-hosts.ts'
import type { OutboundClient } from './outbound/client.ts'

/** In the order in which types are listed to callers. */
export const DATA_SOURCE_TYPES = [
  'vercel',
  'cloudflare',
  'railway',
  'render',
  'fly_io',
  'heroku',
  'netlify',
  'supabase',
  'neon',
  'digital_ocean',
  'fastly',
  'inngest',
  'trigger_dev',
  'cloudwatch',
  'gcp',
  'azure_monitor',
  'datadog',
  'new_relic',
  'sentry',
  'grafana_cloud',
  'prometheus',
  'honeycomb',
  'axiom',
  'better_stack',
  'elastic',
  'posthog',
] as const
export type DataSourceType = (typeof DATA_SOURCE_TYPES)[number]

/** How a call to a platform can fail. */
export type FailureKind =
  | 'bad_credentials'
  | 'missing_scope'
  | 'not_found'
  | 'plan_gated'
  | 'rate_limited'
  | 'unreachable'
  | 'vendor_error'
  | 'unexpected_shape'
  /** The platform allows a single destination, and it already has one that is not ours. */
  | 'slot_taken'
  /** The stream's config names something that cannot be provisioned. */
  | 'bad_config'
export interface Failure {
  readonly ok: false
  readonly kind: FailureKind
  /** What happened and what to do about it, in our own words. */
  readonly message: string
  readonly retryAfterMs?: number
}
export type Outcome<Value> = { readonly ok: true; readonly value: Value } | Failure

/** Temporary failures, retried with back-off. Every other failure waits for a person. */
export const TRANSIENT_FAILURES: ReadonlySet<FailureKind> = new Set(['rate_limited', 'unreachable', 'vendor_error'])

/** An AWS access key. Temporary ones include a session token. */
export interface AwsKey {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

export interface ConnectorDeps {
  readonly http: OutboundClient
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** The deployment's own key, which assumes roles in other accounts; absent when it has none. */
  readonly awsKey?: AwsKey
}

/** A resource of the platform that can become a stream. POST …/streams accepts `config` unchanged. */
export interface PlatformResource {
  readonly displayName: string
  readonly config: Readonly<Record<string, unknown>>
}

export interface ResourcePage {
  readonly resources: readonly PlatformResource[]
  /** Opaque; null at the end. */
  readonly nextCursor: string | null
}

/** Where the platform delivers to: the intake endpoint of the stream. */
export interface Delivery {
  readonly streamId: string
  /** The key's value, for platforms that can set a header. */
  readonly key: string
  /**
   * `{base}/intake`, for platforms that can send the key in a header or as user information in the address. The
   * platform's own path is appended (`/v1/logs`, `/fastly`, …).
   */
  readonly url: string
  /**
   * `{base}/intake/k/{key}`, for all other platforms. Addresses are logged and shown in more places than headers are.
   */
  readonly keyedUrl: string
  /** A secret of this stream alone, for platforms that sign their deliveries. */
  readonly signingSecret: string
}

/** Ids and facts of what was created on the platform. Persisted, so fields may only be added. */
export type RemoteState = Readonly<Record<string, unknown>>

export interface ProvisionInput<Metadata, Config> {
  readonly metadata: Metadata
  readonly config: Config
  readonly delivery: Delivery
  /** What an earlier attempt stored, null the first time. Look here and on the platform before creating anything. */
  readonly remote: RemoteState | null
  /** Stores an id as soon as the platform returns it, before anything else is tried. */
  readonly remember: (remote: RemoteState) => Promise<void>
}

/** Where reading continues: a platform's cursor or a time. Persisted. */
export type PullPosition = Readonly<Record<string, unknown>>

export interface PullInput<Metadata, Config> {
  readonly metadata: Metadata
  readonly config: Config
  readonly position: PullPosition | null
  /** The window [from, to) to read, in milliseconds since 1970. `from` already includes the overlap. */
  readonly fromMs: number
  readonly toMs: number
}

export interface PullResult {
  readonly logs?: readonly LogRecord[]
  readonly spans?: readonly SpanRecord[]
  readonly metrics?: readonly MetricPoint[]
  /** The platform's identity of each record, in order. It serves to remove the overlap. */
  readonly recordIds: readonly string[]
  readonly position: PullPosition
  /** False when the window holds more; the caller pulls again at once. */
  readonly isCaughtUp: boolean
}

/** A query that the agent sends to a platform, for one time window. */
export interface PlatformQuery {
  readonly signal: 'logs' | 'metrics' | 'traces' | 'issues' | 'events'
  /** Words to search for or, when `isNative`, a query in the platform's own language. */
  readonly text: string
  readonly isNative: boolean
  readonly fromMs: number
  readonly toMs: number
  readonly limit: number
}
export interface PlatformAnswer {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | number | boolean | null)[])[]
  readonly isTruncated: boolean
}

export interface Connector<Metadata = unknown, Config = unknown> {
  readonly type: DataSourceType
  readonly name: string
  /** Strict object; each field described by `.meta({ description, sensitive: true })`. */
  readonly metadata: z.ZodType<Metadata>
  readonly streamConfig: z.ZodType<Config>
  /** Setup instructions in Markdown that a person or a coding agent can follow without other help. */
  readonly setupSkill: string
  /** `push`: the platform delivers to us (set up through its API or by hand). `pull`: we read from it. */
  readonly mode: 'push' | 'pull' | 'manual_push' | 'query_only'
  /**
   * Where the credentials may be sent, decided from the connection's metadata alone. Never throws. If the result is
   * empty, every call fails with `bad_config`.
   */
  hosts(metadata: Metadata): readonly AllowedHost[]
  /** Checks the credentials and returns a readable name of the account. */
  validate(deps: ConnectorDeps, metadata: Metadata): Promise<Outcome<{ readonly account: string }>>
  listResources(deps: ConnectorDeps, metadata: Metadata, cursor: string | null): Promise<Outcome<ResourcePage>>
  /** Makes the platform deliver. Idempotent: a second call with the remembered state creates nothing new. */
  provision?(deps: ConnectorDeps, input: ProvisionInput<Metadata, Config>): Promise<Outcome<RemoteState>>
  /** Removes only what is ours. Succeeds when it is already gone. */
  deprovision?(
    deps: ConnectorDeps,
    input: { readonly metadata: Metadata; readonly remote: RemoteState },
  ): Promise<Outcome<null>>
  pull?(deps: ConnectorDeps, input: PullInput<Metadata, Config>): Promise<Outcome<PullResult>>
  query?(
    deps: ConnectorDeps,
    input: { readonly metadata: Metadata; readonly query: PlatformQuery },
  ): Promise<Outcome<PlatformAnswer>>
}
