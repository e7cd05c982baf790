/** DigitalOcean: log forwarding of apps, log sinks of managed databases. */
import { z } from 'zod'
import type { Connector, ConnectorDeps, Outcome, PlatformResource, ResourcePage } from '../connector.ts'
import { failure, success } from '../failure.ts'
import { vendorHosts } from '../outbound/allowed-hosts.ts'
import { type PlatformApi, read } from '../platform-api.ts'
import { remembered, remoteName } from '../remote-name.ts'
import { addDestination, removeDestination } from './app-destination.ts'
import { addSink, removeSink } from './database-sink.ts'
import {
  type DigitalOceanMetadata,
  type DigitalOceanStream,
  digitalOceanMetadata,
  digitalOceanStream,
} from './metadata.ts'
import { setupSkill } from './setup-skill.ts'

const PAGE_SIZE = 200
const account = z.object({
  account: z.object({ uuid: z.string().min(1), email: z.string().optional(), status: z.string() }),
})
const links = z.object({ pages: z.object({ next: z.string().optional() }).nullish() }).nullish()
const apps = z.object({
  apps: z.array(z.object({ id: z.string().min(1), spec: z.object({ name: z.string() }) })).nullable(),
  links,
})
const databases = z.object({
  databases: z.array(z.object({ id: z.string().min(1), name: z.string() })).nullable(),
  links,
})

function digitalOceanApi(deps: ConnectorDeps, metadata: DigitalOceanMetadata): PlatformApi {
  const headers = { authorization: `Bearer ${metadata.api_token}` }
  return { http: deps.http, name: 'DigitalOcean', baseUrl: 'https://api.digitalocean.com', headers }
}

/** Lists apps first, then databases. The cursor is `<kind>:<page>`. */
async function page(api: PlatformApi, metadata: DigitalOceanMetadata, cursor: string): Promise<Outcome<ResourcePage>> {
  const [kind, number = '1'] = cursor.split(':')
  const query = { page: number, per_page: PAGE_SIZE }
  if (kind === 'apps') {
    const found = await read(api, { path: '/v2/apps', query }, apps)
    if (!found.ok) return found
    const resources = (found.value.apps ?? []).map(({ id, spec }) => resourceOf('app', id, spec.name))
    const next = found.value.links?.pages?.next ? `apps:${Number(number) + 1}` : 'databases:1'
    return success({ resources: wanted(resources, metadata.app_ids), nextCursor: next })
  }
  const found = await read(api, { path: '/v2/databases', query }, databases)
  if (!found.ok) return found
  const resources = (found.value.databases ?? []).map(({ id, name }) => resourceOf('database', id, name))
  const next = found.value.links?.pages?.next ? `databases:${Number(number) + 1}` : null
  return success({ resources: wanted(resources, metadata.database_ids), nextCursor: next })
}

const resourceOf = (kind: 'app' | 'database', id: string, name: string): PlatformResource => ({
  displayName: name,
  config: { kind, id },
})

const wanted = (resources: readonly PlatformResource[], ids: readonly string[] = []): readonly PlatformResource[] =>
  ids.length === 0 ? resources : resources.filter(({ config }) => ids.includes(String(config['id'])))

export const digitalOcean: Connector<DigitalOceanMetadata, DigitalOceanStream> = {
  type: 'digital_ocean',
  name: 'DigitalOcean',
  metadata: digitalOceanMetadata,
  streamConfig: digitalOceanStream,
  setupSkill,
  mode: 'push',
  hosts: () => vendorHosts('api.digitalocean.com'),

  async validate(deps, metadata) {
    const api = digitalOceanApi(deps, metadata)
    const found = await read(api, { path: '/v2/account' }, account)
    if (!found.ok) return found
    if (found.value.account.status === 'locked')
      return failure('missing_scope', 'This DigitalOcean account is locked; its owner must resolve that first.')
    const seen = await read(api, { path: '/v2/apps', query: { page: 1, per_page: 1 } }, apps)
    return seen.ok ? success({ account: found.value.account.email ?? found.value.account.uuid }) : seen
  },

  listResources: (deps, metadata, cursor) => page(digitalOceanApi(deps, metadata), metadata, cursor ?? 'apps:1'),

  async provision(deps, { metadata, config, delivery, remember }) {
    const api = digitalOceanApi(deps, metadata)
    const remote = { ...config, name: remoteName(delivery.streamId) }
    await remember(remote)
    const done =
      config.kind === 'app'
        ? await addDestination(api, config.id, remote.name, delivery)
        : await addSink(api, config.id, remote.name, delivery)
    return done.ok ? success(remote) : done
  },

  async deprovision(deps, { metadata, remote }) {
    const api = digitalOceanApi(deps, metadata)
    const [id, name] = [remembered(remote, 'id'), remembered(remote, 'name')]
    if (id === null || name === null) return success(null)
    return remote['kind'] === 'database' ? removeSink(api, id, name) : removeDestination(api, id, name)
  },
}
