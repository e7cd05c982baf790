import { z } from 'zod'
import type { Found } from '../../auth/scope.ts'
import { deleteSource } from '../../domain/sources/delete-source.ts'
import { findSource, type SourceRow } from '../../domain/sources/rows.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { textOrNull } from '../../http/parameters.ts'

const operation = defineOperation({
  operationId: 'dataSources.deleteConnection',
  method: 'delete',
  path: '/data-sources/connections/{connectionId}',
  tag: 'Data sources',
  summary: 'Disconnect a platform',
  description: 'Also removes its streams and keys.',
  permission: 'data_sources:manage',
  pathParameters: { connectionId: z.uuid() },
  success: {
    status: 200,
    description: 'Deleted. The answer names what could not be removed on the platform yet; removal is tried again.',
    schema: z.object({ success: z.boolean(), connectionTeardownError: textOrNull }),
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class DeleteConnection extends Operation<Found<SourceRow>> {
  readonly operation = operation

  protected async authorize({ access, input, ctx }: Asked<typeof operation>) {
    return access.found(await findSource(ctx, 'connection', input.path.connectionId), 'The connection')
  }

  protected async answer({ granted: { scope, row: source }, ctx }: Call<typeof operation, Found<SourceRow>>) {
    return { success: true, connectionTeardownError: await deleteSource({ ctx, scope, input: { source } }) }
  }
}
