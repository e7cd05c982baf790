/** Vercel: one signed log drain per project, through the REST API. */
import { z } from 'zod'
import type { Connector, ResourcePage } from '../connector.ts'
import { success } from '../failure.ts'
import { vendorHosts } from '../outbound/allowed-hosts.ts'
import { read } from '../platform-api.ts'
import { vercelApi } from './api.ts'
import { provisionDrain, removeDrain } from './drain.ts'
import { type VercelMetadata, type VercelStream, vercelMetadata, vercelStream } from './metadata.ts'
import { setupSkill } from './setup-skill.ts'

const PAGE_SIZE = 100

const user = z.object({ user: z.object({ id: z.string().min(1), username: z.string().optional() }) })
const team = z.object({ id: z.string().min(1), name: z.string().nullish(), slug: z.string().optional() })
const projects = z.object({
  projects: z.array(z.object({ id: z.string().min(1), name: z.string() })),
  pagination: z.object({ next: z.union([z.string(), z.number()]).nullish() }),
})

export const vercel: Connector<VercelMetadata, VercelStream> = {
  type: 'vercel',
  name: 'Vercel',
  metadata: vercelMetadata,
  streamConfig: vercelStream,
  setupSkill,
  mode: 'push',
  hosts: () => vendorHosts('api.vercel.com'),

  async validate(deps, metadata) {
    const api = vercelApi(deps, metadata)
    const self = await read(api, { path: '/v2/user' }, user)
    if (!self.ok) return self
    if (metadata.team_id === undefined) {
      return success({ account: self.value.user.username ?? self.value.user.id })
    }
    const found = await read(api, { path: `/v2/teams/${encodeURIComponent(metadata.team_id)}` }, team)
    return found.ok ? success({ account: found.value.name ?? found.value.slug ?? found.value.id }) : found
  },

  async listResources(deps, metadata, cursor) {
    const query = { limit: PAGE_SIZE, teamId: metadata.team_id, from: cursor ?? undefined }
    const page = await read(vercelApi(deps, metadata), { path: '/v10/projects', query }, projects)
    if (!page.ok) return page
    const wanted = metadata.project_ids ?? []
    const offered = page.value.projects.filter(({ id }) => wanted.length === 0 || wanted.includes(id))
    const { next } = page.value.pagination
    return success({
      resources: offered.map(({ id, name }) => ({ displayName: name, config: { projectId: id } })),
      nextCursor: next === null || next === undefined ? null : String(next),
    } satisfies ResourcePage)
  },

  provision: (deps, input) => provisionDrain(vercelApi(deps, input.metadata), input),
  deprovision: (deps, { metadata, remote }) => removeDrain(vercelApi(deps, metadata), metadata, remote),
}
