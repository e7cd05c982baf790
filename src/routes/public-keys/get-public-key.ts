import { z } from 'zod'
import { findKey } from '../../domain/keys/keys.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'
import { PUBLIC_KEY_EXAMPLE, publicKey, publicKeyOf } from './schema.ts'

const response = z.object({ publicKey })

const operation = defineOperation({
  operationId: 'publicKeys.get',
  method: 'get',
  path: '/public-keys/{publicKeyId}',
  tag: 'Keys',
  summary: 'Get a public key',
  permission: 'public_keys:read',
  pathParameters: { publicKeyId: z.uuid() },
  success: { status: 200, description: 'The key.', schema: response, example: { publicKey: PUBLIC_KEY_EXAMPLE } },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class GetPublicKey extends Operation {
  readonly operation = operation

  protected async answer({ access, input, ctx }: Call<typeof operation>) {
    const key = await findKey(ctx, 'public', input.path.publicKeyId)
    await access.resource(key, 'The key')
    return { publicKey: key && publicKeyOf(key) }
  }
}
