import { z } from 'zod'
import { deleteSecretKey, findKey } from '../../domain/keys/keys.ts'
import { notFound } from '../../http/errors.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'

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

export class DeleteSecretKey extends Operation {
  readonly operation = operation

  protected async answer({ access, input, ctx }: Call<typeof operation>) {
    const key = await findKey(ctx, 'secret', input.path.secretKeyId)
    const scope = await access.resource(key, 'The key')
    if (!key) throw notFound('The key')
    await deleteSecretKey({ ctx, scope, input: { key } })
  }
}
