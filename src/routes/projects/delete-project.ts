import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { deleteProject } from '../../domain/deletion/delete-project.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'

const operation = defineOperation({
  operationId: 'projects.delete',
  method: 'delete',
  path: '/projects/{projectId}',
  tag: 'Projects',
  summary: 'Delete a project',
  description: 'The project answers 404 everywhere within 60 s. A job then removes its telemetry, threads and keys.',
  permission: 'projects:manage',
  pathParameters: { projectId: z.uuid() },
  success: { status: 204, description: 'Deleted.', schema: null },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
})

export class DeleteProject extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access, input }: Asked<typeof operation>) {
    return access.projectById(input.path.projectId)
  }

  protected async answer({ granted: scope, ctx }: Call<typeof operation, ProjectScope>) {
    await deleteProject({ ctx, scope })
  }
}
