import { z } from 'zod'
import type { OrganizationScope } from '../../auth/scope.ts'
import { updateOrganization } from '../../domain/organizations/update-organization.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { text } from '../../http/parameters.ts'
import { ORGANIZATION_EXAMPLE, organization } from './schema.ts'

const response = z.object({ organization })

const operation = defineOperation({
  operationId: 'organizations.update',
  method: 'patch',
  path: '/organizations/{organizationId}',
  tag: 'Organizations',
  summary: 'Rename an organization',
  permission: 'organization:manage',
  pathParameters: { organizationId: z.string().min(1) },
  body: { name: text(1, 100) },
  bodyExample: { name: 'Acme' },
  success: {
    status: 200,
    description: 'The organization.',
    schema: response,
    example: { organization: ORGANIZATION_EXAMPLE },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class UpdateOrganization extends Operation<OrganizationScope> {
  readonly operation = operation

  protected authorize({ access, input }: Asked<typeof operation>) {
    return access.organizationById(input.path.organizationId)
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, OrganizationScope>) {
    return { organization: await updateOrganization({ ctx, scope, input: { name: input.body.name } }) }
  }
}
