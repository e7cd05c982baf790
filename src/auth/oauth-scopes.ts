/** OAuth scopes: those permissions, by their own names, that a client may be given for a person. */
import type { Permission } from './permissions.ts'

/** What a client gets that asks for nothing in particular: only reading. */
export const READ_SCOPES = [
  'organization:read',
  'projects:read',
  'telemetry:read',
  'changes:read',
  'incidents:read',
  'threads:read',
] as const satisfies readonly Permission[]

/** Nothing that manages an organization is ever given to a client. */
export const OAUTH_SCOPES = [...READ_SCOPES, 'threads:write'] as const satisfies readonly Permission[]
export type OauthScope = (typeof OAUTH_SCOPES)[number]

/** Clients ask for it to get a refresh token; every grant has one. */
const OFFLINE = 'offline_access'

/** Returns the scopes of a request in our order, the reading ones for an empty text; null if one is unknown. */
export function requestedScopes(text: string): readonly OauthScope[] | null {
  const named = text.split(' ').filter((scope) => scope !== '' && scope !== OFFLINE)
  if (named.length === 0) return READ_SCOPES
  if (named.some((scope) => !isScope(scope))) return null
  // Without these, a client cannot see where it is, and the others are of little use.
  const always: readonly OauthScope[] = ['organization:read', 'projects:read']
  return OAUTH_SCOPES.filter((scope) => always.includes(scope) || named.includes(scope))
}

/** Reads a stored text. Scopes that a later release no longer knows are not granted. */
export const storedScopes = (text: string): readonly OauthScope[] => text.split(' ').filter(isScope)

const isScope = (text: string): text is OauthScope => OAUTH_SCOPES.some((scope) => scope === text)
