import { z } from 'zod'

export const neonMetadata = z.strictObject({
  api_key: z
    .string()
    .min(1)
    .meta({ description: 'API key of a person or an organization (`napi_…`).', sensitive: true }),
  org_id: z
    .string()
    .regex(/^org-[\w-]+$/)
    .optional()
    .meta({ description: 'Id of the organization (`org-…`); a personal key needs it.', sensitive: false }),
  project_ids: z
    .array(z.string().min(1))
    .optional()
    .meta({ description: 'Ids of the projects to offer; empty means all.', sensitive: false }),
})
export type NeonMetadata = z.infer<typeof neonMetadata>

export const neonStream = z.strictObject({ projectId: z.string().min(1).meta({ description: 'Id of the project.' }) })
export type NeonStream = z.infer<typeof neonStream>
