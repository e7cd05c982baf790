import { z } from 'zod'

export const digitalOceanMetadata = z.strictObject({
  api_token: z.string().min(1).meta({
    description:
      'Personal access token (`dop_v1_…`) with account:read, app:read, app:update, database:read and database:update.',
    sensitive: true,
  }),
  app_ids: z
    .array(z.string().min(1))
    .optional()
    .meta({ description: 'Ids of the apps to offer; empty means all.', sensitive: false }),
  database_ids: z
    .array(z.string().min(1))
    .optional()
    .meta({ description: 'Ids of the database clusters to offer; empty means all.', sensitive: false }),
})
export type DigitalOceanMetadata = z.infer<typeof digitalOceanMetadata>

export const digitalOceanStream = z.strictObject({
  kind: z.enum(['app', 'database']).meta({ description: 'An app of App Platform, or a managed database.' }),
  id: z.string().min(1).meta({ description: 'Id of the app or the database cluster.' }),
})
export type DigitalOceanStream = z.infer<typeof digitalOceanStream>
