import { z } from 'zod'

export const DATASETS_OF_ACCOUNT = ['workers_trace_events', 'audit_logs_v2'] as const
export const DATASETS_OF_ZONE = ['http_requests', 'firewall_events'] as const

export const cloudflareMetadata = z.strictObject({
  api_token: z.string().min(1).meta({
    description:
      'API token with Workers Observability: Edit, Workers Scripts: Edit, Logs: Edit, Account Settings: Read, Zone: Read.',
    sensitive: true,
  }),
  account_id: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .meta({ description: 'Id of the account, 32 hexadecimal digits.', sensitive: false }),
  zone_ids: z
    .array(z.string().regex(/^[0-9a-f]{32}$/))
    .optional()
    .meta({ description: 'Ids of the zones to offer; empty means all.', sensitive: false }),
  datasets: z
    .array(z.enum([...DATASETS_OF_ACCOUNT, ...DATASETS_OF_ZONE]))
    .optional()
    .meta({ description: 'Logpush datasets that are offered; http_requests of zones when empty.', sensitive: false }),
})
export type CloudflareMetadata = z.infer<typeof cloudflareMetadata>

export const cloudflareStream = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('worker'), script: z.string().min(1) }),
  z.strictObject({ kind: z.literal('zone'), zoneId: z.string().min(1), dataset: z.enum(DATASETS_OF_ZONE) }),
  z.strictObject({ kind: z.literal('account'), dataset: z.enum(DATASETS_OF_ACCOUNT) }),
])
export type CloudflareStream = z.infer<typeof cloudflareStream>
