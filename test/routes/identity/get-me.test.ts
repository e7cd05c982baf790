import { describe, expect, it } from 'vitest'
import { call } from '../../support/api.ts'
import { describeSecurity } from '../../support/security-suite.ts'
import { addCredential, addTenant } from '../../support/tenants.ts'

describe('GET /me', () => {
  it('returns the user with organizations and roles', async () => {
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

  it('returns the organization and name of a secret key, without a role', async () => {
    const tenant = await addTenant()
    const answer = await call('GET /me', { token: tenant.secretKey })
    expect(answer.body.credentialType).toBe('secret')
    expect(answer.body.keyName).toBe('test')
    expect(answer.body.organization).not.toHaveProperty('role')
    expect(answer.body.organization.id).toBe(tenant.organizationId)
  })

  it('returns the superorganization of a partner', async () => {
    const tenant = await addTenant()
    const answer = await call('GET /me', { token: tenant.partnerKey })
    expect(answer.body).toEqual({
      credentialType: 'partner',
      superorganization: { id: tenant.superorganizationId, name: 'Test partner' },
    })
  })

  it('shows the fixed scope of a narrowed token', async () => {
    const tenant = await addTenant()
    const { organizationId, projectId } = tenant
    const narrowed = await addCredential('user', { userId: tenant.admin.userId, organizationId, projectId })
    const answer = await call('GET /me', { token: narrowed.value })
    expect(answer.body).toMatchObject({ authorizedOrganizationId: organizationId, authorizedProjectId: projectId })
  })

  it('refuses an unknown query key by name', async () => {
    const tenant = await addTenant()
    const answer = await call('GET /me?nonsense=1', { token: tenant.secretKey })
    expect(answer.status).toBe(400)
    expect(answer.body.issues).toEqual([{ path: 'query.nonsense', message: 'is not a known field' }])
  })
})

describeSecurity('GET /me', { operation: () => 'GET /me', foreign: null })
