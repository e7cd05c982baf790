/**
 * Every list with a cursor, walked while rows come and go between its pages: what was there during the whole walk is
 * seen exactly once, in order, whatever else happens. Lists of telemetry have their own (test/telemetry/store-suite.ts).
 */
import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../src/contracts/ids.ts'
import { call } from '../../support/api.ts'
import { gate, says, script } from '../../support/scripted-agent.ts'
import { addCredential, addTenant, type TestTenant } from '../../support/tenants.ts'

interface List {
  /** Path and query without limit and cursor. */
  readonly path: string
  readonly token: string
  readonly idsOf: (body: { readonly [name: string]: readonly { readonly id: string }[] }) => string[]
  readonly add: () => Promise<string>
  readonly remove: (id: string) => Promise<void>
  /** Newest first; the others are chronological. */
  readonly isNewestFirst: boolean
}

const run = (statement: string, ...values: unknown[]) =>
  env.DB.prepare(statement)
    .bind(...values)
    .run()

function threads({ organizationId, projectId, secretKey }: TestTenant, query: string): List {
  let count = 0
  return {
    path: `/threads?projectId=${projectId}${query}`,
    token: secretKey,
    idsOf: (body) => (body.threads ?? []).map(({ id }) => id),
    add: async () => {
      const id = newId()
      count += 1
      // Every third is archived, so that a list by status has others between its own.
      const status = query !== '' && count % 3 === 0 ? 'archived' : 'regular'
      await run(
        `insert into threads (id, organization_id, project_id, title, status, source, created_at, updated_at, version)
         values (?, ?, ?, null, ?, 'api', 1, 1, 1)`,
        ...[id, organizationId, projectId, status],
      )
      return status === 'regular' ? id : ''
    },
    remove: async (id) => void (await run('delete from threads where id = ?', id)),
    isNewestFirst: true,
  }
}

function keys(tenant: TestTenant, kind: 'public' | 'secret'): List {
  const { organizationId, projectId } = tenant
  return {
    path: kind === 'public' ? `/public-keys?projectId=${projectId}` : `/secret-keys?organizationId=${organizationId}`,
    token: tenant.admin.token,
    idsOf: (body) => (body[kind === 'public' ? 'publicKeys' : 'secretKeys'] ?? []).map(({ id }) => id),
    add: async () =>
      (await addCredential(kind, { organizationId, projectId: kind === 'public' ? projectId : null })).id,
    remove: async (id) => void (await run('delete from credentials where id = ?', id)),
    isNewestFirst: true,
  }
}

async function logStreams({ organizationId, projectId, secretKey }: TestTenant): Promise<List> {
  const sourceId = newId()
  await run(
    `insert into sources (id, kind, organization_id, project_id, provider, mode, name, created_at)
     values (?, 'log_source', ?, ?, 'vercel', 'managed', 'x', 1)`,
    ...[sourceId, organizationId, projectId],
  )
  return {
    path: `/log-streams?logSourceId=${sourceId}`,
    token: secretKey,
    idsOf: (body) => (body.streams ?? []).map(({ id }) => id),
    add: async () => {
      const id = newId()
      await run(
        `insert into streams (id, source_id, organization_id, project_id, display_name, config, resource_key, status,
           version, created_at) values (?1, ?2, ?3, ?4, 's', '{}', ?1, 'active', 1, 1)`,
        ...[id, sourceId, organizationId, projectId],
      )
      return id
    },
    remove: async (id) => void (await run('update streams set deleted_at = 1 where id = ?', id)),
    isNewestFirst: true,
  }
}

/** Behind a run that is held open messages wait; one whose run is cancelled is taken back. */
async function waitingMessages(tenant: TestTenant, of: 'messages' | 'runs'): Promise<List> {
  const token = tenant.secretKey
  const made = await call('POST /threads', { token, body: { message: 'first', wait: false } })
  const { threadId } = made.body
  const runs = new Map<string, string>()
  return {
    path: `/threads/${threadId}/${of}?`,
    token,
    // The first message, its run and its growing answer are not what is added and removed here.
    idsOf: (body) => (body[of] ?? []).map(({ id }) => id).filter((id) => runs.has(id)),
    add: async () => {
      const queued = await call(`POST /threads/${threadId}/messages`, { token, body: { message: 'x', wait: false } })
      expect(queued.status).toBeLessThan(300)
      const id = of === 'runs' ? queued.body.runId : queued.body.messageId
      runs.set(id, queued.body.runId)
      return id
    },
    remove: async (id) => {
      // Records of cancelled runs stay, so that cancelling again is not a 404: they are removed by nothing.
      if (of === 'messages') await call(`POST /runs/${runs.get(id)}/cancel`, { token })
    },
    isNewestFirst: of === 'runs',
  }
}

interface Between {
  readonly added: number
  /** Which of the rows that are there goes, as a share of them. */
  readonly removed: readonly number[]
  /** The last row of the page, whose id is the cursor, goes too. */
  readonly losesCursor: boolean
}

const between: fc.Arbitrary<Between> = fc.record({
  added: fc.nat(3),
  removed: fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { maxLength: 3 }),
  losesCursor: fc.boolean(),
})

const walks = fc.record({
  rows: fc.integer({ min: 0, max: 14 }),
  limit: fc.integer({ min: 1, max: 4 }),
  pauses: fc.array(between, { minLength: 4, maxLength: 4 }),
})

async function walk(list: List, { rows, limit, pauses }: { rows: number; limit: number; pauses: readonly Between[] }) {
  const present: string[] = []
  const add = async () => {
    const id = await list.add()
    if (id !== '') present.push(id)
  }
  for (let i = 0; i < rows; i += 1) await add()
  const stayed = new Set(present)
  const atStart = new Set(present)
  const remove = async (id: string | undefined) => {
    if (id === undefined || !present.includes(id)) return
    present.splice(present.indexOf(id), 1)
    stayed.delete(id)
    await list.remove(id)
  }
  const seen: string[] = []
  let cursor: string | null = null
  for (let page = 0; page < 80; page += 1) {
    const at: string = cursor === null ? '' : `&cursor=${cursor}`
    const answer = await call(`GET ${list.path}&limit=${limit}${at}`.replace('?&', '?'), { token: list.token })
    expect(answer.status).toBe(200)
    const ids = list.idsOf(answer.body)
    seen.push(...ids)
    cursor = answer.body.nextCursor
    if (cursor === null) break
    const pause = pauses[page % pauses.length]
    // Rows that never cease to come to a chronological list would never let its walk end.
    for (let i = 0; pause && page < 6 && i < pause.added; i += 1) await add()
    for (const share of pause?.removed ?? []) await remove(present[Math.floor(share * present.length)])
    if (pause?.losesCursor) await remove(ids.at(-1))
  }
  expect(cursor).toBeNull()
  return { seen, stayed, atStart, leave: () => Promise.all(present.map((id) => list.remove(id))) }
}

const held = gate()

const LISTS: Readonly<
  Record<string, { readonly make: (tenant: TestTenant) => List | Promise<List>; readonly walks: number }>
> = {
  'GET /threads': { make: (tenant) => threads(tenant, ''), walks: 20 },
  'GET /threads?status=regular': { make: (tenant) => threads(tenant, '&status=regular'), walks: 20 },
  'GET /public-keys': { make: (tenant) => keys(tenant, 'public'), walks: 12 },
  'GET /secret-keys': { make: (tenant) => keys(tenant, 'secret'), walks: 12 },
  'GET /log-streams': { make: logStreams, walks: 12 },
  'GET /threads/{threadId}/messages': { make: (tenant) => waitingMessages(tenant, 'messages'), walks: 10 },
  'GET /threads/{threadId}/runs': { make: (tenant) => waitingMessages(tenant, 'runs'), walks: 12 },
}

beforeAll(() => {
  script({
    model: async () => {
      await held.passed
      return says('done')
    },
  })
  return () => held.open()
})

describe('a list that changes between its pages', () => {
  it.each(Object.entries(LISTS))(
    '%s shows what was there all along exactly once, in order, while the list changes',
    async (_, { make, walks: numRuns }) => {
      let pagesWithChanges = 0
      await fc.assert(
        fc.asyncProperty(walks, async (plan) => {
          const list = await make(await addTenant())
          const { seen, stayed, atStart, leave } = await walk(list, plan)
          expect(new Set(seen).size).toBe(seen.length)
          expect(seen).toEqual([...seen].sort((a, b) => (list.isNewestFirst === a > b ? -1 : 1)))
          expect(seen.filter((id) => stayed.has(id)).length).toBe(stayed.size)
          // Newest first: what came during the walk is before its beginning, and on no later page.
          const strangers = seen.filter((id) => list.isNewestFirst && !atStart.has(id))
          expect(strangers.length).toBeLessThanOrEqual(keysOfTenant(list))
          if (plan.rows > plan.limit) pagesWithChanges += 1
          await leave()
        }),
        { numRuns, endOnFailure: true },
      )
      // Plans are drawn: that some of them had several pages is certain enough, how many is not.
      expect(pagesWithChanges).toBeGreaterThan(0)
    },
  )
})

/** A fresh tenant has one key of each kind. */
const keysOfTenant = (list: List) => (/-keys/.test(list.path) ? 1 : 0)
