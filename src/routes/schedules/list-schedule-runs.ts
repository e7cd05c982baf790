import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { listScheduleRuns } from '../../domain/schedules/schedules.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { listCursor, listLimit, nextCursor } from '../../http/parameters.ts'
import { scheduleRun, scheduleRunOf } from './schema.ts'

const operation = defineOperation({
  operationId: 'schedules.listRuns',
  method: 'get',
  path: '/schedules/{scheduleId}/runs',
  tag: 'Schedules',
  summary: 'List runs of a schedule',
  description: 'The latest 200 are kept.',
  permission: 'schedules:read',
  pathParameters: { scheduleId: z.uuid() },
  query: { limit: listLimit, cursor: listCursor },
  success: {
    status: 200,
    description: 'The runs, newest first.',
    schema: z.object({ runs: z.array(scheduleRun), nextCursor }),
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class ListScheduleRuns extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, ProjectScope>) {
    const { limit, cursor } = input.query
    const page = await listScheduleRuns({ ctx, scope, input: { id: input.path.scheduleId, limit, cursor } })
    return { runs: page.runs.map(scheduleRunOf), nextCursor: page.nextCursor }
  }
}
