/**
 * A person's own user tokens. Only that person lists and revokes them. A token with a narrowed scope sees only tokens
 * of its scope.
 */

import { forgetCallers } from '../../auth/authenticate.ts'
import type { UserCaller } from '../../auth/caller.ts'
import { notFound } from '../../contracts/domain-error.ts'
import * as rows from '../../db/credentials.ts'
import { changesOf } from '../../db/database.ts'
import { auditIfChanged } from '../audit.ts'
import type { VerbCall } from '../context.ts'

export type UserTokenRow = Awaited<ReturnType<typeof rows.listUserTokens>>[number]

/** Maximum length of the list, which has no cursor. A person with more tokens has to revoke some first. */
const TOKENS_MAX = 1000

const ownerOf = (caller: UserCaller): rows.TokenOwner => ({
  userId: caller.user.id,
  organizationId: caller.organizationId,
  projectId: caller.projectId,
})

/** Lists the tokens of the caller's person, at most 1,000. */
export async function listUserTokens({ ctx, scope: caller }: VerbCall<UserCaller>): Promise<UserTokenRow[]> {
  return rows.listUserTokens(ctx.db, ownerOf(caller), TOKENS_MAX)
}

/**
 * Revokes a token of the caller's person, at once here and within 30 s in every isolate. Throws `not_found` for a token
 * that is not theirs.
 */
export async function revokeUserToken({
  ctx,
  scope: caller,
  input,
}: VerbCall<UserCaller, { readonly tokenId: string }>): Promise<void> {
  const results = await ctx.db.batch([
    rows.revokeUserToken(ctx.db, ownerOf(caller), input.tokenId, ctx.now()),
    auditIfChanged(ctx, {
      organizationId: caller.organizationId ?? '',
      actor: { kind: 'user', id: caller.user.id },
      action: 'user_token.revoke',
      targetId: input.tokenId,
    }),
  ])
  if (changesOf(results) === 0) throw notFound('The token')
  forgetCallers((one) => one.credentialId === input.tokenId)
}
