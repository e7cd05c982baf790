import { z } from 'zod'
import { orNotFound } from '../../domain/sources/connections.ts'
import { deleteSource } from '../../domain/sources/delete-source.ts'
import { findSource } from '../../domain/sources/rows.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'
import { textOrNull } from '../../http/parameters.ts'

const operation = defineOperation({
  operationId: 'dataSources.deleteConnection',
  method: 'delete',
  path: '/data-sources/connections/{connectionId}',
  tag: 'Data sources',
  summary: 'Disconnect a platform',
  description: 'Removes its streams and keys.',
  permission: 'data_sources:manage',
  pathParameters: { connectionId: z.uuid() },
  success: {
    status: 200,
    description: 'Deleted; what could not be taken down on the platform is said and tried again.',
    schema: z.object({ success: z.boolean(), connectionTeardownError: textOrNull }),
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class DeleteConnection extends Operation {
  readonly operation = operation

  protected async answer({ access, input, ctx }: Call<typeof operation>) {
    const connectionRow = await findSource(ctx, 'connection', input.path.connectionId)
    const scope = await access.resource(connectionRow, 'The connection')
    const source = orNotFound(connectionRow, 'The connection')
    return { success: true, connectionTeardownError: await deleteSource({ ctx, scope, input: { source } }) }
  }
}
