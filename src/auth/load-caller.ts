/**
 * Loads the caller for the digest of a credential. It reads from the primary, because a replica may not have a new
 * credential yet.
 */
import { type LoadedCredentialRow, loadCredential, loadSession } from '../db/callers.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from './caller.ts'
import { storedScopes } from './oauth-scopes.ts'

export interface LoadedCredential {
  readonly caller: Caller
  readonly expiresAt: number | null
  readonly lastUsedAt: number | null
}

/**
 * Reads the caller of a credential by its digest. Returns null when it is unknown or revoked, or what it belongs to is
 * deleted. Expiry is for the caller of this function to judge.
 */
export async function loadCaller(db: Database, digest: string): Promise<LoadedCredential | null> {
  const loaded = await loadCredential(db, digest)
  const caller = loaded && callerOf(loaded)
  if (!caller) return null
  const { expiresAt, lastUsedAt } = loaded.credential
  return { caller, expiresAt, lastUsedAt }
}

/** Like `loadCaller`, for the session of a browser: the whole reach of its person, and nothing else. */
export async function loadSessionCaller(db: Database, digest: string): Promise<LoadedCredential | null> {
  const loaded = await loadSession(db, digest)
  if (!loaded) return null
  const { session, memberships, deletedProjectIds } = loaded
  const caller: Caller = {
    kind: 'user',
    credentialId: session.id,
    user: { id: session.userId, name: session.userName, email: session.userEmail },
    memberships,
    organizationId: null,
    projectId: null,
    deletedProjectIds,
  }
  return { caller, expiresAt: session.expiresAt, lastUsedAt: null }
}

function callerOf(loaded: LoadedCredentialRow): Caller | null {
  switch (loaded.credential.kind) {
    case 'secret':
      return secretCaller(loaded)
    case 'user':
      return userCaller(loaded)
    case 'partner':
      return partnerCaller(loaded)
    case 'public':
      return null
  }
}

function secretCaller({ credential, deletedProjectIds }: LoadedCredentialRow): Caller | null {
  const { organizationId: id, organizationName: name, organizationSlug: slug, organizationLogo: logo } = credential
  if (!id || name === null || slug === null) return null
  return {
    kind: 'secret',
    credentialId: credential.id,
    keyName: credential.name,
    organization: { id, name, slug, logo },
    projectId: credential.projectId,
    isPartnerMade: credential.origin === 'partner',
    deletedProjectIds,
  }
}

function userCaller({ credential, memberships, deletedProjectIds }: LoadedCredentialRow): Caller | null {
  const { userId, userName, userEmail, narrowedToOrganizationId, grantId, audience, scopes } = credential
  if (!userId || userEmail === null) return null
  return {
    kind: 'user',
    credentialId: credential.id,
    user: { id: userId, name: userName, email: userEmail },
    memberships: memberships.filter(({ id }) => narrowedToOrganizationId === null || id === narrowedToOrganizationId),
    organizationId: narrowedToOrganizationId,
    projectId: credential.projectId,
    ...(grantId === null || audience === null
      ? {}
      : { grant: { id: grantId, audience, scopes: storedScopes(scopes ?? '') } }),
    deletedProjectIds,
  }
}

function partnerCaller({ credential }: LoadedCredentialRow): Caller | null {
  const { superorganizationId: id, superorganizationName: name } = credential
  if (!id || name === null) return null
  return { kind: 'partner', credentialId: credential.id, keyName: credential.name, superorganization: { id, name } }
}
