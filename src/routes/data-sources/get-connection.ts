import { z } from 'zod'
import { orNotFound } from '../../domain/sources/connections.ts'
import { findSource } from '../../domain/sources/rows.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'
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

export class GetConnection extends Operation {
  readonly operation = operation

  protected async answer({ access, input, ctx }: Call<typeof operation>) {
    const connectionRow = await findSource(ctx, 'connection', input.path.connectionId)
    await access.resource(connectionRow, 'The connection')
    return { connection: connectionOf(orNotFound(connectionRow, 'The connection')) }
  }
}
