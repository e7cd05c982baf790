import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { setMonitorPaused } from '../../domain/monitors/monitors.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { MONITOR_EXAMPLE, monitor, monitorOf } from './schema.ts'

const operation = defineOperation({
  operationId: 'monitors.pause',
  method: 'post',
  path: '/monitors/{monitorId}/pause',
  tag: 'Monitors',
  summary: 'Pause a monitor',
  description:
    'The monitor is not evaluated until it is resumed. If it is firing, its alert is resolved. Repeating the request changes nothing.',
  permission: 'monitors:manage',
  pathParameters: { monitorId: z.uuid() },
  success: {
    status: 200,
    description: 'The monitor.',
    schema: z.object({ monitor }),
    example: { monitor: MONITOR_EXAMPLE },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class PauseMonitor extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, ProjectScope>) {
    const { monitorId: id } = input.path
    return { monitor: monitorOf(await setMonitorPaused({ ctx, scope, input: { id, isPaused: true } })) }
  }
}
