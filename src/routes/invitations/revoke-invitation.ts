import { z } from 'zod'
import type { OrganizationScope } from '../../auth/scope.ts'
import { findInvitation, revokeInvitation } from '../../domain/invitations/invitations.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'

const response = z.object({ revokedInvitationId: z.uuid() })

const operation = defineOperation({
  operationId: 'members.revokeInvitation',
  method: 'delete',
  path: '/members/invitations/{invitationId}',
  tag: 'Organizations',
  summary: 'Revoke an open invitation',
  permission: 'members:manage',
  pathParameters: { invitationId: z.uuid() },
  success: { status: 200, description: 'The id of the revoked invitation.', schema: response },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
})

export class RevokeInvitation extends Operation<OrganizationScope> {
  readonly operation = operation

  protected async authorize({ access, input, ctx }: Asked<typeof operation>) {
    const row = await findInvitation(ctx, input.path.invitationId)
    return access.resource(row && { organizationId: row.organizationId, projectId: null }, 'The invitation')
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, OrganizationScope>) {
    const { invitationId } = input.path
    await revokeInvitation({ ctx, scope, input: { invitationId } })
    return { revokedInvitationId: invitationId }
  }
}
