import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { backgroundContext } from '../../../src/domain/background-context.ts'
import type { DomainContext } from '../../../src/domain/context.ts'
import { newId } from '../../../src/domain/ids.ts'
import { outboxEntry } from '../../../src/domain/outbox.ts'
import { sealMetadata } from '../../../src/domain/sources/metadata.ts'
import { findSource } from '../../../src/domain/sources/rows.ts'
import { newManagedStream } from '../../../src/domain/sources/stream-changes.ts'
import { consumeProvisioning } from '../../../src/queues/provisioning/consume.ts'
import { createPlatformRouter } from '../../fakes/platforms/index.ts'
import { createSeededRandom } from '../../fakes/platforms/seeded-random.ts'
import { createVercelFake, VERCEL_TEAM_ID, VERCEL_TOKEN_GOOD } from '../../fakes/platforms/vercel.ts'
import { addTenant } from '../../support/tenants.ts'

/** Enough that every kind of failure meets every step some times. */
const STREAMS = Number(env.CHAOS_STREAMS)
const BATCH = 25
const ROUNDS_MAX = 400

interface Job {
  readonly outboxId: string
  readonly payload: unknown
}

const random = createSeededRandom(20260115)
const fake = createVercelFake({ projectCount: STREAMS })
/** Minutes pass between rounds, so that what a dead consumer holds becomes free. */
let passedMs = 0

/** Fails one statement in thirty, as a consumer that dies between two steps. */
function crashing(db: D1Database): D1Database {
  const prepare = (query: string) => {
    if (random() < 1 / 30) throw new Error('crash')
    return db.prepare(query)
  }
  return new Proxy(db, {
    get: (target, name) => (name === 'prepare' ? prepare : Reflect.get(target, name).bind(target)),
  })
}

async function contextOf(): Promise<{ calm: DomainContext; wild: DomainContext }> {
  const base = backgroundContext(env, () => {})
  const now = () => Date.now() + passedMs
  const calm = { ...base, now, baseUrl: 'https://in.observability.dev', fetch: createPlatformRouter([fake]).fetch }
  return { calm, wild: { ...calm, db: crashing(env.DB) } }
}

async function makeStreams(ctx: DomainContext): Promise<{ sourceId: string; ids: string[] }> {
  const { organizationId, projectId } = await addTenant()
  const sourceId = newId()
  const metadata = await sealMetadata(ctx, sourceId, { access_token: VERCEL_TOKEN_GOOD, team_id: VERCEL_TEAM_ID })
  await env.DB.prepare(
    `insert into sources (id, kind, organization_id, project_id, provider, mode, metadata, created_at)
     values (?, 'connection', ?, ?, 'vercel', 'managed', ?, ?)`,
  )
    .bind(sourceId, organizationId, projectId, metadata, Date.now())
    .run()
  const source = await findSource(ctx, 'connection', sourceId)
  if (!source) throw new Error('no source')
  const ids: string[] = []
  for (const projectName of fake.resources()) {
    const id = newId()
    const work = await newManagedStream(ctx, source, {
      id,
      displayName: projectName,
      config: { projectId: projectName },
    })
    await env.DB.batch([...work.statements])
    ids.push(id)
  }
  return { sourceId, ids }
}

/** What the outbox still holds: the sweeper sends all of it again. */
async function unsettled(): Promise<Job[]> {
  const { results } = await env.DB.prepare("select id, payload from outbox where queue = 'provisioning'").all<{
    id: string
    payload: string
  }>()
  return results.map(({ id, payload }) => ({ outboxId: id, payload: JSON.parse(payload) }))
}

/** Delivers until nothing is left: in any order, some messages lost, some twice, some asked for again. */
async function deliverAll(ctx: DomainContext): Promise<{ deliveries: number; retries: number; lost: number }> {
  const counts = { deliveries: 0, retries: 0, lost: 0 }
  let queue: Job[] = await unsettled()
  for (let round = 0; queue.length > 0; round += 1) {
    if (round > ROUNDS_MAX) throw new Error('provisioning does not end')
    passedMs += 60_000
    queue.sort(() => random() - 0.5)
    const batch = queue.splice(0, BATCH)
    const again: Job[] = []
    const messages = batch.flatMap((job) => {
      if (random() < 0.1) {
        counts.lost += 1
        return []
      }
      const retry = () => {
        counts.retries += 1
        again.push(job)
      }
      const message = { id: newId(), timestamp: new Date(), attempts: 1, body: job, ack: () => {}, retry }
      // Some are delivered twice, at once.
      return random() < 0.1 ? [message, { ...message, id: newId() }] : [message]
    })
    counts.deliveries += messages.length
    // The consumer looks at the messages alone.
    await consumeProvisioning({ messages } as unknown as MessageBatch, ctx)
    queue.push(...again)
    if (queue.length === 0) queue = await unsettled()
  }
  return counts
}

const ourDrains = () => fake.destinations().filter(({ isForeign }) => !isForeign)

describe(`${STREAMS} streams on a platform and a queue that fail`, () => {
  it('each ends active with exactly one remote resource, and none is left after they are deleted', async () => {
    // Pauses between attempts are the outbound client's own test.
    vi.spyOn(console, 'error').mockReturnValue(undefined)
    vi.spyOn(scheduler, 'wait').mockResolvedValue(undefined)
    const { calm, wild } = await contextOf()
    const { sourceId, ids } = await makeStreams(calm)
    fake.control.chaos({ seed: 7, serverErrorRate: 0.15, rateLimitedRate: 0.1, answerLostRate: 0.1 })
    const made = await deliverAll(wild)
    expect(made.retries).toBeGreaterThan(10)
    expect(made.lost).toBeGreaterThan(10)
    const { results } = await env.DB.prepare('select status, error_message, remote from streams where source_id = ?')
      .bind(sourceId)
      .all<{ status: string; error_message: string | null; remote: string }>()
    expect(new Set(results.map(({ status, error_message: message }) => `${status} ${message}`))).toEqual(
      new Set(['active null']),
    )
    expect(
      ourDrains()
        .map(({ resource }) => resource)
        .sort(),
    ).toEqual([...fake.resources()].sort())
    const remembered = results.map(({ remote }) => JSON.parse(remote).drainId)
    expect(
      ourDrains()
        .map(({ id }) => id)
        .sort(),
    ).toEqual(remembered.sort())

    for (const id of ids) {
      const job = outboxEntry(calm, 'provisioning', { kind: 'deprovision', streamId: id, version: 2 })
      const deleted = env.DB.prepare('update streams set deleted_at = ? where id = ?').bind(Date.now(), id)
      await env.DB.batch([deleted, job.statement])
    }
    await deliverAll(wild)
    expect(ourDrains()).toEqual([])
    expect(fake.destinations()).toHaveLength(1)
    const left = await env.DB.prepare('select count(*) as n from streams where source_id = ?').bind(sourceId).first('n')
    expect(left).toBe(0)
  }, 2_400_000)
})
