/** Who is calling: what a credential stands for, as it is cached per isolate. */
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
  /** Projects of the organization that are deleted and whose data is still being removed: nothing of them is seen. */
  readonly deletedProjectIds: readonly string[]
}

export interface UserCaller {
  readonly kind: 'user'
  /** The token's id; for an OIDC access token the user's id. */
  readonly credentialId: string
  readonly user: { readonly id: string; readonly name: string | null; readonly email: string }
  readonly memberships: readonly (CallerOrganization & { readonly role: Role })[]
  /** The fixed scope of a narrowed token. */
  readonly organizationId: string | null
  readonly projectId: string | null
  /** Of all the organizations. */
  readonly deletedProjectIds: readonly string[]
}

export interface PartnerCaller {
  readonly kind: 'partner'
  readonly credentialId: string
  readonly keyName: string
  readonly superorganization: { readonly id: string; readonly name: string }
}

export type Caller = SecretCaller | UserCaller | PartnerCaller

/** The name of the caller in audit rows. */
export function actorOf(caller: Caller): { readonly kind: string; readonly id: string } {
  if (caller.kind === 'user') return { kind: 'user', id: caller.user.id }
  return { kind: `${caller.kind}_key`, id: caller.credentialId }
}

/**
 * Whose doing a request is, and how far the credential reaches: equal for two tokens of one person with one scope.
 * Ids hold no spaces.
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

/** Organizations a caller can name without a look-up; null for a partner, whose organizations are looked up. */
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
