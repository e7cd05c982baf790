import { z } from 'zod'
import { listField, secretField, textField, urlField } from '../fields.ts'

export const sentryMetadata = z.strictObject({
  auth_token: secretField('Token of an internal integration with org:read, project:read and event:read.'),
  organization_slug: textField('Slug of the organization, from its settings or address.'),
  base_url: urlField('https://us.sentry.io or https://de.sentry.io by region, or your own Sentry.').optional(),
  project_slugs: listField('Projects to offer as streams; empty or left out means all.').optional(),
  client_secret: secretField('Client secret of the internal integration, if its webhooks are used.').optional(),
})
export type SentryMetadata = z.infer<typeof sentryMetadata>

export const sentryStream = z.strictObject({
  project: textField('Slug of the project.'),
  dataset: z
    .enum(['logs', 'errors'])
    .meta({ description: 'What to read from the project: its logs (the default) or its error events.' })
    .optional(),
})
export type SentryStream = z.infer<typeof sentryStream>
