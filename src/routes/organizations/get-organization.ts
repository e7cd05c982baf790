import { z } from 'zod'
import type { OrganizationScope } from '../../auth/scope.ts'
import { getOrganization } from '../../domain/organizations/get-organization.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { ORGANIZATION_EXAMPLE, organization } from './schema.ts'

const response = z.object({ organization })

const operation = defineOperation({
  operationId: 'organizations.get',
  method: 'get',
  path: '/organizations/{organizationId}',
  tag: 'Organizations',
  summary: 'Get an organization',
  permission: 'organization:read',
  pathParameters: { organizationId: z.string().min(1) },
  success: {
    status: 200,
    description: 'The organization.',
    schema: response,
    example: { organization: ORGANIZATION_EXAMPLE },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class GetOrganization extends Operation<OrganizationScope> {
  readonly operation = operation

  protected authorize({ access, input }: Asked<typeof operation>) {
    return access.organizationById(input.path.organizationId)
  }

  protected async answer({ granted: scope, ctx }: Call<typeof operation, OrganizationScope>) {
    return { organization: await getOrganization({ ctx, scope }) }
  }
}
