import { z } from 'zod'
import type { OrganizationScope } from '../../auth/scope.ts'
import { updateMemberRole } from '../../domain/members/members.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { MEMBER_EXAMPLE, member, memberOf, role } from './schema.ts'

const response = z.object({ member })

const operation = defineOperation({
  operationId: 'members.updateRole',
  method: 'patch',
  path: '/members/{userId}/role',
  tag: 'Organizations',
  summary: 'Change the role of a member',
  description: 'The member is named by user id or URL-encoded e-mail address. The last admin cannot be demoted.',
  permission: 'members:manage',
  pathParameters: { userId: z.string().min(1) },
  body: { role },
  bodyExample: { role: 'admin' },
  success: { status: 200, description: 'The member.', schema: response, example: { member: MEMBER_EXAMPLE } },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
})

export class UpdateMemberRole extends Operation<OrganizationScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.organization()
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, OrganizationScope>) {
    const changed = await updateMemberRole({ ctx, scope, input: { user: input.path.userId, role: input.body.role } })
    return { member: memberOf(changed) }
  }
}
