/** Netlify: one log drain per site. */
import { z } from 'zod'
import type { Connector, ConnectorDeps, Outcome } from '../connector.ts'
import { success } from '../failure.ts'
import { vendorHosts } from '../outbound/allowed-hosts.ts'
import { answer, hasNextPage, type PlatformApi, read, unexpectedShape } from '../platform-api.ts'
import { provisionDrain, removeDrain } from './drain.ts'
import { type NetlifyMetadata, type NetlifyStream, netlifyMetadata, netlifyStream } from './metadata.ts'
import { setupSkill } from './setup-skill.ts'

const PAGE_SIZE = 100
const user = z.object({ id: z.string().min(1), email: z.string().nullish(), full_name: z.string().nullish() })
const site = z.object({ id: z.string().min(1), name: z.string() })

function netlifyApi(deps: ConnectorDeps, metadata: NetlifyMetadata): PlatformApi {
  const headers = { authorization: `Bearer ${metadata.access_token}` }
  return { http: deps.http, name: 'Netlify', baseUrl: 'https://api.netlify.com/api/v1', headers }
}

interface SitesPage {
  readonly sites: readonly z.infer<typeof site>[]
  readonly hasNext: boolean
}

async function sitesPage(
  api: PlatformApi,
  { account_slug: slug }: NetlifyMetadata,
  page: number,
  size: number,
): Promise<Outcome<SitesPage>> {
  const path = slug === undefined ? '/sites' : `/${encodeURIComponent(slug)}/sites`
  const outcome = await answer(api, { path, query: { page, per_page: size } })
  if (!outcome.ok) return outcome
  const sites = z.array(site).safeParse(outcome.value.json())
  if (!sites.success) return unexpectedShape(api.name)
  return success({ sites: sites.data, hasNext: hasNextPage(outcome.value) })
}

export const netlify: Connector<NetlifyMetadata, NetlifyStream> = {
  type: 'netlify',
  name: 'Netlify',
  metadata: netlifyMetadata,
  streamConfig: netlifyStream,
  setupSkill,
  mode: 'push',
  hosts: () => vendorHosts('api.netlify.com'),

  async validate(deps, metadata) {
    const api = netlifyApi(deps, metadata)
    const found = await read(api, { path: '/user' }, user)
    if (!found.ok) return found
    const page = await sitesPage(api, metadata, 1, 1)
    if (!page.ok) return page
    // Only a Team Owner may read drains, so a request for drains shows who the user is. Other refusals concern the
    // plan.
    const first = page.value.sites[0]
    const drains = first && (await answer(api, { path: `/sites/${encodeURIComponent(first.id)}/log_drains` }))
    if (drains && !drains.ok && drains.kind === 'missing_scope') return drains
    return success({ account: found.value.full_name ?? found.value.email ?? found.value.id })
  },

  async listResources(deps, metadata, cursor) {
    const number = cursor === null ? 1 : Number(cursor)
    const page = await sitesPage(netlifyApi(deps, metadata), metadata, number, PAGE_SIZE)
    if (!page.ok) return page
    const wanted = metadata.site_ids ?? []
    const offered = page.value.sites.filter(({ id }) => wanted.length === 0 || wanted.includes(id))
    const resources = offered.map(({ id, name }) => ({ displayName: name, config: { siteId: id } }))
    return success({ resources, nextCursor: page.value.hasNext ? String(number + 1) : null })
  },

  provision: (deps, input) => provisionDrain(netlifyApi(deps, input.metadata), input),
  deprovision: (deps, { metadata, remote }) => removeDrain(netlifyApi(deps, metadata), remote),
}
