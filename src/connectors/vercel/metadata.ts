import { z } from 'zod'

export const vercelMetadata = z.strictObject({
  access_token: z
    .string()
    .min(1)
    .meta({ description: 'Access token of an account that may manage drains of the team.', sensitive: true }),
  team_id: z
    .string()
    .regex(/^team_\w+$/)
    .optional()
    .meta({ description: 'Id of the team (`team_…`); empty for a personal account.', sensitive: false }),
  project_ids: z
    .array(z.string().min(1))
    .optional()
    .meta({ description: 'Ids of the projects to offer (`prj_…`); empty means all.', sensitive: false }),
  environments: z
    .array(z.enum(['production', 'preview']))
    .optional()
    .meta({ description: 'Environments whose logs are sent; both when empty.', sensitive: false }),
  sources: z
    .array(z.enum(['build', 'edge', 'lambda', 'static', 'external', 'firewall', 'redirect']))
    .optional()
    .meta({ description: 'Log sources that are sent; all when empty.', sensitive: false }),
  sampling_rate: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .meta({ description: 'Share of the requests that are sent, 0 to 1; everything when empty.', sensitive: false }),
})
export type VercelMetadata = z.infer<typeof vercelMetadata>

export const vercelStream = z.strictObject({ projectId: z.string().min(1).meta({ description: 'Id of the project.' }) })
export type VercelStream = z.infer<typeof vercelStream>
