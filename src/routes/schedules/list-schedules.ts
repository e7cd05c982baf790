import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { listSchedules } from '../../domain/schedules/schedules.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { listCursor, listLimit, nextCursor } from '../../http/parameters.ts'
import { SCHEDULE_EXAMPLE, schedule, scheduleOf } from './schema.ts'

const operation = defineOperation({
  operationId: 'schedules.list',
  method: 'get',
  path: '/schedules',
  tag: 'Schedules',
  summary: 'List schedules',
  permission: 'schedules:read',
  query: { limit: listLimit, cursor: listCursor },
  success: {
    status: 200,
    description: 'The schedules, newest first.',
    schema: z.object({ schedules: z.array(schedule), nextCursor }),
    example: { schedules: [SCHEDULE_EXAMPLE], nextCursor: null },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class ListSchedules extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, ProjectScope>) {
    const { limit, cursor } = input.query
    const page = await listSchedules({ ctx, scope, input: { limit, cursor } })
    return { schedules: page.schedules.map(scheduleOf), nextCursor: page.nextCursor }
  }
}
