import { z } from 'zod'

export const fastlyMetadata = z.strictObject({
  api_token: z
    .string()
    .min(1)
    .meta({ description: 'API token of the scope `global` of a user who may engineer services.', sensitive: true }),
  service_ids: z
    .array(z.string().min(1))
    .optional()
    .meta({ description: 'Ids of the services to offer; empty means all.', sensitive: false }),
  log_format: z.string().min(2).max(8192).optional().meta({
    description: 'Log format of VCL services, a template of one JSON object; a format of ours when empty.',
    sensitive: false,
  }),
})
export type FastlyMetadata = z.infer<typeof fastlyMetadata>

export const fastlyStream = z.strictObject({
  serviceId: z.string().min(1).meta({ description: 'Id of the service.' }),
})
export type FastlyStream = z.infer<typeof fastlyStream>
