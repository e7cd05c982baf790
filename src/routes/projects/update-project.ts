import { z } from 'zod'
import { updateProject } from '../../domain/projects/update-project.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'
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

export class UpdateProject extends Operation {
  readonly operation = operation

  protected async answer({ access, input, ctx }: Call<typeof operation>) {
    const scope = await access.projectById(input.path.projectId)
    return { project: await updateProject({ ctx, scope, input: { name: input.body.name } }) }
  }
}
