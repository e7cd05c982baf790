import { z } from 'zod'
import { listField, secretField, textField } from '../fields.ts'

export const flyMetadata = z.strictObject({
  access_token: secretField(
    'Read-only token of the organization, as `fly tokens create readonly` prints it (`FlyV1 fm2_…`).',
  ),
  org_slug: z
    .string()
    .regex(/^[a-z0-9-]+$/)
    .meta({ description: 'Slug of the organization, for example `personal`.' }),
  app_names: listField('Names of the apps to offer; empty means all.').optional(),
})
export type FlyMetadata = z.infer<typeof flyMetadata>

export const flyStream = z.strictObject({ appName: textField('Name of the app.') })
export type FlyStream = z.infer<typeof flyStream>
