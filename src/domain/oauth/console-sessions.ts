/**
 * Sessions of the console. They begin with a sign-in and end with a sign-out, or after half a day
 * (src/auth/console-session.ts).
 */
import { forgetCallers } from '../../auth/authenticate.ts'
import type { UserCaller } from '../../auth/caller.ts'
import { SESSION_VALID_MS } from '../../auth/console-session.ts'
import { createCredential, credentialDigest } from '../../auth/credential-format.ts'
import { newId } from '../../contracts/ids.ts'
import { changesOf } from '../../db/database.ts'
import * as rows from '../../db/sessions.ts'
import { auditIfChanged } from '../audit.ts'
import type { VerbCall } from '../context.ts'
import type { SystemScope } from '../system-scope.ts'
import type { SignedIn } from './device-authorization.ts'

/** Maximum number of rows per sweep; the next sweep follows half a minute later. */
const SWEPT_MAX = 5_000

/**
 * Returns the value of a new session for the person who signed in. Null if the one-time link (`linkId`) has already
 * started a session.
 */
export async function startConsoleSession({
  ctx,
  scope: { userId },
  input: { linkId },
}: VerbCall<SignedIn, { readonly linkId: string | null }>): Promise<string | null> {
  const value = createCredential('session')
  const id = newId()
  const now = ctx.now()
  const digest = await credentialDigest(value)
  const results = await ctx.db.batch([
    rows.insertSession(ctx.db, { id, digest, userId, linkId, expiresAt: now + SESSION_VALID_MS, createdAt: now }),
    auditIfChanged(ctx, {
      organizationId: '',
      actor: { kind: 'user', id: userId },
      action: 'session.start',
      targetId: id,
      detail: linkId === null ? {} : { by: 'link' },
    }),
  ])
  return changesOf(results) === 1 ? value : null
}

/** Ends the session that the caller used. A session that has already ended stays as it is. */
export async function endConsoleSession({ ctx, scope: caller }: VerbCall<UserCaller>): Promise<void> {
  await ctx.db.batch([
    rows.endSession(ctx.db, caller.credentialId, ctx.now()),
    auditIfChanged(ctx, {
      organizationId: '',
      actor: { kind: 'user', id: caller.user.id },
      action: 'session.end',
      targetId: caller.credentialId,
    }),
  ])
  forgetCallers((one) => one.credentialId === caller.credentialId)
}

/** Deletes sessions that have expired. */
export async function sweepConsoleSessions({ ctx }: VerbCall<SystemScope>): Promise<void> {
  await rows.deleteExpiredSessions(ctx.db, ctx.now(), SWEPT_MAX)
}
