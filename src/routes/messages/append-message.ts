import { z } from 'zod'
import { currentRun } from '../../domain/runs/runs.ts'
import { appendMessage } from '../../domain/threads/start-run.ts'
import { accessThread } from '../../domain/threads/thread-access.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'
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
    'Starts a run, or queues it: one run of a thread at a time, in the order of acceptance. 429 when 100 are waiting, 409 when the thread has its 1,000 messages.',
  permission: 'threads:write',
  pathParameters: { threadId: z.uuid() },
  headers: clientSourceHeader,
  body: runRequest,
  bodyExample: RUN_REQUEST_EXAMPLE,
  success: { status: 201, description: 'The run.', schema: runResult, example: RUN_RESULT_EXAMPLE },
  errors: ['PAYMENT_REQUIRED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'SERVICE_UNAVAILABLE'],
})

export class AppendMessage extends Operation {
  readonly operation = operation

  protected async answer({ access, ctx, input }: Call<typeof operation>) {
    const thread = await accessThread(ctx, access, input.path.threadId, 'The thread')
    const { message, context, wait, timeoutSeconds } = input.body
    const clientSource = input.headers['x-oas-client-source']
    return appendMessage({ ctx, thread, input: { message, context, wait, timeoutSeconds, clientSource } })
  }

  protected override refreshed(body: unknown, { access, ctx }: Call<typeof operation>) {
    return currentRun(ctx, access, body)
  }
}
