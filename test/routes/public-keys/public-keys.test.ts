import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { call } from '../../support/api.ts'
import { describeSecurity } from '../../support/security-suite.ts'
import { addTenant, type TestTenant } from '../../support/tenants.ts'

async function create(tenant: TestTenant, body: object = { name: 'collector' }) {
  return call('POST /public-keys', { token: tenant.admin.token, body })
}

describe('POST /public-keys', () => {
  it('a new public key is returned with its value once, and only a digest of it is stored', async () => {
    const tenant = await addTenant()
    const created = await create(tenant, { name: 'my collector_1', expiresAt: '2099-01-01T02:00:00+02:00' })
    expect(created.status).toBe(201)
    expect(created.body.publicKey).toMatchObject({
      name: 'my collector_1',
      expiresAt: '2099-01-01T00:00:00.000Z',
      deactivatedAt: null,
      lastUsedAt: null,
      projectId: tenant.projectId,
      dataSourceConnectionId: null,
    })
    const { id, value } = created.body.publicKey
    expect(value).toMatch(/^oas_public_/)
    const row = await env.DB.prepare('select * from credentials where id = ?').bind(id).first()
    expect(JSON.stringify(row)).not.toContain(value)
    const read = await call(`GET /public-keys/${id}`, { token: tenant.member.token })
    expect(read.body.publicKey).not.toHaveProperty('value')
  })

  it.each([
    [{}, 'body.name'],
    [{ name: '' }, 'body.name'],
    [{ name: 'x'.repeat(101) }, 'body.name'],
    [{ name: 'semi;colon' }, 'body.name'],
    [{ name: 'a', expiresAt: 'tomorrow' }, 'body.expiresAt'],
    [{ name: 'a', expiresAt: '2001-01-01T00:00:00Z' }, 'body.expiresAt'],
    [{ name: 'a', color: 'red' }, 'body.color'],
  ])('a new public key with %j is refused, naming the field', async (body, path) => {
    const answer = await create(await addTenant(), body)
    expect(answer.status).toBe(400)
    expect(answer.body.issues[0].path).toBe(path)
  })
})

describe('GET /public-keys', () => {
  it('the list of public keys pages newest first without loss or repetition', async () => {
    const tenant = await addTenant()
    const made = [tenant.publicKeyId]
    for (let i = 0; i < 4; i += 1) made.unshift((await create(tenant, { name: `k${i}` })).body.publicKey.id)
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const at: string = cursor === null ? '' : `&cursor=${cursor}`
      const page = await call(`GET /public-keys?limit=2${at}`, { token: tenant.secretKey })
      seen.push(...page.body.publicKeys.map((key: { id: string }) => key.id))
      cursor = page.body.nextCursor
    } while (cursor !== null)
    expect(seen).toEqual(made)
  })

  it.each(['limit=0', 'limit=101', 'limit=x', 'cursor=nope'])('the list of public keys refuses %s', async (query) => {
    const tenant = await addTenant()
    expect((await call(`GET /public-keys?${query}`, { token: tenant.secretKey })).status).toBe(400)
  })
})

describe('PATCH /public-keys/{publicKeyId}', () => {
  it('a change of a public key sets what is given, clears with null and leaves the rest', async () => {
    const tenant = await addTenant()
    const { id } = (await create(tenant, { name: 'a', expiresAt: '2099-01-01T00:00:00Z' })).body.publicKey
    const renamed = await call(`PATCH /public-keys/${id}`, { token: tenant.secretKey, body: { name: 'b' } })
    expect(renamed.body.publicKey).toMatchObject({ name: 'b', expiresAt: '2099-01-01T00:00:00.000Z' })
    const cleared = await call(`PATCH /public-keys/${id}`, { token: tenant.secretKey, body: { expiresAt: null } })
    expect(cleared.body.publicKey).toMatchObject({ name: 'b', expiresAt: null })
  })
})

describe('POST /public-keys/{publicKeyId}/deactivate', () => {
  it('deactivating a public key accepts an empty body, keeps the key readable and changes nothing the second time', async () => {
    const tenant = await addTenant()
    const first = await call(`POST /public-keys/${tenant.publicKeyId}/deactivate`, { token: tenant.admin.token })
    expect(first.status).toBe(200)
    expect(first.body.publicKey.deactivatedAt).toMatch(/Z$/)
    const second = await call(`POST /public-keys/${tenant.publicKeyId}/deactivate`, { token: tenant.admin.token })
    expect(second.body).toEqual(first.body)
  })
})

const one = (tenant: TestTenant) => `/public-keys/${tenant.publicKeyId}`
describeSecurity('GET /public-keys', {
  operation: (tenant) => `GET /public-keys?projectId=${tenant.projectId}`,
  foreign: 404,
})
describeSecurity('POST /public-keys', {
  operation: (tenant) => `POST /public-keys?projectId=${tenant.projectId}`,
  body: () => ({ name: 'x' }),
  foreign: 404,
  forbidden: ['member'],
})
describeSecurity('GET /public-keys/{publicKeyId}', { operation: (tenant) => `GET ${one(tenant)}`, foreign: 404 })
describeSecurity('PATCH /public-keys/{publicKeyId}', {
  operation: (tenant) => `PATCH ${one(tenant)}`,
  body: () => ({ name: 'x' }),
  foreign: 404,
  forbidden: ['member'],
})
describeSecurity('POST /public-keys/{publicKeyId}/deactivate', {
  operation: (tenant) => `POST ${one(tenant)}/deactivate`,
  foreign: 404,
  forbidden: ['member'],
})
