import { z } from 'zod'
import { listField, secretField, textField } from '../fields.ts'

export const neonMetadata = z.strictObject({
  api_key: secretField('API key of a person or an organization (`napi_…`).'),
  org_id: z
    .string()
    .regex(/^org-[\w-]+$/)
    .optional()
    .meta({ description: 'Id of the organization (`org-…`); a personal key needs it.' }),
  project_ids: listField('Ids of the projects to offer; empty means all.').optional(),
})
export type NeonMetadata = z.infer<typeof neonMetadata>

export const neonStream = z.strictObject({ projectId: textField('Id of the project.') })
export type NeonStream = z.infer<typeof neonStream>
