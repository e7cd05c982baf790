import { z } from 'zod'
import type { OrganizationScope } from '../../auth/scope.ts'
import { listKeys } from '../../domain/keys/keys.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { listCursor, listLimit, nextCursor } from '../../http/parameters.ts'
import { SECRET_KEY_EXAMPLE, secretKey, secretKeyOf } from './schema.ts'

const response = z.object({ secretKeys: z.array(secretKey), nextCursor })

const operation = defineOperation({
  operationId: 'secretKeys.list',
  method: 'get',
  path: '/secret-keys',
  tag: 'Keys',
  summary: 'List secret keys',
  permission: 'secret_keys:manage',
  query: { limit: listLimit, cursor: listCursor },
  success: {
    status: 200,
    description: 'The keys, newest first.',
    schema: response,
    example: { secretKeys: [SECRET_KEY_EXAMPLE], nextCursor: null },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class ListSecretKeys extends Operation<OrganizationScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.organization()
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, OrganizationScope>) {
    const { limit, cursor } = input.query
    const page = await listKeys({ ctx, scope, input: { kind: 'secret', projectId: null, limit, cursor } })
    return { secretKeys: page.keys.map(secretKeyOf), nextCursor: page.nextCursor }
  }
}
