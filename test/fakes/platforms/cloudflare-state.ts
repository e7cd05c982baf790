import { z } from 'zod'
import { FOREIGN_DESTINATION_URL } from './platform-fake.ts'

export const CLOUDFLARE_ACCOUNT_ID = 'a'.repeat(31).concat('1')
export const CLOUDFLARE_FOREIGN_DESTINATION_SLUG = 'someone-else'
export const CLOUDFLARE_FOREIGN_JOB_ID = 7

/** One stack wires Workers by slug, the other is a job of an account or a zone. */
export type ObservabilityDestination = {
  slug: string
  name: string
  enabled: boolean
  configuration: {
    type: 'logpush'
    logpushDataset: string
    logpushJob: number
    url: string
    headers: Record<string, string>
  }
}
export type LogpushJob = {
  id: number
  scope: string
  destination_conf: string
  dataset: string
  enabled: boolean
} & Record<string, unknown>
export type Signal = { enabled?: boolean | undefined; destinations?: string[] | undefined } & Record<string, unknown>
export type WorkerSettings = {
  observability: { enabled: boolean; logs?: Signal | undefined; traces?: Signal | undefined } & Record<string, unknown>
} & Record<string, unknown>

export type CloudflareState = {
  /** The last zone is on the free plan, which has no Logpush. */
  zones: { id: string; name: string; status: string; plan: 'enterprise' | 'free' }[]
  scripts: Map<string, WorkerSettings>
  destinations: Map<string, ObservabilityDestination>
  jobs: Map<number, LogpushJob>
  nextId: number
}

/** 120 zones and 40 scripts; each script starts wired to the destination of someone else. */
export function initialCloudflareState(zoneCount: number, scriptCount: number): CloudflareState {
  const foreign: ObservabilityDestination = {
    slug: CLOUDFLARE_FOREIGN_DESTINATION_SLUG,
    name: CLOUDFLARE_FOREIGN_DESTINATION_SLUG,
    enabled: true,
    configuration: {
      type: 'logpush',
      logpushDataset: 'opentelemetry-logs',
      logpushJob: 3,
      url: FOREIGN_DESTINATION_URL,
      headers: {},
    },
  }
  const foreignJob: LogpushJob = {
    id: CLOUDFLARE_FOREIGN_JOB_ID,
    scope: `accounts/${CLOUDFLARE_ACCOUNT_ID}`,
    destination_conf: FOREIGN_DESTINATION_URL,
    dataset: 'workers_trace_events',
    enabled: true,
  }
  const settings = (): WorkerSettings => ({
    observability: { enabled: true, logs: { enabled: true, destinations: [foreign.slug], head_sampling_rate: 1 } },
    compatibility_date: '2026-01-01',
  })
  return {
    zones: Array.from({ length: zoneCount }, (_, index) => ({
      id: index.toString(16).padStart(32, 'b'),
      name: `shop-${index}.example`,
      status: 'active',
      plan: index === zoneCount - 1 ? ('free' as const) : ('enterprise' as const),
    })),
    scripts: new Map(Array.from({ length: scriptCount }, (_, index) => [`edge-${index}`, settings()])),
    destinations: new Map([[foreign.slug, foreign]]),
    jobs: new Map([[foreignJob.id, foreignJob]]),
    nextId: 100,
  }
}

const headersSchema = z.record(z.string(), z.string())

export const destinationBody = z.object({
  name: z.string().regex(/^[a-z0-9-]+$/, 'name may hold a-z, 0-9 and -'),
  enabled: z.boolean(),
  configuration: z.object({
    type: z.literal('logpush'),
    // The value for metrics is in the schema of the API and refused in practice.
    logpushDataset: z.enum(['opentelemetry-logs', 'opentelemetry-traces']),
    url: z.url(),
    headers: headersSchema,
  }),
  skipPreflightCheck: z.boolean().optional(),
})

export const destinationPatch = z.object({
  enabled: z.boolean(),
  configuration: z.object({ type: z.literal('logpush'), url: z.url(), headers: headersSchema }),
})

export const jobBody = z.looseObject({
  destination_conf: z.string().min(1).max(4096),
  dataset: z.string(),
  name: z.string().max(512).optional(),
  enabled: z.boolean().optional(),
  filter: z.string().optional(),
  output_options: z
    .looseObject({
      field_names: z.array(z.string()).optional(),
      output_type: z.enum(['ndjson', 'csv']).optional(),
      timestamp_format: z.enum(['rfc3339', 'unix', 'unixnano', 'rfc3339ms', 'rfc3339ns']).optional(),
      sample_rate: z.number().min(0).max(1).optional(),
    })
    .optional(),
  // 0 turns a limit off; otherwise the documented bounds hold.
  max_upload_bytes: z.union([z.literal(0), z.number().min(5_000_000).max(1_000_000_000)]).nullish(),
  max_upload_records: z.union([z.literal(0), z.number().min(1_000).max(1_000_000)]).nullish(),
  max_upload_interval_seconds: z.union([z.literal(0), z.number().min(30).max(300)]).nullish(),
  ownership_challenge: z.string().optional(),
})

export const DATASETS_OF_ACCOUNT = ['workers_trace_events', 'audit_logs_v2', 'gateway_http', 'access_requests']
export const DATASETS_OF_ZONE = ['http_requests', 'firewall_events', 'dns_logs', 'spectrum_events']

export const FIELDS_OF_DATASET: Readonly<Record<string, readonly string[]>> = {
  workers_trace_events: [
    'EventTimestampMs',
    'EventType',
    'Outcome',
    'ScriptName',
    'ScriptTags',
    'ScriptVersion',
    'Entrypoint',
    'DispatchNamespace',
    'Event',
    'Logs',
    'Exceptions',
    'CPUTimeMs',
    'WallTimeMs',
  ],
  http_requests: [
    'EdgeStartTimestamp',
    'EdgeEndTimestamp',
    'EdgeResponseStatus',
    'ClientRequestHost',
    'ClientRequestMethod',
    'ClientRequestURI',
    'ClientIP',
    'ClientRequestUserAgent',
    'RayID',
  ],
  firewall_events: ['Action', 'ClientIP', 'ClientRequestHost', 'ClientRequestPath', 'Datetime', 'RayID', 'RuleID'],
  audit_logs_v2: ['AccountID', 'ActionResult', 'ActionTimestamp', 'ActionType', 'ActorEmail', 'ResourceID'],
}
