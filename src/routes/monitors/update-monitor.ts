import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { updateMonitor } from '../../domain/monitors/monitors.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { MONITOR_EXAMPLE, monitor, monitorFields, monitorOf } from './schema.ts'

const operation = defineOperation({
  operationId: 'monitors.update',
  method: 'patch',
  path: '/monitors/{monitorId}',
  tag: 'Monitors',
  summary: 'Change a monitor',
  description:
    'Fields that are left out stay as they are. A changed condition starts without earlier state, and an alert of the old condition is resolved.',
  permission: 'monitors:manage',
  pathParameters: { monitorId: z.uuid() },
  body: {
    name: monitorFields.name.optional(),
    severity: monitorFields.severity.optional(),
    condition: monitorFields.condition.optional(),
    forMinutes: monitorFields.forMinutes.optional(),
    recoverForMinutes: monitorFields.recoverForMinutes.optional(),
    noData: monitorFields.noData.optional(),
  },
  bodyExample: { forMinutes: 5 },
  success: {
    status: 200,
    description: 'The monitor.',
    schema: z.object({ monitor }),
    example: { monitor: MONITOR_EXAMPLE },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
})

export class UpdateMonitor extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, ProjectScope>) {
    const { name, severity, condition, forMinutes, recoverForMinutes, noData } = input.body
    const change = { name, severity, condition, forMinutes, recoverForMinutes, noData }
    const { monitorId: id } = input.path
    return { monitor: monitorOf(await updateMonitor({ ctx, scope, input: { id, change } })) }
  }
}
