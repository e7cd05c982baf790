/**
 * Loads what the service loads when a request first needs it. Within a request the test runner fetches each module more
 * slowly the more requests there were before: after two thousand, one library took twenty seconds. A file with that many
 * imports this one.
 */

import { connectorOf } from '../../src/connectors/catalogue.ts'
import { DATA_SOURCE_TYPES } from '../../src/connectors/connector.ts'

await Promise.all([
  ...DATA_SOURCE_TYPES.map(connectorOf),
  import('@modelcontextprotocol/client'),
  import('../../src/agent/index.ts'),
  import('../../src/agent/unconfigured-agent.ts'),
  import('../../src/mcp/server.ts'),
])
