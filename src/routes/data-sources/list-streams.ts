import { z } from 'zod'
import { findSource, streamsOfSource } from '../../domain/sources/rows.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'
import { STREAM_EXAMPLE, stream, streamViewOf } from './schema.ts'

const operation = defineOperation({
  operationId: 'dataSources.listStreams',
  method: 'get',
  path: '/data-sources/connections/{connectionId}/streams',
  tag: 'Data sources',
  summary: 'List the streams of a connection',
  permission: 'data_sources:read',
  pathParameters: { connectionId: z.uuid() },
  success: {
    status: 200,
    description: 'The streams, newest first.',
    schema: z.object({ streams: z.array(stream) }),
    example: { streams: [STREAM_EXAMPLE] },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class ListStreams extends Operation {
  readonly operation = operation

  protected async answer({ access, input, ctx }: Call<typeof operation>) {
    const connectionRow = await findSource(ctx, 'connection', input.path.connectionId)
    await access.resource(connectionRow, 'The connection')
    const rows = await streamsOfSource(ctx, input.path.connectionId)
    return { streams: rows.map(streamViewOf) }
  }
}
