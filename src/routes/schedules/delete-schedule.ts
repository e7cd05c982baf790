import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { deleteSchedule } from '../../domain/schedules/schedules.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'

const operation = defineOperation({
  operationId: 'schedules.delete',
  method: 'delete',
  path: '/schedules/{scheduleId}',
  tag: 'Schedules',
  summary: 'Delete a schedule',
  description: 'The threads of its runs stay. If a run has not ended, its answer is not delivered.',
  permission: 'schedules:manage',
  pathParameters: { scheduleId: z.uuid() },
  success: { status: 204, description: 'Deleted.', schema: null },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class DeleteSchedule extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, ProjectScope>) {
    await deleteSchedule({ ctx, scope, input: { id: input.path.scheduleId } })
  }
}
