import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { createMonitor } from '../../domain/monitors/monitors.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { MONITOR_EXAMPLE, MONITOR_INPUT_EXAMPLE, monitor, monitorOf, newMonitorFields } from './schema.ts'

const operation = defineOperation({
  operationId: 'monitors.create',
  method: 'post',
  path: '/monitors',
  tag: 'Monitors',
  summary: 'Create a monitor',
  description:
    'The monitor is evaluated every minute. It fires when its condition holds for `forMinutes`. Like any other alert, it then opens or joins an incident, and it resolves when the condition has recovered.',
  permission: 'monitors:manage',
  body: newMonitorFields,
  bodyExample: MONITOR_INPUT_EXAMPLE,
  success: {
    status: 201,
    description: 'The monitor.',
    schema: z.object({ monitor }),
    example: { monitor: MONITOR_EXAMPLE },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
})

export class CreateMonitor extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, ProjectScope>) {
    const { name, severity, condition, forMinutes, recoverForMinutes, noData } = input.body
    const definition = { name, severity, condition, forMinutes, recoverForMinutes, noData }
    return { monitor: monitorOf(await createMonitor({ ctx, scope, input: { definition } })) }
  }
}
