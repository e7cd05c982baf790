import { z } from 'zod'
import { assertStillOwn } from '../../domain/organizations/assert-still-own.ts'
import { createOrganization, type Founder, founderOf } from '../../domain/organizations/create-organization.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { text } from '../../http/parameters.ts'
import { ORGANIZATION_EXAMPLE, organization } from './schema.ts'

const response = z.object({ organization })

const operation = defineOperation({
  operationId: 'organizations.create',
  method: 'post',
  path: '/organizations',
  tag: 'Organizations',
  summary: 'Create an organization',
  description: 'A user without a fixed scope becomes its admin. A partner creates it in its superorganization.',
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

export class CreateOrganization extends Operation<Founder> {
  readonly operation = operation

  protected async authorize({ access }: Asked<typeof operation>) {
    await access.admitWithoutTenant()
    return founderOf(access.caller)
  }

  protected async answer({ granted: founder, input, ctx }: Call<typeof operation, Founder>) {
    return { organization: await createOrganization({ ctx, scope: founder, input: { name: input.body.name } }) }
  }

  protected override async refreshed(body: unknown, { access, ctx }: Asked<typeof operation>) {
    await assertStillOwn({ ctx, scope: access.caller, input: { answer: body } })
    return body
  }
}
