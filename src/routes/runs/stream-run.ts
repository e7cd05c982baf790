import { z } from 'zod'
import { streamEvents } from '../../domain/runs/stream.ts'
import { accessThread, type ThreadScope } from '../../domain/threads/thread-scope.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { resumeAt, STREAM_DESCRIPTION, STREAM_EXAMPLE, streamHeaders, streamQuery } from './stream-parameters.ts'

const operation = defineOperation({
  operationId: 'runs.stream',
  method: 'get',
  path: '/runs/{runId}/stream',
  tag: 'Runs',
  summary: 'Follow a run',
  description: STREAM_DESCRIPTION,
  permission: 'threads:read',
  pathParameters: { runId: z.uuid() },
  query: streamQuery,
  headers: streamHeaders,
  success: {
    status: 200,
    description: 'The events of the run.',
    schema: null,
    contentType: 'text/event-stream',
    example: STREAM_EXAMPLE,
  },
  alternative: { status: 204, description: 'No event follows the cursor.' },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
})

export class StreamRun extends Operation<ThreadScope> {
  readonly operation = operation

  protected authorize({ access, ctx, input }: Asked<typeof operation>) {
    return accessThread(ctx, access, input.path.runId, 'The run')
  }

  protected async answer({ granted: scope, ctx, input, recheck }: Call<typeof operation, ThreadScope>) {
    return streamEvents({ ctx, scope, input: { of: 'run', cursor: resumeAt(input), recheck } })
  }
}
