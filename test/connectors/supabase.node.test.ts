import { describe, expect, it } from 'vitest'
import type { Connector } from '../../src/connectors/connector.ts'
import { supabase } from '../../src/connectors/supabase/index.ts'
import { recordOf } from '../../src/connectors/supabase/rows.ts'
import { createSupabaseFake } from '../fakes/platforms/supabase.ts'
import { describeConnector } from './connector-suite.ts'

// Which engine a project has cannot be known, so both must work.
describe.each(['clickhouse', 'bigquery'] as const)('with the %s engine', (dialect) => {
  describeConnector({
    connector: supabase as Connector,
    create: (options) => createSupabaseFake({ ...options, dialect }),
    resourceOf: (config) => String(config['projectRef']),
    reading: { lines: 2300, query: { text: 'line-02207', isNative: false } },
  })
})

it.each([
  ['2026-11-20T12:00:00.123456', 123_456_000],
  ['2026-11-20 12:00:00.5+00:00', 500_000_000],
  [Date.UTC(2026, 10, 20, 12) * 1000 + 7, 7000],
])('reads the time %j of a row to its last digit', (timestamp, nanos) => {
  const fromMs = Date.UTC(2026, 10, 20)
  const row = { id: '1', timestamp, event_message: 'x' }
  const time = recordOf(row, null, 'ref', fromMs, fromMs + 86_400_000)?.log.time
  expect(time && time.nanos % 1_000_000_000).toBe(nanos)
})
