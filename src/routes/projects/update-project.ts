import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { updateProject } from '../../domain/projects/update-project.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { text } from '../../http/parameters.ts'
import { PROJECT_EXAMPLE, project } from './schema.ts'

const response = z.object({ project })

const operation = defineOperation({
  operationId: 'projects.update',
  method: 'patch',
  path: '/projects/{projectId}',
  tag: 'Projects',
  summary: 'Rename a project',
  permission: 'projects:manage',
  pathParameters: { projectId: z.uuid() },
  body: { name: text(1, 100).optional() },
  bodyExample: { name: 'production' },
  success: { status: 200, description: 'The project.', schema: response, example: { project: PROJECT_EXAMPLE } },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class UpdateProject extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access, input }: Asked<typeof operation>) {
    return access.projectById(input.path.projectId)
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, ProjectScope>) {
    return { project: await updateProject({ ctx, scope, input: { name: input.body.name } }) }
  }
}
