/**
 * OIDC access tokens and id tokens of the configured issuer, verified with its published keys. Keys are cached per
 * isolate as values; a token signed with a key that is not among them fetches them anew, at most every 30 s, which is
 * how a rotation is noticed.
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
  /** Only when the issuer states that it is verified. */
  readonly verifiedEmail: string | null
  readonly imageUrl: string | null
  /** Of an id token: what the sign-in that it answers was begun with. */
  readonly nonce: string | null
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

/** Clocks of issuers and this service differ by seconds; a minute is the customary allowance. */
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

/** null: not a valid token of this issuer and audience. Throws only when the issuer cannot be reached. */
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
    // Symmetric algorithms and `none` are never acceptable from published keys.
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
  if (jwks_uri === undefined) throw new Error('The OIDC issuer states no jwks_uri.')
  // jose checks each key when it is used; the shape of the set is checked here.
  const keys = jwksSchema.parse(await fetchJson(jwks_uri, deps)) as JSONWebKeySet
  keySets.set(issuer, { keys, fetchedAt: deps.now() })
  return keys
}

/** What the issuer publishes about itself (OpenID Connect Discovery); remembered for as long as the isolate lives. */
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

/** None, or a form. */
type RequestBody = URLSearchParams | undefined

/** How the library reaches the issuer. Plain HTTP only where OIDC_ISSUER itself says so, as local deployments may. */
export const requestOptions = (issuer: string, { fetch }: Pick<OidcDeps, 'fetch'>) => ({
  [customFetch]: (url: string, { body, ...init }: CustomFetchOptions<string, RequestBody>) =>
    fetch(url, { ...init, body: body ?? null }),
  [allowInsecureRequests]: issuer.startsWith('http:'),
})

async function fetchJson(url: string, deps: OidcDeps): Promise<unknown> {
  const response = await deps.fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS), redirect: 'manual' })
  // Nor is a redirect followed: its answer is none of the issuer's own.
  if (!response.ok) throw new Error(`The OIDC issuer answered ${response.status}.`)
  return response.json()
}
