import { z } from 'zod'
import { listField, secretField, textField } from '../fields.ts'

export const honeycombMetadata = z.strictObject({
  api_key: secretField('Configuration key of one environment, with the permission Run Queries.'),
  api_host: z
    .enum(['api.honeycomb.io', 'api.eu1.honeycomb.io'])
    .meta({ description: 'api.eu1.honeycomb.io where you sign in at ui.eu1.honeycomb.io.' }),
  datasets: listField('Datasets to query; when empty or left out, the whole environment.').optional(),
  message_field: textField('Column to search for words; "message" by default.').optional(),
})
export type HoneycombMetadata = z.infer<typeof honeycombMetadata>

export const honeycombStream = z.strictObject({ dataset: textField('Slug of the dataset.') })
export type HoneycombStream = z.infer<typeof honeycombStream>
