import { z } from 'zod'
import type { Found } from '../../auth/scope.ts'
import { findKey, type KeyRow } from '../../domain/keys/keys.ts'
import { deliveryHealth } from '../../domain/sources/health.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { health } from '../../http/parameters.ts'
import { publicKey, publicKeyOf } from './schema.ts'

const response = z.object({ publicKey: publicKey.extend({ health }).openapi('PublicKeyWithHealth') })

const operation = defineOperation({
  operationId: 'publicKeys.get',
  method: 'get',
  path: '/public-keys/{publicKeyId}',
  tag: 'Keys',
  summary: 'Get a public key',
  permission: 'public_keys:read',
  pathParameters: { publicKeyId: z.uuid() },
  success: { status: 200, description: 'The key.', schema: response },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class GetPublicKey extends Operation<Found<KeyRow>> {
  readonly operation = operation

  protected async authorize({ access, input, ctx }: Asked<typeof operation>) {
    return access.found(await findKey(ctx, 'public', input.path.publicKeyId), 'The key')
  }

  protected async answer({ granted: { scope, row: key }, ctx }: Call<typeof operation, Found<KeyRow>>) {
    return {
      publicKey: { ...publicKeyOf(key), health: await deliveryHealth({ ctx, scope, input: { keyId: key.id } }) },
    }
  }
}
