import { z } from 'zod'
import { acceptInvitation } from '../../domain/invitations/invitations.ts'
import { HttpError } from '../../http/errors.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'
import { organization } from '../organizations/schema.ts'

const response = z.object({ organization })

const operation = defineOperation({
  operationId: 'members.acceptInvitation',
  method: 'post',
  path: '/members/invitations/accept',
  tag: 'Organizations',
  summary: 'Accept an invitation',
  description: 'Needs a credential of the user whose e-mail address the invitation names.',
  permission: null,
  body: { token: z.string().min(1).max(200) },
  success: { status: 200, description: 'The organization the user now belongs to.', schema: response },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class AcceptInvitation extends Operation {
  readonly operation = operation

  protected async answer({ access, input, ctx }: Call<typeof operation>) {
    await access.admitWithoutTenant()
    const { caller } = access
    if (caller.kind !== 'user' || caller.organizationId || caller.projectId) {
      throw new HttpError('FORBIDDEN', 'Only a user credential without fixed scope accepts an invitation.')
    }
    return { organization: await acceptInvitation({ ctx, caller, input: { token: input.body.token } }) }
  }
}
