/** The caller: what a credential stands for, as cached per isolate. */
import type { OauthScope } from './oauth-scopes.ts'
import type { Role } from './permissions.ts'

export interface CallerOrganization {
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly logo: string | null
}

export interface SecretCaller {
  readonly kind: 'secret'
  readonly credentialId: string
  readonly keyName: string
  readonly organization: CallerOrganization
  readonly projectId: string | null
  readonly isPartnerMade: boolean
  /** Deleted projects of the organization whose data is still being removed. Callers do not see them. */
  readonly deletedProjectIds: readonly string[]
}

export interface UserCaller {
  readonly kind: 'user'
  /** The id of the token; for an OIDC access token, the id of the user. */
  readonly credentialId: string
  readonly user: { readonly id: string; readonly name: string | null; readonly email: string }
  readonly memberships: readonly (CallerOrganization & { readonly role: Role })[]
  /** The fixed scope of a narrowed token. */
  readonly organizationId: string | null
  readonly projectId: string | null
  /** For an access token of OAuth: the one resource that accepts it, and what its client was allowed. */
  readonly grant?: CallerGrant
  /** Deleted projects of all the organizations. */
  readonly deletedProjectIds: readonly string[]
}

export interface CallerGrant {
  readonly id: string
  readonly audience: string
  readonly scopes: readonly OauthScope[]
}

export interface PartnerCaller {
  readonly kind: 'partner'
  readonly credentialId: string
  readonly keyName: string
  readonly superorganization: { readonly id: string; readonly name: string }
}

export type Caller = SecretCaller | UserCaller | PartnerCaller

/** Returns the caller's name in audit rows. */
export function actorOf(caller: Caller): { readonly kind: string; readonly id: string } {
  if (caller.kind === 'user') return { kind: 'user', id: caller.user.id }
  return { kind: `${caller.kind}_key`, id: caller.credentialId }
}

/**
 * Identifies who acts and how far the credential reaches. Equal for two tokens of one person with the same scope. Ids
 * contain no spaces.
 */
export function principalOf(caller: Caller): string {
  const { kind, id } = actorOf(caller)
  return `${kind} ${id} ${reachOf(caller)}`
}

function reachOf(caller: Caller): string {
  switch (caller.kind) {
    case 'user':
      return `${caller.organizationId ?? '*'} ${caller.projectId ?? '*'}`
    case 'secret':
      return `${caller.organization.id} ${caller.projectId ?? '*'}`
    case 'partner':
      return `${caller.superorganization.id} *`
  }
}

/**
 * Returns the organizations that a caller may name without a look-up; null for a partner, whose organizations are
 * looked up.
 */
export function visibleOrganizationIds(caller: Caller): readonly string[] | null {
  switch (caller.kind) {
    case 'secret':
      return [caller.organization.id]
    case 'user':
      return caller.memberships.map((membership) => membership.id)
    case 'partner':
      return null
  }
}
