import { z } from 'zod'
import { orNotFound } from '../../domain/sources/connections.ts'
import { findStream } from '../../domain/sources/rows.ts'
import { retryStream } from '../../domain/sources/streams.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'
import { STREAM_EXAMPLE, stream, streamViewOf } from './schema.ts'

const operation = defineOperation({
  operationId: 'dataSources.retryStream',
  method: 'post',
  path: '/data-sources/streams/{streamId}/retry',
  tag: 'Data sources',
  summary: 'Provision a stream in error again',
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

export class RetryStream extends Operation {
  readonly operation = operation

  protected async answer({ access, input, ctx }: Call<typeof operation>) {
    const row = await findStream(ctx, 'connection', input.path.streamId)
    const scope = await access.resource(row, 'The stream')
    return { stream: streamViewOf(await retryStream({ ctx, scope, input: { stream: orNotFound(row, 'The stream') } })) }
  }
}
