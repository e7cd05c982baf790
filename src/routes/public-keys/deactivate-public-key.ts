import { z } from 'zod'
import { deactivatePublicKey, findKey } from '../../domain/keys/keys.ts'
import { notFound } from '../../http/errors.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'
import { publicKey, publicKeyOf } from './schema.ts'

const response = z.object({ publicKey })

const operation = defineOperation({
  operationId: 'publicKeys.deactivate',
  method: 'post',
  path: '/public-keys/{publicKeyId}/deactivate',
  tag: 'Keys',
  summary: 'Deactivate a public key for ever',
  description: 'Deliveries with it are refused from then on, and its stream stops. Repeating it changes nothing.',
  permission: 'public_keys:manage',
  pathParameters: { publicKeyId: z.uuid() },
  success: { status: 200, description: 'The key.', schema: response },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class DeactivatePublicKey extends Operation {
  readonly operation = operation

  protected async answer({ access, input, ctx }: Call<typeof operation>) {
    const key = await findKey(ctx, 'public', input.path.publicKeyId)
    const scope = await access.resource(key, 'The key')
    if (!key) throw notFound('The key')
    return { publicKey: publicKeyOf(await deactivatePublicKey({ ctx, scope, input: { key } })) }
  }
}
