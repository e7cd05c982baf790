import { z } from 'zod'
import { getThread } from '../../domain/threads/read-thread.ts'
import { accessThread, type ThreadScope } from '../../domain/threads/thread-scope.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { MESSAGE_EXAMPLE, message } from '../messages/schema.ts'
import { THREAD_EXAMPLE, thread } from './schema.ts'

const response = z.object({ thread, messages: z.array(message) })

const operation = defineOperation({
  operationId: 'threads.get',
  method: 'get',
  path: '/threads/{threadId}',
  tag: 'Threads',
  summary: 'Get a thread with its messages',
  description:
    'Messages are in chronological order. While a run is in progress, its answer grows and has `in_progress` statuses.',
  permission: 'threads:read',
  pathParameters: { threadId: z.uuid() },
  success: {
    status: 200,
    description: 'The thread.',
    schema: response,
    example: { thread: THREAD_EXAMPLE, messages: [MESSAGE_EXAMPLE] },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
})

export class GetThread extends Operation<ThreadScope> {
  readonly operation = operation

  protected authorize({ access, ctx, input }: Asked<typeof operation>) {
    return accessThread(ctx, access, input.path.threadId, 'The thread')
  }

  protected async answer({ granted: scope, ctx }: Call<typeof operation, ThreadScope>) {
    return getThread({ ctx, scope })
  }
}
