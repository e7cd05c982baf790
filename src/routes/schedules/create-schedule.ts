import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { createSchedule } from '../../domain/schedules/schedules.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { SCHEDULE_EXAMPLE, SCHEDULE_INPUT_EXAMPLE, schedule, scheduleFields, scheduleOf } from './schema.ts'

const operation = defineOperation({
  operationId: 'schedules.create',
  method: 'post',
  path: '/schedules',
  tag: 'Schedules',
  summary: 'Create a schedule',
  description:
    'Asks a question at the given times, each in a thread of its own, and delivers the answer. Runs never overlap. Of several missed times, only the last one is run. Daylight saving time is respected. Two times must be at least 15 minutes apart.',
  permission: 'schedules:manage',
  body: {
    ...scheduleFields,
    destinationIds: scheduleFields.destinationIds.default(null),
    enabled: scheduleFields.enabled.default(true),
  },
  bodyExample: SCHEDULE_INPUT_EXAMPLE,
  success: {
    status: 201,
    description: 'The schedule.',
    schema: z.object({ schedule }),
    example: { schedule: SCHEDULE_EXAMPLE },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
})

export class CreateSchedule extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, ProjectScope>) {
    const { name, question, timing, destinationIds, enabled } = input.body
    const made = await createSchedule({ ctx, scope, input: { name, question, timing, destinationIds, enabled } })
    return { schedule: scheduleOf(made) }
  }
}
