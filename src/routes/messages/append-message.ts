import { z } from 'zod'
import { currentRun } from '../../domain/runs/read-runs.ts'
import { appendMessage, assertCreditsOfThread } from '../../domain/threads/start-run.ts'
import { accessThread, type ThreadScope } from '../../domain/threads/thread-scope.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import {
  clientSourceHeader,
  RUN_REQUEST_EXAMPLE,
  RUN_RESULT_EXAMPLE,
  runRequest,
  runResult,
} from '../threads/schema.ts'

const operation = defineOperation({
  operationId: 'messages.append',
  method: 'post',
  path: '/threads/{threadId}/messages',
  tag: 'Messages',
  summary: 'Add a message to a thread',
  description:
    'Starts a run or queues it: a thread runs one message at a time, in the order of acceptance. 429 when 100 messages are waiting, 409 when the thread has 1,000 messages.',
  permission: 'threads:write',
  pathParameters: { threadId: z.uuid() },
  headers: clientSourceHeader,
  body: runRequest,
  bodyExample: RUN_REQUEST_EXAMPLE,
  success: { status: 201, description: 'The run.', schema: runResult, example: RUN_RESULT_EXAMPLE },
  errors: ['PAYMENT_REQUIRED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'SERVICE_UNAVAILABLE'],
})

export class AppendMessage extends Operation<ThreadScope> {
  readonly operation = operation

  protected async authorize({ access, ctx, input }: Asked<typeof operation>) {
    const thread = await accessThread(ctx, access, input.path.threadId, 'The thread')
    await assertCreditsOfThread({ ctx, scope: thread })
    return thread
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, ThreadScope>) {
    const { message, context, wait, timeoutSeconds } = input.body
    const clientSource = input.headers['x-oas-client-source']
    return appendMessage({ ctx, scope, input: { message, context, wait, timeoutSeconds, clientSource } })
  }

  protected override refreshed(body: unknown, { access, ctx }: Asked<typeof operation>) {
    return currentRun(ctx, access, body)
  }
}
