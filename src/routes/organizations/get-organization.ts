import { z } from 'zod'
import { getOrganization } from '../../domain/organizations/get-organization.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'
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

export class GetOrganization extends Operation {
  readonly operation = operation

  protected async answer({ access, input, ctx }: Call<typeof operation>) {
    const scope = await access.organizationById(input.path.organizationId)
    return { organization: await getOrganization({ ctx, scope }) }
  }
}
