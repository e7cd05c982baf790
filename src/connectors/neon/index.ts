/** Neon: checks keys and lists projects. Its OpenTelemetry integration is set up by hand, because it has no API. */
import { z } from 'zod'
import type { Connector, ConnectorDeps, Failure } from '../connector.ts'
import { failure, success } from '../failure.ts'
import { vendorHosts } from '../outbound/allowed-hosts.ts'
import type { OutboundResponse } from '../outbound/client.ts'
import { type PlatformApi, read } from '../platform-api.ts'
import { type NeonMetadata, type NeonStream, neonMetadata, neonStream } from './metadata.ts'
import { setupSkill } from './setup-skill.ts'

/** Most projects on one page. */
const PAGE_SIZE = 400

const projects = z.object({
  projects: z.array(z.object({ id: z.string().min(1), name: z.string() })),
  pagination: z.object({ cursor: z.string().optional() }).optional(),
})
const refusal = z.object({ message: z.string() })

function refine({ status, json }: OutboundResponse): Failure | null {
  const parsed = refusal.safeParse(json())
  return status === 400 && parsed.success && parsed.data.message.includes('org_id')
    ? failure('bad_config', 'Neon needs org_id with this key: a personal key does not identify an organization.')
    : null
}

function neonApi(deps: ConnectorDeps, metadata: NeonMetadata): PlatformApi {
  const headers = { authorization: `Bearer ${metadata.api_key}` }
  return { http: deps.http, name: 'Neon', baseUrl: 'https://console.neon.tech/api/v2', headers, refine }
}

export const neon: Connector<NeonMetadata, NeonStream> = {
  type: 'neon',
  name: 'Neon',
  metadata: neonMetadata,
  streamConfig: neonStream,
  setupSkill,
  mode: 'manual_push',
  hosts: () => vendorHosts('console.neon.tech'),

  async validate(deps, metadata) {
    const query = { limit: 1, org_id: metadata.org_id }
    const page = await read(neonApi(deps, metadata), { path: '/projects', query }, projects)
    return page.ok ? success({ account: metadata.org_id ?? 'Neon' }) : page
  },

  async listResources(deps, metadata, cursor) {
    const query = { limit: PAGE_SIZE, org_id: metadata.org_id, cursor: cursor ?? undefined }
    const page = await read(neonApi(deps, metadata), { path: '/projects', query }, projects)
    if (!page.ok) return page
    const wanted = metadata.project_ids ?? []
    const offered = page.value.projects.filter(({ id }) => wanted.length === 0 || wanted.includes(id))
    const resources = offered.map(({ id, name }) => ({ displayName: name, config: { projectId: id } }))
    // The list ends with an empty page.
    const isLast = page.value.projects.length === 0
    return success({ resources, nextCursor: isLast ? null : (page.value.pagination?.cursor ?? null) })
  },
}
