/** D1 answers the rows of a batch by column name, so columns of the same name in a join would take each other's values. */
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { credentialDigest } from '../../src/auth/credential-format.ts'
import { loadCredential } from '../../src/db/callers.ts'
import { addTenant } from '../support/tenants.ts'

describe('a loaded credential', () => {
  it('keeps the ids and names of the credential, its organization and its person apart', async () => {
    const tenant = await addTenant()
    const [secret, token] = await Promise.all([tenant.secretKey, tenant.admin.token].map(credentialDigest))
    await env.DB.batch([
      env.DB.prepare("update organizations set name = 'The organization' where id = ?").bind(tenant.organizationId),
      env.DB.prepare("update users set name = 'The person' where id = ?").bind(tenant.admin.userId),
      env.DB.prepare("update credentials set name = 'The key' where digest = ?").bind(secret),
      env.DB.prepare("update credentials set name = 'The token' where digest = ?").bind(token),
    ])
    const ofKey = await loadCredential(env.DB, secret ?? '')
    expect(ofKey?.credential).toMatchObject({
      name: 'The key',
      organizationId: tenant.organizationId,
      organizationName: 'The organization',
      userId: null,
      userName: null,
    })
    const ofPerson = await loadCredential(env.DB, token ?? '')
    expect(ofPerson?.credential).toMatchObject({
      name: 'The token',
      organizationId: null,
      organizationName: null,
      userId: tenant.admin.userId,
      userName: 'The person',
    })
    expect(ofPerson?.memberships).toEqual([
      expect.objectContaining({ id: tenant.organizationId, name: 'The organization', role: 'admin' }),
    ])
    const ids = [ofKey?.credential.id, ofPerson?.credential.id, tenant.organizationId, tenant.admin.userId]
    expect(new Set(ids).size).toBe(ids.length)
  })
})
