import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { call } from '../../support/api.ts'
import { describeSecurity } from '../../support/security-suite.ts'
import { addTenant, addUser } from '../../support/tenants.ts'

const path = (user: string) => `/members/${encodeURIComponent(user)}`

describe('GET /members', () => {
  it('the list of members has every field', async () => {
    const tenant = await addTenant()
    const answer = await call('GET /members', { token: tenant.secretKey })
    expect(answer.status).toBe(200)
    expect(answer.body.members).toHaveLength(2)
    expect(Object.keys(answer.body.members[0]).sort()).toEqual([
      'createdAt',
      'email',
      'imageUrl',
      'membershipId',
      'name',
      'role',
      'userId',
    ])
  })
})

describe('PATCH /members/{userId}/role', () => {
  it('a role is changed by user id or by e-mail, and takes effect at once', async () => {
    const { admin, member } = await addTenant()
    const promoted = await call(`PATCH ${path(member.userId)}/role`, { token: admin.token, body: { role: 'admin' } })
    expect(promoted.body.member).toMatchObject({ userId: member.userId, role: 'admin' })
    const email = promoted.body.member.email.toUpperCase()
    const demoted = await call(`PATCH ${path(email)}/role`, { token: member.token, body: { role: 'member' } })
    expect(demoted.body.member.role).toBe('member')
    const again = await call(`PATCH ${path(email)}/role`, { token: member.token, body: { role: 'admin' } })
    expect(again.status).toBe(403)
  })

  it('the last admin cannot be demoted, and the refusal writes no audit row', async () => {
    const { admin, organizationId } = await addTenant()
    const answer = await call(`PATCH ${path(admin.userId)}/role`, { token: admin.token, body: { role: 'member' } })
    expect(answer.status).toBe(409)
    const audits = await env.DB.prepare('select count(*) as n from audit_entries where organization_id = ?')
      .bind(organizationId)
      .first<{ n: number }>()
    expect(audits?.n).toBe(0)
  })

  it('an unknown role is refused, naming it', async () => {
    const { admin, member } = await addTenant()
    const answer = await call(`PATCH ${path(member.userId)}/role`, { token: admin.token, body: { role: 'owner' } })
    expect(answer.status).toBe(400)
    expect(answer.body.issues[0].path).toBe('body.role')
  })
})

describe('DELETE /members/{userId}', () => {
  it('a removed member’s tokens no longer see anything of the organization', async () => {
    const { admin, member, organizationId } = await addTenant()
    const answer = await call(`DELETE ${path(member.userId)}`, { token: admin.token })
    expect(answer.body).toEqual({ removedUserId: member.userId })
    expect((await call(`GET /organizations/${organizationId}`, { token: member.token })).status).toBe(404)
  })

  it('a member may leave, but not remove others', async () => {
    const { admin, member, organizationId } = await addTenant()
    const other = await addUser(organizationId, 'member')
    expect((await call(`DELETE ${path(other.userId)}`, { token: member.token })).status).toBe(403)
    expect((await call(`DELETE ${path(member.userId)}`, { token: member.token })).status).toBe(200)
    expect((await call(`DELETE ${path(admin.userId)}`, { token: admin.token })).status).toBe(409)
  })

  it('removing someone who is not a member answers 404', async () => {
    const { admin } = await addTenant()
    expect((await call('DELETE /members/user_nobody', { token: admin.token })).status).toBe(404)
  })
})

const organizationQuery = (tenant: { organizationId: string }) => `?organizationId=${tenant.organizationId}`
describeSecurity('GET /members', {
  operation: (tenant) => `GET /members${organizationQuery(tenant)}`,
  foreign: 404,
  forbidden: ['partnerKey'],
})
describeSecurity('PATCH /members/{userId}/role', {
  operation: (tenant) => `PATCH ${path(tenant.member.userId)}/role${organizationQuery(tenant)}`,
  body: () => ({ role: 'admin' }),
  foreign: 404,
  forbidden: ['member', 'secretKey', 'partnerKey'],
})
describeSecurity('DELETE /members/{userId}', {
  operation: (tenant) => `DELETE ${path(tenant.admin.userId)}${organizationQuery(tenant)}`,
  foreign: 404,
  forbidden: ['member', 'secretKey', 'partnerKey'],
})
