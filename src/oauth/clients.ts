/**
 * Who asks for access. A client is known by the document at its client id (an https address, fetched through the guard
 * for outbound calls) or by its registration. In the second case the client id is the registration itself, signed by
 * us, so nothing is stored for clients that nobody has allowed anything. Clients are public. A code is protected by
 * PKCE, and by being sent only to an address of the client.
 */
import { z } from 'zod'
import { AgedCache } from '../auth/cache.ts'
import { OutboundClient } from '../connectors/outbound/client.ts'
import { resolveByDns } from '../connectors/outbound/resolve.ts'
import type { DomainContext } from '../domain/context.ts'
import { signed, verified } from './session.ts'

export interface OauthClient {
  readonly clientId: string
  /** The client's own name; anyone can use any name. */
  readonly name: string
  /** The host of its document, which only its owner can put there; null for a registered client. */
  readonly host: string | null
  readonly redirectUris: readonly string[]
}

const NAME_CHARACTERS_MAX = 100
const REDIRECT_URIS_MAX = 10
const REDIRECT_CHARACTERS_MAX = 300
const CLIENT_ID_CHARACTERS_MAX = 2_000
/** A registration travels in every request of its client. */
const REGISTRATION_CHARACTERS_MAX = 1_000
/** The specification of these documents advises 5 KB. */
const DOCUMENT_BYTES_MAX = 5_120
const DOCUMENT_TIMEOUT_MS = 5_000
const DOCUMENT_AGE_MAX_MS = 300_000
/** A client that has not returned within a year must register again. */
const REGISTRATION_VALID_MS = 365 * 86_400_000
const REGISTERED = 'registered.'

const text = z.string().min(1).max(NAME_CHARACTERS_MAX)
const redirectUris = z.array(z.string().min(1).max(REDIRECT_CHARACTERS_MAX)).min(1).max(REDIRECT_URIS_MAX)
const documentSchema = z.looseObject({ client_id: z.string(), client_name: text, redirect_uris: redirectUris })
const registrationSchema = z.looseObject({
  client_name: text.default('A client without a name'),
  redirect_uris: redirectUris,
  token_endpoint_auth_method: z.literal('none').default('none'),
})
const registeredSchema = z.object({ name: z.string(), redirectUris: z.array(z.string()) })

const documents = new AgedCache<OauthClient>(DOCUMENT_AGE_MAX_MS, 1_000)

/** Returns the client. Null if there is none with this id, or if its document cannot be read or is not valid. */
export async function findClient(ctx: DomainContext, clientId: string): Promise<OauthClient | null> {
  if (clientId.length > CLIENT_ID_CHARACTERS_MAX) return null
  if (clientId.startsWith(REGISTERED)) return registeredClient(ctx, clientId)
  if (!isDocumentAddress(clientId)) return null
  const known = documents.get(clientId, ctx.now())
  if (known) return known
  const client = await documentedClient(ctx, clientId)
  if (client) documents.set(clientId, client, ctx.now())
  return client
}

export type Registration =
  | { readonly ok: true; readonly client: OauthClient }
  | { readonly ok: false; readonly error: 'invalid_redirect_uri' | 'invalid_client_metadata'; readonly message: string }

/** Registers a client (RFC 7591). Redirect addresses that could never be used are left out. */
export async function registerClient(ctx: DomainContext, body: unknown): Promise<Registration> {
  const parsed = registrationSchema.safeParse(body)
  if (!parsed.success) {
    const path = parsed.error.issues[0]?.path.join('.') ?? 'the body'
    const error = path.startsWith('redirect_uris') ? 'invalid_redirect_uri' : 'invalid_client_metadata'
    return { ok: false, error, message: `${path} is missing or not supported. Clients are public: no secret is given.` }
  }
  const usable = parsed.data.redirect_uris.filter(isRedirectAddress)
  if (usable.length === 0) return { ok: false, error: 'invalid_redirect_uri', message: REDIRECT_RULE }
  const payload = JSON.stringify({ name: parsed.data.client_name, redirectUris: usable })
  if (payload.length > REGISTRATION_CHARACTERS_MAX)
    return { ok: false, error: 'invalid_client_metadata', message: 'The name and the redirect addresses are too long.' }
  const token = await signed(ctx.settings.MASTER_KEYS, 'oauth-client', payload, ctx.now(), REGISTRATION_VALID_MS)
  const client = { clientId: `${REGISTERED}${token}`, name: parsed.data.client_name, host: null, redirectUris: usable }
  return { ok: true, client }
}

const REDIRECT_RULE =
  'Redirect addresses are https, or http on this machine (localhost, 127.0.0.1, [::1]), without fragment and credentials.'

async function registeredClient(ctx: DomainContext, clientId: string): Promise<OauthClient | null> {
  const token = clientId.slice(REGISTERED.length)
  const payload = await verified(ctx.settings.MASTER_KEYS, 'oauth-client', token, ctx.now())
  // registerClient wrote and signed it.
  return payload === null ? null : { clientId, host: null, ...registeredSchema.parse(JSON.parse(payload)) }
}

/** An https address with a path, without fragment, credentials and dots in the path, spelled as parsers spell it. */
function isDocumentAddress(clientId: string): boolean {
  if (!URL.canParse(clientId)) return false
  const url = new URL(clientId)
  const isPlain = url.username === '' && url.password === '' && url.hash === '' && url.href === clientId
  return url.protocol === 'https:' && isPlain && url.pathname !== '/'
}

async function documentedClient(ctx: DomainContext, clientId: string): Promise<OauthClient | null> {
  const url = new URL(clientId)
  const isLocal = ctx.settings.ENVIRONMENT === 'local'
  const client = new OutboundClient(
    {
      fetch: ctx.fetch,
      sleep: (ms) => scheduler.wait(ms),
      random: Math.random,
      ...(isLocal ? {} : { guard: { resolve: (host: string) => resolveByDns(host, ctx.fetch) } }),
    },
    [{ origin: url.origin }],
  )
  const outcome = await client.send({
    method: 'GET',
    url: clientId,
    headers: { accept: 'application/json' },
    isUserGiven: true,
    attemptsMax: 1,
    timeoutMs: DOCUMENT_TIMEOUT_MS,
    bodyBytesMax: DOCUMENT_BYTES_MAX,
  })
  if (!outcome.ok || outcome.response.status !== 200) return null
  const parsed = documentSchema.safeParse(outcome.response.json())
  // A document of another client that is published at a second address does not belong to this client.
  if (!parsed.success || parsed.data.client_id !== clientId) return null
  const usable = parsed.data.redirect_uris.filter(isRedirectAddress)
  if (usable.length === 0) return null
  return { clientId, name: parsed.data.client_name, host: url.host, redirectUris: usable }
}

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]']

function isRedirectAddress(address: string): boolean {
  if (!URL.canParse(address) || address.includes('#')) return false
  const { protocol, hostname, username, password } = new URL(address)
  // The host is written into the policy of the consent page, where a semicolon would end it.
  if (username !== '' || password !== '' || !/^[a-z0-9.[\]:-]+$/.test(hostname)) return false
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK_HOSTS.includes(hostname))
}

/**
 * Whether an address of a request is one of the client's: the same text, or, on this machine, the same but for the
 * port, which a native client learns only when it listens (RFC 8252 §7.3).
 */
export function isRedirectOf(client: OauthClient, address: string): boolean {
  if (!isRedirectAddress(address)) return false
  return client.redirectUris.some((known) => known === address || isSameButPort(known, address))
}

function isSameButPort(known: string, given: string): boolean {
  const [a, b] = [new URL(known), new URL(given)]
  if (a.protocol !== 'http:' || !LOOPBACK_HOSTS.includes(a.hostname)) return false
  a.port = ''
  b.port = ''
  return a.href === b.href
}
