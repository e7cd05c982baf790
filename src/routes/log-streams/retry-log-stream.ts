import { z } from 'zod'
import type { Found } from '../../auth/scope.ts'
import { findStream, type StreamRow } from '../../domain/sources/rows.ts'
import { retryStream } from '../../domain/sources/streams.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { logStream } from '../log-sources/schema.ts'
import { viewOf } from './view.ts'

const operation = defineOperation({
  operationId: 'logStreams.retry',
  method: 'post',
  path: '/log-streams/{logStreamId}/retry',
  tag: 'Log sources',
  summary: 'Retry a log stream that is in error',
  permission: 'log_sources:manage',
  pathParameters: { logStreamId: z.uuid() },
  success: { status: 200, description: 'The log stream.', schema: z.object({ stream: logStream }) },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
})

export class RetryLogStream extends Operation<Found<StreamRow>> {
  readonly operation = operation

  protected async authorize({ access, input, ctx }: Asked<typeof operation>) {
    return access.found(await findStream(ctx, 'log_source', input.path.logStreamId), 'The log stream')
  }

  protected async answer({ granted: { scope, row: stream }, ctx }: Call<typeof operation, Found<StreamRow>>) {
    return { stream: await viewOf({ ctx, scope, input: await retryStream({ ctx, scope, input: { stream } }) }) }
  }
}
