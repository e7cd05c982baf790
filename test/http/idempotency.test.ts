import { listDurableObjectIds } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { forgetCallers } from '../../src/auth/authenticate.ts'
import { fromMillis } from '../../src/telemetry/time.ts'
import { telemetryOf } from '../../src/wiring/telemetry-store.ts'
import { call } from '../support/api.ts'
import { logRecord } from '../support/log-record.ts'
import { addCredential, addTenant, addUser } from '../support/tenants.ts'

const create = (token: string, key: string, body: object) =>
  call('POST /projects', { token, body, headers: { 'idempotency-key': key } })

async function projectCount(organizationId: string) {
  const row = await env.DB.prepare('select count(*) as n from projects where organization_id = ?')
    .bind(organizationId)
    .first<{ n: number }>()
  return row?.n
}

describe('Idempotency-Key', () => {
  it('answers a repetition with the stored answer and acts only once', async () => {
    const { admin, organizationId } = await addTenant()
    const first = await create(admin.token, 'k 1', { name: 'once', region: 'us-west-2' })
    const again = await create(admin.token, 'k 1', { region: 'us-west-2', name: 'once' })
    expect(first.headers.get('idempotency-replayed')).toBeNull()
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect([again.status, again.text]).toEqual([201, first.text])
    expect(await projectCount(organizationId)).toBe(2)
  })

  it('refuses another body under the same key, and another key is another request', async () => {
    const { admin, organizationId } = await addTenant()
    await create(admin.token, 'k', { name: 'a' })
    expect((await create(admin.token, 'k', { name: 'b' })).status).toBe(409)
    expect((await create(admin.token, 'k2', { name: 'b' })).status).toBe(201)
    expect(await projectCount(organizationId)).toBe(3)
  })

  it('belongs to one organization, one principal and one operation', async () => {
    const [one, two] = [await addTenant(), await addTenant()]
    const first = await create(one.admin.token, 'shared', { name: 'x' })
    const other = await create(two.admin.token, 'shared', { name: 'x' })
    expect(other.body.project.id).not.toBe(first.body.project.id)
    const key = await call('POST /public-keys', {
      token: one.admin.token,
      body: { name: 'x', projectId: one.projectId },
      headers: { 'idempotency-key': 'shared' },
    })
    expect(key.status).toBe(201)
  })

  it('stores no refusal, because it changed nothing and its reason may disappear', async () => {
    const { admin, member, organizationId } = await addTenant()
    const email = `${member.userId}@example.test`
    const invite = () =>
      call('POST /members/invitations', {
        token: admin.token,
        body: { email },
        headers: { 'idempotency-key': 'c' },
      })
    expect((await invite()).status).toBe(409)
    await env.DB.prepare('delete from memberships where user_id = ?').bind(member.userId).run()
    const made = await invite()
    expect([made.status, made.headers.get('idempotency-replayed')]).toEqual([201, null])
    expect(made.body.invitation.email).toBe(email)
    expect(organizationId).toMatch(/^org_/)
  })

  it('answers the same person with another token of the same reach, and nobody else of the organization', async () => {
    const { admin, member, secretKey, organizationId } = await addTenant()
    const other = await addCredential('user', { userId: admin.userId })
    const first = await create(admin.token, 'mine', { name: 'once' })
    const again = await create(other.value, 'mine', { name: 'once' })
    expect([again.headers.get('idempotency-replayed'), again.text]).toEqual(['true', first.text])
    expect((await create(member.token, 'mine', { name: 'once' })).status).toBe(403)
    const key = await create(secretKey, 'mine', { name: 'once' })
    expect([key.status, key.headers.get('idempotency-replayed')]).toEqual([201, null])
    expect(await projectCount(organizationId)).toBe(3)
  })

  it('shows a stored secret to no stranger, and lets none disturb the key', async () => {
    const [{ admin, organizationId }, stranger] = [await addTenant(), await addUser(null, 'member')]
    const other = await addTenant()
    const make = (token: string, name = 'ci') =>
      call('POST /secret-keys', { token, body: { name, organizationId }, headers: { 'idempotency-key': 's' } })
    // Before: a stranger's 404 is not kept for the owner.
    for (const token of [stranger.token, other.admin.token]) expect((await make(token)).status).toBe(404)
    const made = await make(admin.token)
    expect(made.status).toBe(201)
    // After: the same 404 whatever the body, so that it does not tell which keys are in use.
    for (const token of [stranger.token, other.admin.token]) {
      for (const answer of [await make(token), await make(token, 'another')]) {
        expect([answer.status, answer.headers.get('idempotency-replayed')]).toEqual([404, null])
        expect(answer.text).not.toContain(made.body.secretKey.value)
      }
    }
    expect((await make(admin.token)).text).toBe(made.text)
  })

  it('shows a stored secret neither to the demoted nor to the removed nor to a narrowed token', async () => {
    const { admin, organizationId, projectId } = await addTenant()
    const make = (token: string) =>
      call('POST /secret-keys', { token, body: { name: 'ci', organizationId }, headers: { 'idempotency-key': 's' } })
    const key = (token: string) =>
      call('POST /public-keys', { token, body: { name: 'ci', projectId }, headers: { 'idempotency-key': 'p' } })
    const narrowed = await addCredential('user', { userId: admin.userId, organizationId, projectId })
    const [secret, full] = [await make(admin.token), await key(admin.token)]
    const ofNarrowed = await key(narrowed.value)
    expect([ofNarrowed.status, ofNarrowed.headers.get('idempotency-replayed')]).toEqual([201, null])
    expect(ofNarrowed.body.publicKey.value).not.toBe(full.body.publicKey.value)
    expect((await make(narrowed.value)).status).toBe(403)
    await env.DB.prepare("update memberships set role = 'member' where user_id = ?").bind(admin.userId).run()
    forgetCallers(() => true)
    for (const answer of [await make(admin.token), await key(admin.token)]) expect(answer.status).toBe(403)
    await env.DB.prepare('delete from memberships where user_id = ?').bind(admin.userId).run()
    forgetCallers(() => true)
    for (const answer of [await make(admin.token), await key(admin.token)]) {
      expect(answer.status).toBe(404)
      expect(answer.text).not.toContain(secret.body.secretKey.value)
    }
  })

  it('makes no object for an organization that does not exist or is not the caller’s', async () => {
    const { admin } = await addTenant()
    const before = (await listDurableObjectIds(env.ORGANIZATION)).length
    for (let i = 0; i < 20; i += 1) {
      const body = { name: 'x', organizationId: `org_made_up_${i}` }
      expect((await create(admin.token, 'k', body)).status).toBe(404)
    }
    expect((await listDurableObjectIds(env.ORGANIZATION)).length).toBe(before)
  })

  it('makes a person’s first organization once, although the person then belongs to it', async () => {
    const { token, userId } = await addUser(null, 'member')
    const make = () =>
      call('POST /organizations', { token, body: { name: 'First' }, headers: { 'idempotency-key': '1' } })
    const [first, again] = [await make(), await make()]
    expect([first.status, again.headers.get('idempotency-replayed'), again.text]).toEqual([201, 'true', first.text])
    const rows = await env.DB.prepare('select organization_id from memberships where user_id = ?').bind(userId).all()
    expect(rows.results).toHaveLength(1)
    // Who has left it is not shown it again.
    await env.DB.prepare('delete from memberships where user_id = ?').bind(userId).run()
    forgetCallers(() => true)
    expect((await make()).status).toBe(404)
  })

  it('answers no repetition for what is gone: a message of a deleted thread', async () => {
    const { admin, projectId } = await addTenant()
    const { body } = await call('POST /threads', { token: admin.token, body: { message: 'why?', projectId } })
    const append = () =>
      call(`POST /threads/${body.threadId}/messages`, {
        token: admin.token,
        body: { message: 'and?' },
        headers: { 'idempotency-key': 'm' },
      })
    expect([(await append()).status, (await append()).headers.get('idempotency-replayed')]).toEqual([201, 'true'])
    expect((await call(`DELETE /threads/${body.threadId}`, { token: admin.token })).status).toBe(204)
    expect((await append()).status).toBe(404)
  })

  it('lets one of many simultaneous requests through', async () => {
    const { admin, organizationId } = await addTenant()
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(admin.token, 'race', { name: 'r' })))
    const statuses = answers.map((answer) => answer.status)
    expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([])
    expect(await projectCount(organizationId)).toBe(2)
    for (const answer of answers) if (answer.status === 409) expect(answer.headers.get('retry-after')).toBe('2')
  })

  it('does not store an answer that is too large, and computes it again for a repetition', async () => {
    const tenant = await addTenant()
    const { organizationId, projectId, secretKey } = tenant
    const time = fromMillis(Date.now() - 60_000)
    // More bytes than characters: what can be kept is counted in bytes.
    const body = '日'.repeat(50_000)
    await telemetryOf(env).append(
      { organizationId, projectId, region: 'us-east-1', retentionDays: 30 },
      {
        logs: Array.from({ length: 12 }, () => logRecord({ time, body })),
        source: { keyId: tenant.publicKeyId, payloadHash: 'large', streamId: null },
        billedBytes: 1,
        deduplicate: false,
      },
    )
    const query = () => call('POST /logs/query', { token: secretKey, headers: { 'idempotency-key': 'large' } })
    for (const answer of [await query(), await query()]) {
      expect([answer.status, answer.body.logs?.length]).toEqual([200, 12])
      expect(answer.headers.get('idempotency-replayed')).toBeNull()
    }
  })

  it.each(['', 'é', 'x'.repeat(129)])('refuses the key %j', async (key) => {
    const { admin } = await addTenant()
    const headers = { 'idempotency-key': encodeURI(key) === key ? key : 'caf\u00e9' }
    const answer = await call('POST /projects', { token: admin.token, body: { name: 'x' }, headers })
    expect(answer.status).toBe(400)
  })
})
