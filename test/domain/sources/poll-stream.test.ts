import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { backgroundContext } from '../../../src/domain/background-context.ts'
import { newId } from '../../../src/domain/ids.ts'
import { sealMetadata } from '../../../src/domain/sources/metadata.ts'
import { type PollerState, pollOnce } from '../../../src/domain/sources/poll-stream.ts'
import { telemetryOf } from '../../../src/domain/telemetry-store.ts'
import { fromMillis } from '../../../src/telemetry/time.ts'
import { createAxiomFake } from '../../fakes/platforms/axiom.ts'
import { createPlatformRouter } from '../../fakes/platforms/index.ts'
import type { Metadata } from '../../fakes/platforms/platform-fake.ts'
import { addTenant } from '../../support/tenants.ts'

const NOW = Date.now()
const FRESH = { position: null, readToMs: null, failures: 0, recentIds: [] }

async function rigOf(credentials: (fake: ReturnType<typeof createAxiomFake>) => Metadata) {
  let now = NOW
  const fake = createAxiomFake({ now: () => now })
  const ctx = {
    ...backgroundContext(env, () => {}),
    now: () => now,
    fetch: createPlatformRouter([fake]).fetch as typeof fetch,
  }
  const { organizationId, projectId } = await addTenant()
  const [sourceId, streamId] = [newId(), newId()]
  const metadata = await sealMetadata(ctx, sourceId, credentials(fake))
  await env.DB.batch([
    env.DB.prepare(
      "insert into sources (id, kind, organization_id, project_id, provider, mode, metadata, created_at) values (?, 'connection', ?, ?, 'axiom', 'managed', ?, 1)",
    ).bind(sourceId, organizationId, projectId, metadata),
    env.DB.prepare(
      "insert into streams (id, source_id, organization_id, project_id, display_name, config, resource_key, status, version, created_at) values (?, ?, ?, ?, 's', ?, '[]', 'active', 1, 1)",
    ).bind(streamId, sourceId, organizationId, projectId, JSON.stringify({ dataset: 'shop-0' })),
  ])
  const project = { organizationId, projectId, region: 'us-east-1', retentionDays: 30 }
  const stored = async () => {
    const range = { from: fromMillis(NOW - 86_400_000), to: fromMillis(NOW + 86_400_000) }
    const { entries } = await telemetryOf(env).coverage(project, range)
    return entries.reduce((sum, { records }) => sum + records, 0)
  }
  const texts = async () => {
    const range = { from: fromMillis(NOW - 86_400_000), to: fromMillis(NOW + 86_400_000) }
    const { records } = await telemetryOf(env).searchLogs(project, {
      range,
      filter: { conditions: [] },
      order: 'newest',
      limit: 10,
    })
    return JSON.stringify(records, (_, value) => (typeof value === 'bigint' ? String(value) : value))
  }
  const poll = async (state: PollerState) => {
    const next = await pollOnce(ctx, state)
    if (next === null) throw new Error('the stream is gone')
    return next
  }
  const advance = (ms: number) => {
    now += ms
  }
  return { fake, streamId, stored, texts, poll, advance }
}

const line = (atMs: number, index: number) => ({ atMs, message: `line-${index}`, level: 'info' as const })

describe('a platform that is read', () => {
  it('feeds the project, each line once, over overlaps and late lines', async () => {
    const { fake, streamId, stored, poll, advance } = await rigOf((platform) => platform.credentials.good)
    fake.control.seedLogs(Array.from({ length: 1500 }, (_, index) => line(NOW - 1_800_000 + index * 1000, index)))
    let next = await poll({ ...FRESH, streamId })
    expect(await stored()).toBe(1500)
    // Late: its time is before the end of what was read.
    fake.control.seedLogs([line(NOW - 30_000, 9001), line(NOW + 10_000, 9002)])
    advance(30_000)
    next = await poll(next.state)
    expect(await stored()).toBe(1502)
    advance(30_000)
    next = await poll(next.state)
    expect(await stored()).toBe(1502)
    expect(next.afterMs).toBeGreaterThan(0)
  })

  it('is redacted like everything that is sent', async () => {
    const { fake, streamId, stored, texts, poll } = await rigOf((platform) => platform.credentials.good)
    const message = 'calling with Authorization: Bearer abcdefghij0123456789ABCDEF'
    fake.control.seedLogs([{ atMs: NOW - 1000, message, level: 'info' as const }])
    await poll({ ...FRESH, streamId })
    expect(await stored()).toBe(1)
    const text = await texts()
    expect(text).toContain('calling with')
    expect(text).not.toContain('abcdefghij0123456789ABCDEF')
  })

  it('goes on where it was after the platform failed, and waits as long as it asks', async () => {
    const { fake, streamId, stored, poll, advance } = await rigOf((platform) => platform.credentials.good)
    fake.control.seedLogs([line(NOW - 1000, 1)])
    fake.control.failNext({ kind: 'rate_limited', retryAfterSeconds: 300 })
    const limited = await poll({ ...FRESH, streamId })
    expect(limited).toMatchObject({ afterMs: 300_000, state: { failures: 1 } })
    expect(await stored()).toBe(0)
    advance(300_000)
    const next = await poll(limited.state)
    expect(next.state.failures).toBe(0)
    expect(await stored()).toBe(1)
  })

  it('turns the stream into an error that says what to do when the token was revoked', async () => {
    const { fake, streamId, poll } = await rigOf((platform) => platform.credentials.revoked)
    await poll({ ...FRESH, streamId })
    const row = await env.DB.prepare('select status, error_message as message from streams where id = ?')
      .bind(streamId)
      .first<{ status: string; message: string }>()
    expect(row).toEqual({ status: 'error', message: 'Axiom does not accept this token.' })
    for (const secret of fake.secrets) expect(row?.message).not.toContain(secret)
  })
})
