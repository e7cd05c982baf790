import { z } from 'zod'
import { secretField, textField } from '../fields.ts'

export const DATASETS_OF_ACCOUNT = ['workers_trace_events', 'audit_logs_v2'] as const
export const DATASETS_OF_ZONE = ['http_requests', 'firewall_events'] as const

const hexId = z.string().regex(/^[0-9a-f]{32}$/)

export const cloudflareMetadata = z.strictObject({
  api_token: secretField(
    'API token with Workers Observability: Edit, Workers Scripts: Edit, Logs: Edit, Account Settings: Read, Zone: Read.',
  ),
  account_id: hexId.meta({ description: 'Id of the account, 32 hexadecimal digits.' }),
  zone_ids: z.array(hexId).optional().meta({ description: 'Ids of the zones to offer; empty means all.' }),
  datasets: z
    .array(z.enum([...DATASETS_OF_ACCOUNT, ...DATASETS_OF_ZONE]))
    .optional()
    .meta({ description: 'Logpush datasets to offer; when empty, http_requests of each zone.' }),
})
export type CloudflareMetadata = z.infer<typeof cloudflareMetadata>

export const cloudflareStream = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('worker'), script: textField('Name of the Worker.') }),
  z.strictObject({ kind: z.literal('zone'), zoneId: hexId, dataset: z.enum(DATASETS_OF_ZONE) }),
  z.strictObject({ kind: z.literal('account'), dataset: z.enum(DATASETS_OF_ACCOUNT) }),
])
export type CloudflareStream = z.infer<typeof cloudflareStream>
