import { describe } from 'vitest'
import type { Connector } from '../../src/connectors/connector.ts'
import { supabase } from '../../src/connectors/supabase/index.ts'
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
