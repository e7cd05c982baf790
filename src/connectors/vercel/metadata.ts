import { z } from 'zod'
import { listField, secretField, textField } from '../fields.ts'

export const vercelMetadata = z.strictObject({
  access_token: secretField("Access token of an account that may manage the team's drains."),
  team_id: z
    .string()
    .regex(/^team_\w+$/)
    .optional()
    .meta({ description: 'Id of the team (`team_…`); empty for a personal account.' }),
  project_ids: listField('Ids of the projects to offer (`prj_…`); empty means all.').optional(),
  environments: z
    .array(z.enum(['production', 'preview']))
    .optional()
    .meta({ description: 'Environments to send logs from; both when empty.' }),
  sources: z
    .array(z.enum(['build', 'edge', 'lambda', 'static', 'external', 'firewall', 'redirect']))
    .optional()
    .meta({ description: 'Log sources to send; all when empty.' }),
  sampling_rate: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .meta({ description: 'Share of the requests to send, from 0 to 1; everything when empty.' }),
})
export type VercelMetadata = z.infer<typeof vercelMetadata>

export const vercelStream = z.strictObject({ projectId: textField('Id of the project.') })
export type VercelStream = z.infer<typeof vercelStream>
