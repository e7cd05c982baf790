import { z } from 'zod'
import { findKey, updateKey } from '../../domain/keys/keys.ts'
import { notFound } from '../../http/errors.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'
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

export class UpdatePublicKey extends Operation {
  readonly operation = operation

  protected async answer({ access, input, ctx }: Call<typeof operation>) {
    const key = await findKey(ctx, 'public', input.path.publicKeyId)
    const scope = await access.resource(key, 'The key')
    if (!key) throw notFound('The key')
    const { name, expiresAt } = input.body
    const changed = await updateKey({ ctx, scope, input: { kind: 'public', key, name, expiresAt } })
    return { publicKey: publicKeyOf(changed) }
  }
}
