import { z } from 'zod'
import type { Found } from '../../auth/scope.ts'
import { findStream, type StreamRow } from '../../domain/sources/rows.ts'
import { retryStream } from '../../domain/sources/streams.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { STREAM_EXAMPLE, stream, streamViewOf } from './schema.ts'

const operation = defineOperation({
  operationId: 'dataSources.retryStream',
  method: 'post',
  path: '/data-sources/streams/{streamId}/retry',
  tag: 'Data sources',
  summary: 'Retry a stream that is in error',
  permission: 'data_sources:manage',
  pathParameters: { streamId: z.uuid() },
  success: {
    status: 200,
    description: 'The stream.',
    schema: z.object({ stream }),
    example: { stream: STREAM_EXAMPLE },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
})

export class RetryStream extends Operation<Found<StreamRow>> {
  readonly operation = operation

  protected async authorize({ access, input, ctx }: Asked<typeof operation>) {
    return access.found(await findStream(ctx, 'connection', input.path.streamId), 'The stream')
  }

  protected async answer({ granted: { scope, row }, ctx }: Call<typeof operation, Found<StreamRow>>) {
    return { stream: streamViewOf(await retryStream({ ctx, scope, input: { stream: row } })) }
  }
}
