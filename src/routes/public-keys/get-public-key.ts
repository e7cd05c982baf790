import { z } from 'zod'
import { findKey } from '../../domain/keys/keys.ts'
import { healthOfKeys } from '../../domain/sources/health.ts'
import { notFound } from '../../http/errors.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'
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

export class GetPublicKey extends Operation {
  readonly operation = operation

  protected async answer({ access, input, ctx }: Call<typeof operation>) {
    const key = await findKey(ctx, 'public', input.path.publicKeyId)
    const scope = await access.resource(key, 'The key')
    if (!key) throw notFound('The key')
    return { publicKey: { ...publicKeyOf(key), health: await healthOfKeys(ctx, scope.organizationId, [key.id]) } }
  }
}
