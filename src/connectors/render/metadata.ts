import { z } from 'zod'

export const renderMetadata = z.strictObject({
  api_key: z
    .string()
    .min(1)
    .meta({ description: 'API key of a user (`rnd_…`); it sees every workspace of that user.', sensitive: true }),
  owner_id: z
    .string()
    .regex(/^(tea|usr)-\w+$/)
    .meta({ description: 'Id of the workspace: `tea-…`, or `usr-…` for a personal one.', sensitive: false }),
})
export type RenderMetadata = z.infer<typeof renderMetadata>

export const renderStream = z.strictObject({
  resourceId: z.string().min(1).meta({ description: 'Id of the service (`srv-…`, `crn-…`).' }),
})
export type RenderStream = z.infer<typeof renderStream>
