import { z } from 'zod'
import { findKey } from '../../domain/keys/keys.ts'
import { notFound } from '../../http/errors.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'
import { SECRET_KEY_EXAMPLE, secretKey, secretKeyOf } from './schema.ts'

const response = z.object({ secretKey })

const operation = defineOperation({
  operationId: 'secretKeys.get',
  method: 'get',
  path: '/secret-keys/{secretKeyId}',
  tag: 'Keys',
  summary: 'Get a secret key',
  permission: 'secret_keys:manage',
  pathParameters: { secretKeyId: z.uuid() },
  success: { status: 200, description: 'The key.', schema: response, example: { secretKey: SECRET_KEY_EXAMPLE } },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class GetSecretKey extends Operation {
  readonly operation = operation

  protected async answer({ access, input, ctx }: Call<typeof operation>) {
    const key = await findKey(ctx, 'secret', input.path.secretKeyId)
    await access.resource(key, 'The key')
    if (!key) throw notFound('The key')
    return { secretKey: secretKeyOf(key) }
  }
}
