import { describe, expect, it } from 'vitest'
import { call } from '../../support/api.ts'
import { describeSecurity } from '../../support/security-suite.ts'
import { addTenant } from '../../support/tenants.ts'

describe('GET /organizations/{organizationId}', () => {
  it('an organization is shown to its members, its secret keys and its partner', async () => {
    const tenant = await addTenant()
    for (const token of [tenant.admin.token, tenant.member.token, tenant.secretKey, tenant.partnerKey]) {
      const answer = await call(`GET /organizations/${tenant.organizationId}`, { token })
      expect(answer.status).toBe(200)
      expect(answer.body.organization).toMatchObject({
        id: tenant.organizationId,
        name: 'Test organization',
        logo: null,
      })
    }
  })

  it('an unknown organization id answers 404', async () => {
    const tenant = await addTenant()
    const answer = await call('GET /organizations/org_unknown', { token: tenant.secretKey })
    expect(answer.status).toBe(404)
    expect(answer.body).toMatchObject({ code: 'NOT_FOUND', operationId: 'organizations.get' })
  })
})

describeSecurity('GET /organizations/{organizationId}', {
  operation: (tenant) => `GET /organizations/${tenant.organizationId}`,
  foreign: 404,
})
