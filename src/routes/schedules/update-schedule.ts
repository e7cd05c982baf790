import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { updateSchedule } from '../../domain/schedules/schedules.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { SCHEDULE_EXAMPLE, schedule, scheduleFields, scheduleOf } from './schema.ts'

const operation = defineOperation({
  operationId: 'schedules.update',
  method: 'patch',
  path: '/schedules/{scheduleId}',
  tag: 'Schedules',
  summary: 'Change a schedule',
  description:
    'Fields that are left out stay as they are. Times that pass while the schedule is disabled are not caught up on.',
  permission: 'schedules:manage',
  pathParameters: { scheduleId: z.uuid() },
  body: {
    name: scheduleFields.name.optional(),
    question: scheduleFields.question.optional(),
    timing: scheduleFields.timing.optional(),
    destinationIds: scheduleFields.destinationIds.optional(),
    enabled: scheduleFields.enabled.optional(),
  },
  bodyExample: { enabled: false },
  success: {
    status: 200,
    description: 'The schedule.',
    schema: z.object({ schedule }),
    example: { schedule: SCHEDULE_EXAMPLE },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class UpdateSchedule extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, ProjectScope>) {
    const { name, question, timing, destinationIds, enabled } = input.body
    const change = { name, question, timing, destinationIds, enabled }
    const { scheduleId: id } = input.path
    return { schedule: scheduleOf(await updateSchedule({ ctx, scope, input: { id, change } })) }
  }
}
