import { z } from 'zod'
import { createOrganization } from '../../domain/organizations/create-organization.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'
import { text } from '../../http/parameters.ts'
import { ORGANIZATION_EXAMPLE, organization } from './schema.ts'

const response = z.object({ organization })

const operation = defineOperation({
  operationId: 'organizations.create',
  method: 'post',
  path: '/organizations',
  tag: 'Organizations',
  summary: 'Create an organization',
  description: 'A user without fixed scope becomes its admin; a partner creates it in its superorganization.',
  permission: null,
  body: { name: text(1, 100) },
  bodyExample: { name: 'Acme' },
  success: {
    status: 201,
    description: 'The organization.',
    schema: response,
    example: { organization: ORGANIZATION_EXAMPLE },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
})

export class CreateOrganization extends Operation {
  readonly operation = operation

  protected async answer({ access, input, ctx }: Call<typeof operation>) {
    await access.admitWithoutTenant()
    const created = await createOrganization({ ctx, caller: access.caller, input: { name: input.body.name } })
    return { organization: created }
  }
}
