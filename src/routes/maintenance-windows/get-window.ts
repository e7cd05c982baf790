import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { getWindow } from '../../domain/oncall/maintenance-windows.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { maintenanceWindow, WINDOW_EXAMPLE, windowOf } from './schema.ts'

const operation = defineOperation({
  operationId: 'maintenanceWindows.get',
  method: 'get',
  path: '/maintenance-windows/{windowId}',
  tag: 'Incidents',
  summary: 'Read a maintenance window',
  permission: 'incidents:read',
  pathParameters: { windowId: z.uuid() },
  success: {
    status: 200,
    description: 'The window.',
    schema: z.object({ maintenanceWindow }),
    example: { maintenanceWindow: WINDOW_EXAMPLE },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
})

export class GetWindow extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, ctx, input }: Call<typeof operation, ProjectScope>) {
    return { maintenanceWindow: windowOf(await getWindow({ ctx, scope, input: { id: input.path.windowId } })) }
  }
}
