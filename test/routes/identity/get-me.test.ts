import { describe, expect, it } from 'vitest'
import { call } from '../../support/api.ts'
import { describeSecurity } from '../../support/security-suite.ts'
import { addCredential, addTenant } from '../../support/tenants.ts'

describe('GET /me', () => {
  it('the identity of a user has its organizations and roles', async () => {
    const tenant = await addTenant()
    const answer = await call('GET /me', { token: tenant.admin.token })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      credentialType: 'user',
      user: { id: tenant.admin.userId },
      activeOrganizationId: tenant.organizationId,
      organizations: [{ id: tenant.organizationId, role: 'admin', logo: null }],
      authorizedOrganizationId: null,
      authorizedProjectId: null,
    })
  })

  it('the identity of a secret key has its organization and name, without a role', async () => {
    const tenant = await addTenant()
    const answer = await call('GET /me', { token: tenant.secretKey })
    expect(answer.body.credentialType).toBe('secret')
    expect(answer.body.keyName).toBe('test')
    expect(answer.body.organization).not.toHaveProperty('role')
    expect(answer.body.organization.id).toBe(tenant.organizationId)
  })

  it('the identity of a partner has its superorganization', async () => {
    const tenant = await addTenant()
    const answer = await call('GET /me', { token: tenant.partnerKey })
    expect(answer.body).toEqual({
      credentialType: 'partner',
      superorganization: { id: tenant.superorganizationId, name: 'Test partner' },
    })
  })

  it('the identity of a narrowed token shows its fixed scope', async () => {
    const tenant = await addTenant()
    const { organizationId, projectId } = tenant
    const narrowed = await addCredential('user', { userId: tenant.admin.userId, organizationId, projectId })
    const answer = await call('GET /me', { token: narrowed.value })
    expect(answer.body).toMatchObject({ authorizedOrganizationId: organizationId, authorizedProjectId: projectId })
  })

  it('the identity refuses an unknown query key, naming it', async () => {
    const tenant = await addTenant()
    const answer = await call('GET /me?nonsense=1', { token: tenant.secretKey })
    expect(answer.status).toBe(400)
    expect(answer.body.issues).toEqual([{ path: 'query.nonsense', message: 'is not a known field' }])
  })
})

describeSecurity('GET /me', { operation: () => 'GET /me', foreign: null })
