import { z } from 'zod'
import type { Found } from '../../auth/scope.ts'
import { updateConnection } from '../../domain/sources/connections.ts'
import { findSource, type SourceRow } from '../../domain/sources/rows.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { anyObject, text } from '../../http/parameters.ts'
import { CONNECTION_EXAMPLE, connection, connectionOf } from './schema.ts'

const operation = defineOperation({
  operationId: 'dataSources.updateConnection',
  method: 'patch',
  path: '/data-sources/connections/{connectionId}',
  tag: 'Data sources',
  summary: 'Change a connection',
  description:
    'The given metadata replaces the stored metadata completely, after the platform has accepted it. So a new host needs the secrets again. nativeQueriesEnabled allows the agent to use the query language of the platform. Only administrators may change it, keys may not.',
  permission: 'data_sources:manage',
  pathParameters: { connectionId: z.uuid() },
  body: {
    displayName: z.union([text(1, 200), z.null()]).optional(),
    metadata: anyObject.optional(),
    nativeQueriesEnabled: z.boolean().optional(),
  },
  success: {
    status: 200,
    description: 'The connection.',
    schema: z.object({ connection }),
    example: { connection: CONNECTION_EXAMPLE },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'UNPROCESSABLE_CONTENT', 'BAD_GATEWAY'],
})

export class UpdateConnection extends Operation<Found<SourceRow>> {
  readonly operation = operation

  protected async authorize({ access, input, ctx }: Asked<typeof operation>) {
    return access.found(await findSource(ctx, 'connection', input.path.connectionId), 'The connection')
  }

  protected async answer({ granted: { scope, row }, input, ctx }: Call<typeof operation, Found<SourceRow>>) {
    const { displayName, metadata, nativeQueriesEnabled } = input.body
    return {
      connection: connectionOf(
        await updateConnection({ ctx, scope, input: { connection: row, displayName, metadata, nativeQueriesEnabled } }),
      ),
    }
  }
}
