import { z } from 'zod'
import { deleteThread } from '../../domain/threads/change-thread.ts'
import { accessThread, type ThreadScope } from '../../domain/threads/thread-scope.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'

const operation = defineOperation({
  operationId: 'threads.delete',
  method: 'delete',
  path: '/threads/{threadId}',
  tag: 'Threads',
  summary: 'Delete a thread',
  description: 'Cancels its runs and removes its messages, runs and search entries.',
  permission: 'threads:write',
  pathParameters: { threadId: z.uuid() },
  success: { status: 204, description: 'The thread was deleted.', schema: null },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
})

export class DeleteThread extends Operation<ThreadScope> {
  readonly operation = operation

  protected authorize({ access, ctx, input }: Asked<typeof operation>) {
    return accessThread(ctx, access, input.path.threadId, 'The thread')
  }

  protected async answer({ granted: scope, ctx }: Call<typeof operation, ThreadScope>) {
    await deleteThread({ ctx, scope })
  }
}
