/** A person's own user tokens: listed and revoked by the person alone. A narrowed token sees tokens of its scope. */
import { forgetCallers } from '../../auth/authenticate.ts'
import type { UserCaller } from '../../auth/caller.ts'
import { changesOf } from '../../db/database.ts'
import { notFound } from '../../http/errors.ts'
import { auditIfChanged } from '../audit.ts'
import type { DomainContext } from '../context.ts'

export interface UserTokenRow {
  readonly id: string
  readonly name: string
  readonly organizationId: string | null
  readonly projectId: string | null
  readonly expiresAt: number | null
  readonly createdAt: number
}

/** The list has no cursor; a person with more tokens than this revokes some first. */
const TOKENS_MAX = 1000

const WITHIN_SCOPE = `user_id = ?1 and kind = 'user' and deactivated_at is null
  and (?2 is null or organization_id = ?2) and (?3 is null or project_id = ?3)`

export async function listUserTokens({
  ctx,
  caller,
}: {
  readonly ctx: DomainContext
  readonly caller: UserCaller
}): Promise<UserTokenRow[]> {
  const { results } = await ctx.db
    .prepare(
      `select id, name, organization_id as organizationId, project_id as projectId, expires_at as expiresAt,
         created_at as createdAt from credentials where ${WITHIN_SCOPE} order by id desc limit ?4`,
    )
    .bind(caller.user.id, caller.organizationId, caller.projectId, TOKENS_MAX)
    .all<UserTokenRow>()
  return results
}

export async function revokeUserToken({
  ctx,
  caller,
  input,
}: {
  readonly ctx: DomainContext
  readonly caller: UserCaller
  readonly input: { readonly tokenId: string }
}): Promise<void> {
  const results = await ctx.db.batch([
    ctx.db
      .prepare(`update credentials set deactivated_at = ?5 where ${WITHIN_SCOPE} and id = ?4`)
      .bind(caller.user.id, caller.organizationId, caller.projectId, input.tokenId, ctx.now()),
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
