import { z } from 'zod'
import { secretField, textField } from '../fields.ts'

export const newRelicMetadata = z.strictObject({
  user_api_key: secretField('User API key, beginning with NRAK-: (your name) → API keys → Create a key → User.'),
  account_id: z
    .number()
    .int()
    .positive()
    .meta({ description: 'Number of the account whose logs are read; beside its name in the API keys list.' }),
  region: z.enum(['US', 'EU', 'JP']).meta({ description: 'Data centre: EU where you sign in at one.eu.newrelic.com.' }),
})
export type NewRelicMetadata = z.infer<typeof newRelicMetadata>

export const newRelicStream = z.strictObject({
  service: textField('Value of the attribute service.name in the logs.'),
})
export type NewRelicStream = z.infer<typeof newRelicStream>
