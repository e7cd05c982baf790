import { z } from 'zod'
import { updateThread } from '../../domain/threads/change-thread.ts'
import { accessThread, type ThreadScope } from '../../domain/threads/thread-scope.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { THREAD_EXAMPLE, thread, threadStatus } from './schema.ts'

const operation = defineOperation({
  operationId: 'threads.update',
  method: 'patch',
  path: '/threads/{threadId}',
  tag: 'Threads',
  summary: 'Archive a thread or make it active again',
  permission: 'threads:write',
  pathParameters: { threadId: z.uuid() },
  body: { status: threadStatus },
  bodyExample: { status: 'archived' },
  success: {
    status: 200,
    description: 'The thread.',
    schema: z.object({ thread }),
    example: { thread: { ...THREAD_EXAMPLE, status: 'archived' } },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
})

export class UpdateThread extends Operation<ThreadScope> {
  readonly operation = operation

  protected authorize({ access, ctx, input }: Asked<typeof operation>) {
    return accessThread(ctx, access, input.path.threadId, 'The thread')
  }

  protected async answer({ granted: scope, ctx, input }: Call<typeof operation, ThreadScope>) {
    return { thread: await updateThread({ ctx, scope, input: { status: input.body.status } }) }
  }
}
