/** Fly.io: apps from the Machines API, logs from the API that flyctl uses. */
import { z } from 'zod'
import type { Connector, ConnectorDeps, Outcome } from '../connector.ts'
import { success } from '../failure.ts'
import { vendorHosts } from '../outbound/allowed-hosts.ts'
import { type PlatformApi, read } from '../platform-api.ts'
import { pullLogs, queryLogs } from './logs.ts'
import { type FlyMetadata, type FlyStream, flyMetadata, flyStream } from './metadata.ts'
import { setupSkill } from './setup-skill.ts'

const apps = z.object({ apps: z.array(z.object({ name: z.string().min(1) })) })

/**
 * Macaroons have an authorization scheme of their own, which `fly tokens create` prints. Older tokens are bearer
 * tokens.
 */
function authorizationOf(token: string): string {
  const bare = token.trim().replace(/^(?:FlyV1|Bearer)\s+/i, '')
  return /^fm\d/.test(bare) ? `FlyV1 ${bare}` : `Bearer ${bare}`
}

function apiOf(deps: ConnectorDeps, metadata: FlyMetadata, baseUrl: string): PlatformApi {
  return {
    http: deps.http,
    name: 'Fly.io',
    baseUrl,
    headers: { authorization: authorizationOf(metadata.access_token) },
  }
}

async function appNames(deps: ConnectorDeps, metadata: FlyMetadata): Promise<Outcome<string[]>> {
  const api = apiOf(deps, metadata, 'https://api.machines.dev')
  const listed = await read(api, { path: '/v1/apps', query: { org_slug: metadata.org_slug } }, apps)
  if (!listed.ok) return listed
  const wanted = metadata.app_names ?? []
  const names = listed.value.apps.map(({ name }) => name)
  return success(names.filter((name) => wanted.length === 0 || wanted.includes(name)))
}

export const flyIo: Connector<FlyMetadata, FlyStream> = {
  type: 'fly_io',
  name: 'Fly.io',
  metadata: flyMetadata,
  streamConfig: flyStream,
  setupSkill,
  mode: 'pull',
  hosts: () => vendorHosts('api.machines.dev', 'api.fly.io'),

  async validate(deps, metadata) {
    const names = await appNames(deps, metadata)
    return names.ok ? success({ account: metadata.org_slug }) : names
  },

  async listResources(deps, metadata) {
    const names = await appNames(deps, metadata)
    if (!names.ok) return names
    const resources = names.value.map((appName) => ({ displayName: appName, config: { appName } }))
    return success({ resources, nextCursor: null })
  },

  pull: (deps, input) => pullLogs(apiOf(deps, input.metadata, 'https://api.fly.io'), input),

  async query(deps, { metadata, query }) {
    const names = await appNames(deps, metadata)
    return names.ok ? queryLogs(apiOf(deps, metadata, 'https://api.fly.io'), names.value, query) : names
  },
}
