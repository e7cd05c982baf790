import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { newId } from '../../../src/contracts/ids.ts'
import { keyringOf, open, seal } from '../../../src/crypto/envelope.ts'
import type { DomainContext } from '../../../src/domain/context.ts'
import { REWRAP_START, type RewrapPosition, rewrapEnvelopes } from '../../../src/domain/keys/rewrap-envelopes.ts'
import { openFrom, SEALED_COLUMNS, SOURCE_METADATA, sealedPlace } from '../../../src/domain/keys/sealed-columns.ts'
import { outboxEntry } from '../../../src/domain/outbox.ts'
import { dispatchQueue } from '../../../src/queues/dispatch.ts'
import { backgroundContext } from '../../../src/wiring/contexts.ts'
import { SYSTEM } from '../../support/system.ts'
import { addTenant } from '../../support/tenants.ts'

/** More rows of each column than a page holds. */
const ROWS = 130
/** An underscore and the letter it would match: `k_1` must not be taken for `kx1`. */
const KEY_IDS = ['kx1', 'k2', 'k_1'] as const
const CURRENT = 'k_1'
const master = (fill: number) => btoa(String.fromCharCode(...new Uint8Array(32).fill(fill)))
const keys = Object.fromEntries(KEY_IDS.map((id, index) => [id, master(index + 1)]))
const settingFor = (current: string) => JSON.stringify({ current, keys })
const onlyCurrent = JSON.stringify({ current: CURRENT, keys: { [CURRENT]: keys[CURRENT] } })

function contextWith(masterKeys: string, extra: Partial<DomainContext> = {}): DomainContext {
  const base = backgroundContext(env, () => {})
  return { ...base, settings: { ...base.settings, MASTER_KEYS: masterKeys }, ...extra }
}

const sealedUnder = (keyId: string, column: (typeof SEALED_COLUMNS)[number], id: string) =>
  seal(keyringOf(settingFor(keyId)), sealedPlace(column, id), `secret of ${column.table} ${id}`)

/** Rows of all three columns, a third under each key. */
async function addRows(): Promise<void> {
  const { organizationId, projectId } = await addTenant()
  const sourceIds = Array.from({ length: ROWS }, () => newId())
  const [metadata, secret, intakeKey] = SEALED_COLUMNS
  if (!metadata || !secret || !intakeKey) throw new Error('three columns are expected')
  const statements: D1PreparedStatement[] = []
  for (const [index, id] of sourceIds.entries()) {
    const keyId = KEY_IDS[index % KEY_IDS.length] ?? CURRENT
    statements.push(
      env.DB.prepare(
        `insert into sources (id, kind, organization_id, project_id, provider, mode, metadata, created_at)
         values (?, 'connection', ?, ?, 'vercel', 'managed', ?, 1)`,
      ).bind(id, organizationId, projectId, await sealedUnder(keyId, metadata, id)),
      env.DB.prepare(
        `insert into streams (id, source_id, organization_id, project_id, display_name, config, resource_key, status,
           signing_secret, version, created_at) values (?, ?, ?, ?, 's', '{}', 'r', 'active', ?, 1, 1)`,
      ).bind(id, id, organizationId, projectId, await sealedUnder(keyId, secret, id)),
      env.DB.prepare(
        `insert into credentials (id, kind, digest, last_four, name, origin, encrypted_value, created_at)
         values (?, 'public', ?, 'abcd', 'n', 'api', ?, 1)`,
      ).bind(id, newId(), await sealedUnder(keyId, intakeKey, id)),
    )
  }
  await env.DB.batch(statements)
}

interface Held {
  readonly table: string
  readonly id: string
  readonly sealed: string
}

async function held(): Promise<Held[]> {
  const lists = SEALED_COLUMNS.map(({ table, column }) =>
    env.DB.prepare(`select id, ${column} as sealed from ${table} where ${column} is not null order by id`)
      .all<{ id: string; sealed: string }>()
      .then(({ results }) => results.map((row) => ({ table, ...row }))),
  )
  return (await Promise.all(lists)).flat()
}

const underOldKeys = async () => (await held()).filter(({ sealed }) => !sealed.startsWith(`e1.${CURRENT}.`)).length

async function expectAllOpenUnderTheCurrentKeyAlone(): Promise<void> {
  const ring = keyringOf(onlyCurrent)
  for (const { table, id, sealed } of await held()) {
    const column = SEALED_COLUMNS.find((one) => one.table === table) ?? SOURCE_METADATA
    expect(await open(ring, sealedPlace(column, id), sealed)).toBe(`secret of ${table} ${id}`)
  }
}

async function rewrapAll(ctx: DomainContext): Promise<{ moved: number; unopened: number }> {
  const sums = { moved: 0, unopened: 0 }
  for (let position: RewrapPosition | null = REWRAP_START; position; ) {
    const page = await rewrapEnvelopes({ ctx, scope: SYSTEM, input: position })
    sums.moved += page.moved
    sums.unopened += page.unopened.length
    position = page.next
  }
  return sums
}

beforeEach(async () => {
  await env.DB.batch(
    ['outbox', 'streams', 'sources', 'credentials'].map((table) => env.DB.prepare(`delete from ${table}`)),
  )
  await addRows()
})

describe('a key rotation over rows under three keys', () => {
  it('a key rotation moves all rows to the current key, where they open without the old keys, and finds nothing the second time', async () => {
    const before = await underOldKeys()
    expect(before).toBeGreaterThan(250)
    expect(await rewrapAll(contextWith(settingFor(CURRENT)))).toEqual({ moved: before, unopened: 0 })
    expect(await underOldKeys()).toBe(0)
    await expectAllOpenUnderTheCurrentKeyAlone()
    expect(await rewrapAll(contextWith(settingFor(CURRENT)))).toEqual({ moved: 0, unopened: 0 })
  })

  it('a key rotation leaves a value that was replaced after it was read', async () => {
    const [first] = await held()
    if (!first) throw new Error('no rows')
    const replaced = await sealedUnder('k2', SOURCE_METADATA, first.id)
    // The replacement lands between the read of the page and its batch.
    const batch = async (statements: D1PreparedStatement[]) => {
      await env.DB.prepare('update sources set metadata = ? where id = ?').bind(replaced, first.id).run()
      return env.DB.batch(statements)
    }
    // Only these two methods of a database are called by a page.
    const db = { prepare: (query: string) => env.DB.prepare(query), batch } as unknown as D1Database
    await rewrapEnvelopes({ ctx: contextWith(settingFor(CURRENT), { db }), scope: SYSTEM, input: REWRAP_START })
    const now = (await held()).find(({ table, id }) => table === 'sources' && id === first.id)
    expect(now?.sealed).toBe(replaced)
  })

  it('a key rotation skips rows that cannot be opened, and counts them', async () => {
    const [first] = await held()
    await env.DB.prepare('update sources set metadata = ? where id = ?').bind('e1.gone.AA.AA', first?.id).run()
    const { unopened } = await rewrapAll(contextWith(settingFor(CURRENT)))
    expect(unopened).toBe(1)
    expect(await underOldKeys()).toBe(1)
  })

  it('a row that is read is moved to the current key, beside the answer', async () => {
    const row = (await held()).find(({ sealed }) => sealed.startsWith('e1.k2.'))
    if (!row) throw new Error('no row under k2')
    const later: Promise<unknown>[] = []
    const ctx = contextWith(settingFor(CURRENT), { waitUntil: (work) => later.push(work) })
    expect(await openFrom(ctx, SOURCE_METADATA, row.id, row.sealed)).toBe(`secret of sources ${row.id}`)
    await Promise.all(later)
    const now = (await held()).find(({ table, id }) => table === 'sources' && id === row.id)
    expect(now?.sealed.startsWith(`e1.${CURRENT}.`)).toBe(true)
  })
})

describe('the rewrap queue', () => {
  /** A queue in memory; the consumer sends the next page to it. */
  function queued(masterKeys: string, extra: Partial<DomainContext> = {}) {
    const messages: unknown[] = []
    const queues = {
      send: async (_queue: string, body: unknown) => void messages.push(body),
      sendPieces: async () => {},
    }
    const ctx = contextWith(masterKeys, { ...extra, queues })
    const counts = { acks: 0, retries: 0 }
    const deliver = async (body: unknown) => {
      const ack = () => void counts.acks++
      const retry = () => void counts.retries++
      const message = { id: newId(), timestamp: new Date(), attempts: 1, body, ack, retry }
      // The dispatcher looks at the queue's name and the messages alone.
      await dispatchQueue({ queue: 'rewrap-local', messages: [message] } as unknown as MessageBatch, ctx)
    }
    return { ctx, messages, counts, deliver }
  }

  const outboxRows = async () =>
    (
      await env.DB.prepare("select id, payload from outbox where queue = 'rewrap'").all<{
        id: string
        payload: string
      }>()
    ).results

  it('the rewrap queue goes page by page to the end and settles the outbox; after a crash it goes on from where it was', async () => {
    const { ctx, messages, counts, deliver } = queued(settingFor(CURRENT))
    const entry = outboxEntry(ctx, 'rewrap', { kind: 'rewrap' })
    await entry.statement.run()
    await deliver(entry.message)
    expect(messages).toHaveLength(1)
    const halfway = await underOldKeys()
    expect(halfway).toBeGreaterThan(0)

    // The second page dies in its batch: nothing of it is stored, and the message comes again.
    const logged = vi.spyOn(console, 'error').mockReturnValue(undefined)
    const prepare = (query: string) => env.DB.prepare(query)
    const batch = () => Promise.reject(new Error('crash'))
    const dying = queued(settingFor(CURRENT), { db: { prepare, batch } as unknown as D1Database })
    await dying.deliver(messages[0])
    expect([dying.counts, await underOldKeys()]).toEqual([{ acks: 0, retries: 1 }, halfway])
    logged.mockRestore()

    // All messages are lost; the sweeper sends what the outbox holds, which is where the rotation stood.
    messages.length = 0
    const [row] = await outboxRows()
    expect(JSON.parse(row?.payload ?? '{}').position).toBeDefined()
    messages.push({ outboxId: row?.id, payload: JSON.parse(row?.payload ?? '{}') })
    while (messages.length > 0) await deliver(messages.shift())
    expect(counts.retries).toBe(0)
    expect(await underOldKeys()).toBe(0)
    expect(await outboxRows()).toEqual([])
    await expectAllOpenUnderTheCurrentKeyAlone()
  })
})
