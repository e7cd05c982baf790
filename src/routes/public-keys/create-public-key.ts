import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { createKey } from '../../domain/keys/keys.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { credentialName, dateTimeInput } from '../../http/parameters.ts'
import { createdPublicKey, publicKeyOf } from './schema.ts'

const response = z.object({ publicKey: createdPublicKey })

const operation = defineOperation({
  operationId: 'publicKeys.create',
  method: 'post',
  path: '/public-keys',
  tag: 'Keys',
  summary: 'Create a public key',
  description: 'Only this answer contains the value.',
  permission: 'public_keys:manage',
  body: { name: credentialName, expiresAt: dateTimeInput.optional() },
  bodyExample: { name: 'collector' },
  success: { status: 201, description: 'The key with its value.', schema: response },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class CreatePublicKey extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, caller, input, ctx }: Call<typeof operation, ProjectScope>) {
    const origin = caller.kind === 'partner' ? 'partner' : 'api'
    const { name, expiresAt } = input.body
    const created = await createKey({
      ctx,
      scope,
      input: { kind: 'public', name, projectId: scope.projectId, expiresAt, origin },
    })
    return { publicKey: { ...publicKeyOf(created), value: created.value } }
  }
}
