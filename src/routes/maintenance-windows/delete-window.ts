import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { deleteWindow } from '../../domain/oncall/maintenance-windows.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'

const operation = defineOperation({
  operationId: 'maintenanceWindows.delete',
  method: 'delete',
  path: '/maintenance-windows/{windowId}',
  tag: 'Incidents',
  summary: 'Remove a maintenance window',
  description: 'Silenced alerts that still fire open incidents now.',
  permission: 'incidents:write',
  pathParameters: { windowId: z.uuid() },
  success: { status: 204, description: 'Removed.', schema: null },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
})

export class DeleteWindow extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, ctx, input }: Call<typeof operation, ProjectScope>) {
    await deleteWindow({ ctx, scope, input: { id: input.path.windowId } })
  }
}
