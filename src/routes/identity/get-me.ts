import { z } from 'zod'
import type { Caller } from '../../auth/caller.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { textOrNull } from '../../http/parameters.ts'
import { ORGANIZATION_EXAMPLE, organization, organizationWithRole } from '../organizations/schema.ts'

const userIdentity = z
  .object({
    credentialType: z.literal('user'),
    user: z.object({ id: z.string(), name: textOrNull, email: z.email() }),
    activeOrganizationId: textOrNull,
    organizations: z.array(organizationWithRole),
    authorizedOrganizationId: textOrNull,
    authorizedProjectId: textOrNull,
  })
  .openapi('UserIdentity')

const secretIdentity = z
  .object({ credentialType: z.literal('secret'), organization, keyName: z.string() })
  .openapi('SecretIdentity')

const partnerIdentity = z
  .object({
    credentialType: z.literal('partner'),
    superorganization: z.object({ id: z.uuid(), name: z.string() }),
  })
  .openapi('PartnerIdentity')

const operation = defineOperation({
  operationId: 'me.get',
  method: 'get',
  path: '/me',
  tag: 'Identity',
  summary: 'Get the credential in use',
  permission: null,
  success: {
    status: 200,
    description: 'One of three shapes, chosen by `credentialType`.',
    schema: z.discriminatedUnion('credentialType', [userIdentity, secretIdentity, partnerIdentity]).openapi('Identity'),
    example: { credentialType: 'secret', organization: ORGANIZATION_EXAMPLE, keyName: 'ci' },
  },
  errors: ['NOT_FOUND'],
})

export class GetMe extends Operation<void> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.admitWithoutTenant()
  }

  protected async answer({ caller }: Call<typeof operation, void>) {
    return identityOf(caller)
  }
}

function identityOf(caller: Caller): z.input<typeof operation.success.schema & z.ZodType> {
  switch (caller.kind) {
    case 'secret':
      return { credentialType: 'secret', organization: caller.organization, keyName: caller.keyName }
    case 'partner':
      return { credentialType: 'partner', superorganization: caller.superorganization }
    case 'user':
      return {
        credentialType: 'user',
        user: caller.user,
        activeOrganizationId:
          caller.organizationId ?? (caller.memberships.length === 1 ? (caller.memberships[0]?.id ?? null) : null),
        organizations: caller.memberships,
        authorizedOrganizationId: caller.organizationId,
        authorizedProjectId: caller.projectId,
      }
  }
}
