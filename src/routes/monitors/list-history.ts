import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { monitorHistory } from '../../domain/monitors/monitors.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { iso, listCursor, listLimit, nextCursor } from '../../http/parameters.ts'
import { transition } from './schema.ts'

const operation = defineOperation({
  operationId: 'monitors.history',
  method: 'get',
  path: '/monitors/{monitorId}/history',
  tag: 'Monitors',
  summary: 'List the status changes of a monitor',
  description: 'Kept for 90 days.',
  permission: 'monitors:read',
  pathParameters: { monitorId: z.uuid() },
  query: { limit: listLimit, cursor: listCursor },
  success: {
    status: 200,
    description: 'The changes, newest first.',
    schema: z.object({ transitions: z.array(transition), nextCursor }),
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class ListMonitorHistory extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, ProjectScope>) {
    const { limit, cursor } = input.query
    const page = await monitorHistory({ ctx, scope, input: { id: input.path.monitorId, limit, cursor } })
    return {
      transitions: page.transitions.map(({ at, from, to, value }) => ({ at: iso(at), from, to, value })),
      nextCursor: page.nextCursor,
    }
  }
}
