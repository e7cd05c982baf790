import { z } from 'zod'
import { listOrganizations } from '../../domain/organizations/list-organizations.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { ORGANIZATION_EXAMPLE, organizationListItem } from './schema.ts'

const response = z.object({ organizations: z.array(organizationListItem) })

const operation = defineOperation({
  operationId: 'organizations.list',
  method: 'get',
  path: '/organizations',
  tag: 'Organizations',
  summary: 'List the organizations available to the credential',
  permission: null,
  success: {
    status: 200,
    description: 'The organizations, newest first.',
    schema: response,
    example: { organizations: [{ ...ORGANIZATION_EXAMPLE, role: 'admin' }] },
  },
  errors: ['NOT_FOUND'],
})

export class ListOrganizations extends Operation<void> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.admitWithoutTenant()
  }

  protected async answer({ ctx, caller }: Call<typeof operation, void>) {
    return { organizations: await listOrganizations({ ctx, scope: caller }) }
  }
}
