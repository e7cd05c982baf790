/**
 * Verifies OIDC access tokens and id tokens of the configured issuer with its published keys. Keys are cached per
 * isolate as values. A token signed with an unknown key fetches the keys again, at most every 30 s; this is how a
 * rotation is noticed.
 */
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose'
import {
  type AuthorizationServer,
  allowInsecureRequests,
  type CustomFetchOptions,
  customFetch,
  discoveryRequest,
  processDiscoveryResponse,
} from 'oauth4webapi'
import { z } from 'zod'

export interface OidcSettings {
  readonly issuer: string
  readonly audience: string
}

export interface OidcIdentity {
  readonly issuer: string
  readonly subject: string
  readonly name: string | null
  /** Set only if the issuer states that it is verified. */
  readonly verifiedEmail: string | null
  readonly imageUrl: string | null
  /** For an id token: the nonce with which its sign-in started. */
  readonly nonce: string | null
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

/** Clocks of issuers and of this service differ by seconds; a minute is the usual allowance. */
const CLOCK_TOLERANCE_SECONDS = 60
const KEYS_AGE_MAX_MS = 600_000
const REFETCH_INTERVAL_MS = 30_000
const FETCH_TIMEOUT_MS = 5000

const jwksSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) })

const keySets = new Map<string, { readonly keys: JSONWebKeySet; readonly fetchedAt: number }>()
const servers = new Map<string, AuthorizationServer>()

export interface OidcDeps {
  readonly fetch: typeof fetch
  readonly now: () => number
}

/**
 * Returns null when the token is not valid for this issuer and audience. Throws only when the issuer cannot be reached.
 */
export async function verifyOidcToken(
  token: string,
  settings: OidcSettings,
  deps: OidcDeps,
): Promise<OidcIdentity | null> {
  const cached = keySets.get(settings.issuer)
  const keys =
    cached && deps.now() - cached.fetchedAt < KEYS_AGE_MAX_MS ? cached.keys : await fetchKeys(settings.issuer, deps)
  try {
    return await verify(token, keys, settings, deps)
  } catch (error) {
    if (!(error instanceof errors.JWKSNoMatchingKey)) return null
    const fetchedAt = keySets.get(settings.issuer)?.fetchedAt ?? 0
    if (deps.now() - fetchedAt < REFETCH_INTERVAL_MS) return null
  }
  const fresh = await fetchKeys(settings.issuer, deps)
  return verify(token, fresh, settings, deps).catch(() => null)
}

async function verify(
  token: string,
  keys: JSONWebKeySet,
  settings: OidcSettings,
  deps: OidcDeps,
): Promise<OidcIdentity> {
  const { payload } = await jwtVerify(token, createLocalJWKSet(keys), {
    issuer: settings.issuer,
    audience: settings.audience,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    currentDate: new Date(deps.now()),
    requiredClaims: ['sub', 'exp'],
    // Symmetric algorithms and `none` are never accepted for published keys.
    algorithms: ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'],
  })
  return identityOf(payload, settings.issuer)
}

function identityOf(payload: JWTPayload, issuer: string): OidcIdentity {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
  const isVerified = payload.email_verified === true || payload.email_verified === 'true'
  return {
    issuer,
    subject: payload.sub ?? '',
    name: text(payload.name),
    verifiedEmail: isVerified ? text(payload.email) : null,
    imageUrl: text(payload.picture),
    nonce: text(payload.nonce),
    expiresAt: (payload.exp ?? 0) * 1000,
  }
}

async function fetchKeys(issuer: string, deps: OidcDeps): Promise<JSONWebKeySet> {
  const { jwks_uri } = await authorizationServer(issuer, deps)
  if (jwks_uri === undefined)
    throw new Error('The OIDC issuer publishes no jwks_uri, so its tokens cannot be verified.')
  // The shape of the key set is checked here; jose checks each key when it is used.
  const keys = jwksSchema.parse(await fetchJson(jwks_uri, deps)) as JSONWebKeySet
  keySets.set(issuer, { keys, fetchedAt: deps.now() })
  return keys
}

/** Returns what the issuer publishes about itself (OpenID Connect Discovery). Cached for the life of the isolate. */
export async function authorizationServer(issuer: string, deps: OidcDeps): Promise<AuthorizationServer> {
  const known = servers.get(issuer)
  if (known) return known
  const url = new URL(issuer)
  const response = await discoveryRequest(url, {
    ...requestOptions(issuer, deps),
    signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
  })
  const server = await processDiscoveryResponse(url, response)
  servers.set(issuer, server)
  return server
}

/** No body, or a form. */
type RequestBody = URLSearchParams | undefined

/**
 * How the library reaches the issuer. Plain HTTP is allowed only if OIDC_ISSUER itself uses it, as in local
 * deployments.
 */
export const requestOptions = (issuer: string, { fetch }: Pick<OidcDeps, 'fetch'>) => ({
  [customFetch]: (url: string, { body, ...init }: CustomFetchOptions<string, RequestBody>) =>
    fetch(url, { ...init, body: body ?? null }),
  [allowInsecureRequests]: issuer.startsWith('http:'),
})

async function fetchJson(url: string, deps: OidcDeps): Promise<unknown> {
  const response = await deps.fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS), redirect: 'manual' })
  // Redirects are not followed, because another host's answer does not come from the issuer.
  if (!response.ok) throw new Error(`The OIDC issuer answered ${response.status}.`)
  return response.json()
}
