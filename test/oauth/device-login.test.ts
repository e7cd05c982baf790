import { env, exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { sweepDeviceAuthorizations } from '../../src/domain/oauth/device-authorization.ts'
import { settingsOf } from '../../src/env.ts'
import { sessionCookie } from '../../src/oauth/session.ts'
import { DEVICE_GRANT } from '../../src/oauth/token-endpoints.ts'
import { backgroundContext } from '../../src/wiring/contexts.ts'
import { call } from '../support/api.ts'
import { SYSTEM } from '../support/system.ts'
import { addProject, addTenant } from '../support/tenants.ts'

const BASE = 'https://service.test'
const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) })

async function oauth(path: string, init: RequestInit) {
  const response = await exports.default.fetch(`${BASE}/oauth/${path}`, { redirect: 'manual', ...init })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) }
}

const start = async (scope = '') => (await oauth('device_authorization', form({ client_id: 'cli', scope }))).json()
const poll = (deviceCode: string) =>
  oauth('token', form({ grant_type: DEVICE_GRANT, device_code: deviceCode, client_id: 'cli' }))

async function cookieOf(userId: string) {
  const value = await sessionCookie(settingsOf(env).MASTER_KEYS, userId, Date.now(), true)
  return { cookie: value.split(';')[0] ?? '' }
}

async function decide(userCode: string, userId: string, decision: 'allow' | 'deny') {
  const headers = await cookieOf(userId)
  const shown = await oauth(`device?user_code=${userCode.toLowerCase().replace('-', '')}`, { headers })
  const token = /name="token" value="([^"]+)"/.exec(shown.text)?.[1] ?? ''
  return oauth('device', { ...form({ token, decision }), headers })
}

describe('device login', () => {
  it('hands out one working token after a person approved, and never again', async () => {
    const tenant = await addTenant()
    const started = await start()
    expect(started).toMatchObject({ verification_uri: `${BASE}/oauth/device`, expires_in: 600, interval: 5 })
    expect((await poll(started.device_code)).json().error).toBe('authorization_pending')
    expect((await poll(started.device_code)).json().error).toBe('slow_down')
    expect((await decide(started.user_code, tenant.member.userId, 'allow')).text).toContain('Allowed')
    const issued = (await poll(started.device_code)).json()
    expect(issued.token_type).toBe('Bearer')
    const me = await call('GET /me', { token: issued.access_token })
    expect(me.body.user.id).toBe(tenant.member.userId)
    expect((await poll(started.device_code)).json().error).toBe('invalid_grant')
    const { body } = await call('GET /me/tokens', { token: issued.access_token })
    expect(body.tokens[0].name).toBe('cli')
    expect((await call(`DELETE /me/tokens/${body.tokens[0].id}`, { token: tenant.member.token })).status).toBe(204)
    expect((await call('GET /me', { token: issued.access_token })).status).toBe(401)
  })

  it('stores no scope that cannot be one', async () => {
    for (const scope of [
      `project:${'x'.repeat(15_000)}`,
      `organization:${'x'.repeat(101)}`,
      'project:<script>',
      ' '.repeat(400),
    ]) {
      const answer = await oauth('device_authorization', form({ client_id: 'cli', scope }))
      expect([answer.status, answer.json().error]).toEqual([400, 'invalid_scope'])
    }
  })

  it('is swept away ten minutes after it has expired', async () => {
    const started = await start()
    const ctx = backgroundContext(env, () => {})
    const count = async () =>
      (
        await env.DB.prepare('select count(*) as n from device_authorizations where user_code = ?')
          .bind(started.user_code)
          .first<{ n: number }>()
      )?.n
    await sweepDeviceAuthorizations({ ctx: { ...ctx, now: () => Date.now() + 1_190_000 }, scope: SYSTEM })
    expect(await count()).toBe(1)
    await sweepDeviceAuthorizations({ ctx: { ...ctx, now: () => Date.now() + 1_210_000 }, scope: SYSTEM })
    expect(await count()).toBe(0)
  })

  it('narrows the token to the scope that was asked for, within what the person can reach', async () => {
    const tenant = await addTenant()
    const other = await addTenant()
    const started = await start(`project:${tenant.projectId}`)
    expect((await decide(started.user_code, other.admin.userId, 'allow')).status).toBe(403)
    await decide(started.user_code, tenant.admin.userId, 'allow')
    const { access_token: token } = (await poll(started.device_code)).json()
    const me = await call('GET /me', { token })
    expect(me.body).toMatchObject({
      authorizedOrganizationId: tenant.organizationId,
      authorizedProjectId: tenant.projectId,
    })
    const second = await addProject(tenant.organizationId, 'second')
    expect((await call(`GET /projects/${second}`, { token })).status).toBe(404)
  })

  it('names what is asked for to those who belong to it, and to nobody else', async () => {
    const [tenant, other] = [await addTenant(), await addTenant()]
    const project = await call(`GET /projects/${tenant.projectId}`, { token: tenant.admin.token })
    const organization = await call(`GET /organizations/${tenant.organizationId}`, { token: tenant.admin.token })
    const names = [project.body.project.name, organization.body.organization.name]
    const started = await start(`project:${tenant.projectId}`)
    const shownTo = async (userId: string) =>
      (await oauth(`device?user_code=${started.user_code}`, { headers: await cookieOf(userId) })).text
    expect(await shownTo(tenant.member.userId)).toContain(`in the project ${names[0]} of ${names[1]}.`)
    expect(await shownTo(other.admin.userId)).toContain('in an organization or project that you do not belong to.')
    const whole = await start(`organization:${tenant.organizationId}`)
    const shown = await oauth(`device?user_code=${whole.user_code}`, { headers: await cookieOf(tenant.admin.userId) })
    expect(shown.text).toContain(`in the organization ${names[1]}.`)
  })

  it('tells the device that it was denied', async () => {
    const tenant = await addTenant()
    const started = await start()
    await decide(started.user_code, tenant.admin.userId, 'deny')
    expect((await poll(started.device_code)).json().error).toBe('access_denied')
  })

  it('approves nothing without a sign-in or with another person’s form', async () => {
    const [tenant, other] = [await addTenant(), await addTenant()]
    const started = await start()
    const anonymous = await oauth(`device?user_code=${started.user_code}`, {})
    expect([anonymous.status, anonymous.headers.get('location')]).toEqual([
      303,
      `/oauth/login?return_to=${encodeURIComponent(`/oauth/device?user_code=${started.user_code}`)}`,
    ])
    const shown = await oauth(`device?user_code=${started.user_code}`, { headers: await cookieOf(tenant.admin.userId) })
    const token = /name="token" value="([^"]+)"/.exec(shown.text)?.[1] ?? ''
    await oauth('device', { ...form({ token, decision: 'allow' }), headers: await cookieOf(other.admin.userId) })
    expect((await poll(started.device_code)).json().error).toBe('authorization_pending')
  })

  it('answers errors as OAuth does', async () => {
    expect((await oauth('device_authorization', form({}))).json().error).toBe('invalid_request')
    expect((await oauth('device_authorization', form({ client_id: 'c', scope: 'admin' }))).json().error).toBe(
      'invalid_scope',
    )
    expect((await oauth('token', form({ grant_type: 'password' }))).json().error).toBe('unsupported_grant_type')
    const json = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }
    expect((await oauth('token', json)).json().error).toBe('invalid_request')
    expect(
      (await oauth('token', { method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } })).status,
    ).toBe(400)
    expect((await poll('unknown')).json().error).toBe('invalid_grant')
    const large = await oauth('token', form({ grant_type: 'x'.repeat(20_000) }))
    expect([large.status, large.json().error_description]).toEqual([
      400,
      'The body is neither a form nor a JSON object, or it has more than 16384 bytes.',
    ])
    const found = await exports.default.fetch(`${BASE}/.well-known/oauth-authorization-server`)
    expect(await found.json()).toMatchObject({ issuer: BASE, token_endpoint: `${BASE}/oauth/token` })
  })
})
