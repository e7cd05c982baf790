import { z } from 'zod'
import type { OrganizationScope } from '../../auth/scope.ts'
import { createKey } from '../../domain/keys/keys.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { credentialName, dateTimeInput } from '../../http/parameters.ts'
import { createdSecretKey, secretKeyOf } from './schema.ts'

const response = z.object({ secretKey: createdSecretKey })

const operation = defineOperation({
  operationId: 'secretKeys.create',
  method: 'post',
  path: '/secret-keys',
  tag: 'Keys',
  summary: 'Create a secret key',
  description: 'Only this answer contains the value.',
  permission: 'secret_keys:manage',
  body: { name: credentialName, expiresAt: dateTimeInput.optional(), projectId: z.uuid().optional() },
  bodyExample: { name: 'ci' },
  success: { status: 201, description: 'The key with its value.', schema: response },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class CreateSecretKey extends Operation<OrganizationScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.organization()
  }

  protected async answer({ granted: scope, caller, input, ctx }: Call<typeof operation, OrganizationScope>) {
    const origin = caller.kind === 'partner' ? 'partner' : 'api'
    const { name, expiresAt } = input.body
    const projectId = input.body.projectId ?? input.query.projectId ?? null
    const created = await createKey({ ctx, scope, input: { kind: 'secret', name, projectId, expiresAt, origin } })
    return { secretKey: { ...secretKeyOf(created), value: created.value } }
  }
}
