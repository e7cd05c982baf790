/** OAuth for clients of the MCP server: the official client walks the whole way; then every step, by hand and wrong. */
import { env } from 'cloudflare:workers'
import {
  Client,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { describe, expect, it } from 'vitest'
import { createCredential } from '../../src/auth/credential-format.ts'
import { sweepOauthGrants } from '../../src/domain/oauth/grants.ts'
import { settingsOf } from '../../src/env.ts'
import { sessionCookie } from '../../src/oauth/session.ts'
import { backgroundContext } from '../../src/wiring/contexts.ts'
import { callTool, MCP_URL, post, workerFetch } from '../mcp/clients.ts'
import { call } from '../support/api.ts'
import { SYSTEM } from '../support/system.ts'
import { addProject, addTenant } from '../support/tenants.ts'

const BASE = 'https://service.test'
const REDIRECT = 'http://127.0.0.1:33418/callback'
const VERIFIER = 'v'.repeat(43)
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }

const fetchManually = (url: string, init: RequestInit = {}) => workerFetch(url, { redirect: 'manual', ...init })
const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) })

async function cookieOf(userId: string): Promise<string> {
  return (await sessionCookie(settingsOf(env).MASTER_KEYS, userId, Date.now(), true)).split(';')[0] ?? ''
}

async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

async function registered(redirectUris: readonly string[] = [REDIRECT], name = 'Test client'): Promise<string> {
  const body = JSON.stringify({ client_name: name, redirect_uris: redirectUris })
  const answer = await workerFetch(`${BASE}/oauth/register`, { method: 'POST', body })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { client_id: string }).client_id
}

/** A request of authorization; `change` replaces parameters, null leaves one out. */
async function asking(clientId: string, change: Record<string, string | null> = {}): Promise<string> {
  const wanted = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: REDIRECT,
    code_challenge: await challengeOf(VERIFIER),
    code_challenge_method: 'S256',
    state: 'opaque state',
    resource: MCP_URL,
    ...change,
  }
  const given = Object.entries(wanted).filter((entry): entry is [string, string] => entry[1] !== null)
  return `${BASE}/oauth/authorize?${new URLSearchParams(given)}`
}

/** The person in the browser: reads the page and decides. Returns where the browser is sent. */
async function decided(url: string, userId: string, decision = 'allow', reach?: string): Promise<URL> {
  const cookie = await cookieOf(userId)
  const shown = await (await fetchManually(url, { headers: { cookie } })).text()
  const token = /name="token" value="([^"]+)"/.exec(shown)?.[1] ?? ''
  const first = /<option value="([^"]*)"/.exec(shown)?.[1] ?? ''
  const answer = await fetchManually(`${BASE}/oauth/authorize`, {
    ...form({ token, decision, reach: reach ?? first }),
    headers: { cookie },
  })
  expect([answer.status, answer.status === 303 ? '' : await answer.text()]).toEqual([303, ''])
  return new URL(answer.headers.get('location') ?? '')
}

async function exchange(fields: Record<string, string>) {
  const answer = await workerFetch(`${BASE}/oauth/token`, form(fields))
  // biome-ignore lint/suspicious/noExplicitAny: answers of two shapes, which the assertions state
  return { status: answer.status, body: (await answer.json()) as any }
}

const codeGrant = (clientId: string, code: string, change: Record<string, string> = {}) => ({
  grant_type: 'authorization_code',
  client_id: clientId,
  redirect_uri: REDIRECT,
  code,
  code_verifier: VERIFIER,
  resource: MCP_URL,
  ...change,
})

async function tokensFor(userId: string, scope: string | null = null, reach?: string) {
  const clientId = await registered()
  const location = await decided(await asking(clientId, { scope }), userId, 'allow', reach)
  const { body } = await exchange(codeGrant(clientId, location.searchParams.get('code') ?? ''))
  return { clientId, code: location.searchParams.get('code') ?? '', ...body }
}

/** What a client keeps, and a browser that allows at once. */
class Provider implements OAuthClientProvider {
  readonly redirectUrl = REDIRECT
  readonly clientMetadata = { client_name: 'Official client', redirect_uris: [REDIRECT] }
  information: OAuthClientInformationMixed | undefined
  kept: OAuthTokens | undefined
  verifier = ''
  asked: URL | undefined

  clientInformation() {
    return this.information
  }
  saveClientInformation(information: OAuthClientInformationMixed) {
    this.information = information
  }
  tokens() {
    return this.kept
  }
  saveTokens(tokens: OAuthTokens) {
    this.kept = tokens
  }
  redirectToAuthorization(url: URL) {
    this.asked = url
  }
  saveCodeVerifier(verifier: string) {
    this.verifier = verifier
  }
  codeVerifier() {
    return this.verifier
  }
}

async function connectedBy(provider: Provider, userId: string): Promise<Client> {
  const made = () => {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
    const transport = new StreamableHTTPClientTransport(new URL(MCP_URL), {
      authProvider: provider,
      fetch: workerFetch,
    })
    return { client, transport }
  }
  const first = made()
  await expect(first.client.connect(first.transport)).rejects.toThrow(UnauthorizedError)
  const location = await decided(String(provider.asked), userId)
  await first.transport.finishAuth(location.searchParams)
  const second = made()
  await second.client.connect(second.transport)
  return second.client
}

describe('the official client', () => {
  it('finds the server, registers, is allowed to read, and calls a tool as its person', async () => {
    const tenant = await addTenant()
    const provider = new Provider()
    const client = await connectedBy(provider, tenant.member.userId)
    const { data } = await callTool(client, 'get_context')
    expect(data.organizations).toMatchObject([{ id: tenant.organizationId, role: 'member' }])
    expect(provider.kept?.scope).not.toContain('write')
    expect(provider.asked?.searchParams.get('resource')).toBe(MCP_URL)
  })

  it('is told which scope it lacks, and gets it when its person allows that', async () => {
    const tenant = await addTenant()
    const provider = new Provider()
    const client = await connectedBy(provider, tenant.member.userId)
    await expect(callTool(client, 'ask', { question: 'what is connected?' })).rejects.toThrow()
    expect(provider.asked?.searchParams.get('scope')).toContain('threads:write')
  })
})

describe('a token', () => {
  it('works at the MCP server alone, within what was allowed', async () => {
    const tenant = await addTenant()
    const { access_token: token, scope } = await tokensFor(tenant.admin.userId)
    expect(scope).toBe('organization:read projects:read telemetry:read changes:read incidents:read threads:read')
    expect((await post(token, LIST)).status).toBe(200)
    const api = await call('GET /me', { token })
    expect([api.status, api.body.code]).toEqual([401, 'UNAUTHORIZED'])
    const ask = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'ask', arguments: { question: 'x' } } }
    const refused = await post(token, ask)
    expect(refused.status).toBe(403)
    expect(refused.headers.get('www-authenticate')).toMatch(/insufficient_scope.*threads:write/)
  })

  it('reaches what its person narrowed it to, and nothing beside', async () => {
    const tenant = await addTenant()
    const second = await addProject(tenant.organizationId, 'second')
    const reach = `${tenant.organizationId} ${tenant.projectId}`
    const { access_token: token } = await tokensFor(tenant.admin.userId, 'telemetry:read threads:write', reach)
    const search = (projectId: string) =>
      post(token, {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'log_patterns', arguments: { projectId } },
      })
    expect(await (await search(tenant.projectId)).text()).not.toContain('NOT_FOUND')
    expect(await (await search(second)).text()).toContain('NOT_FOUND')
  })

  it('is renewed by a refresh token that works once; its second use ends the grant', async () => {
    const tenant = await addTenant()
    const first = await tokensFor(tenant.member.userId)
    const refresh = (value: string, clientId = first.clientId) =>
      exchange({ grant_type: 'refresh_token', client_id: clientId, refresh_token: value })
    expect((await refresh(first.refresh_token, await registered(undefined, 'other'))).body.error).toBe('invalid_grant')
    const second = await refresh(first.refresh_token)
    expect(second.status).toBe(200)
    expect((await post(second.body.access_token, LIST)).status).toBe(200)
    expect((await refresh(first.refresh_token)).body.error).toBe('invalid_grant')
    expect((await refresh(second.body.refresh_token)).body.error).toBe('invalid_grant')
    expect((await post(second.body.access_token, LIST)).status).toBe(401)
  })

  it('ends with its revocation, by the client or by the person, and its refresh token with it', async () => {
    const tenant = await addTenant()
    const byClient = await tokensFor(tenant.member.userId)
    expect((await post(byClient.access_token, LIST)).status).toBe(200)
    expect((await workerFetch(`${BASE}/oauth/revoke`, form({ token: byClient.refresh_token }))).status).toBe(200)
    expect((await post(byClient.access_token, LIST)).status).toBe(401)
    const byPerson = await tokensFor(tenant.member.userId)
    const { body } = await call('GET /me/tokens', { token: tenant.member.token })
    const id = body.tokens.find(({ name }: { name: string }) => name === 'Test client').id
    expect((await call(`DELETE /me/tokens/${id}`, { token: tenant.member.token })).status).toBe(204)
    expect((await post(byPerson.access_token, LIST)).status).toBe(401)
    const refresh = { grant_type: 'refresh_token', client_id: byPerson.clientId, refresh_token: byPerson.refresh_token }
    expect((await exchange(refresh)).body.error).toBe('invalid_grant')
  })
})

describe('a code', () => {
  it('works once; its second use ends what the first one gave', async () => {
    const tenant = await addTenant()
    const { clientId, code, access_token: token } = await tokensFor(tenant.member.userId)
    expect((await post(token, LIST)).status).toBe(200)
    expect((await exchange(codeGrant(clientId, code))).body.error).toBe('invalid_grant')
    expect((await post(token, LIST)).status).toBe(401)
  })

  it.each([
    ['another verifier', { code_verifier: 'w'.repeat(43) }, 'invalid_grant'],
    ['no verifier', { code_verifier: '' }, 'invalid_grant'],
    ['another redirect address', { redirect_uri: 'http://127.0.0.1:1/other' }, 'invalid_grant'],
    ['another resource', { resource: 'https://elsewhere.example.org/mcp' }, 'invalid_target'],
    ['another client', { client_id: 'registered.x.y.z' }, 'invalid_grant'],
  ])('is refused with %s, and still works afterwards', async (_, change, error) => {
    const tenant = await addTenant()
    const clientId = await registered()
    const location = await decided(await asking(clientId), tenant.member.userId)
    const code = location.searchParams.get('code') ?? ''
    expect((await exchange(codeGrant(clientId, code, change))).body.error).toBe(error)
    expect((await exchange(codeGrant(clientId, code))).status).toBe(200)
  })

  it('is swept away with its grant an hour after it ended unused', async () => {
    const tenant = await addTenant()
    const clientId = await registered()
    await decided(await asking(clientId), tenant.member.userId)
    const ctx = backgroundContext(env, () => {})
    const count = async () =>
      (await env.DB.prepare('select count(*) as n from oauth_grants where client_id = ?').bind(clientId).first('n')) ??
      0
    await sweepOauthGrants({ ctx: { ...ctx, now: () => Date.now() + 3_600_000 }, scope: SYSTEM })
    expect(await count()).toBe(1)
    await sweepOauthGrants({ ctx: { ...ctx, now: () => Date.now() + 3_800_000 }, scope: SYSTEM })
    expect(await count()).toBe(0)
  })
})

describe('a request of authorization', () => {
  it('shows who asks, for whom, and where the answer goes; a name cannot be markup', async () => {
    const tenant = await addTenant()
    const clientId = await registered(['https://app.example.org/cb'], '<b>Bank</b>')
    const url = await asking(clientId, { redirect_uri: 'https://app.example.org/cb' })
    const answer = await fetchManually(url, { headers: { cookie: await cookieOf(tenant.admin.userId) } })
    const text = await answer.text()
    expect(text).toContain('&lt;b&gt;Bank&lt;/b&gt;')
    expect(text).toContain('Nobody has checked this name')
    expect(text).toContain('app.example.org')
    expect(text).toContain(`${tenant.admin.userId}@example.test`)
    expect(text).not.toContain('ask the agent')
    expect(answer.headers.get('content-security-policy')).toContain("form-action 'self' https://app.example.org;")
    expect(answer.headers.get('x-frame-options')).toBe('DENY')
  })

  it('waits for the sign-in and goes on after it', async () => {
    const tenant = await addTenant()
    const answer = await fetchManually(await asking(await registered()))
    expect(answer.status).toBe(303)
    const returnTo = new URL(answer.headers.get('location') ?? '', BASE).searchParams.get('return_to') ?? ''
    const waiting = (answer.headers.get('set-cookie') ?? '').split(';')[0]
    const cookie = `${waiting}; ${await cookieOf(tenant.member.userId)}`
    const shown = await fetchManually(`${BASE}${returnTo}`, { headers: { cookie } })
    expect(await shown.text()).toContain('Test client')
  })

  it.each([
    ['an unknown client', { client_id: 'nobody' }],
    ['a forged registration', { client_id: 'registered.e30.99999999999999.AAAA' }],
    ['an address that was not registered', { redirect_uri: 'https://evil.example.org/cb' }],
    ['a path that was not registered', { redirect_uri: 'http://127.0.0.1:33418/other' }],
    ['an address below the registered one', { redirect_uri: `${REDIRECT}/more` }],
    ['a loopback address under another name', { redirect_uri: 'http://localhost:33418/callback' }],
  ])('of %s is refused on a page and sends the browser nowhere', async (_, change) => {
    const tenant = await addTenant()
    const headers = { cookie: await cookieOf(tenant.member.userId) }
    const answer = await fetchManually(await asking(await registered(), change), { headers })
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
  })

  it.each([
    ['no PKCE', { code_challenge: null }, 'invalid_request'],
    ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['another response', { response_type: 'token' }, 'unsupported_response_type'],
    ['an unknown scope', { scope: 'billing:manage' }, 'invalid_scope'],
    ['another resource', { resource: 'https://elsewhere.example.org/mcp' }, 'invalid_target'],
  ])('with %s is answered to the client with state and issuer', async (_, change, error) => {
    const tenant = await addTenant()
    const headers = { cookie: await cookieOf(tenant.member.userId) }
    const answer = await fetchManually(await asking(await registered(), change), { headers })
    const { origin, searchParams } = new URL(answer.headers.get('location') ?? '')
    expect(origin).toBe('http://127.0.0.1:33418')
    expect(Object.fromEntries(searchParams)).toEqual({ error, state: 'opaque state', iss: BASE })
  })

  it('may use another port of this machine than was registered', async () => {
    const tenant = await addTenant()
    const redirect = 'http://127.0.0.1:50123/callback'
    const location = await decided(await asking(await registered(), { redirect_uri: redirect }), tenant.member.userId)
    expect(location.href).toMatch(/^http:\/\/127\.0\.0\.1:50123\/callback\?code=/)
  })

  it('is denied where the person denies it, and gives nobody what they cannot reach', async () => {
    const [tenant, other] = [await addTenant(), await addTenant()]
    const url = await asking(await registered())
    const denied = await decided(url, tenant.member.userId, 'deny')
    expect(denied.searchParams.get('error')).toBe('access_denied')
    const cookie = await cookieOf(tenant.member.userId)
    const shown = await (await fetchManually(url, { headers: { cookie } })).text()
    const token = /name="token" value="([^"]+)"/.exec(shown)?.[1] ?? ''
    const foreign = form({ token, decision: 'allow', reach: other.organizationId })
    expect((await fetchManually(`${BASE}/oauth/authorize`, { ...foreign, headers: { cookie } })).status).toBe(403)
    // Another person's form is not this person's.
    const stolen = { ...form({ token, decision: 'allow' }), headers: { cookie: await cookieOf(other.member.userId) } }
    expect((await fetchManually(`${BASE}/oauth/authorize`, stolen)).status).toBe(400)
  })
})

it('says where tokens come from, to whoever has none', async () => {
  const answer = await post(null, LIST)
  const metadata = `${BASE}/.well-known/oauth-protected-resource/mcp`
  expect(answer.headers.get('www-authenticate')).toContain(`resource_metadata="${metadata}"`)
  const resource = (await (await workerFetch(metadata)).json()) as Record<string, unknown>
  expect(resource).toMatchObject({ resource: MCP_URL, authorization_servers: [BASE] })
  const server = (await (await workerFetch(`${BASE}/.well-known/oauth-authorization-server`)).json()) as object
  expect(server).toMatchObject({
    issuer: BASE,
    code_challenge_methods_supported: ['S256'],
    client_id_metadata_document_supported: true,
    registration_endpoint: `${BASE}/oauth/register`,
  })
  const unknown = await post(createCredential('user'), LIST)
  expect(unknown.headers.get('www-authenticate')).toContain('error="invalid_token"')
})
