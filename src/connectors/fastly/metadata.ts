import { z } from 'zod'
import { listField, secretField, textField } from '../fields.ts'

export const fastlyMetadata = z.strictObject({
  api_token: secretField('API token with the scope `global`, of a user who may engineer services.'),
  service_ids: listField('Ids of the services to offer; empty means all.').optional(),
  log_format: z.string().min(2).max(8192).optional().meta({
    description: 'Log format of VCL services, a template of one JSON object; when empty, a default one is used.',
  }),
})
export type FastlyMetadata = z.infer<typeof fastlyMetadata>

export const fastlyStream = z.strictObject({
  serviceId: textField('Id of the service.'),
})
export type FastlyStream = z.infer<typeof fastlyStream>
