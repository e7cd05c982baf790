import { z } from 'zod'
import { secretField, textField } from '../fields.ts'

export const renderMetadata = z.strictObject({
  api_key: secretField('API key of a user (`rnd_…`); it sees every workspace of that user.'),
  owner_id: z
    .string()
    .regex(/^(tea|usr)-\w+$/)
    .meta({ description: 'Id of the workspace: `tea-…`, or `usr-…` for a personal one.' }),
})
export type RenderMetadata = z.infer<typeof renderMetadata>

export const renderStream = z.strictObject({
  resourceId: textField('Id of the service (`srv-…`, `crn-…`).'),
})
export type RenderStream = z.infer<typeof renderStream>
