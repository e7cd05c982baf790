import { z } from 'zod'
import { forkThread } from '../../domain/threads/fork-thread.ts'
import { assertCreditsOfThread } from '../../domain/threads/start-run.ts'
import { accessThread, type ThreadScope } from '../../domain/threads/thread-scope.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { clientSourceHeader, THREAD_EXAMPLE, thread } from './schema.ts'

const operation = defineOperation({
  operationId: 'threads.fork',
  method: 'post',
  path: '/threads/{threadId}/fork',
  tag: 'Threads',
  summary: 'Fork a thread at a message',
  description:
    'Creates a thread with the messages up to and including this one. A `fork` block in its first message names the source.',
  permission: 'threads:write',
  pathParameters: { threadId: z.uuid() },
  headers: clientSourceHeader,
  body: { messageId: z.uuid() },
  bodyExample: { messageId: '019b2c47-d1ee-7000-9d52-3f1f6f0c1a55' },
  success: {
    status: 201,
    description: 'The new thread.',
    schema: z.object({ thread }),
    example: { thread: THREAD_EXAMPLE },
  },
  errors: ['PAYMENT_REQUIRED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'SERVICE_UNAVAILABLE'],
})

export class ForkThread extends Operation<ThreadScope> {
  readonly operation = operation

  protected async authorize({ access, ctx, input }: Asked<typeof operation>) {
    const thread = await accessThread(ctx, access, input.path.threadId, 'The thread')
    await assertCreditsOfThread({ ctx, scope: thread })
    return thread
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, ThreadScope>) {
    const clientSource = input.headers['x-oas-client-source']
    return {
      thread: await forkThread({ ctx, scope, input: { messageId: input.body.messageId, clientSource } }),
    }
  }
}
