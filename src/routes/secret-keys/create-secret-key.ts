import { z } from 'zod'
import { createKey } from '../../domain/keys/keys.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'
import { credentialName, dateTimeInput } from '../../http/parameters.ts'
import { createdSecretKey, secretKeyOf } from './schema.ts'

const response = z.object({ secretKey: createdSecretKey })

const operation = defineOperation({
  operationId: 'secretKeys.create',
  method: 'post',
  path: '/secret-keys',
  tag: 'Keys',
  summary: 'Create a secret key',
  description: 'The value is returned only here.',
  permission: 'secret_keys:manage',
  body: { name: credentialName, expiresAt: dateTimeInput.optional(), projectId: z.uuid().optional() },
  bodyExample: { name: 'ci' },
  success: { status: 201, description: 'The key with its value.', schema: response },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class CreateSecretKey extends Operation {
  readonly operation = operation

  protected async answer({ access, input, ctx }: Call<typeof operation>) {
    const scope = await access.organization()
    const origin = access.caller.kind === 'partner' ? 'partner' : 'api'
    const { name, expiresAt } = input.body
    const projectId = input.body.projectId ?? input.query.projectId ?? null
    const created = await createKey({ ctx, scope, input: { kind: 'secret', name, projectId, expiresAt, origin } })
    return { secretKey: { ...secretKeyOf(created), value: created.value } }
  }
}
