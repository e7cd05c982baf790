/** Finds the user behind an OIDC identity. An unknown identity creates a user without a membership. */

import { newUserId } from '../contracts/ids.ts'
import { loadMemberships } from '../db/callers.ts'
import type { Database } from '../db/database.ts'
import { findUserOfIdentity, insertUserOfIdentity, type UserRow } from '../db/users.ts'
import type { UserCaller } from './caller.ts'
import type { OidcIdentity } from './oidc.ts'

/**
 * Returns null when the identity is unknown and the token states no verified e-mail address to create the user with.
 */
export async function userOfIdentity(db: Database, identity: OidcIdentity, now: number): Promise<UserRow | null> {
  const { issuer, subject, verifiedEmail } = identity
  const known = await findUserOfIdentity(db, issuer, subject)
  if (known || verifiedEmail === null) return known
  await insertUserOfIdentity(db, {
    id: newUserId(),
    name: identity.name,
    email: verifiedEmail,
    imageUrl: identity.imageUrl,
    oidcIssuer: issuer,
    oidcSubject: subject,
    createdAt: now,
  })
  return findUserOfIdentity(db, issuer, subject)
}

/** Returns a signed-in person as a caller with all memberships, narrowed to no organization. */
export async function callerOfUser(db: Database, user: UserRow): Promise<UserCaller> {
  const { memberships, deletedProjectIds } = await loadMemberships(db, user.id)
  return {
    kind: 'user',
    credentialId: user.id,
    user,
    memberships,
    organizationId: null,
    projectId: null,
    deletedProjectIds,
  }
}
