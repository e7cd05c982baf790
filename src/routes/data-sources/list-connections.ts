import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { listConnections } from '../../domain/sources/connections.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { CONNECTION_EXAMPLE, connection, connectionOf, dataSourceType } from './schema.ts'

const operation = defineOperation({
  operationId: 'dataSources.listConnections',
  method: 'get',
  path: '/data-sources/connections',
  tag: 'Data sources',
  summary: 'List connections',
  permission: 'data_sources:read',
  query: { dataSourceType: dataSourceType.optional() },
  success: {
    status: 200,
    description: 'The connections, newest first.',
    schema: z.object({ connections: z.array(connection) }),
    example: { connections: [CONNECTION_EXAMPLE] },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class ListConnections extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, ProjectScope>) {
    const rows = await listConnections({ ctx, scope, input: { dataSourceType: input.query.dataSourceType } })
    return { connections: rows.map(connectionOf) }
  }
}
