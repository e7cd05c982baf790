/** What failed requests have in common, and whether one value of a key is hit or all. */
import { describe, expect, it } from 'vitest'
import type { SpanRow, World } from '../../scripts/eval/questions/records.ts'
import { threadsOver } from './threads-over.ts'
import { END_MS, worldOf } from './trade-world.ts'

const STARTED_MS = END_MS - 60 * 60_000
const TENANTS = ['ada', 'bo', 'cy'] as const
const SHARDS = ['s1', 's2', 's3', 's4'] as const

/** A desk whose quotes fail whenever they are read from one of four shards, and only in its old part of the town. */
function shardedWorld(): World {
  const base = worldOf({
    gateway: 'quote-edge',
    routes: { 'POST /batches': 'bake-desk' },
    failing: 'none',
    store: 'postgresql',
  })
  const spans: SpanRow[] = []
  for (let at = 0; at < 240; at++) {
    const startMs = STARTED_MS + at * 15_000
    const shard = SHARDS[at % 4] ?? 's1'
    const isError = shard === 's3'
    const traceId = (0xbeef000 + at).toString(16).padStart(32, '0')
    const span = (id: number, parent: number | null, row: Partial<SpanRow>): SpanRow => ({
      ...{ traceId, spanId: (0xd000 + at * 4 + id).toString(16).padStart(16, '0') },
      ...{ parentSpanId: parent === null ? '' : (0xd000 + at * 4 + parent).toString(16).padStart(16, '0') },
      ...{ name: 'POST /quotes', service: 'quote-desk', kind: 'server', startMs, endMs: startMs + 20, isError },
      ...{ attributes: {}, statusMessage: '', version: '1.0.0', instance: 'quote-desk-1' },
      ...{ isFailed: isError, isEntry: true },
      ...row,
    })
    const attributes = {
      ...{ 'http.response.status_code': isError ? 503 : 201, customer: TENANTS[at % 3] ?? 'ada' },
      ...{ district: isError ? 'old-town' : (['old-town', 'harbour'][at % 2] ?? ''), 'quote.id': `q-${at}` },
    }
    spans.push(span(0, null, { attributes }))
    const call = {
      name: 'SELECT quotes',
      kind: 'client',
      endMs: startMs + 10,
      isFailed: false,
      isEntry: false,
    } as const
    spans.push(span(1, 0, { ...call, attributes: { 'db.system': 'postgresql', 'db.shard': shard } }))
  }
  return { ...base, services: [...base.services, 'quote-desk'], spans: [...base.spans, ...spans] }
}

const ask = threadsOver(shardedWorld, END_MS)

describe('what requests have in common', () => {
  it.each([
    [['what do the failed requests on POST /quotes have in common?']],
    [['what is different about the 503s on POST /quotes?']],
    [['is there a pattern in the failures on POST /quotes']],
    [['how many requests on POST /quotes failed', 'what do they have in common?']],
    [['requests on POST /quotes with 503', 'do those share anything']],
  ])('%j is the value that they carry and others do not', async (asked) => {
    const text = await ask(...asked)
    expect(text).toMatch(
      /^The \*\*60\*\* (?:failed )?requests .*have in common: `db\.shard` `s3` \(\*\*100 %\*\* of them, 0 % of the others\); `district` `old-town`/,
    )
    expect(text).toContain('Not a matter of: `customer` (3 values)')
    expect(text).toContain('`503` (60)')
    // Ids tell single requests apart, and how a request ended is no reason for it.
    expect(text).not.toContain('quote.id')
    expect(text).not.toMatch(/`http\.response\.status_code` `503` \(/)
  })

  it('the thread goes on from the requests', async () => {
    expect(await ask('what do the failed requests on POST /quotes have in common?', 'by customer')).toMatch(
      /has the most failed requests .*: \*\*20\*\*/,
    )
  })

  it('says that there are none, or too few', async () => {
    expect(await ask('what do the failed requests on POST /batches have in common?')).toMatch(/^\*\*0\*\* failed/)
    expect(await ask('what do the 418s on POST /quotes have in common?')).not.toMatch(/have in common: `/)
  })

  it('tables are no requests', async () => {
    expect(await ask('what do quotes and batches have in common?')).not.toMatch(/have in common: `/)
  })
})

describe('whether one is hit or all', () => {
  it.each([
    [['requests on POST /quotes', 'is it only one customer or everyone?'], 'All 3', 'customer'],
    [['requests on POST /quotes', 'does it hit all customers?'], 'All 3', 'customer'],
    [['how many requests on POST /quotes failed', 'is it just one customer?'], 'All 3', 'customer'],
    [['requests on POST /quotes', 'are all districts affected or only some'], 'Only `old-town`', 'district'],
    [['requests on POST /quotes', 'is it limited to a single district'], 'Only `old-town`', 'district'],
  ])('%j: %s', async (asked, said, key) => {
    const text = await ask(...asked)
    expect(text.startsWith(`**${said}**`)).toBe(true)
    expect(text).toContain(`by \`${key}\``)
    expect(text).toMatch(/\*\*?.*60.* failed requests on `POST \/quotes`/)
  })

  it('says that requests do not tell, where none carries such a key', async () => {
    expect(await ask('is it just one region?')).toMatch(/Requests do not say which regions they are from/)
    expect(await ask('are all batches affected?')).not.toMatch(/Requests do not say/)
  })
})
