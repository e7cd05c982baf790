import { z } from 'zod'
import { secretField, textField } from '../fields.ts'

export const posthogMetadata = z.strictObject({
  personal_api_key: secretField('Personal API key (phx_…) with the scopes project:read, query:read and logs:read.'),
  host: textField('us.posthog.com, eu.posthog.com, or the host of your own PostHog.'),
  project_id: z
    .number()
    .int()
    .positive()
    .meta({ description: 'Number of the project, from Settings → Project → General.' }),
})
export type PosthogMetadata = z.infer<typeof posthogMetadata>

export const posthogStream = z.strictObject({
  project_id: z.number().int().positive().meta({ description: 'Number of the project; its logs are read.' }),
})
export type PosthogStream = z.infer<typeof posthogStream>
