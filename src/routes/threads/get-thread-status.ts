import { z } from 'zod'
import { threadStatus } from '../../domain/threads/read-thread.ts'
import { accessThread, type ThreadScope } from '../../domain/threads/thread-scope.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'

const response = z
  .object({
    status: z.enum(['idle', 'processing']),
    lastRunStatus: z.union([z.literal('error'), z.null()]),
  })
  .openapi('ThreadProcessingStatus')

const operation = defineOperation({
  operationId: 'threads.getStatus',
  method: 'get',
  path: '/threads/{threadId}/status',
  tag: 'Threads',
  summary: 'Get whether a run of the thread is queued or running',
  permission: 'threads:read',
  pathParameters: { threadId: z.uuid() },
  success: {
    status: 200,
    description: 'The processing status.',
    schema: response,
    example: { status: 'idle', lastRunStatus: null },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
})

export class GetThreadStatus extends Operation<ThreadScope> {
  readonly operation = operation

  protected authorize({ access, ctx, input }: Asked<typeof operation>) {
    return accessThread(ctx, access, input.path.threadId, 'The thread')
  }

  protected async answer({ granted: scope, ctx }: Call<typeof operation, ThreadScope>) {
    return threadStatus({ ctx, scope })
  }
}
