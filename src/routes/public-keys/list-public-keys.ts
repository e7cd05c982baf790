import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { listKeys } from '../../domain/keys/keys.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { listCursor, listLimit, nextCursor } from '../../http/parameters.ts'
import { PUBLIC_KEY_EXAMPLE, publicKey, publicKeyOf } from './schema.ts'

const response = z.object({ publicKeys: z.array(publicKey), nextCursor })

const operation = defineOperation({
  operationId: 'publicKeys.list',
  method: 'get',
  path: '/public-keys',
  tag: 'Keys',
  summary: 'List public keys',
  permission: 'public_keys:read',
  query: { limit: listLimit, cursor: listCursor },
  success: {
    status: 200,
    description: 'The keys, newest first.',
    schema: response,
    example: { publicKeys: [PUBLIC_KEY_EXAMPLE], nextCursor: null },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class ListPublicKeys extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, ProjectScope>) {
    const { limit, cursor } = input.query
    const page = await listKeys({ ctx, scope, input: { kind: 'public', projectId: scope.projectId, limit, cursor } })
    return { publicKeys: page.keys.map(publicKeyOf), nextCursor: page.nextCursor }
  }
}
