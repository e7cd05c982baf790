import { z } from 'zod'
import type { Found } from '../../auth/scope.ts'
import { findSource, type SourceRow, streamsOfSource } from '../../domain/sources/rows.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
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

export class ListStreams extends Operation<Found<SourceRow>> {
  readonly operation = operation

  protected async authorize({ access, input, ctx }: Asked<typeof operation>) {
    return access.found(await findSource(ctx, 'connection', input.path.connectionId), 'The connection')
  }

  protected async answer({ granted: { scope, row: source }, ctx }: Call<typeof operation, Found<SourceRow>>) {
    const rows = await streamsOfSource({ ctx, scope, input: { sourceId: source.id } })
    return { streams: rows.map(streamViewOf) }
  }
}
