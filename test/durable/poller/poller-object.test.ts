import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { newId } from '../../../src/contracts/ids.ts'
import { sealMetadata } from '../../../src/domain/sources/metadata.ts'
import type { PollerState } from '../../../src/domain/sources/poll-stream.ts'
import { backgroundContext } from '../../../src/wiring/contexts.ts'
import { createAxiomFake } from '../../fakes/platforms/axiom.ts'
import { createPlatformRouter } from '../../fakes/platforms/index.ts'
import { addTenant } from '../../support/tenants.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** An active stream of Axiom with credentials that were revoked, and its poller, not started. */
async function revokedStream() {
  const fake = createAxiomFake()
  const { organizationId, projectId } = await addTenant()
  const [sourceId, streamId] = [newId(), newId()]
  const ctx = backgroundContext(env, () => {})
  const metadata = await sealMetadata(ctx, sourceId, fake.credentials.revoked)
  await env.DB.batch([
    env.DB.prepare(
      "insert into sources (id, kind, organization_id, project_id, provider, mode, metadata, created_at) values (?, 'connection', ?, ?, 'axiom', 'managed', ?, 1)",
    ).bind(sourceId, organizationId, projectId, metadata),
    env.DB.prepare(
      "insert into streams (id, source_id, organization_id, project_id, display_name, config, resource_key, status, version, created_at) values (?, ?, ?, ?, 's', ?, '[]', 'active', 1, 1)",
    ).bind(streamId, sourceId, organizationId, projectId, JSON.stringify({ dataset: 'shop-0' })),
  ])
  const poller = env.POLLER.getByName(streamId)
  const inside = () =>
    runInDurableObject(poller, async (_, { storage }) => ({
      state: storage.kv.get<PollerState>('state'),
      alarmAt: await storage.getAlarm(),
    }))
  return { fake, streamId, poller, inside }
}

/** Sets the alarm far away, so that only the test lets it fire. */
async function started({ poller, streamId }: Awaited<ReturnType<typeof revokedStream>>) {
  await runInDurableObject(poller, async (object, { storage }) => {
    await object.start(streamId)
    await storage.setAlarm(Date.now() + 3_600_000)
  })
}

describe('the poller of a stream', () => {
  it('waits an hour where only a person can help, and tries at once when it is started again', async () => {
    const rig = await revokedStream()
    vi.spyOn(globalThis, 'fetch').mockImplementation(createPlatformRouter([rig.fake]).fetch as typeof fetch)
    await started(rig)
    await runDurableObjectAlarm(rig.poller)
    const waiting = await rig.inside()
    expect(waiting.state).toMatchObject({ waitsFor: 'person', failures: 1 })
    expect((waiting.alarmAt ?? 0) - Date.now()).toBeGreaterThan(3_500_000)
    await started(rig)
    const again = await rig.inside()
    expect(again.state).toMatchObject({ streamId: rig.streamId, failures: 0 })
    expect(again.state?.waitsFor).toBeUndefined()
    expect(again.state?.readToMs).toBe(waiting.state?.readToMs)
  })

  it('that is started while a poll is under way is not put to rest by the end of that poll', async () => {
    const rig = await revokedStream()
    const platform = createPlatformRouter([rig.fake])
    await started(rig)
    // All from inside and at once: an alarm that is due would poll again before another call looks.
    const { waitsFor, alarmAt } = await runInDurableObject(rig.poller, async (object, { storage }) => {
      vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
        await object.start(rig.streamId)
        await storage.setAlarm(Date.now() + 3_600_000)
        return platform.fetch(input, init)
      })
      await object.alarm()
      const { waitsFor } = storage.kv.get<PollerState>('state') ?? {}
      return { waitsFor, alarmAt: await storage.getAlarm() }
    })
    expect(waitsFor).toBeUndefined()
    // Null where it has come already.
    expect((alarmAt ?? 0) - Date.now()).toBeLessThan(60_000)
  })

  it('comes again a minute after a failure of our own', async () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined)
    const rig = await revokedStream()
    await started(rig)
    // The key that this connection's credentials are sealed with is gone.
    await env.DB.prepare(
      "update sources set metadata = 'not an envelope' where id = (select source_id from streams where id = ?)",
    )
      .bind(rig.streamId)
      .run()
    await runDurableObjectAlarm(rig.poller)
    const { state, alarmAt } = await rig.inside()
    expect(state).toMatchObject({ streamId: rig.streamId })
    expect(Math.round(((alarmAt ?? 0) - Date.now()) / 1000)).toBeGreaterThan(50)
    expect(Math.round(((alarmAt ?? 0) - Date.now()) / 1000)).toBeLessThan(61)
  })
})
