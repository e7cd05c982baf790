import { z } from 'zod'
import { orNotFound } from '../../domain/sources/connections.ts'
import { findStream } from '../../domain/sources/rows.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'
import { STREAM_EXAMPLE, stream, streamViewOf } from './schema.ts'

const operation = defineOperation({
  operationId: 'dataSources.getStream',
  method: 'get',
  path: '/data-sources/streams/{streamId}',
  tag: 'Data sources',
  summary: 'Get a stream',
  permission: 'data_sources:read',
  pathParameters: { streamId: z.uuid() },
  success: {
    status: 200,
    description: 'The stream.',
    schema: z.object({ stream }),
    example: { stream: STREAM_EXAMPLE },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class GetStream extends Operation {
  readonly operation = operation

  protected async answer({ access, input, ctx }: Call<typeof operation>) {
    const row = await findStream(ctx, 'connection', input.path.streamId)
    await access.resource(row, 'The stream')
    return { stream: streamViewOf(orNotFound(row, 'The stream')) }
  }
}
