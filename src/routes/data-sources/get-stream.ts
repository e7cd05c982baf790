import { z } from 'zod'
import type { Found } from '../../auth/scope.ts'
import { cardsByHand } from '../../domain/sources/by-hand.ts'
import { deliveryHealth } from '../../domain/sources/health.ts'
import { findStream, type StreamRow } from '../../domain/sources/rows.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
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

export class GetStream extends Operation<Found<StreamRow>> {
  readonly operation = operation

  protected async authorize({ access, input, ctx }: Asked<typeof operation>) {
    return access.found(await findStream(ctx, 'connection', input.path.streamId), 'The stream')
  }

  protected async answer({ granted: { scope, row: found }, ctx }: Call<typeof operation, Found<StreamRow>>) {
    const cards = await cardsByHand({ ctx, scope, input: found })
    return {
      stream: {
        ...streamViewOf(found),
        health: await deliveryHealth({ ctx, scope, input: { streamId: found.id } }),
        ...(cards.length > 0 ? { endpointCards: cards } : {}),
      },
    }
  }
}
