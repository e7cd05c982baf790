import { z } from 'zod'
import { streamEvents } from '../../domain/runs/stream.ts'
import { accessThread } from '../../domain/threads/thread-access.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'
import { stillAllowed } from './still-allowed.ts'
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
  alternative: { status: 204, description: 'Nothing comes after the cursor.' },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
})

export class StreamRun extends Operation {
  readonly operation = operation

  protected async answer(call: Call<typeof operation>) {
    const { access, ctx, input } = call
    const run = await accessThread(ctx, access, input.path.runId, 'The run')
    return streamEvents(run, 'run', resumeAt(input), stillAllowed(call, run))
  }
}
