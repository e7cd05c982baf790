import { z } from 'zod'
import { removeMember } from '../../domain/members/members.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'

const response = z.object({ removedUserId: z.string() })

const operation = defineOperation({
  operationId: 'members.remove',
  method: 'delete',
  path: '/members/{userId}',
  tag: 'Organizations',
  summary: 'Remove a member',
  description: 'Admins remove anyone, everyone may remove themself. The last admin cannot be removed.',
  // Removing others needs members:manage, which the verb checks once it knows who is meant.
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

export class RemoveMember extends Operation {
  readonly operation = operation

  protected async answer({ access, input, ctx }: Call<typeof operation>) {
    const scope = await access.organization()
    return { removedUserId: await removeMember({ ctx, scope, input: { user: input.path.userId } }) }
  }
}
