import { z } from 'zod'
import type { UserCaller } from '../../auth/caller.ts'
import { acceptInvitation } from '../../domain/invitations/invitations.ts'
import { assertStillOwn } from '../../domain/organizations/assert-still-own.ts'
import { HttpError } from '../../http/errors.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { organization } from '../organizations/schema.ts'

const response = z.object({ organization })

const operation = defineOperation({
  operationId: 'members.acceptInvitation',
  method: 'post',
  path: '/members/invitations/accept',
  tag: 'Organizations',
  summary: 'Accept an invitation',
  description: 'Requires a credential of the user whose e-mail address was invited.',
  permission: null,
  body: { token: z.string().min(1).max(200) },
  success: { status: 200, description: 'The organization the user now belongs to.', schema: response },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class AcceptInvitation extends Operation<UserCaller> {
  readonly operation = operation

  protected async authorize({ access }: Asked<typeof operation>) {
    await access.admitWithoutTenant()
    const { caller } = access
    if (caller.kind !== 'user' || caller.organizationId || caller.projectId) {
      throw new HttpError(
        'FORBIDDEN',
        'Only a person can accept an invitation. Use a user token without a fixed scope.',
      )
    }
    return caller
  }

  protected async answer({ granted: caller, input, ctx }: Call<typeof operation, UserCaller>) {
    return { organization: await acceptInvitation({ ctx, scope: caller, input: { token: input.body.token } }) }
  }

  protected override async refreshed(body: unknown, { access, ctx }: Asked<typeof operation>) {
    await assertStillOwn({ ctx, scope: access.caller, input: { answer: body } })
    return body
  }
}
