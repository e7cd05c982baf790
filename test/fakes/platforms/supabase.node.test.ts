import { describe, expect, it } from 'vitest'
import { describeFake, jsonRequest } from './fake-suite.ts'
import { createSupabaseFake, SUPABASE_KEYS, SUPABASE_PROJECT_REF } from './supabase.ts'
import type { SupabaseDialect } from './supabase-sql.ts'

const auth = { authorization: `Bearer ${SUPABASE_KEYS.good}` }
const base = Date.parse('2026-01-01T12:00:00Z')
const logsUrl = (
  sql: string,
  window = '&iso_timestamp_start=2026-01-01T12:00:00Z&iso_timestamp_end=2026-01-01T13:00:00Z',
) =>
  `https://api.supabase.com/v1/projects/${SUPABASE_PROJECT_REF}/analytics/endpoints/logs.all?sql=${encodeURIComponent(sql)}${window}`

describeFake('supabase', {
  create: () => createSupabaseFake(),
  prove: (metadata) =>
    jsonRequest('GET', logsUrl('select id from logs'), { authorization: `Bearer ${metadata['access_token']}` }),
  refusals: { bad: 401, revoked: 401, underScoped: 403 },
})

function seeded(dialect: SupabaseDialect) {
  const fake = createSupabaseFake({ dialect, now: () => base + 1000 })
  fake.control.seedLogs([
    { atMs: base - 5000, message: 'before the window' },
    { atMs: base, message: 'one' },
    { atMs: base + 1, message: 'two', attributes: { source: 'edge_logs' } },
    { atMs: base + 2, message: 'three' },
  ])
  return fake
}

describe('supabase fake', () => {
  it.each([
    [
      'clickhouse',
      "select id, timestamp, event_message from logs where source = 'postgres_logs' order by timestamp asc limit 1000",
    ],
    [
      'bigquery',
      'select t.id, t.timestamp, t.event_message from postgres_logs t cross join unnest(metadata) as m order by t.timestamp asc limit 10',
    ],
  ] as const)('answers a window in the dialect %s', async (dialect, sql) => {
    const answer = await seeded(dialect).fetch(jsonRequest('GET', logsUrl(sql), auth))
    const body = (await answer.json()) as { result: { timestamp: number; event_message: string }[] }
    expect(body.result.map((row) => row.event_message)).toEqual(['one', 'three'])
    expect(body.result[0]?.timestamp).toBe(base * 1000)
  })

  it.each([
    ['a table of the other dialect', 'select id from edge_logs'],
    ['an unknown column', 'select passport from logs'],
    ['too large a limit', 'select id from logs limit 5000'],
    ['something else than a select', 'delete from logs'],
  ])('reports %s inside a 200', async (_, sql) => {
    const answer = await seeded('clickhouse').fetch(jsonRequest('GET', logsUrl(sql), auth))
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ result: null, error: { status: 'INVALID_ARGUMENT' } })
  })

  it('refuses a window above a day and looks at the last minute without one', async () => {
    const fake = seeded('clickhouse')
    const wide = '&iso_timestamp_start=2026-01-01T00:00:00Z&iso_timestamp_end=2026-01-03T00:00:00Z'
    expect((await fake.fetch(jsonRequest('GET', logsUrl('select id from logs', wide), auth))).status).toBe(400)
    const answer = await fake.fetch(jsonRequest('GET', logsUrl('select id from logs', ''), auth))
    expect(((await answer.json()) as { result: unknown[] }).result).toHaveLength(4)
  })

  it('refuses a ref that does not exist or is not one', async () => {
    const fake = createSupabaseFake()
    const url = (ref: string) => logsUrl('select id from logs').replace(SUPABASE_PROJECT_REF, ref)
    expect((await fake.fetch(jsonRequest('GET', url('b'.repeat(20)), auth))).status).toBe(404)
    expect((await fake.fetch(jsonRequest('GET', url('short'), auth))).status).toBe(400)
  })
})
