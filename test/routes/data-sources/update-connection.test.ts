/** Who may change what the stored credentials of a connection are used for, and with what in hand. */
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createAxiomFake } from '../../fakes/platforms/axiom.ts'
import { createPlatformRouter } from '../../fakes/platforms/index.ts'
import type { PlatformFake } from '../../fakes/platforms/platform-fake.ts'
import { createPrometheusFake } from '../../fakes/platforms/prometheus.ts'
import { createVercelFake } from '../../fakes/platforms/vercel.ts'
import { call } from '../../support/api.ts'
import { addTenant } from '../../support/tenants.ts'

const EVIL = 'collect.attacker.dev'

afterEach(() => {
  vi.restoreAllMocks()
})

async function connected(fake: PlatformFake) {
  const route = createPlatformRouter([fake]).fetch
  const hosts: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    hosts.push(new URL(new Request(input, init).url).host)
    return route(input as Request, init)
  })
  const tenant = await addTenant()
  const { token } = tenant.admin
  const body = { dataSourceType: fake.id, metadata: fake.credentials.good }
  const made = await call('POST /data-sources/connections', { token, body })
  expect(made.status).toBe(201)
  const path = `/data-sources/connections/${made.body.connectionId}`
  const stored = () =>
    env.DB.prepare('select metadata, native_queries from sources where id = ?')
      .bind(made.body.connectionId)
      .first<{ metadata: string; native_queries: number }>()
  return { ...tenant, token, path, connectionId: made.body.connectionId as string, hosts, stored }
}

describe('a connection’s host', () => {
  it('the host of a connection is not changed without its secrets, and the stored ones are sent nowhere', async () => {
    const fake = createPrometheusFake()
    const { token, path, hosts, stored } = await connected(fake)
    const before = await stored()
    const { good } = fake.credentials
    const secrets = new Set(['password', 'token', 'header_value'])
    const bare = Object.fromEntries(Object.entries(good).filter(([name]) => !secrets.has(name)))
    const answer = await call(`PATCH ${path}`, { token, body: { metadata: { ...bare, url: `https://${EVIL}/` } } })
    expect(answer.status).toBe(422)
    expect(answer.body.message).toContain('needs its own fields')
    expect(await stored()).toEqual(before)
    expect(hosts.filter((host) => host.includes('attacker'))).toEqual([])
  })

  it('a stream does not choose the host of a connection: an edge that Axiom does not own is refused', async () => {
    const { token, path, hosts } = await connected(createAxiomFake())
    for (const edge_host of [
      EVIL,
      `https://${EVIL}`,
      `x.edge.axiom.co.${EVIL}`,
      `${EVIL}/x.edge.axiom.co`,
      'edge.axiom.co',
    ]) {
      const config = { dataset: 'checkout', edge_host }
      const answer = await call(`POST ${path}/streams`, { token, body: { displayName: 'x', config } })
      expect([edge_host, answer.status, answer.body.issues?.[0]?.path]).toEqual([
        edge_host,
        400,
        'body.config.edge_host',
      ])
    }
    expect(hosts.filter((host) => host.includes('attacker'))).toEqual([])
  })
})

describe('questions in the language of the platform', () => {
  it('queries in the language of the platform are off, only an administrator allows them, and that is audited', async () => {
    const { token, path, member, secretKey, stored, connectionId } = await connected(createAxiomFake())
    expect((await call(`GET ${path}`, { token })).body.connection.nativeQueriesEnabled).toBe(false)
    const body = { nativeQueriesEnabled: true }
    for (const other of [member.token, secretKey]) {
      const refused = await call(`PATCH ${path}`, { token: other, body })
      expect([refused.status, refused.body.code]).toEqual([403, 'FORBIDDEN'])
    }
    expect((await stored())?.native_queries).toBe(0)
    const allowed = await call(`PATCH ${path}`, { token, body })
    expect([allowed.status, allowed.body.connection?.nativeQueriesEnabled]).toEqual([200, true])
    const { results } = await env.DB.prepare(
      "select detail from audit_entries where target_id = ? and action = 'connection.update'",
    )
      .bind(connectionId)
      .all<{ detail: string }>()
    expect(results.map(({ detail }) => JSON.parse(detail))).toEqual([{ changed: [], nativeQueriesEnabled: true }])
    // Other changes leave it as it is, those of a key too.
    expect((await call(`PATCH ${path}`, { token: secretKey, body: { displayName: 'b' } })).status).toBe(200)
    expect((await stored())?.native_queries).toBe(1)
  })

  it('queries in the language of the platform are refused for a platform that only delivers', async () => {
    const { token, path } = await connected(createVercelFake())
    const answer = await call(`PATCH ${path}`, { token, body: { nativeQueriesEnabled: true } })
    expect(answer.status).toBe(422)
    expect(answer.body.message).toContain('only delivers')
  })
})
