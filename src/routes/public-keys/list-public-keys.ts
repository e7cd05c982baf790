import { z } from 'zod'
import { listKeys } from '../../domain/keys/keys.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'
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

export class ListPublicKeys extends Operation {
  readonly operation = operation

  protected async answer({ access, input, ctx }: Call<typeof operation>) {
    const scope = await access.project()
    const { limit, cursor } = input.query
    const page = await listKeys({ ctx, scope, input: { kind: 'public', projectId: scope.projectId, limit, cursor } })
    return { publicKeys: page.keys.map(publicKeyOf), nextCursor: page.nextCursor }
  }
}
