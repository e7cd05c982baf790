import { z } from 'zod'

/** Exactly one provider, and a name of 2 to 42 characters. */
export const logDestination = z
  .strictObject({
    name: z.string().regex(/^[A-Za-z0-9()[\]'"][-A-Za-z0-9_. /()[\]'"]{1,41}$/, 'name must have 2 to 42 characters'),
    papertrail: z.strictObject({ endpoint: z.string().min(1) }).optional(),
    datadog: z.strictObject({ endpoint: z.url().optional(), api_key: z.string().min(1) }).optional(),
    logtail: z.strictObject({ token: z.string() }).optional(),
    open_search: z
      .strictObject({
        endpoint: z.url({ protocol: /^https$/ }).optional(),
        basic_auth: z.strictObject({ user: z.string(), password: z.string() }).optional(),
        index_name: z.string().optional(),
        cluster_name: z.string().optional(),
      })
      .optional(),
  })
  .refine(
    ({ papertrail, datadog, logtail, open_search }) =>
      [papertrail, datadog, logtail, open_search].filter((provider) => provider !== undefined).length === 1,
    'exactly one of papertrail, datadog, logtail, open_search is required',
  )
export type LogDestination = z.infer<typeof logDestination>

const env = z.looseObject({
  key: z.string(),
  value: z.string().optional(),
  type: z.enum(['GENERAL', 'SECRET']).optional(),
})
const component = z.looseObject({
  name: z.string().regex(/^[a-z][a-z0-9-]{0,30}[a-z0-9]$/),
  envs: z.array(env).optional(),
  log_destinations: z.array(logDestination).optional(),
})
/** Static sites have no runtime, so a log destination on one is refused. */
const staticSite = z.looseObject({ name: z.string(), log_destinations: z.undefined().optional() })

export const appSpec = z.looseObject({
  name: z.string().min(2).max(32),
  services: z.array(component).optional(),
  workers: z.array(component).optional(),
  jobs: z.array(component).optional(),
  functions: z.array(component).optional(),
  static_sites: z.array(staticSite).optional(),
})
export type AppSpec = z.infer<typeof appSpec>
export type Component = z.infer<typeof component>

export function componentsOf(spec: AppSpec): Component[] {
  return [...(spec.services ?? []), ...(spec.workers ?? []), ...(spec.jobs ?? []), ...(spec.functions ?? [])]
}

/** Plain secrets become `EV[…]`; those already encrypted must be ones the app has, or the deploy cannot read them. */
export function encryptSecrets(spec: AppSpec, before: AppSpec): string | null {
  const known = new Set(componentsOf(before).flatMap((part) => (part.envs ?? []).map((entry) => entry.value)))
  for (const entry of componentsOf(spec).flatMap((part) => part.envs ?? [])) {
    if (entry.type !== 'SECRET' || entry.value === undefined) continue
    if (!entry.value.startsWith('EV[')) entry.value = `EV[1:${btoa(entry.value)}]`
    else if (!known.has(entry.value))
      return `secret env value must not be encrypted before app is created: ${entry.key}`
  }
  return null
}

const opensearchConfig = z.strictObject({
  url: z.url(),
  index_prefix: z.string().min(1),
  index_days_max: z.number().int().min(1).max(10_000).optional(),
  timeout: z.number().int().min(10).max(120).optional(),
  ca: z.string().optional(),
})

export const logsinkBody = z.discriminatedUnion('sink_type', [
  z.strictObject({
    sink_name: z.string().min(1),
    sink_type: z.literal('rsyslog'),
    config: z.strictObject({
      server: z.string(),
      port: z.number().int().min(1).max(65_535),
      tls: z.boolean(),
      format: z.enum(['rfc5424', 'rfc3164', 'custom']),
      logline: z.string().optional(),
      sd: z.string().optional(),
      ca: z.string().optional(),
      cert: z.string().optional(),
      key: z.string().optional(),
    }),
  }),
  z.strictObject({ sink_name: z.string().min(1), sink_type: z.literal('opensearch'), config: opensearchConfig }),
  z.strictObject({ sink_name: z.string().min(1), sink_type: z.literal('elasticsearch'), config: opensearchConfig }),
  z.strictObject({
    sink_name: z.string().min(1),
    sink_type: z.literal('datadog'),
    config: z.strictObject({ site: z.string(), datadog_api_key: z.string() }),
  }),
])
export type LogsinkBody = z.infer<typeof logsinkBody>
