import { z } from 'zod'
import type { Found } from '../../auth/scope.ts'
import { findKey, type KeyRow } from '../../domain/keys/keys.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
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

export class GetSecretKey extends Operation<Found<KeyRow>> {
  readonly operation = operation

  protected async authorize({ access, input, ctx }: Asked<typeof operation>) {
    return access.found(await findKey(ctx, 'secret', input.path.secretKeyId), 'The key')
  }

  protected async answer({ granted: { row: key } }: Call<typeof operation, Found<KeyRow>>) {
    return { secretKey: secretKeyOf(key) }
  }
}
