import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { deleteMonitor } from '../../domain/monitors/monitors.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'

const operation = defineOperation({
  operationId: 'monitors.delete',
  method: 'delete',
  path: '/monitors/{monitorId}',
  tag: 'Monitors',
  summary: 'Delete a monitor',
  description: 'If the monitor is firing, its alert is resolved.',
  permission: 'monitors:manage',
  pathParameters: { monitorId: z.uuid() },
  success: { status: 204, description: 'Deleted.', schema: null },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class DeleteMonitor extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, ProjectScope>) {
    await deleteMonitor({ ctx, scope, input: { id: input.path.monitorId } })
  }
}
