import { z } from 'zod'
import type { Found } from '../../auth/scope.ts'
import { findKey, type KeyRow, updateKey } from '../../domain/keys/keys.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { credentialName, dateTimeInput } from '../../http/parameters.ts'
import { PUBLIC_KEY_EXAMPLE, publicKey, publicKeyOf } from './schema.ts'

const response = z.object({ publicKey })

const operation = defineOperation({
  operationId: 'publicKeys.update',
  method: 'patch',
  path: '/public-keys/{publicKeyId}',
  tag: 'Keys',
  summary: 'Change a public key',
  permission: 'public_keys:manage',
  pathParameters: { publicKeyId: z.uuid() },
  body: { name: credentialName.optional(), expiresAt: z.union([dateTimeInput, z.null()]).optional() },
  bodyExample: { name: 'renamed' },
  success: { status: 200, description: 'The key.', schema: response, example: { publicKey: PUBLIC_KEY_EXAMPLE } },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class UpdatePublicKey extends Operation<Found<KeyRow>> {
  readonly operation = operation

  protected async authorize({ access, input, ctx }: Asked<typeof operation>) {
    return access.found(await findKey(ctx, 'public', input.path.publicKeyId), 'The key')
  }

  protected async answer({ granted: { scope, row: key }, input, ctx }: Call<typeof operation, Found<KeyRow>>) {
    const { name, expiresAt } = input.body
    const changed = await updateKey({ ctx, scope, input: { kind: 'public', key, name, expiresAt } })
    return { publicKey: publicKeyOf(changed) }
  }
}
