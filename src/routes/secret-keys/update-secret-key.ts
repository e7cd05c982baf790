import { z } from 'zod'
import type { Found } from '../../auth/scope.ts'
import { findKey, type KeyRow, updateKey } from '../../domain/keys/keys.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { credentialName, dateTimeInput } from '../../http/parameters.ts'
import { SECRET_KEY_EXAMPLE, secretKey, secretKeyOf } from './schema.ts'

const response = z.object({ secretKey })

const operation = defineOperation({
  operationId: 'secretKeys.update',
  method: 'patch',
  path: '/secret-keys/{secretKeyId}',
  tag: 'Keys',
  summary: 'Change a secret key',
  permission: 'secret_keys:manage',
  pathParameters: { secretKeyId: z.uuid() },
  body: { name: credentialName.optional(), expiresAt: z.union([dateTimeInput, z.null()]).optional() },
  bodyExample: { name: 'renamed' },
  success: { status: 200, description: 'The key.', schema: response, example: { secretKey: SECRET_KEY_EXAMPLE } },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class UpdateSecretKey extends Operation<Found<KeyRow>> {
  readonly operation = operation

  protected async authorize({ access, input, ctx }: Asked<typeof operation>) {
    return access.found(await findKey(ctx, 'secret', input.path.secretKeyId), 'The key')
  }

  protected async answer({ granted: { scope, row: key }, input, ctx }: Call<typeof operation, Found<KeyRow>>) {
    const { name, expiresAt } = input.body
    const changed = await updateKey({ ctx, scope, input: { kind: 'secret', key, name, expiresAt } })
    return { secretKey: secretKeyOf(changed) }
  }
}
