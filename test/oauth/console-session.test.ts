/** The console's session: what it may do, and that nobody but the console's own pages acts in it. */
import { env, exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { SESSION_VALID_MS } from '../../src/auth/console-session.ts'
import { createCredential } from '../../src/auth/credential-format.ts'
import { sweepConsoleSessions } from '../../src/domain/oauth/console-sessions.ts'
import { settingsOf } from '../../src/env.ts'
import { oneTimeLink } from '../../src/oauth/console.ts'
import { signed } from '../../src/oauth/session.ts'
import { signInPage } from '../../src/oauth/sign-in.ts'
import { call } from '../support/api.ts'
import { SERVICE, signInBrowser } from '../support/browser-session.ts'
import { laterContext } from '../support/filled-project.ts'
import { SYSTEM } from '../support/system.ts'
import { addTenant, addUser } from '../support/tenants.ts'

const MASTER_KEYS = settingsOf(env).MASTER_KEYS
const fetched = (path: string, init: RequestInit = {}) =>
  exports.default.fetch(`${SERVICE}${path}`, { redirect: 'manual', ...init })

const newThread = { body: { message: 'what broke?', wait: false } }

describe('a session of the console', () => {
  it('reads and changes what its person may, and is described with its token', async () => {
    const tenant = await addTenant()
    const { headers, csrfToken } = await signInBrowser(tenant.admin.userId)
    const told = await fetched('/oauth/session', { headers })
    const { session } = (await told.json()) as { session: { user: { id: string }; csrfToken: string } }
    expect([told.status, told.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect([session.user.id, session.csrfToken]).toEqual([tenant.admin.userId, csrfToken])
    expect((await call('GET /me', { headers })).body.user.id).toBe(tenant.admin.userId)
    expect((await call('POST /threads', { headers, ...newThread })).status).toBe(201)
  })

  it('reaches no further than its person', async () => {
    const [tenant, other] = [await addTenant(), await addTenant()]
    const { headers } = await signInBrowser(tenant.member.userId)
    const body = { name: 'another', projectId: tenant.projectId }
    expect((await call('POST /public-keys', { headers, body })).status).toBe(403)
    expect((await call(`GET /threads?projectId=${other.projectId}`, { headers })).status).toBe(404)
  })

  it.each<[string, (headers: Record<string, string>) => Record<string, string>]>([
    ['without its token', ({ 'x-oas-csrf': _, ...rest }) => rest],
    ['with the token of another session', (headers) => ({ ...headers, 'x-oas-csrf': 'a'.repeat(64) })],
    ['from another origin', (headers) => ({ ...headers, origin: 'https://attacker.test' })],
    ['from a page without an origin', (headers) => ({ ...headers, origin: 'null' })],
    ['without an origin', ({ origin: _, ...rest }) => rest],
  ])('changes nothing %s', async (_, change) => {
    const tenant = await addTenant()
    const headers = change({ ...(await signInBrowser(tenant.admin.userId)).headers })
    for (const operation of [
      'POST /threads',
      `PATCH /projects/${tenant.projectId}`,
      `DELETE /projects/${tenant.projectId}`,
    ]) {
      const answer = await call(operation, { headers, ...newThread })
      expect([operation, answer.status, answer.body.code]).toEqual([operation, 403, 'FORBIDDEN'])
    }
    expect((await fetched('/oauth/session/end', { method: 'POST', headers })).status).toBe(403)
    expect((await call('GET /threads', { token: tenant.admin.token })).body.threads).toEqual([])
  })

  it.each(['cross-site', 'same-site'])('is not read for a page of another host (%s)', async (site) => {
    const tenant = await addTenant()
    const { headers } = await signInBrowser(tenant.admin.userId)
    expect((await call('GET /me', { headers: { ...headers, 'sec-fetch-site': site } })).status).toBe(401)
    expect((await fetched('/oauth/session', { headers: { ...headers, 'sec-fetch-site': site } })).status).toBe(401)
  })

  it('may be read from an address that a person typed', async () => {
    const tenant = await addTenant()
    const { cookie } = await signInBrowser(tenant.admin.userId)
    expect((await call('GET /me', { headers: { cookie, 'sec-fetch-site': 'none' } })).status).toBe(200)
  })

  it('ends with sign-out, at once', async () => {
    const tenant = await addTenant()
    const { headers } = await signInBrowser(tenant.admin.userId)
    expect((await call('GET /me', { headers })).status).toBe(200)
    const ended = await fetched('/oauth/session/end', { method: 'POST', headers })
    expect(ended.status).toBe(204)
    const cookies = ended.headers.getSetCookie()
    expect(cookies).toHaveLength(2)
    for (const cookie of cookies) expect(cookie).toContain('Max-Age=0')
    expect((await call('GET /me', { headers })).status).toBe(401)
    expect((await fetched('/oauth/session', { headers })).status).toBe(401)
  })

  it('ends after half a day, and is swept away then', async () => {
    const tenant = await addTenant()
    const over = await signInBrowser(tenant.admin.userId, -SESSION_VALID_MS - 1)
    expect((await call('GET /me', { headers: over.headers })).body.message).toContain('Sign in again')
    const live = await signInBrowser(tenant.admin.userId, -SESSION_VALID_MS + 60_000)
    await sweepConsoleSessions({ ctx: laterContext(0), scope: SYSTEM })
    const rows = await env.DB.prepare('select count(*) as n from sessions where user_id = ?')
      .bind(tenant.admin.userId)
      .first<{ n: number }>()
    expect(rows?.n).toBe(1)
    expect((await call('GET /me', { headers: live.headers })).status).toBe(200)
  })

  it('is no bearer token, and gives way to a credential that the request states', async () => {
    const [tenant, other] = [await addTenant(), await addTenant()]
    const { value, headers } = await signInBrowser(tenant.admin.userId)
    expect((await call('GET /me', { token: value })).status).toBe(401)
    const asOther = await call('GET /me', { headers, token: other.admin.token })
    expect(asOther.body.user.id).toBe(other.admin.userId)
    expect(
      (
        await call('POST /threads', {
          headers: { cookie: headers.cookie ?? '' },
          token: other.admin.token,
          ...newThread,
        })
      ).status,
    ).toBe(201)
  })

  it('takes only the cookie that no other host can plant', async () => {
    const tenant = await addTenant()
    const { value } = await signInBrowser(tenant.admin.userId)
    expect((await call('GET /me', { headers: { cookie: `oas_console=${value}` } })).status).toBe(401)
    const unknown = `__Host-oas_console=${createCredential('session')}`
    expect((await call('GET /me', { headers: { cookie: unknown } })).status).toBe(401)
    expect((await call('GET /me', { headers: { cookie: '__Host-oas_console=nonsense' } })).status).toBe(401)
  })

  it('is stored as a digest', async () => {
    const tenant = await addTenant()
    const { value } = await signInBrowser(tenant.admin.userId)
    const { results } = await env.DB.prepare('select * from sessions where user_id = ?').bind(tenant.admin.userId).all()
    expect(results).toHaveLength(1)
    expect(JSON.stringify(results)).not.toContain(value)
  })
})

describe('endpoints of senders', () => {
  it('take no session for a key', async () => {
    const tenant = await addTenant()
    const { headers, value } = await signInBrowser(tenant.admin.userId)
    const logs = { method: 'POST', body: '{"resourceLogs":[]}' }
    const json = { 'content-type': 'application/json' }
    for (const path of ['/intake/v1/logs', `/intake/k/${value}/v1/logs`, '/intake/v1/traces', '/v1/changes/github']) {
      const answer = await fetched(path, { ...logs, headers: { ...headers, ...json } })
      expect([path, answer.status >= 401 && answer.status <= 404]).toEqual([path, true])
    }
    const asKey = await fetched('/intake/v1/logs', { ...logs, headers: { ...json, authorization: `Bearer ${value}` } })
    expect(asKey.status).toBe(401)
  })
})

const localContext = () => {
  const { settings } = laterContext(0)
  return laterContext(0, { settings: { ...settings, OIDC_ISSUER: '' }, baseUrl: 'http://127.0.0.1:8787' })
}

describe('the one-time link of a local server', () => {
  const opened = (token: string, ctx = localContext(), headers = {}) =>
    oneTimeLink(new Request(`http://127.0.0.1:8787/oauth/link?token=${encodeURIComponent(token)}`, { headers }), ctx)

  it('signs one person in, once, and leads the same browser on when it is opened again', async () => {
    const { userId } = await addUser(null, 'admin')
    const token = await signed(MASTER_KEYS, 'console-link', `${userId} ${crypto.randomUUID()}`, Date.now(), 60_000)
    const first = await opened(token)
    const cookie = first.headers.get('set-cookie') ?? ''
    expect([first.status, first.headers.get('location')]).toEqual([303, '/console/'])
    for (const attribute of ['HttpOnly', 'SameSite=Strict', 'Path=/']) expect(cookie.split('; ')).toContain(attribute)
    const second = await opened(token)
    expect([second.status, second.headers.get('set-cookie')]).toEqual([400, null])
    const again = await opened(token, localContext(), { cookie: cookie.split(';')[0] })
    expect([again.status, again.headers.get('set-cookie')]).toEqual([303, null])
  })

  it.each<[string, () => Promise<string>]>([
    ['that has expired', () => signed(MASTER_KEYS, 'console-link', 'user_x 1', Date.now() - 10, 5)],
    ['signed for something else', () => signed(MASTER_KEYS, 'session', 'user_x 1', Date.now())],
    ['that nobody signed', async () => 'dXNlcl94.9999999999999.aaaa'],
    ['of a person who is not here', () => signed(MASTER_KEYS, 'console-link', 'user_x 1', Date.now())],
  ])('refuses one %s', async (_, token) => {
    const answer = await opened(await token())
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([400, null])
  })

  it('does not exist in deployed environments, nor beside an identity provider', async () => {
    const { userId } = await addUser(null, 'admin')
    const token = await signed(MASTER_KEYS, 'console-link', `${userId} 1`, Date.now())
    const { settings } = laterContext(0)
    for (const other of [{ ENVIRONMENT: 'production' as const }, { OIDC_ISSUER: 'https://login.example.test' }])
      expect((await opened(token, laterContext(0, { settings: { ...settings, ...other } }))).status).toBe(404)
  })
})

describe('sign-in for the console', () => {
  it('returns to the view that asked for it, and to no other site', async () => {
    const formOf = async (returnTo: string) => {
      const query = `return_to=${encodeURIComponent(returnTo)}`
      const shown = await signInPage(new Request(`http://127.0.0.1:8787/oauth/login?${query}`), localContext())
      return /name="token" value="([^"]+)"/.exec(await shown.text())?.[1] ?? ''
    }
    const { localSignIn } = await import('../../src/oauth/sign-in.ts')
    const { userId } = await addUser(null, 'admin')
    const landing = async (returnTo: string) => {
      const body = new URLSearchParams({ token: await formOf(returnTo), user: userId })
      return localSignIn(new Request('http://127.0.0.1:8787/oauth/login', { method: 'POST', body }), localContext())
    }
    const view = '/console/incidents/019b2c47-d1ee-7c3a-9d52-3f1f6f0c1a55?project=a&from=now-1h#evidence'
    const signedIn = await landing(view)
    expect(signedIn.headers.get('location')).toBe(view)
    expect(signedIn.headers.getSetCookie().map((one) => one.split('=')[0])).toEqual(['oas_session', 'oas_console'])
    for (const path of [
      '//attacker.test',
      '/console\\@attacker.test',
      'https://attacker.test/console/',
      '/consoles',
      `/console/${'x'.repeat(2_000)}`,
    ]) {
      const elsewhere = await landing(path)
      expect([path, elsewhere.headers.get('location')]).toEqual([path, '/oauth/device'])
      expect(elsewhere.headers.getSetCookie().map((one) => one.split('=')[0])).toEqual(['oas_session'])
    }
  })
})
