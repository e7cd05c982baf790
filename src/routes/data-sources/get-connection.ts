import { z } from 'zod'
import type { Found } from '../../auth/scope.ts'
import { findSource, type SourceRow } from '../../domain/sources/rows.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { CONNECTION_EXAMPLE, connection, connectionOf } from './schema.ts'

const operation = defineOperation({
  operationId: 'dataSources.getConnection',
  method: 'get',
  path: '/data-sources/connections/{connectionId}',
  tag: 'Data sources',
  summary: 'Get a connection',
  permission: 'data_sources:read',
  pathParameters: { connectionId: z.uuid() },
  success: {
    status: 200,
    description: 'The connection.',
    schema: z.object({ connection }),
    example: { connection: CONNECTION_EXAMPLE },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class GetConnection extends Operation<Found<SourceRow>> {
  readonly operation = operation

  protected async authorize({ access, input, ctx }: Asked<typeof operation>) {
    return access.found(await findSource(ctx, 'connection', input.path.connectionId), 'The connection')
  }

  protected async answer({ granted: { row: connectionRow } }: Call<typeof operation, Found<SourceRow>>) {
    return { connection: connectionOf(connectionRow) }
  }
}
