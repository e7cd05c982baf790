import { z } from 'zod'
import type { OrganizationScope } from '../../auth/scope.ts'
import { listInvitations } from '../../domain/invitations/invitations.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
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

export class ListInvitations extends Operation<OrganizationScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.organization()
  }

  protected async answer({ granted: scope, ctx }: Call<typeof operation, OrganizationScope>) {
    return { invitations: (await listInvitations({ ctx, scope })).map(invitationOf) }
  }
}
