import { describe, expect, it } from 'vitest'
import { call } from '../../support/api.ts'
import { describeSecurity } from '../../support/security-suite.ts'
import { addTenant } from '../../support/tenants.ts'

describe('GET /organizations', () => {
  it('the list of organizations has what each kind of credential can see, with a role for people only', async () => {
    const tenant = await addTenant()
    const asAdmin = await call('GET /organizations', { token: tenant.admin.token })
    expect(asAdmin.body.organizations).toMatchObject([{ id: tenant.organizationId, role: 'admin' }])
    for (const token of [tenant.secretKey, tenant.partnerKey]) {
      const answer = await call('GET /organizations', { token })
      expect(answer.body.organizations).toHaveLength(1)
      expect(answer.body.organizations[0]).not.toHaveProperty('role')
    }
  })
})

describeSecurity('GET /organizations', { operation: () => 'GET /organizations', foreign: null })
