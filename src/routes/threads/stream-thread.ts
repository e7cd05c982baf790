import { z } from 'zod'
import { streamEvents } from '../../domain/runs/stream.ts'
import { accessThread, type ThreadScope } from '../../domain/threads/thread-scope.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { resumeAt, STREAM_DESCRIPTION, STREAM_EXAMPLE, streamHeaders, streamQuery } from '../runs/stream-parameters.ts'

const operation = defineOperation({
  operationId: 'threads.stream',
  method: 'get',
  path: '/threads/{threadId}/stream',
  tag: 'Threads',
  summary: 'Follow the runs of a thread',
  description: `Starts at the running run (otherwise the latest one) and ends when none is queued or running. ${STREAM_DESCRIPTION}`,
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
  alternative: { status: 204, description: 'No event follows the cursor.' },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
})

export class StreamThread extends Operation<ThreadScope> {
  readonly operation = operation

  protected authorize({ access, ctx, input }: Asked<typeof operation>) {
    return accessThread(ctx, access, input.path.threadId, 'The thread')
  }

  protected async answer({ granted: scope, ctx, input, recheck }: Call<typeof operation, ThreadScope>) {
    return streamEvents({ ctx, scope, input: { of: 'thread', cursor: resumeAt(input), recheck } })
  }
}
