import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { getMonitor } from '../../domain/monitors/monitors.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { MONITOR_EXAMPLE, monitor, monitorOf } from './schema.ts'

const operation = defineOperation({
  operationId: 'monitors.get',
  method: 'get',
  path: '/monitors/{monitorId}',
  tag: 'Monitors',
  summary: 'Get a monitor',
  permission: 'monitors:read',
  pathParameters: { monitorId: z.uuid() },
  success: {
    status: 200,
    description: 'The monitor.',
    schema: z.object({ monitor }),
    example: { monitor: MONITOR_EXAMPLE },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class GetMonitor extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, ProjectScope>) {
    return { monitor: monitorOf(await getMonitor({ ctx, scope, input: { id: input.path.monitorId } })) }
  }
}
