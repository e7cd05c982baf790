import { z } from 'zod'
import type { UserCaller } from '../../auth/caller.ts'
import { listUserTokens } from '../../domain/keys/user-tokens.ts'
import { HttpError } from '../../http/errors.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { dateTime, dateTimeOrNull, iso, isoOrNull, textOrNull } from '../../http/parameters.ts'

const userToken = z
  .object({
    id: z.uuid(),
    name: z.string(),
    organizationId: textOrNull,
    projectId: z.union([z.uuid(), z.null()]),
    expiresAt: dateTimeOrNull,
    createdAt: dateTime,
  })
  .openapi('UserToken')

const operation = defineOperation({
  operationId: 'me.listTokens',
  method: 'get',
  path: '/me/tokens',
  tag: 'Identity',
  summary: 'List your user tokens',
  permission: null,
  success: { status: 200, description: 'The tokens, newest first.', schema: z.object({ tokens: z.array(userToken) }) },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class ListTokens extends Operation<UserCaller> {
  readonly operation = operation

  protected async authorize({ access }: Asked<typeof operation>) {
    await access.admitWithoutTenant()
    const { caller } = access
    if (caller.kind !== 'user')
      throw new HttpError('FORBIDDEN', 'Only people have user tokens. Use a user token or an OIDC access token.')
    return caller
  }

  protected async answer({ granted: caller, ctx }: Call<typeof operation, UserCaller>) {
    const tokens = await listUserTokens({ ctx, scope: caller })
    return {
      tokens: tokens.map(({ expiresAt, createdAt, ...token }) => ({
        ...token,
        expiresAt: isoOrNull(expiresAt),
        createdAt: iso(createdAt),
      })),
    }
  }
}
