import { z } from 'zod'
import { cardsByHand } from '../../domain/sources/by-hand.ts'
import { orNotFound } from '../../domain/sources/connections.ts'
import { healthOfKeys, keyIdsOf } from '../../domain/sources/health.ts'
import { findStream } from '../../domain/sources/rows.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'
import { health } from '../../http/parameters.ts'
import { endpointCard } from '../log-sources/schema.ts'
import { stream, streamViewOf } from './schema.ts'

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
    schema: z.object({
      stream: stream
        .extend({ health, endpointCards: z.array(endpointCard).optional() })
        .openapi('DataSourceStreamWithHealth'),
    }),
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class GetStream extends Operation {
  readonly operation = operation

  protected async answer({ access, input, ctx }: Call<typeof operation>) {
    const row = await findStream(ctx, 'connection', input.path.streamId)
    const scope = await access.resource(row, 'The stream')
    const found = orNotFound(row, 'The stream')
    const keys = await keyIdsOf(ctx, { streamId: found.id })
    const cards = await cardsByHand(ctx, found)
    return {
      stream: {
        ...streamViewOf(found),
        health: await healthOfKeys(ctx, scope.organizationId, keys),
        ...(cards.length > 0 ? { endpointCards: cards } : {}),
      },
    }
  }
}
