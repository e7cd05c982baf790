import { z } from 'zod'
import type { OrganizationScope } from '../../auth/scope.ts'
import { removeMember } from '../../domain/members/members.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'

const response = z.object({ removedUserId: z.string() })

const operation = defineOperation({
  operationId: 'members.remove',
  method: 'delete',
  path: '/members/{userId}',
  tag: 'Organizations',
  summary: 'Remove a member',
  description: 'Admins may remove any member, and members may remove themselves. The last admin cannot be removed.',
  // Removing others needs members:manage; the verb checks it when it knows which member is meant.
  permission: 'members:read',
  pathParameters: { userId: z.string().min(1) },
  success: {
    status: 200,
    description: 'Who was removed.',
    schema: response,
    example: { removedUserId: 'user_9k3n7m5q0w8b2d4c8r2v6x1z' },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
})

export class RemoveMember extends Operation<OrganizationScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.organization()
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, OrganizationScope>) {
    return { removedUserId: await removeMember({ ctx, scope, input: { user: input.path.userId } }) }
  }
}
