import { z } from 'zod'
import type { OrganizationScope } from '../../auth/scope.ts'
import { inviteMember } from '../../domain/invitations/invitations.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { invitation, invitationOf, role } from '../members/schema.ts'

const response = z.object({ invitation, acceptUrl: z.url() })

const operation = defineOperation({
  operationId: 'members.invite',
  method: 'post',
  path: '/members/invitations',
  tag: 'Organizations',
  summary: 'Invite a person',
  description:
    'No e-mail is sent. Pass `acceptUrl` to the person; only this answer contains it. It is valid for 7 days.',
  permission: 'members:manage',
  body: { email: z.email().max(254), role: role.default('member') },
  bodyExample: { email: 'ben@example.com', role: 'member' },
  success: { status: 201, description: 'The invitation.', schema: response },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
})

export class InviteMember extends Operation<OrganizationScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.organization()
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, OrganizationScope>) {
    const { email, role: invitedRole } = input.body
    const created = await inviteMember({ ctx, scope, input: { email, role: invitedRole } })
    return {
      invitation: invitationOf(created.invitation),
      acceptUrl: `${ctx.baseUrl}/oauth/invitation?token=${created.token}`,
    }
  }
}
