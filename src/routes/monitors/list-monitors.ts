import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { listMonitors } from '../../domain/monitors/monitors.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { listCursor, listLimit, nextCursor } from '../../http/parameters.ts'
import { MONITOR_EXAMPLE, monitor, monitorOf } from './schema.ts'

const operation = defineOperation({
  operationId: 'monitors.list',
  method: 'get',
  path: '/monitors',
  tag: 'Monitors',
  summary: 'List monitors',
  permission: 'monitors:read',
  query: { limit: listLimit, cursor: listCursor },
  success: {
    status: 200,
    description: 'The monitors, newest first.',
    schema: z.object({ monitors: z.array(monitor), nextCursor }),
    example: { monitors: [MONITOR_EXAMPLE], nextCursor: null },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class ListMonitors extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, ProjectScope>) {
    const { limit, cursor } = input.query
    const page = await listMonitors({ ctx, scope, input: { limit, cursor } })
    return { monitors: page.monitors.map(monitorOf), nextCursor: page.nextCursor }
  }
}
