import { z } from 'zod'
import { listRuns } from '../../domain/runs/read-runs.ts'
import { accessThread, type ThreadScope } from '../../domain/threads/thread-scope.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { listCursor, listLimit, nextCursor } from '../../http/parameters.ts'
import { RUN_EXAMPLE, run } from './schema.ts'

const response = z.object({ runs: z.array(run), nextCursor })

const operation = defineOperation({
  operationId: 'runs.list',
  method: 'get',
  path: '/threads/{threadId}/runs',
  tag: 'Runs',
  summary: 'List the runs of a thread',
  description: 'Newest first.',
  permission: 'threads:read',
  pathParameters: { threadId: z.uuid() },
  query: { limit: listLimit, cursor: listCursor },
  success: {
    status: 200,
    description: 'A page of runs.',
    schema: response,
    example: { runs: [RUN_EXAMPLE], nextCursor: null },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
})

export class ListRuns extends Operation<ThreadScope> {
  readonly operation = operation

  protected authorize({ access, ctx, input }: Asked<typeof operation>) {
    return accessThread(ctx, access, input.path.threadId, 'The thread')
  }

  protected async answer({ granted: scope, ctx, input }: Call<typeof operation, ThreadScope>) {
    const { limit, cursor } = input.query
    return listRuns({ ctx, scope, input: { limit, cursor } })
  }
}
