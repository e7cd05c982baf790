import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { telemetryOf } from '../../src/domain/telemetry-store.ts'
import { fromMillis } from '../../src/telemetry/time.ts'
import { call } from '../support/api.ts'
import { logRecord } from '../support/log-record.ts'
import { addTenant } from '../support/tenants.ts'

const create = (token: string, key: string, body: object) =>
  call('POST /projects', { token, body, headers: { 'idempotency-key': key } })

async function projectCount(organizationId: string) {
  const row = await env.DB.prepare('select count(*) as n from projects where organization_id = ?')
    .bind(organizationId)
    .first<{ n: number }>()
  return row?.n
}

describe('Idempotency-Key', () => {
  it('answers a repetition with what was answered, and does it once', async () => {
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

  it('belongs to one organization and one operation', async () => {
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

  it('keeps a decided refusal and frees the key after an undecided one', async () => {
    const { admin, member } = await addTenant()
    const conflict = () =>
      call('POST /members/invitations', {
        token: admin.token,
        body: { email: `${admin.userId}@example.test` },
        headers: { 'idempotency-key': 'c' },
      })
    expect((await conflict()).status).toBe(409)
    expect((await conflict()).headers.get('idempotency-replayed')).toBe('true')
    const body = { name: 'later' }
    expect((await create(member.token, 'd', body)).status).toBe(403)
    expect((await create(admin.token, 'd', body)).status).toBe(201)
  })

  it('shows a stored answer with a secret to nobody who could not have got it', async () => {
    const { admin, member, organizationId } = await addTenant()
    const request = { body: { name: 'ci', organizationId }, headers: { 'idempotency-key': 's' } }
    const made = await call('POST /secret-keys', { token: admin.token, ...request })
    const spied = await call('POST /secret-keys', { token: member.token, ...request })
    expect(spied.status).toBe(403)
    expect(spied.text).not.toContain(made.body.secretKey.value)
  })

  it('lets one of many simultaneous requests through', async () => {
    const { admin, organizationId } = await addTenant()
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(admin.token, 'race', { name: 'r' })))
    const statuses = answers.map((answer) => answer.status)
    expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([])
    expect(await projectCount(organizationId)).toBe(2)
    for (const answer of answers) if (answer.status === 409) expect(answer.headers.get('retry-after')).toBe('2')
  })

  it('keeps no answer that is too large to keep, and gives it again to a repetition', async () => {
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
