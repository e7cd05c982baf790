import { z } from 'zod'
import { orNotFound, updateConnection } from '../../domain/sources/connections.ts'
import { findSource } from '../../domain/sources/rows.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'
import { anyObject, text } from '../../http/parameters.ts'
import { CONNECTION_EXAMPLE, connection, connectionOf } from './schema.ts'

const operation = defineOperation({
  operationId: 'dataSources.updateConnection',
  method: 'patch',
  path: '/data-sources/connections/{connectionId}',
  tag: 'Data sources',
  summary: 'Change a connection',
  description: 'Metadata replaces what was stored, whole, after the platform accepted it.',
  permission: 'data_sources:manage',
  pathParameters: { connectionId: z.uuid() },
  body: { displayName: z.union([text(1, 200), z.null()]).optional(), metadata: anyObject.optional() },
  success: {
    status: 200,
    description: 'The connection.',
    schema: z.object({ connection }),
    example: { connection: CONNECTION_EXAMPLE },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'UNPROCESSABLE_CONTENT', 'BAD_GATEWAY'],
})

export class UpdateConnection extends Operation {
  readonly operation = operation

  protected async answer({ access, input, ctx }: Call<typeof operation>) {
    const connectionRow = await findSource(ctx, 'connection', input.path.connectionId)
    const scope = await access.resource(connectionRow, 'The connection')
    const row = orNotFound(connectionRow, 'The connection')
    const { displayName, metadata } = input.body
    return {
      connection: connectionOf(
        await updateConnection({ ctx, scope, input: { connection: row, displayName, metadata } }),
      ),
    }
  }
}
