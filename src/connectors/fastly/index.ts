/** Fastly: one HTTPS logging endpoint per service, inside its versioned configuration. */
import { z } from 'zod'
import type { Connector, ConnectorDeps } from '../connector.ts'
import { failure, success } from '../failure.ts'
import { vendorHosts } from '../outbound/allowed-hosts.ts'
import { answer, hasNextPage, type PlatformApi, read, unexpectedShape } from '../platform-api.ts'
import { provisionEndpoint, removeEndpoint } from './endpoint.ts'
import { type FastlyMetadata, type FastlyStream, fastlyMetadata, fastlyStream } from './metadata.ts'
import { setupSkill } from './setup-skill.ts'

const PAGE_SIZE = 100
const token = z.object({ id: z.string().min(1), name: z.string().nullish(), scope: z.string() })
const services = z.array(z.object({ id: z.string().min(1), name: z.string() }))

function fastlyApi(deps: ConnectorDeps, metadata: FastlyMetadata): PlatformApi {
  const headers = { 'fastly-key': metadata.api_token }
  return { http: deps.http, name: 'Fastly', baseUrl: 'https://api.fastly.com', headers }
}

export const fastly: Connector<FastlyMetadata, FastlyStream> = {
  type: 'fastly',
  name: 'Fastly',
  metadata: fastlyMetadata,
  streamConfig: fastlyStream,
  setupSkill,
  mode: 'push',
  hosts: () => vendorHosts('api.fastly.com'),

  async validate(deps, metadata) {
    const found = await read(fastlyApi(deps, metadata), { path: '/tokens/self' }, token)
    if (!found.ok) return found
    return found.value.scope.split(' ').includes('global')
      ? success({ account: found.value.name ?? found.value.id })
      : failure('missing_scope', 'This Fastly token may not change services; it needs the scope `global`.')
  },

  async listResources(deps, metadata, cursor) {
    const page = cursor === null ? 1 : Number(cursor)
    const query = { page, per_page: PAGE_SIZE }
    const outcome = await answer(fastlyApi(deps, metadata), { path: '/service', query })
    if (!outcome.ok) return outcome
    const found = services.safeParse(outcome.value.json())
    if (!found.success) return unexpectedShape('Fastly')
    const wanted = metadata.service_ids ?? []
    const offered = found.data.filter(({ id }) => wanted.length === 0 || wanted.includes(id))
    const resources = offered.map(({ id, name }) => ({ displayName: name, config: { serviceId: id } }))
    return success({ resources, nextCursor: hasNextPage(outcome.value) ? String(page + 1) : null })
  },

  provision: (deps, input) => provisionEndpoint(fastlyApi(deps, input.metadata), input),
  deprovision: (deps, { metadata, remote }) => removeEndpoint(fastlyApi(deps, metadata), remote),
}
