import { z } from 'zod'
import type { Found } from '../../auth/scope.ts'
import { deleteSecretKey, findKey, type KeyRow } from '../../domain/keys/keys.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'

const operation = defineOperation({
  operationId: 'secretKeys.delete',
  method: 'delete',
  path: '/secret-keys/{secretKeyId}',
  tag: 'Keys',
  summary: 'Revoke a secret key',
  permission: 'secret_keys:manage',
  pathParameters: { secretKeyId: z.uuid() },
  success: { status: 204, description: 'Revoked.', schema: null },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class DeleteSecretKey extends Operation<Found<KeyRow>> {
  readonly operation = operation

  protected async authorize({ access, input, ctx }: Asked<typeof operation>) {
    return access.found(await findKey(ctx, 'secret', input.path.secretKeyId), 'The key')
  }

  protected async answer({ granted: { scope, row: key }, ctx }: Call<typeof operation, Found<KeyRow>>) {
    await deleteSecretKey({ ctx, scope, input: { key } })
  }
}
