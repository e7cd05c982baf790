import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { OrganizationScope } from '../../../src/auth/scope.ts'
import { newId } from '../../../src/contracts/ids.ts'
import { updateConnection } from '../../../src/domain/sources/connections.ts'
import { sealMetadata } from '../../../src/domain/sources/metadata.ts'
import { type PollerState, pollOnce } from '../../../src/domain/sources/poll-stream.ts'
import { findSource } from '../../../src/domain/sources/rows.ts'
import { fromMillis } from '../../../src/telemetry/time.ts'
import { backgroundContext } from '../../../src/wiring/contexts.ts'
import { telemetryOf } from '../../../src/wiring/telemetry-store.ts'
import { createAxiomFake } from '../../fakes/platforms/axiom.ts'
import { createPlatformRouter } from '../../fakes/platforms/index.ts'
import type { Metadata } from '../../fakes/platforms/platform-fake.ts'
import { SYSTEM } from '../../support/system.ts'
import { addTenant } from '../../support/tenants.ts'

const NOW = Date.now()
const FRESH = { position: null, readToMs: null, failures: 0, recentIds: [] }

async function rigOf(credentials: (fake: ReturnType<typeof createAxiomFake>) => Metadata) {
  let now = NOW
  const fake = createAxiomFake({ now: () => now })
  const base = backgroundContext(env, () => {})
  const ctx = {
    ...base,
    // Nothing is sent: these tests poll themselves.
    queues: { send: async () => {}, sendPieces: async () => {} },
    settings: { ...base.settings, BILLING_ENFORCEMENT: 'on' as const },
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
    const next = await pollOnce({ ctx, scope: SYSTEM, input: state })
    if (next === null) throw new Error('the stream is gone')
    return next
  }
  const advance = (ms: number) => {
    now += ms
  }
  const row = () =>
    env.DB.prepare('select status, error_message as message from streams where id = ?')
      .bind(streamId)
      .first<{ status: string; message: string | null }>()
  /** What the organization has left, changed by this. */
  const credit = (credits: number) =>
    env.DB.prepare(
      `insert into billing_ledger_entries (id, organization_id, entry_key, kind, amount_micro, effective_at, created_at)
       values (?1, ?2, ?1, ?3, ?4, ?5, ?5)`,
    )
      .bind(newId(), organizationId, credits < 0 ? 'usage' : 'upgrade_grant', credits * 1_000_000, now)
      .run()
  return { ctx, fake, organizationId, sourceId, streamId, stored, texts, poll, advance, row, credit }
}

afterEach(() => {
  vi.restoreAllMocks()
})

const line = (atMs: number, index: number) => ({ atMs, message: `line-${index}`, level: 'info' as const })

describe('a platform that is read', () => {
  it('a platform that is read feeds the project with each line once, over overlaps and late lines', async () => {
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

  it('lines that are read are redacted like lines that are sent', async () => {
    const { fake, streamId, stored, texts, poll } = await rigOf((platform) => platform.credentials.good)
    const message = 'calling with Authorization: Bearer abcdefghij0123456789ABCDEF'
    fake.control.seedLogs([{ atMs: NOW - 1000, message, level: 'info' as const }])
    await poll({ ...FRESH, streamId })
    expect(await stored()).toBe(1)
    const text = await texts()
    expect(text).toContain('calling with')
    expect(text).not.toContain('abcdefghij0123456789ABCDEF')
  })

  it('reading continues where it stopped after the platform failed, and waits as long as the platform asks', async () => {
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
})

const ACTIVE = { status: 'active', message: null }

describe('a read stream in error', () => {
  it('a stream whose token was revoked says what to do, and does not ask the platform again until a person acted', async () => {
    const { fake, streamId, poll, advance, row } = await rigOf((platform) => platform.credentials.revoked)
    const refused = await poll({ ...FRESH, streamId })
    expect(await row()).toEqual({ status: 'error', message: 'Axiom does not accept this token.' })
    for (const secret of fake.secrets) expect((await row())?.message).not.toContain(secret)
    expect(refused.state.waitsFor).toBe('person')
    fake.control.reset()
    advance(refused.afterMs)
    const waiting = await poll(refused.state)
    expect(fake.control.requests).toEqual([])
    await env.DB.prepare("update streams set status = 'provisioning', error_message = null where id = ?")
      .bind(streamId)
      .run()
    await poll(waiting.state)
    expect(fake.control.requests).not.toEqual([])
    expect((await row())?.status).toBe('error')
  })

  it.each(['server_error', 'reset'] as const)(
    'a stream shows half an hour of %s as an error, tries ever more rarely, and becomes active by itself when it is over',
    async (kind) => {
      const { fake, streamId, stored, poll, advance, row } = await rigOf((platform) => platform.credentials.good)
      vi.spyOn(scheduler, 'wait').mockResolvedValue(undefined)
      vi.spyOn(Math, 'random').mockReturnValue(0.5)
      fake.control.seedLogs([line(NOW - 1000, 1)])
      fake.control.failNext({ kind }, 1000)
      let next = await poll({ ...FRESH, streamId })
      const [waits, statuses]: [number[], (string | undefined)[]] = [[], []]
      for (let i = 0; i < 9; i += 1) {
        waits.push(next.afterMs / 1000)
        statuses.push((await row())?.status)
        advance(next.afterMs)
        next = await poll(next.state)
      }
      expect(waits).toEqual([60, 120, 240, 480, 900, 1920, 3600, 3600, 3600])
      expect(statuses.indexOf('error')).toBe(5)
      expect((await row())?.message).toMatch(/^Axiom .*retries automatically/)
      fake.control.reset()
      advance(next.afterMs)
      next = await poll(next.state)
      expect(await row()).toEqual(ACTIVE)
      expect(next.state.waitsFor).toBeUndefined()
      expect(await stored()).toBe(1)
    },
  )

  it('rate limits are an error only after hours, because the streams of an account take turns', async () => {
    const { fake, streamId, stored, poll, advance, row } = await rigOf((platform) => platform.credentials.good)
    vi.spyOn(scheduler, 'wait').mockResolvedValue(undefined)
    fake.control.failNext({ kind: 'rate_limited' }, 1000)
    fake.control.seedLogs([line(NOW - 1000, 1)])
    let next = await poll({ ...FRESH, streamId })
    for (let i = 1; i < 24; i += 1) {
      expect(next.afterMs).toBeLessThanOrEqual(1.25 * 900_000)
      advance(next.afterMs)
      next = await poll(next.state)
    }
    expect(await row()).toEqual(ACTIVE)
    advance(next.afterMs)
    next = await poll(next.state)
    expect(await row()).toEqual({
      status: 'error',
      message: expect.stringMatching(/^Axiom is limiting the rate .*retries automatically/),
    })
    fake.control.reset()
    advance(next.afterMs)
    next = await poll(next.state)
    expect(await row()).toEqual(ACTIVE)
    // What is an hour older than the first attempt is still read.
    while (next.afterMs === 0) next = await poll(next.state)
    expect(await stored()).toBe(1)
  })

  it('a stream is retried by itself after an answer that the API does not document', async () => {
    const { fake, streamId, poll, row } = await rigOf((platform) => platform.credentials.good)
    fake.control.failNext({ kind: 'html' })
    const odd = await poll({ ...FRESH, streamId })
    expect(odd.state.waitsFor).toBe('platform')
    expect(odd.afterMs).toBeGreaterThan(600_000)
    expect((await row())?.status).toBe('error')
    await poll(odd.state)
    expect(await row()).toEqual(ACTIVE)
  })

  it('a stream without credits reads nothing and says so, and continues where it stopped when there are credits again', async () => {
    const { fake, streamId, stored, poll, advance, row, credit } = await rigOf((platform) => platform.credentials.good)
    fake.control.seedLogs([line(NOW - 1000, 1)])
    const first = await poll({ ...FRESH, streamId })
    expect(await stored()).toBe(1)
    await credit(-1000)
    advance(60_000)
    fake.control.seedLogs([line(NOW + 30_000, 2)])
    fake.control.reset()
    const refused = await poll(first.state)
    expect(refused).toMatchObject({ afterMs: 300_000, state: { waitsFor: 'credits', failures: 0 } })
    expect(fake.control.requests).toEqual([])
    expect((await row())?.status).toBe('error')
    expect((await row())?.message).toMatch(/^Reading is paused\. The organization is out of credits\..*by itself/)
    advance(refused.afterMs)
    const still = await poll(refused.state)
    expect(await stored()).toBe(1)
    await credit(2000)
    advance(3 * 3_600_000)
    let next = await poll(still.state)
    expect(await row()).toEqual(ACTIVE)
    while (next.afterMs === 0) next = await poll(next.state)
    expect(await stored()).toBe(2)
  })

  it('a stream in error is tried again when the connection gets other credentials', async () => {
    const { ctx, fake, sourceId, streamId, stored, poll, row } = await rigOf((platform) => platform.credentials.revoked)
    fake.control.seedLogs([line(NOW - 1000, 1)])
    const refused = await poll({ ...FRESH, streamId })
    const connection = await findSource(ctx, 'connection', sourceId)
    if (!connection) throw new Error('no connection')
    // Made by auth alone; this is below it.
    const scope = { organizationId: connection.organizationId, actor: { kind: 'user', id: 'u' } } as unknown
    const input = { connection, displayName: undefined, metadata: fake.credentials.good }
    await updateConnection({ ctx, scope: scope as OrganizationScope, input })
    expect(await row()).toEqual({ status: 'provisioning', message: null })
    const jobs = await env.DB.prepare("select payload from outbox where queue = 'provisioning'").all<{
      payload: string
    }>()
    expect(jobs.results.map(({ payload }) => JSON.parse(payload))).toContainEqual({
      ...{ kind: 'provision', streamId, version: 2 },
    })
    await poll(refused.state)
    expect(await stored()).toBe(1)
  })
})
