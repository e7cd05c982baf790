import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { createConnection } from '../../domain/sources/connections.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { anyObject, text } from '../../http/parameters.ts'
import { dataSourceType } from './schema.ts'

const operation = defineOperation({
  operationId: 'dataSources.createConnection',
  method: 'post',
  path: '/data-sources/connections',
  tag: 'Data sources',
  summary: 'Connect a platform',
  description: 'The service first checks the credentials with the platform. Sensitive fields are stored encrypted.',
  permission: 'data_sources:manage',
  body: { dataSourceType, metadata: anyObject, displayName: text(1, 200).optional() },
  success: {
    status: 201,
    description: 'The connection. Only this answer contains its public key.',
    schema: z.object({ connectionId: z.uuid(), publicKey: z.string() }),
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'UNPROCESSABLE_CONTENT', 'BAD_GATEWAY'],
})

export class CreateConnection extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, ProjectScope>) {
    const { dataSourceType: type, metadata, displayName } = input.body
    return createConnection({ ctx, scope, input: { dataSourceType: type, metadata, displayName: displayName ?? null } })
  }
}
