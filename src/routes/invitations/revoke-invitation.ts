import { z } from 'zod'
import { findInvitation, revokeInvitation } from '../../domain/invitations/invitations.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'

const response = z.object({ revokedInvitationId: z.uuid() })

const operation = defineOperation({
  operationId: 'members.revokeInvitation',
  method: 'delete',
  path: '/members/invitations/{invitationId}',
  tag: 'Organizations',
  summary: 'Revoke an open invitation',
  permission: 'members:manage',
  pathParameters: { invitationId: z.uuid() },
  success: { status: 200, description: 'Which invitation was revoked.', schema: response },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
})

export class RevokeInvitation extends Operation {
  readonly operation = operation

  protected async answer({ access, input, ctx }: Call<typeof operation>) {
    const { invitationId } = input.path
    const row = await findInvitation(ctx, invitationId)
    const scope = await access.resource(
      row && { organizationId: row.organizationId, projectId: null },
      'The invitation',
    )
    await revokeInvitation({ ctx, scope, input: { invitationId } })
    return { revokedInvitationId: invitationId }
  }
}
