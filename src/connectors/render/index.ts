/**
 * Render: reads the logs of each service by time window. Render can push only through one log stream per workspace,
 * which requires syslog over TLS.
 */
import { z } from 'zod'
import type { Connector } from '../connector.ts'
import { failure, success } from '../failure.ts'
import { vendorHosts } from '../outbound/allowed-hosts.ts'
import { read } from '../platform-api.ts'
import { renderApi, servicesPage } from './api.ts'
import { pullLogs, queryLogs } from './logs.ts'
import { type RenderMetadata, type RenderStream, renderMetadata, renderStream } from './metadata.ts'
import { setupSkill } from './setup-skill.ts'

const owners = z.array(z.object({ owner: z.object({ id: z.string().min(1), name: z.string() }) }))

export const render: Connector<RenderMetadata, RenderStream> = {
  type: 'render',
  name: 'Render',
  metadata: renderMetadata,
  streamConfig: renderStream,
  setupSkill,
  mode: 'pull',
  hosts: () => vendorHosts('api.render.com'),

  async validate(deps, metadata) {
    const found = await read(renderApi(deps, metadata), { path: '/owners', query: { limit: 100 } }, owners)
    if (!found.ok) return found
    const own = found.value.find(({ owner }) => owner.id === metadata.owner_id)
    return own
      ? success({ account: own.owner.name })
      : failure('missing_scope', 'This Render key has no access to the workspace owner_id.')
  },

  async listResources(deps, metadata, cursor) {
    const page = await servicesPage(renderApi(deps, metadata), metadata.owner_id, cursor)
    if (!page.ok) return page
    const resources = page.value.services.map(({ id, name }) => ({ displayName: name, config: { resourceId: id } }))
    return success({ resources, nextCursor: page.value.nextCursor })
  },

  pull: (deps, input) => pullLogs(renderApi(deps, input.metadata), input),
  query: (deps, { metadata, query }) => queryLogs(renderApi(deps, metadata), metadata.owner_id, query),
}
