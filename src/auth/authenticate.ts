/** Finds the caller from the `Authorization` header, or from the console's session. */
import { DomainError, isProblem } from '../contracts/domain-error.ts'
import type { Database } from '../db/database.ts'
import { noteCredentialUse } from '../db/intake-keys.ts'
import { AgedCache } from './cache.ts'
import type { Caller } from './caller.ts'
import { credentialDigest, credentialKindOf } from './credential-format.ts'
import { type LoadedCredential, loadCaller, loadSessionCaller } from './load-caller.ts'
import { type OidcDeps, type OidcSettings, verifyOidcToken } from './oidc.ts'
import { callerOfUser, userOfIdentity } from './oidc-caller.ts'

/** A revocation must take effect within 60 s everywhere; half of that leaves room for clock differences. */
const CACHE_AGE_MAX_MS = 30_000
/** About 2 KB per entry: at most 20 MB of an isolate's 128 MB. */
const CACHE_ENTRIES_MAX = 10_000
/** lastUsedAt is written at most once a minute. */
const LAST_USED_RESOLUTION_MS = 60_000

const byDigest = new AgedCache<LoadedCredential>(CACHE_AGE_MAX_MS, CACHE_ENTRIES_MAX)
/** Digests by credential text, so that a frequent credential is not hashed again. */
const digests = new AgedCache<string>(CACHE_AGE_MAX_MS, CACHE_ENTRIES_MAX)
const lastUsedWrites = new AgedCache<true>(LAST_USED_RESOLUTION_MS, CACHE_ENTRIES_MAX)

export interface AuthenticateInput {
  /** The settings for OIDC access tokens, if they are accepted. */
  readonly oidc: (OidcSettings & OidcDeps) | null
  readonly authorization: string | null
  /** The resource that is called, for tokens that are made for one resource only (RFC 8707). The API has none. */
  readonly audience?: string | null
  /** The value of the console's cookie, if the request may use it (consoleSessionIn). */
  readonly session: string | null
  readonly db: Database
  readonly now: number
  readonly waitUntil: (work: Promise<unknown>) => void
  /** Counts refusals for the sender's network address. Each may throw 429. */
  readonly refusals?: {
    readonly count: () => Promise<void>
    /** Called before a credential that is not cached is looked up. */
    readonly requireLookup: () => void
  }
}

/**
 * Returns the caller of a request. Throws `unauthenticated` when the credential is missing, malformed, unknown,
 * revoked, expired or not one that calls the API; each refusal is counted for the sender's address.
 */
export async function authenticate(input: AuthenticateInput): Promise<Caller> {
  try {
    return await callerFor(input)
  } catch (error) {
    if (isProblem(error, 'unauthenticated')) await input.refusals?.count()
    throw error
  }
}

async function callerFor(input: AuthenticateInput): Promise<Caller> {
  const loaded = input.session === null ? await bearerOf(input) : await sessionOf(input.session, input)
  if (loaded.expiresAt !== null && loaded.expiresAt <= input.now)
    throw unauthorized(
      input.session === null
        ? 'The credential has expired. Create a new one.'
        : 'The session has expired. Sign in again.',
    )
  requireAudience(loaded.caller, input.audience ?? null)
  noteUse(loaded, input)
  return loaded.caller
}

/** A token made for one resource has no effect elsewhere, so that the service that gets it cannot use it elsewhere. */
function requireAudience(caller: Caller, audience: string | null): void {
  if (caller.kind !== 'user' || caller.grant === undefined || caller.grant.audience === audience) return
  throw unauthorized('The token was made for another resource and is not accepted here.')
}

async function bearerOf(input: AuthenticateInput): Promise<LoadedCredential> {
  const value = bearerValue(input.authorization)
  const digest = await digestOf(value, input)
  return byDigest.get(digest, input.now) ?? (await fill(digest, value, input))
}

/** `value` is a well-formed session. */
async function sessionOf(value: string, input: AuthenticateInput): Promise<LoadedCredential> {
  const { db, now, refusals } = input
  const digest = digests.get(value, now) ?? (await credentialDigest(value))
  digests.set(value, digest, now)
  const known = byDigest.get(digest, now)
  if (known) return known
  refusals?.requireLookup()
  const loaded = await loadSessionCaller(db, digest)
  if (!loaded) throw unauthorized('The session is unknown or has ended. Sign in again.')
  byDigest.set(digest, loaded, now)
  return loaded
}

/** Forgets what this isolate has cached about a credential or a person, so that a change applies here at once. */
export function forgetCallers(matches: (caller: Caller) => boolean): void {
  byDigest.deleteWhere((loaded) => matches(loaded.caller))
}

/** Returns the refusal of a request without a valid credential; `message` says what to do. */
export function unauthorized(message: string): DomainError {
  return new DomainError({ kind: 'unauthenticated', message })
}

/** Returns the value of an Authorization header. Throws `unauthenticated` where there is none. */
export function bearerValue(authorization: string | null): string {
  if (!authorization)
    throw unauthorized('The request has no credential. Send one: `Authorization: Bearer <credential>`.')
  const match = /^Bearer +(\S+) *$/i.exec(authorization)
  if (!match?.[1]) throw unauthorized('The Authorization header does not have the form `Bearer <credential>`.')
  return match[1]
}

async function digestOf(value: string, { now, oidc }: AuthenticateInput): Promise<string> {
  const known = digests.get(value, now)
  if (known) return known
  if (oidc && isJwt(value)) return credentialDigest(value)
  const kind = credentialKindOf(value)
  if (!kind) throw unauthorized('The credential is malformed: it was mistyped or truncated. Copy it again.')
  if (kind === 'public')
    throw unauthorized('A public key can only deliver telemetry. Call the API with a secret key or a user token.')
  if (kind === 'session') throw unauthorized('A session works only in the browser in which it was created.')
  if (kind === 'alerts') throw unauthorized('An alert key delivers alerts and changes and cannot call the API.')
  if (kind === 'share') throw unauthorized('A link to an incident shows that incident, and nothing else of the API.')
  const digest = await credentialDigest(value)
  digests.set(value, digest, now)
  return digest
}

const isJwt = (value: string) => value.split('.').length === 3

async function fill(digest: string, value: string, input: AuthenticateInput): Promise<LoadedCredential> {
  input.refusals?.requireLookup()
  const loaded = isJwt(value) ? await loadOidcCaller(value, input) : await loadCaller(input.db, digest)
  if (!loaded) throw unauthorized('The credential is unknown or has been revoked.')
  byDigest.set(digest, loaded, input.now)
  return loaded
}

async function loadOidcCaller(token: string, { oidc, db, now }: AuthenticateInput): Promise<LoadedCredential | null> {
  const identity = oidc && (await verifyOidcToken(token, oidc, oidc))
  const user = identity && (await userOfIdentity(db, identity, now))
  if (!identity || !user) return null
  return { caller: await callerOfUser(db, user), expiresAt: identity.expiresAt, lastUsedAt: null }
}

function noteUse(loaded: LoadedCredential, input: AuthenticateInput): void {
  const { credentialId } = loaded.caller
  if (loaded.caller.kind !== 'secret' || lastUsedWrites.get(credentialId, input.now)) return
  lastUsedWrites.set(credentialId, true, input.now)
  input.waitUntil(noteCredentialUse(input.db, credentialId, input.now))
}
