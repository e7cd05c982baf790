import { z } from 'zod'
import { listField, secretField, textField } from '../fields.ts'

export const railwayMetadata = z.strictObject({
  token: secretField('Account, workspace or project token.'),
  token_type: z
    .enum(['account', 'workspace', 'project'])
    .meta({ description: 'Kind of the token; it decides how the token is sent and what it may list.' }),
  workspace_id: textField('Id of the workspace; needed with a workspace token.').optional(),
  project_ids: listField('Ids of the projects to offer; empty means all.').optional(),
  environment_ids: listField('Ids of the environments to offer; empty means all.').optional(),
})
export type RailwayMetadata = z.infer<typeof railwayMetadata>

export const railwayStream = z.strictObject({
  projectId: textField('Id of the project.'),
  environmentId: textField('Id of the environment.'),
})
export type RailwayStream = z.infer<typeof railwayStream>
