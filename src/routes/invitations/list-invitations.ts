import { z } from 'zod'
import { listInvitations } from '../../domain/invitations/invitations.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'
import { invitation, invitationOf } from '../members/schema.ts'

const response = z.object({ invitations: z.array(invitation) })

const operation = defineOperation({
  operationId: 'members.listInvitations',
  method: 'get',
  path: '/members/invitations',
  tag: 'Organizations',
  summary: 'List invitations',
  permission: 'members:manage',
  success: { status: 200, description: 'The invitations, newest first.', schema: response },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class ListInvitations extends Operation {
  readonly operation = operation

  protected async answer({ access, ctx }: Call<typeof operation>) {
    const scope = await access.organization()
    return { invitations: (await listInvitations({ ctx, scope })).map(invitationOf) }
  }
}
