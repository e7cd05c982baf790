import { z } from 'zod'
import { updateOrganization } from '../../domain/organizations/update-organization.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'
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

export class UpdateOrganization extends Operation {
  readonly operation = operation

  protected async answer({ access, input, ctx }: Call<typeof operation>) {
    const scope = await access.organizationById(input.path.organizationId)
    return { organization: await updateOrganization({ ctx, scope, input: { name: input.body.name } }) }
  }
}
