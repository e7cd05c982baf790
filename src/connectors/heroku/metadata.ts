import { z } from 'zod'
import { listField, secretField, textField } from '../fields.ts'

export const herokuMetadata = z.strictObject({
  api_key: secretField('API key or OAuth token with the scope `global` or `write-protected` (`HRKU-…`).'),
  app_names: listField('Names of the apps to offer; empty means all.').optional(),
})
export type HerokuMetadata = z.infer<typeof herokuMetadata>

export const herokuStream = z.strictObject({ appId: textField('Id of the app.') })
export type HerokuStream = z.infer<typeof herokuStream>
