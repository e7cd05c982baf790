import { z } from 'zod'
import { stopThread } from '../../domain/runs/runs.ts'
import { accessThread } from '../../domain/threads/thread-access.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'

const operation = defineOperation({
  operationId: 'threads.stop',
  method: 'post',
  path: '/threads/{threadId}/stop',
  tag: 'Threads',
  summary: 'Stop the runs of a thread',
  description:
    'The running one ends `aborted` and keeps what it has; those that wait are taken back with their messages.',
  permission: 'threads:write',
  pathParameters: { threadId: z.uuid() },
  success: {
    status: 200,
    description: 'No run of the thread is queued or under way any more.',
    schema: z.object({ success: z.literal(true) }),
    example: { success: true },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'SERVICE_UNAVAILABLE'],
})

export class StopThread extends Operation {
  readonly operation = operation

  protected async answer({ access, ctx, input }: Call<typeof operation>) {
    await stopThread(await accessThread(ctx, access, input.path.threadId, 'The thread'))
    return { success: true }
  }
}
