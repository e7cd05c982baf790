import { z } from 'zod'
import { listField, secretField, textField } from '../fields.ts'

export const LOG_TYPES = ['user_traffic', 'functions', 'edge_functions', 'deploys', 'waf_logs'] as const

export const netlifyMetadata = z.strictObject({
  access_token: secretField('Personal access token of a Team Owner (`nfp_…`).'),
  account_slug: z
    .string()
    .regex(/^[\w-]+$/)
    .optional()
    .meta({ description: 'Slug of the team; when empty, every site that the token sees.' }),
  site_ids: listField('Ids of the sites to offer; empty means all.').optional(),
  log_types: z
    .array(z.enum(LOG_TYPES))
    .optional()
    .meta({ description: 'Kinds of logs to send; when empty, all but waf_logs.' }),
  exclude_pii: z
    .boolean()
    .optional()
    .meta({ description: 'If true, client addresses and user agents are left out of traffic logs.' }),
})
export type NetlifyMetadata = z.infer<typeof netlifyMetadata>

export const netlifyStream = z.strictObject({ siteId: textField('Id of the site.') })
export type NetlifyStream = z.infer<typeof netlifyStream>
