import { describe, expect, it } from 'vitest'
import { call } from '../../support/api.ts'
import { describeSecurity } from '../../support/security-suite.ts'
import { addCredential, addTenant } from '../../support/tenants.ts'

describe('PATCH /organizations/{organizationId}', () => {
  it('an organization that is renamed keeps its slug, and shows the new name everywhere at once', async () => {
    const tenant = await addTenant()
    const name = '新しい名前 🚀'
    const before = await call(`GET /organizations/${tenant.organizationId}`, { token: tenant.admin.token })
    const answer = await call(`PATCH /organizations/${tenant.organizationId}`, {
      token: tenant.admin.token,
      body: { name },
    })
    expect(answer.body.organization).toEqual({ ...before.body.organization, name })
    expect((await call('GET /me', { token: tenant.secretKey })).body.organization.name).toBe(name)
  })

  it('the name of an organization is counted in code points: 100 of them fit, 101 do not', async () => {
    const tenant = await addTenant()
    const rename = (name: string) =>
      call(`PATCH /organizations/${tenant.organizationId}`, { token: tenant.admin.token, body: { name } })
    expect((await rename('🚀'.repeat(100))).status).toBe(200)
    const refused = await rename('🚀'.repeat(101))
    expect(refused.status).toBe(400)
    expect(refused.body.issues[0].path).toBe('body.name')
  })
})

describe('POST /organizations', () => {
  it('creating an organization makes the user its admin', async () => {
    const { admin } = await addTenant()
    const created = await call('POST /organizations', { token: admin.token, body: { name: 'Second' } })
    expect(created.status).toBe(201)
    const me = await call('GET /me', { token: admin.token })
    expect(me.body.organizations).toHaveLength(2)
    expect(me.body.activeOrganizationId).toBeNull()
  })

  it('a token with a fixed scope cannot create an organization', async () => {
    const { admin, organizationId } = await addTenant()
    const narrowed = await addCredential('user', { userId: admin.userId, organizationId })
    expect((await call('POST /organizations', { token: narrowed.value, body: { name: 'x' } })).status).toBe(403)
  })
})

describeSecurity('PATCH /organizations/{organizationId}', {
  operation: (tenant) => `PATCH /organizations/${tenant.organizationId}`,
  body: () => ({ name: 'x' }),
  foreign: 404,
  forbidden: ['member', 'partnerKey'],
})
describeSecurity('POST /organizations', {
  operation: () => 'POST /organizations',
  body: () => ({ name: 'x' }),
  foreign: null,
  forbidden: ['secretKey'],
})
