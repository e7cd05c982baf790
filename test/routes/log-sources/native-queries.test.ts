import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { call } from '../../support/api.ts'
import { addTenant } from '../../support/tenants.ts'

async function logSource(tenant: Awaited<ReturnType<typeof addTenant>>): Promise<{ id: string; path: `/${string}` }> {
  const created = await call('POST /log-sources', { token: tenant.admin.token, body: { provider: 'webhook' } })
  const { id } = created.body.logSource
  return { id, path: `/log-sources/${id}` }
}

const stored = (id: string) =>
  env.DB.prepare('select native_queries from sources where id = ?').bind(id).first<{ native_queries: number }>()

describe('nativeQueriesEnabled of a log source', () => {
  it('native queries of a log source are off, only an administrator who is signed in allows them, and that is audited', async () => {
    const tenant = await addTenant()
    const { id, path } = await logSource(tenant)
    // A source of a platform that can be asked; what is sealed in it is not opened here.
    await env.DB.prepare("update sources set provider = 'sentry', metadata = 'sealed' where id = ?").bind(id).run()
    const { token } = tenant.admin
    expect((await call(`GET ${path}`, { token })).body.logSource.nativeQueriesEnabled).toBe(false)
    const body = { nativeQueriesEnabled: true }
    for (const other of [tenant.member.token, tenant.secretKey]) {
      const refused = await call(`PATCH ${path}`, { token: other, body })
      expect([refused.status, refused.body.code]).toEqual([403, 'FORBIDDEN'])
    }
    const stranger = await addTenant()
    expect((await call(`PATCH ${path}`, { token: stranger.admin.token, body })).status).toBe(404)
    expect((await stored(id))?.native_queries).toBe(0)
    const allowed = await call(`PATCH ${path}`, { token, body })
    expect([allowed.status, allowed.body.logSource?.nativeQueriesEnabled]).toEqual([200, true])
    const { results } = await env.DB.prepare(
      "select detail from audit_entries where target_id = ? and detail like '%nativeQueries%'",
    )
      .bind(id)
      .all<{ detail: string }>()
    expect(results.map(({ detail }) => JSON.parse(detail))).toEqual([
      expect.objectContaining({ nativeQueriesEnabled: true }),
    ])
    // Other changes leave it as it is, those of a key too.
    expect((await call(`PATCH ${path}`, { token: tenant.secretKey, body: { enabled: false } })).status).toBe(200)
    expect((await stored(id))?.native_queries).toBe(1)
  })

  it('native queries are refused for a log source that only delivers', async () => {
    const tenant = await addTenant()
    const { id, path } = await logSource(tenant)
    const answer = await call(`PATCH ${path}`, { token: tenant.admin.token, body: { nativeQueriesEnabled: true } })
    expect(answer.status).toBe(422)
    expect(answer.body.message).toContain('only delivers')
    expect((await stored(id))?.native_queries).toBe(0)
  })
})
