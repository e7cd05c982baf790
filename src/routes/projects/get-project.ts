import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { PROJECT_EXAMPLE, project } from './schema.ts'

const response = z.object({ project })

const operation = defineOperation({
  operationId: 'projects.get',
  method: 'get',
  path: '/projects/{projectId}',
  tag: 'Projects',
  summary: 'Get a project',
  permission: 'projects:read',
  pathParameters: { projectId: z.uuid() },
  success: { status: 200, description: 'The project.', schema: response, example: { project: PROJECT_EXAMPLE } },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class GetProject extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access, input }: Asked<typeof operation>) {
    return access.projectById(input.path.projectId)
  }

  protected async answer({ granted: scope }: Call<typeof operation, ProjectScope>) {
    return {
      project: {
        id: scope.projectId,
        organizationId: scope.organizationId,
        name: scope.projectName,
        region: scope.region,
      },
    }
  }
}
