import { describe, expect, it } from 'vitest'
import { call } from '../../support/api.ts'
import { describeSecurity } from '../../support/security-suite.ts'
import { addTenant, type TestTenant } from '../../support/tenants.ts'

async function create(tenant: TestTenant, token: string, body: object = { name: 'ci' }) {
  return call('POST /secret-keys', { token, body: { organizationId: tenant.organizationId, ...body } })
}

describe('secret keys', () => {
  it('a secret key works at once, and stops at once when it is deleted', async () => {
    const tenant = await addTenant()
    const created = await create(tenant, tenant.admin.token)
    expect(created.status).toBe(201)
    const { id, value } = created.body.secretKey
    expect((await call('GET /me', { token: value })).body.keyName).toBe('ci')
    const deleted = await call(`DELETE /secret-keys/${id}`, { token: tenant.admin.token })
    expect(deleted.status).toBe(204)
    expect(deleted.text).toBe('')
    expect((await call('GET /me', { token: value })).status).toBe(401)
    expect((await call(`GET /secret-keys/${id}`, { token: tenant.admin.token })).status).toBe(404)
  })

  it('a secret key that is narrowed to a project loses what belongs to the organization', async () => {
    const tenant = await addTenant()
    const created = await create(tenant, tenant.admin.token, { name: 'narrow', projectId: tenant.projectId })
    expect(created.body.secretKey.projectId).toBe(tenant.projectId)
    const { value } = created.body.secretKey
    expect(
      (await call(`PATCH /organizations/${tenant.organizationId}`, { token: value, body: { name: 'x' } })).status,
    ).toBe(403)
    expect((await call('GET /projects', { token: value })).body.projects).toHaveLength(1)
  })

  it('a secret key that a partner creates carries no threads, telemetry or members', async () => {
    const tenant = await addTenant()
    const created = await create(tenant, tenant.partnerKey)
    expect(created.status).toBe(201)
    const { value } = created.body.secretKey
    expect((await call('GET /projects', { token: value })).status).toBe(200)
    expect((await call('GET /members', { token: value })).status).toBe(403)
  })

  it('secret keys are listed, read and changed without their value', async () => {
    const tenant = await addTenant()
    const { id } = (await create(tenant, tenant.admin.token)).body.secretKey
    const list = await call('GET /secret-keys', { token: tenant.admin.token })
    expect(list.body.secretKeys[0]).toEqual({
      id,
      name: 'ci',
      projectId: null,
      expiresAt: null,
      lastUsedAt: null,
      createdAt: expect.stringMatching(/Z$/),
    })
    expect(list.body.nextCursor).toBeNull()
    const changed = await call(`PATCH /secret-keys/${id}`, { token: tenant.admin.token, body: { name: 'renamed' } })
    expect(changed.body.secretKey.name).toBe('renamed')
    expect((await call(`GET /secret-keys/${id}`, { token: tenant.admin.token })).body.secretKey.name).toBe('renamed')
  })
})

describe('a partner', () => {
  it('a partner creates an organization, a project and keys in it', async () => {
    const { partnerKey } = await addTenant()
    const organization = await call('POST /organizations', { token: partnerKey, body: { name: 'Été & Co' } })
    expect(organization.status).toBe(201)
    expect(organization.body.organization.slug).toMatch(/^ete-co/)
    const organizationId = organization.body.organization.id
    const project = await call('POST /projects', { token: partnerKey, body: { name: 'p', organizationId } })
    expect(project.body.project).toMatchObject({ organizationId, region: 'us-east-1' })
    const projectId = project.body.project.id
    expect((await call('POST /public-keys', { token: partnerKey, body: { name: 'k', projectId } })).status).toBe(201)
    expect((await call('GET /organizations', { token: partnerKey })).body.organizations).toHaveLength(2)
  })
})

const query = (tenant: TestTenant) => `?organizationId=${tenant.organizationId}`
const keyOf = async (tenant: TestTenant) => (await create(tenant, tenant.admin.token)).body.secretKey.id
describeSecurity('GET /secret-keys', {
  operation: (tenant) => `GET /secret-keys${query(tenant)}`,
  foreign: 404,
  forbidden: ['member', 'secretKey'],
})
describeSecurity('POST /secret-keys', {
  operation: (tenant) => `POST /secret-keys${query(tenant)}`,
  body: () => ({ name: 'x' }),
  foreign: 404,
  forbidden: ['member', 'secretKey'],
})
for (const [method, body] of [
  ['GET', undefined],
  ['PATCH', { name: 'x' }],
  ['DELETE', undefined],
] as const) {
  describeSecurity(`${method} /secret-keys/{secretKeyId}`, {
    operation: async (tenant) => `${method} /secret-keys/${await keyOf(tenant)}`,
    ...(body ? { body: () => body } : {}),
    foreign: 404,
    forbidden: ['member', 'secretKey'],
  })
}
