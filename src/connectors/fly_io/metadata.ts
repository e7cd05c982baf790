import { z } from 'zod'

export const flyMetadata = z.strictObject({
  access_token: z.string().min(1).meta({
    description: 'Read-only token of the organization, as `fly tokens create readonly` prints it (`FlyV1 fm2_…`).',
    sensitive: true,
  }),
  org_slug: z
    .string()
    .regex(/^[a-z0-9-]+$/)
    .meta({ description: 'Slug of the organization, for example `personal`.', sensitive: false }),
  app_names: z
    .array(z.string().min(1))
    .optional()
    .meta({ description: 'Names of the apps to offer; empty means all.', sensitive: false }),
})
export type FlyMetadata = z.infer<typeof flyMetadata>

export const flyStream = z.strictObject({ appName: z.string().min(1).meta({ description: 'Name of the app.' }) })
export type FlyStream = z.infer<typeof flyStream>
