import { z } from 'zod'
import { secretField, textField, urlField } from '../fields.ts'

export const triggerDevMetadata = z.strictObject({
  secret_key: secretField(
    'Secret key of the environment (tr_prod_…), or a personal token (tr_pat_…) with project_ref.',
  ),
  project_ref: textField('Reference of the project (proj_…); needed with a personal token only.').optional(),
  base_url: urlField('Address of a self-hosted Trigger.dev; https://api.trigger.dev by default.').optional(),
})
export type TriggerDevMetadata = z.infer<typeof triggerDevMetadata>

export const triggerDevStream = z.strictObject({ task: textField('Identifier of the task.') })
export type TriggerDevStream = z.infer<typeof triggerDevStream>
