import { z } from 'zod'
import { listField, secretField, textField } from '../fields.ts'

export const digitalOceanMetadata = z.strictObject({
  api_token: secretField(
    'Personal access token (`dop_v1_…`) with account:read, app:read, app:update, database:read and database:update.',
  ),
  app_ids: listField('Ids of the apps to offer; empty means all.').optional(),
  database_ids: listField('Ids of the database clusters to offer; empty means all.').optional(),
})
export type DigitalOceanMetadata = z.infer<typeof digitalOceanMetadata>

export const digitalOceanStream = z.strictObject({
  kind: z.enum(['app', 'database']).meta({ description: 'An app of App Platform, or a managed database.' }),
  id: textField('Id of the app or the database cluster.'),
})
export type DigitalOceanStream = z.infer<typeof digitalOceanStream>
