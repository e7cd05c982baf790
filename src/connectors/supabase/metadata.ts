import { z } from 'zod'
import { secretField } from '../fields.ts'

export const SOURCES = [
  'edge_logs',
  'postgres_logs',
  'auth_logs',
  'storage_logs',
  'realtime_logs',
  'function_edge_logs',
  'function_logs',
] as const

export const supabaseMetadata = z.strictObject({
  access_token: secretField('Personal access token (`sbp_…`) or OAuth token that may read analytics.'),
  project_ref: z
    .string()
    .regex(/^[a-z]{20}$/)
    .optional()
    .meta({ description: 'Reference of one project (20 letters); empty means all.' }),
  sources: z.array(z.enum(SOURCES)).optional().meta({ description: 'Kinds of logs to read; all when empty.' }),
})
export type SupabaseMetadata = z.infer<typeof supabaseMetadata>

export const supabaseStream = z.strictObject({
  projectRef: z
    .string()
    .regex(/^[a-z]{20}$/)
    .meta({ description: 'Reference of the project.' }),
})
export type SupabaseStream = z.infer<typeof supabaseStream>
