import { z } from 'zod'
import type { Found } from '../../auth/scope.ts'
import { deactivatePublicKey, findKey, type KeyRow } from '../../domain/keys/keys.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { publicKey, publicKeyOf } from './schema.ts'

const response = z.object({ publicKey })

const operation = defineOperation({
  operationId: 'publicKeys.deactivate',
  method: 'post',
  path: '/public-keys/{publicKeyId}/deactivate',
  tag: 'Keys',
  summary: 'Deactivate a public key permanently',
  description:
    'Deliveries with the key are refused from then on, and its stream stops. Repeating the request changes nothing.',
  permission: 'public_keys:manage',
  pathParameters: { publicKeyId: z.uuid() },
  success: { status: 200, description: 'The key.', schema: response },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class DeactivatePublicKey extends Operation<Found<KeyRow>> {
  readonly operation = operation

  protected async authorize({ access, input, ctx }: Asked<typeof operation>) {
    return access.found(await findKey(ctx, 'public', input.path.publicKeyId), 'The key')
  }

  protected async answer({ granted: { scope, row: key }, ctx }: Call<typeof operation, Found<KeyRow>>) {
    return { publicKey: publicKeyOf(await deactivatePublicKey({ ctx, scope, input: { key } })) }
  }
}
