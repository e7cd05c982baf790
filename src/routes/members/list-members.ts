import { z } from 'zod'
import type { OrganizationScope } from '../../auth/scope.ts'
import { listMembers } from '../../domain/members/members.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { MEMBER_EXAMPLE, member, memberOf } from './schema.ts'

const response = z.object({ members: z.array(member) })

const operation = defineOperation({
  operationId: 'members.list',
  method: 'get',
  path: '/members',
  tag: 'Organizations',
  summary: 'List the members of an organization',
  permission: 'members:read',
  success: {
    status: 200,
    description: 'The members, newest first.',
    schema: response,
    example: { members: [MEMBER_EXAMPLE] },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class ListMembers extends Operation<OrganizationScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.organization()
  }

  protected async answer({ granted: scope, ctx }: Call<typeof operation, OrganizationScope>) {
    const members = await listMembers({ ctx, scope })
    return { members: members.map(memberOf) }
  }
}
