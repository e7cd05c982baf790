/** Railway: one GraphQL endpoint, used only to read. Railway has no log drains. */

import type { Connector } from '../connector.ts'
import { vendorHosts } from '../outbound/allowed-hosts.ts'
import { railwayApi } from './api.ts'
import { pullLogs, queryLogs } from './logs.ts'
import { type RailwayMetadata, type RailwayStream, railwayMetadata, railwayStream } from './metadata.ts'
import { accountOf, environmentsPage } from './projects.ts'
import { setupSkill } from './setup-skill.ts'

export const railway: Connector<RailwayMetadata, RailwayStream> = {
  type: 'railway',
  name: 'Railway',
  metadata: railwayMetadata,
  streamConfig: railwayStream,
  setupSkill,
  mode: 'pull',
  hosts: () => vendorHosts('backboard.railway.com'),
  validate: (deps, metadata) => accountOf(railwayApi(deps, metadata), metadata),
  listResources: (deps, metadata, cursor) => environmentsPage(railwayApi(deps, metadata), metadata, cursor),
  pull: (deps, input) => pullLogs(railwayApi(deps, input.metadata), input),
  query: (deps, { metadata, query }) => queryLogs(railwayApi(deps, metadata), metadata, query),
}
