import { z } from 'zod'
import { deleteProject } from '../../domain/deletion/delete-project.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'

const operation = defineOperation({
  operationId: 'projects.delete',
  method: 'delete',
  path: '/projects/{projectId}',
  tag: 'Projects',
  summary: 'Delete a project',
  description: 'The project is gone everywhere within 60 s; its telemetry, threads and keys are removed by a job.',
  permission: 'projects:manage',
  pathParameters: { projectId: z.uuid() },
  success: { status: 204, description: 'Deleted.', schema: null },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
})

export class DeleteProject extends Operation {
  readonly operation = operation

  protected async answer({ access, input, ctx }: Call<typeof operation>) {
    const scope = await access.projectById(input.path.projectId)
    await deleteProject({ ctx, scope })
  }
}
