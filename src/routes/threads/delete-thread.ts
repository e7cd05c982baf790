import { z } from 'zod'
import { deleteThread } from '../../domain/threads/read-thread.ts'
import { accessThread } from '../../domain/threads/thread-access.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'

const operation = defineOperation({
  operationId: 'threads.delete',
  method: 'delete',
  path: '/threads/{threadId}',
  tag: 'Threads',
  summary: 'Delete a thread',
  description: 'Cancels its runs and removes its messages, runs and search entries.',
  permission: 'threads:write',
  pathParameters: { threadId: z.uuid() },
  success: { status: 204, description: 'The thread is gone.', schema: null },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
})

export class DeleteThread extends Operation {
  readonly operation = operation

  protected async answer({ access, ctx, input }: Call<typeof operation>) {
    await deleteThread(await accessThread(ctx, access, input.path.threadId, 'The thread'))
  }
}
