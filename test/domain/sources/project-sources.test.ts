import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { projectSources } from '../../../src/domain/sources/project-sources.ts'
import { backgroundContext } from '../../../src/wiring/contexts.ts'
import { call } from '../../support/api.ts'
import { addTenant } from '../../support/tenants.ts'

const HOUR_MS = 3_600_000
const ctx = backgroundContext(env, () => {})

async function rigOf() {
  const tenant = await addTenant()
  const created = await call('POST /log-sources', { token: tenant.admin.token, body: { provider: 'webhook' } })
  const { streamId, logSource } = created.body
  const key = await env.DB.prepare("select id from credentials where kind = 'public' and log_stream_id = ?")
    .bind(streamId)
    .first<{ id: string }>()
  if (key === null) throw new Error('the stream has no key')
  return { tenant, streamId: String(streamId), sourceId: String(logSource.id), keyId: key.id }
}

const count = (keyId: string, records: number, lastRecordMs: number | null, rejected = {}) => ({
  keyId,
  records,
  bytes: 1,
  dropped: 0,
  rejected,
  lastRecordMs,
})

describe('sources as the agent sees them', () => {
  it('the agent sees the live streams of its project with their health, and the keys that belong to none', async () => {
    const { tenant, streamId, keyId } = await rigOf()
    const lastMs = Date.now() - 1000
    await env.ORGANIZATION.getByName(tenant.organizationId).addHealth([
      count(keyId, 7, lastMs, { 'a line is not JSON': 2 }),
    ])
    const own = await call('POST /public-keys', { token: tenant.secretKey, body: { name: 'agents' } })
    expect(own.status).toBe(201)
    const { sources, isTruncated } = await projectSources({ ctx, scope: tenant }).health()
    expect(isTruncated).toBe(false)
    expect(sources).toContainEqual(
      expect.objectContaining({
        id: streamId,
        kind: 'stream',
        provider: 'webhook',
        recordsLastDay: 7,
        lastRecordAt: new Date(lastMs).toISOString(),
        rejected: [{ reason: 'a line is not JSON', count: 2 }],
        isSilent: false,
      }),
    )
    expect(sources).toContainEqual(
      expect.objectContaining({ kind: 'public_key', name: 'agents', provider: null, lastRecordAt: null }),
    )
    // A key of a stream is the stream's, and no key's value is told.
    expect(sources.filter(({ id }) => id === keyId)).toEqual([])
    expect(JSON.stringify(sources)).not.toContain(own.body.publicKey.value)
  })

  it('the agent sees a source as paused if it is paused itself or through its log source', async () => {
    const { tenant, streamId, sourceId } = await rigOf()
    await env.DB.prepare('update sources set enabled = 0 where id = ?').bind(sourceId).run()
    const { sources } = await projectSources({ ctx, scope: tenant }).health()
    expect(sources.find(({ id }) => id === streamId)?.state).toBe('paused')
  })

  it('the agent sees no source of another project, and none that was deleted', async () => {
    const [mine, other] = [await rigOf(), await rigOf()]
    expect((await projectSources({ ctx, scope: mine.tenant }).health()).sources.map(({ id }) => id)).not.toContain(
      other.streamId,
    )
    const crossed = { organizationId: mine.tenant.organizationId, projectId: other.tenant.projectId }
    expect((await projectSources({ ctx, scope: crossed }).health()).sources).toEqual([])
    await env.DB.prepare('update streams set deleted_at = ? where id = ?')
      .bind(Date.now() - HOUR_MS, mine.streamId)
      .run()
    expect((await projectSources({ ctx, scope: mine.tenant }).health()).sources.map(({ id }) => id)).not.toContain(
      mine.streamId,
    )
  })
})
