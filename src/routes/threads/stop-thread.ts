import { z } from 'zod'
import { stopThread } from '../../domain/runs/stop-runs.ts'
import { accessThread, type ThreadScope } from '../../domain/threads/thread-scope.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'

const operation = defineOperation({
  operationId: 'threads.stop',
  method: 'post',
  path: '/threads/{threadId}/stop',
  tag: 'Threads',
  summary: 'Stop the runs of a thread',
  description:
    'The running run ends as `aborted` and keeps its results so far. Waiting runs are withdrawn together with their messages.',
  permission: 'threads:write',
  pathParameters: { threadId: z.uuid() },
  success: {
    status: 200,
    description: 'No run of the thread is queued or running.',
    schema: z.object({ success: z.literal(true) }),
    example: { success: true },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'SERVICE_UNAVAILABLE'],
})

export class StopThread extends Operation<ThreadScope> {
  readonly operation = operation

  protected authorize({ access, ctx, input }: Asked<typeof operation>) {
    return accessThread(ctx, access, input.path.threadId, 'The thread')
  }

  protected async answer({ granted: scope, ctx }: Call<typeof operation, ThreadScope>) {
    await stopThread({ ctx, scope })
    return { success: true }
  }
}
