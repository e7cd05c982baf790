import { z } from 'zod'

export const herokuMetadata = z.strictObject({
  api_key: z.string().min(1).meta({
    description: 'API key or OAuth token of the scope `global` or `write-protected` (`HRKU-…`).',
    sensitive: true,
  }),
  app_names: z
    .array(z.string().min(1))
    .optional()
    .meta({ description: 'Names of the apps to offer; empty means all.', sensitive: false }),
})
export type HerokuMetadata = z.infer<typeof herokuMetadata>

export const herokuStream = z.strictObject({ appId: z.string().min(1).meta({ description: 'Id of the app.' }) })
export type HerokuStream = z.infer<typeof herokuStream>
