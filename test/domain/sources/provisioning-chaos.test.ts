import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { newId } from '../../../src/contracts/ids.ts'
import type { DomainContext } from '../../../src/domain/context.ts'
import { outboxEntry } from '../../../src/domain/outbox.ts'
import { sealMetadata } from '../../../src/domain/sources/metadata.ts'
import { findSource, type SourceRow } from '../../../src/domain/sources/rows.ts'
import { newManagedStream } from '../../../src/domain/sources/stream-changes.ts'
import { consumeProvisioning } from '../../../src/queues/provisioning/consume.ts'
import { backgroundContext } from '../../../src/wiring/contexts.ts'
import { createPlatformRouter } from '../../fakes/platforms/index.ts'
import { createSeededRandom } from '../../fakes/platforms/seeded-random.ts'
import { createVercelFake, VERCEL_TEAM_ID, VERCEL_TOKEN_GOOD } from '../../fakes/platforms/vercel.ts'
import { addTenant } from '../../support/tenants.ts'

/** Enough that every kind of failure meets every step some times. */
const STREAMS = Number(env.CHAOS_STREAMS)
/** Longer runs say how they go. */
const CI_STREAMS = 300
/** As many as one connection may have. */
const STREAMS_PER_SOURCE = 1000
/** Every fiftieth stream names a project that was deleted on the platform before it was provisioned. */
const GONE_EVERY = 50
const GONE = Math.ceil(STREAMS / GONE_EVERY)
const BATCH = 25
/** Some ten times what each message needs once. */
const ROUNDS_MAX = 400 + (10 * STREAMS) / BATCH
const STREAMS_PER_STATEMENT_BATCH = 20

interface Job {
  readonly outboxId: string
  readonly payload: unknown
}

const random = createSeededRandom(20260115)
const fake = createVercelFake({ projectCount: STREAMS - GONE })
/** Minutes pass between rounds, so that what a dead consumer holds becomes free. */
let passedMs = 0
const faults = { serverErrors: 0, rateLimits: 0, lostAnswers: 0, crashes: 0, lostMessages: 0, twice: 0, retries: 0 }

/** Fails one statement in thirty, as a consumer that dies between two steps. */
function crashing(db: D1Database): D1Database {
  const prepare = (query: string) => {
    if (random() < 1 / 30) {
      faults.crashes += 1
      throw new Error('crash')
    }
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

/** A connection of a new organization. */
async function makeSource(ctx: DomainContext): Promise<SourceRow> {
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
  return source
}

/** Batches of what each item needs, so that ten thousand of them are made in seconds. */
async function inBatches<Item>(items: readonly Item[], statementsOf: (item: Item) => Promise<D1PreparedStatement[]>) {
  for (let at = 0; at < items.length; at += STREAMS_PER_STATEMENT_BATCH) {
    const some = await Promise.all(items.slice(at, at + STREAMS_PER_STATEMENT_BATCH).map(statementsOf))
    await env.DB.batch(some.flat())
  }
}

/** Their ids: connections of a thousand streams each, all of one team of the platform, which is the hardest for looks. */
async function makeStreams(ctx: DomainContext): Promise<string[]> {
  const there = [...fake.resources()]
  const names = Array.from({ length: STREAMS }, (_, i) => (i % GONE_EVERY === 0 ? `prj_gone_${i}` : there.pop()))
  const ids: string[] = []
  for (let at = 0; at < STREAMS; at += STREAMS_PER_SOURCE) {
    const source = await makeSource(ctx)
    await inBatches(names.slice(at, at + STREAMS_PER_SOURCE), async (name) => {
      const stream = { id: newId(), displayName: String(name), config: { projectId: String(name) } }
      ids.push(stream.id)
      return [...(await newManagedStream(ctx, source, stream)).statements]
    })
  }
  return ids
}

/** What the outbox still holds: the sweeper sends all of it again. */
async function unsettled(): Promise<Job[]> {
  const { results } = await env.DB.prepare("select id, payload from outbox where queue = 'provisioning'").all<{
    id: string
    payload: string
  }>()
  return results.map(({ id, payload }) => ({ outboxId: id, payload: JSON.parse(payload) }))
}

/** Any of them, in any order. */
function takeBatch(queue: Job[]): Job[] {
  const batch: Job[] = []
  while (batch.length < BATCH) {
    const at = Math.floor(random() * queue.length)
    const [taken, last] = [queue[at], queue.pop()]
    if (!taken || !last) break
    batch.push(taken)
    if (at < queue.length) queue[at] = last
  }
  return batch
}

/** Counted and forgotten: a platform does not remember every request either. */
function countAnswers(): void {
  for (const { status } of fake.control.requests.splice(0)) {
    if (status === 500) faults.serverErrors += 1
    if (status === 429) faults.rateLimits += 1
    if (status === null) faults.lostAnswers += 1
  }
}

/** Delivers until nothing is left: in any order, some messages lost, some twice, some asked for again. */
async function deliverAll(ctx: DomainContext): Promise<void> {
  let queue: Job[] = await unsettled()
  for (let round = 0; queue.length > 0; round += 1) {
    if (round > ROUNDS_MAX) throw new Error('provisioning does not end')
    passedMs += 60_000
    const again: Job[] = []
    const messages = takeBatch(queue).flatMap((job) => {
      if (random() < 0.1) {
        faults.lostMessages += 1
        return []
      }
      const retry = () => {
        faults.retries += 1
        again.push(job)
      }
      const message = { id: newId(), timestamp: new Date(), attempts: 1, body: job, ack: () => {}, retry }
      if (random() >= 0.1) return [message]
      // At once.
      faults.twice += 1
      return [message, { ...message, id: newId() }]
    })
    // The consumer looks at the messages alone.
    await consumeProvisioning({ messages } as unknown as MessageBatch, ctx)
    countAnswers()
    if (STREAMS > CI_STREAMS && round % 100 === 0) console.info(`round ${round}: ${queue.length} messages wait`)
    queue.push(...again)
    if (queue.length === 0) queue = await unsettled()
  }
}

const ourDrains = () => fake.destinations().filter(({ isForeign }) => !isForeign)

/** What the platform's 404 for the project becomes. */
const GONE_MESSAGE = 'Vercel cannot find what was asked for (404).'

interface Row {
  readonly status: string
  readonly error_message: string | null
  readonly config: string
  readonly remote: string
}

async function rows(): Promise<Row[]> {
  const { results } = await env.DB.prepare('select status, error_message, config, remote from streams').all<Row>()
  return results
}

describe(`${STREAMS} streams on a platform and a queue that fail`, () => {
  it('each stream ends active with exactly one remote resource or in error with none, and none is left after they are deleted', async () => {
    // Pauses between attempts are the outbound client's own test.
    vi.spyOn(console, 'error').mockReturnValue(undefined)
    vi.spyOn(scheduler, 'wait').mockResolvedValue(undefined)
    const { calm, wild } = await contextOf()
    const ids = await makeStreams(calm)
    fake.control.chaos({ seed: 7, serverErrorRate: 0.15, rateLimitedRate: 0.1, answerLostRate: 0.1 })
    await deliverAll(wild)
    for (const count of Object.values(faults)) expect(count).toBeGreaterThan(10)

    const all = await rows()
    const active = all.filter(({ status }) => status === 'active')
    const failed = all.filter(({ status }) => status === 'error')
    expect([active.length, failed.length]).toEqual([STREAMS - GONE, GONE])
    expect(new Set(active.map((row) => row.error_message))).toEqual(new Set([null]))
    expect(new Set(failed.map((row) => row.error_message))).toEqual(new Set([GONE_MESSAGE]))
    expect(failed.every((row) => row.config.includes('prj_gone'))).toBe(true)
    const drains = ourDrains()
    expect(drains.map(({ resource }) => resource).sort()).toEqual([...fake.resources()].sort())
    expect(drains.map(({ id }) => id).sort()).toEqual(active.map(({ remote }) => JSON.parse(remote).drainId).sort())
    const provisioned = { active: active.length, error: failed.length, remote: drains.length, faults: { ...faults } }

    await inBatches(ids, async (id) => {
      const job = outboxEntry(calm, 'provisioning', { kind: 'deprovision', streamId: id, version: 2 })
      return [env.DB.prepare('update streams set deleted_at = 1 where id = ?').bind(id), job.statement]
    })
    await deliverAll(wild)
    expect(ourDrains()).toEqual([])
    expect(fake.destinations()).toHaveLength(1)
    expect(await rows()).toEqual([])
    if (STREAMS > CI_STREAMS) console.info(JSON.stringify({ provisioned, afterTeardown: { remote: 0, faults } }))
  }, 2_400_000)
})
