import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { getSchedule } from '../../domain/schedules/schedules.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { SCHEDULE_EXAMPLE, schedule, scheduleOf } from './schema.ts'

const operation = defineOperation({
  operationId: 'schedules.get',
  method: 'get',
  path: '/schedules/{scheduleId}',
  tag: 'Schedules',
  summary: 'Get a schedule',
  permission: 'schedules:read',
  pathParameters: { scheduleId: z.uuid() },
  success: {
    status: 200,
    description: 'The schedule.',
    schema: z.object({ schedule }),
    example: { schedule: SCHEDULE_EXAMPLE },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class GetSchedule extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, ProjectScope>) {
    return { schedule: scheduleOf(await getSchedule({ ctx, scope, input: { id: input.path.scheduleId } })) }
  }
}
