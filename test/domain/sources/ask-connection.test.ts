import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { newId } from '../../../src/contracts/ids.ts'
import { projectConnections } from '../../../src/domain/sources/ask-connection.ts'
import { sealMetadata } from '../../../src/domain/sources/metadata.ts'
import { backgroundContext } from '../../../src/wiring/contexts.ts'
import { createPlatformRouter } from '../../fakes/platforms/index.ts'
import { createSentryFake } from '../../fakes/platforms/sentry.ts'
import { addTenant } from '../../support/tenants.ts'

const NOW = Date.now()
const QUERY = { signal: 'logs', text: '', isNative: false, fromMs: NOW - 3_600_000, toMs: NOW, limit: 5 } as const
const never = new AbortController().signal

async function rigOf() {
  const fake = createSentryFake({ now: () => NOW })
  fake.control.seedLogs([{ atMs: NOW - 60_000, message: 'card declined', level: 'error' }])
  const ctx = { ...backgroundContext(env, () => {}), fetch: createPlatformRouter([fake]).fetch as typeof fetch }
  const [own, other] = [await addTenant(), await addTenant()]
  const id = newId()
  await env.DB.prepare(
    "insert into sources (id, kind, organization_id, project_id, provider, mode, name, metadata, created_at) values (?, 'connection', ?, ?, 'sentry', 'managed', 'errors', ?, 1)",
  )
    .bind(id, own.organizationId, own.projectId, await sealMetadata(ctx, id, fake.credentials.good))
    .run()
  return { ctx, own, other, id, fake }
}

describe('connections as the agent sees them', () => {
  it('the agent sees the connections of its project, and gets rows of the platform for a question', async () => {
    const { ctx, own, id, fake } = await rigOf()
    const connections = projectConnections({ ctx, scope: own })
    const list = await connections.list()
    expect(list).toEqual([
      {
        id,
        type: 'sentry',
        displayName: 'errors',
        canQuery: true,
        canQueryNatively: false,
        streams: { active: 0, error: 0, total: 0 },
      },
    ])
    const answer = await connections.query(id, QUERY, never)
    expect(answer).toMatchObject({ ok: true, rows: [expect.arrayContaining(['card declined'])] })
    for (const secret of fake.secrets) expect(JSON.stringify([list, answer])).not.toContain(secret)
  })

  it('the agent does not find a connection of another project, whatever id a model writes', async () => {
    const { ctx, other, id, fake } = await rigOf()
    const connections = projectConnections({ ctx, scope: other })
    expect(await connections.list()).toEqual([])
    expect(await connections.query(id, QUERY, never)).toMatchObject({ ok: false })
    expect(await connections.query("' or 1=1 --", QUERY, never)).toMatchObject({ ok: false })
    expect(fake.control.requests).toHaveLength(0)
  })

  it('the agent runs no query language until somebody allows it, and says who can', async () => {
    const { ctx, own, id, fake } = await rigOf()
    const connections = projectConnections({ ctx, scope: own })
    const native = { ...QUERY, text: 'level:error', isNative: true }
    const refused = await connections.query(id, native, never)
    expect(refused).toMatchObject({ ok: false, reason: expect.stringContaining('administrator') })
    expect(fake.control.requests).toHaveLength(0)
    await env.DB.prepare('update sources set native_queries = 1 where id = ?').bind(id).run()
    expect(await connections.list()).toMatchObject([{ canQueryNatively: true }])
    expect(await connections.query(id, native, never)).toMatchObject({ ok: true })
  })

  it('the agent is told in words that a platform refused or that its run was stopped', async () => {
    const { ctx, own, id, fake } = await rigOf()
    const connections = projectConnections({ ctx, scope: own })
    fake.control.failNext({ kind: 'rate_limited', retryAfterSeconds: 60 }, 10)
    expect(await connections.query(id, QUERY, never)).toEqual({
      ok: false,
      reason: 'Sentry is limiting the rate of our calls.',
    })
    expect(await connections.query(id, QUERY, AbortSignal.abort())).toMatchObject({ ok: false })
  })
})
