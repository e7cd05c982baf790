/**
 * What a connector is: one module per platform, free of storage. Everything it learns it returns; everything it needs
 * it is given. Calls go through the outbound client; outcomes are values whose kind decides what the caller answers,
 * stores or retries, and whose message is a sentence for the person who must act, never a platform's own text with
 * secrets in it.
 */
import type { z } from 'zod'
import type { LogRecord, MetricPoint, SpanRecord } from '../telemetry/model.ts'
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

/** Result classes of a call to a platform. */
export type FailureKind =
  | 'bad_credentials'
  | 'missing_scope'
  | 'not_found'
  | 'plan_gated'
  | 'rate_limited'
  | 'unreachable'
  | 'vendor_error'
  | 'unexpected_shape'
  /** The one slot the platform has is taken by a destination that is not ours. */
  | 'slot_taken'
  /** The stream's config names something that cannot be provisioned. */
  | 'bad_config'
export interface Failure {
  readonly ok: false
  readonly kind: FailureKind
  /** What happened and what to do, in our words. */
  readonly message: string
  readonly retryAfterMs?: number
}
export type Outcome<Value> = { readonly ok: true; readonly value: Value } | Failure

/** Failures that pass by themselves: retried with back-off. Everything else waits for a person. */
export const TRANSIENT_FAILURES: ReadonlySet<FailureKind> = new Set(['rate_limited', 'unreachable', 'vendor_error'])

/** A key of AWS; temporary ones carry a session token. */
export interface AwsKey {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

export interface ConnectorDeps {
  readonly http: OutboundClient
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** The deployment's own key, with which roles of other accounts are assumed; left out where it has none. */
  readonly awsKey?: AwsKey
}

/** Something of the platform that can become a stream; `config` is what POST …/streams accepts as it is. */
export interface PlatformResource {
  readonly displayName: string
  readonly config: Readonly<Record<string, unknown>>
}

export interface ResourcePage {
  readonly resources: readonly PlatformResource[]
  /** Opaque; null at the end. */
  readonly nextCursor: string | null
}

/** Where a platform is to deliver: the stream's own intake. */
export interface Delivery {
  readonly streamId: string
  /** The key's value, for platforms that can set a header. */
  readonly key: string
  /** `{base}/intake/k/{key}`: the platform's own path is appended (`/v1/logs`, `/vercel`, …). */
  readonly url: string
  /** A secret of this stream alone, for platforms that sign what they send. */
  readonly signingSecret: string
}

/** Ids and facts of what was made on the platform; persisted, so fields may only be added. */
export type RemoteState = Readonly<Record<string, unknown>>

export interface ProvisionInput<Metadata, Config> {
  readonly metadata: Metadata
  readonly config: Config
  readonly delivery: Delivery
  /** What an earlier attempt stored; null the first time. Look there and on the platform before making anything. */
  readonly remote: RemoteState | null
  /** Stores an id as soon as the platform gave it, before anything else is tried. */
  readonly remember: (remote: RemoteState) => Promise<void>
}

/** Where reading continues; a platform's cursor or a time. Persisted. */
export type PullPosition = Readonly<Record<string, unknown>>

export interface PullInput<Metadata, Config> {
  readonly metadata: Metadata
  readonly config: Config
  readonly position: PullPosition | null
  /** Read [from, to) in milliseconds since 1970; `from` already holds the overlap. */
  readonly fromMs: number
  readonly toMs: number
}

export interface PullResult {
  readonly logs?: readonly LogRecord[]
  readonly spans?: readonly SpanRecord[]
  readonly metrics?: readonly MetricPoint[]
  /** What identifies each record on the platform, in their order; the overlap is removed by it. */
  readonly recordIds: readonly string[]
  readonly position: PullPosition
  /** False: there is more in the window, pull again at once. */
  readonly isCaughtUp: boolean
}

/** A question of the agent to a platform about a window. */
export interface PlatformQuery {
  readonly signal: 'logs' | 'metrics' | 'traces' | 'issues' | 'events'
  /** Words to look for, or a query in the platform's own language where `isNative`. */
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
  /** Markdown: how to set it up, good enough for a person or a coding agent alone. */
  readonly setupSkill: string
  /** `push`: the platform delivers to us (by API or set up by hand); `pull`: we read it. */
  readonly mode: 'push' | 'pull' | 'manual_push' | 'query_only'
  /**
   * Where the credentials may be sent, by the connection's metadata alone. Never throws; what allows nothing makes
   * every call fail as `bad_config`.
   */
  hosts(metadata: Metadata): readonly AllowedHost[]
  /** Proves the credentials; the value is a name of the account for people. */
  validate(deps: ConnectorDeps, metadata: Metadata): Promise<Outcome<{ readonly account: string }>>
  listResources(deps: ConnectorDeps, metadata: Metadata, cursor: string | null): Promise<Outcome<ResourcePage>>
  /** Makes the platform deliver. Idempotent: a second call with what was remembered makes nothing new. */
  provision?(deps: ConnectorDeps, input: ProvisionInput<Metadata, Config>): Promise<Outcome<RemoteState>>
  /** Removes what is ours and nothing else; gone already is success. */
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
