import { z } from 'zod'
import { streamEvents } from '../../domain/runs/stream.ts'
import { accessThread } from '../../domain/threads/thread-access.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'
import { stillAllowed } from '../runs/still-allowed.ts'
import { resumeAt, STREAM_DESCRIPTION, STREAM_EXAMPLE, streamHeaders, streamQuery } from '../runs/stream-parameters.ts'

const operation = defineOperation({
  operationId: 'threads.stream',
  method: 'get',
  path: '/threads/{threadId}/stream',
  tag: 'Threads',
  summary: 'Follow the runs of a thread',
  description: `From the run under way (else the latest one) until none is queued or under way. ${STREAM_DESCRIPTION}`,
  permission: 'threads:read',
  pathParameters: { threadId: z.uuid() },
  query: streamQuery,
  headers: streamHeaders,
  success: {
    status: 200,
    description: 'The events of the thread.',
    schema: null,
    contentType: 'text/event-stream',
    example: STREAM_EXAMPLE,
  },
  alternative: { status: 204, description: 'Nothing comes after the cursor.' },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
})

export class StreamThread extends Operation {
  readonly operation = operation

  protected async answer(call: Call<typeof operation>) {
    const { access, ctx, input } = call
    const thread = await accessThread(ctx, access, input.path.threadId, 'The thread')
    return streamEvents(thread, 'thread', resumeAt(input), stillAllowed(call, thread))
  }
}
