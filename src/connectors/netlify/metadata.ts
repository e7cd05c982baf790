import { z } from 'zod'

export const LOG_TYPES = ['user_traffic', 'functions', 'edge_functions', 'deploys', 'waf_logs'] as const

export const netlifyMetadata = z.strictObject({
  access_token: z
    .string()
    .min(1)
    .meta({ description: 'Personal access token of a Team Owner (`nfp_…`).', sensitive: true }),
  account_slug: z
    .string()
    .regex(/^[\w-]+$/)
    .optional()
    .meta({ description: 'Slug of the team; empty means every site the token sees.', sensitive: false }),
  site_ids: z
    .array(z.string().min(1))
    .optional()
    .meta({ description: 'Ids of the sites to offer; empty means all.', sensitive: false }),
  log_types: z
    .array(z.enum(LOG_TYPES))
    .optional()
    .meta({ description: 'Kinds of logs that are sent; all but waf_logs when empty.', sensitive: false }),
  exclude_pii: z
    .boolean()
    .optional()
    .meta({ description: 'True leaves client addresses and user agents out of traffic logs.', sensitive: false }),
})
export type NetlifyMetadata = z.infer<typeof netlifyMetadata>

export const netlifyStream = z.strictObject({ siteId: z.string().min(1).meta({ description: 'Id of the site.' }) })
export type NetlifyStream = z.infer<typeof netlifyStream>
