import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { runSchedule } from '../../domain/schedules/schedules.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { scheduleRun, scheduleRunOf } from './schema.ts'

const operation = defineOperation({
  operationId: 'schedules.run',
  method: 'post',
  path: '/schedules/{scheduleId}/run',
  tag: 'Schedules',
  summary: 'Ask the question now',
  permission: 'schedules:manage',
  pathParameters: { scheduleId: z.uuid() },
  success: { status: 201, description: 'The run that was started.', schema: z.object({ run: scheduleRun }) },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
})

export class RunSchedule extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, ProjectScope>) {
    return { run: scheduleRunOf(await runSchedule({ ctx, scope, input: { id: input.path.scheduleId } })) }
  }
}
