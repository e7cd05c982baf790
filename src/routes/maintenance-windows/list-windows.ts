import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { listWindows } from '../../domain/oncall/maintenance-windows.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { maintenanceWindow, WINDOW_EXAMPLE, windowOf } from './schema.ts'

const operation = defineOperation({
  operationId: 'maintenanceWindows.list',
  method: 'get',
  path: '/maintenance-windows',
  tag: 'Incidents',
  summary: 'List maintenance windows',
  description: 'The latest first. Those that ended are kept for 30 days.',
  permission: 'incidents:read',
  success: {
    status: 200,
    description: 'The windows.',
    schema: z.object({ maintenanceWindows: z.array(maintenanceWindow) }),
    example: { maintenanceWindows: [WINDOW_EXAMPLE] },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
})

export class ListWindows extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, ctx }: Call<typeof operation, ProjectScope>) {
    return { maintenanceWindows: (await listWindows({ ctx, scope })).map(windowOf) }
  }
}
