import { z } from 'zod'

export const railwayMetadata = z.strictObject({
  token: z.string().min(1).meta({ description: 'Account, workspace or project token.', sensitive: true }),
  token_type: z
    .enum(['account', 'workspace', 'project'])
    .meta({ description: 'Kind of the token: it decides how it is sent and what it may list.', sensitive: false }),
  workspace_id: z
    .string()
    .min(1)
    .optional()
    .meta({ description: 'Id of the workspace; needed with a workspace token.', sensitive: false }),
  project_ids: z
    .array(z.string().min(1))
    .optional()
    .meta({ description: 'Ids of the projects to offer; empty means all.', sensitive: false }),
  environment_ids: z
    .array(z.string().min(1))
    .optional()
    .meta({ description: 'Ids of the environments to offer; empty means all.', sensitive: false }),
})
export type RailwayMetadata = z.infer<typeof railwayMetadata>

export const railwayStream = z.strictObject({
  projectId: z.string().min(1).meta({ description: 'Id of the project.' }),
  environmentId: z.string().min(1).meta({ description: 'Id of the environment.' }),
})
export type RailwayStream = z.infer<typeof railwayStream>
