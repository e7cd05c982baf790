import { z } from 'zod'
import type { UserCaller } from '../../auth/caller.ts'
import { revokeUserToken } from '../../domain/keys/user-tokens.ts'
import { HttpError } from '../../http/errors.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'

const operation = defineOperation({
  operationId: 'me.revokeToken',
  method: 'delete',
  path: '/me/tokens/{tokenId}',
  tag: 'Identity',
  summary: 'Revoke one of your user tokens',
  permission: null,
  pathParameters: { tokenId: z.uuid() },
  success: { status: 204, description: 'Revoked.', schema: null },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class RevokeToken extends Operation<UserCaller> {
  readonly operation = operation

  protected async authorize({ access }: Asked<typeof operation>) {
    await access.admitWithoutTenant()
    const { caller } = access
    if (caller.kind !== 'user')
      throw new HttpError('FORBIDDEN', 'Only people have user tokens. Use a user token or an OIDC access token.')
    return caller
  }

  protected async answer({ granted: caller, input, ctx }: Call<typeof operation, UserCaller>) {
    await revokeUserToken({ ctx, scope: caller, input: { tokenId: input.path.tokenId } })
  }
}
