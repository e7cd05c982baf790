import { describe, expect, it } from 'vitest'
import { call } from '../../support/api.ts'
import { describeSecurity } from '../../support/security-suite.ts'
import { addTenant, addUser, type TestTenant } from '../../support/tenants.ts'

async function invite(tenant: TestTenant, email: string, role = 'member') {
  const answer = await call('POST /members/invitations', { token: tenant.admin.token, body: { email, role } })
  return { ...answer, token: new URL(answer.body.acceptUrl ?? 'https://x.test').searchParams.get('token') ?? '' }
}

const accept = (token: string, as: string) => call('POST /members/invitations/accept', { token: as, body: { token } })

describe('an invitation', () => {
  it('an invitation makes the person with that address a member with its role, once', async () => {
    const tenant = await addTenant()
    const email = `ben-${tenant.organizationId}@example.test`
    const ben = await addUser(null, 'member', email.toUpperCase())
    const created = await invite(tenant, email, 'admin')
    expect(created.status).toBe(201)
    expect(created.body.invitation).toMatchObject({ email, role: 'admin', status: 'pending' })
    const accepted = await accept(created.token, ben.token)
    expect(accepted.status).toBe(200)
    expect(accepted.body.organization.id).toBe(tenant.organizationId)
    expect((await call('GET /me', { token: ben.token })).body.organizations).toMatchObject([{ role: 'admin' }])
    expect((await accept(created.token, ben.token)).status).toBe(404)
    const list = await call('GET /members/invitations', { token: tenant.admin.token })
    expect(list.body.invitations).toMatchObject([{ status: 'accepted' }])
  })

  it('an invitation cannot be used by another person', async () => {
    const tenant = await addTenant()
    const mallory = await addUser(null, 'member')
    const created = await invite(tenant, 'someone@example.test')
    expect((await accept(created.token, mallory.token)).status).toBe(404)
    expect((await accept(created.token, tenant.secretKey)).status).toBe(403)
  })

  it('a newer invitation for an address replaces the older one, and a revoked one is not accepted', async () => {
    const tenant = await addTenant()
    const email = `eve-${tenant.organizationId}@example.test`
    const eve = await addUser(null, 'member', email)
    const first = await invite(tenant, email)
    const second = await invite(tenant, email)
    expect((await accept(first.token, eve.token)).status).toBe(404)
    const { id } = second.body.invitation
    const revoked = await call(`DELETE /members/invitations/${id}`, { token: tenant.admin.token })
    expect(revoked.body).toEqual({ revokedInvitationId: id })
    expect((await call(`DELETE /members/invitations/${id}`, { token: tenant.admin.token })).status).toBe(409)
    expect((await accept(second.token, eve.token)).status).toBe(404)
  })

  it('an invitation for a member’s address, or for no address, is refused', async () => {
    const tenant = await addTenant()
    const { body } = await call('GET /members', { token: tenant.admin.token })
    expect((await invite(tenant, body.members[0].email)).status).toBe(409)
    expect((await invite(tenant, 'not an address')).body.issues[0].path).toBe('body.email')
  })
})

const query = (tenant: TestTenant) => `?organizationId=${tenant.organizationId}`
describeSecurity('GET /members/invitations', {
  operation: (tenant) => `GET /members/invitations${query(tenant)}`,
  foreign: 404,
  forbidden: ['member', 'secretKey', 'partnerKey'],
})
describeSecurity('POST /members/invitations', {
  operation: (tenant) => `POST /members/invitations${query(tenant)}`,
  body: () => ({ email: 'x@example.test' }),
  foreign: 404,
  forbidden: ['member', 'secretKey', 'partnerKey'],
})
describeSecurity('DELETE /members/invitations/{invitationId}', {
  operation: async (tenant) =>
    `DELETE /members/invitations/${(await invite(tenant, 'y@example.test')).body.invitation.id}`,
  foreign: 404,
  forbidden: ['member', 'secretKey', 'partnerKey'],
})
describeSecurity('POST /members/invitations/accept', {
  operation: () => 'POST /members/invitations/accept',
  body: () => ({ token: 'unknown' }),
  foreign: null,
  forbidden: ['secretKey', 'partnerKey'],
})
