import { z } from 'zod'
import { secretField, textField, urlField } from '../fields.ts'

export const inngestMetadata = z.strictObject({
  signing_key: secretField('Signing key of the environment (signkey-prod-… or signkey-branch-…).'),
  environment: textField('Name of the branch environment; for keys of branch environments only.').optional(),
  base_url: urlField('Address of a self-hosted Inngest; https://api.inngest.com by default.').optional(),
})
export type InngestMetadata = z.infer<typeof inngestMetadata>

export const inngestStream = z.strictObject({
  event: textField('Name of the event; the runs of functions that it starts are read.'),
})
export type InngestStream = z.infer<typeof inngestStream>
