/** Cloudflare: OTLP destinations for Workers, Logpush jobs for zones and the account. */
import { z } from 'zod'
import type { Connector, ConnectorDeps, Outcome, PlatformResource, ResourcePage } from '../connector.ts'
import { failure, success } from '../failure.ts'
import { vendorHosts } from '../outbound/allowed-hosts.ts'
import { type PlatformApi, read } from '../platform-api.ts'
import { remembered, remoteName } from '../remote-name.ts'
import { cloudflareApi, enveloped } from './api.ts'
import { addJob, removeJob } from './logpush-job.ts'
import {
  type CloudflareMetadata,
  type CloudflareStream,
  cloudflareMetadata,
  cloudflareStream,
  DATASETS_OF_ACCOUNT,
  DATASETS_OF_ZONE,
} from './metadata.ts'
import { setupSkill } from './setup-skill.ts'
import { queryTelemetry } from './telemetry-query.ts'
import { addDestination, removeDestination } from './worker-destination.ts'

const ZONES_PAGE_SIZE = 50
const tokenStatus = enveloped(z.object({ id: z.string().min(1), status: z.string() }))
const account = enveloped(z.object({ id: z.string().min(1), name: z.string() }))
const scripts = enveloped(z.array(z.object({ id: z.string().min(1) })))
const zones = enveloped(z.array(z.object({ id: z.string().min(1), name: z.string() })))

/** A user token and an account token are verified at different endpoints. */
async function verify(api: PlatformApi, accountId: string): Promise<Outcome<null>> {
  const byUser = await read(api, { path: '/user/tokens/verify' }, tokenStatus)
  const isUnknown = !byUser.ok && byUser.kind === 'bad_credentials'
  const found = isUnknown ? await read(api, { path: `/accounts/${accountId}/tokens/verify` }, tokenStatus) : byUser
  if (!found.ok) return found
  return found.value.result.status === 'active'
    ? success(null)
    : failure('bad_credentials', `This Cloudflare API token is not active (${found.value.result.status}).`)
}

/** Lists Workers and datasets of the account first, then zones page by page. */
async function listPage(
  deps: ConnectorDeps,
  metadata: CloudflareMetadata,
  cursor: string | null,
): Promise<Outcome<ResourcePage>> {
  const api = cloudflareApi(deps, metadata)
  if (cursor !== null) return zonesPage(api, metadata, Number(cursor))
  const found = await read(api, { path: `/accounts/${metadata.account_id}/workers/scripts` }, scripts)
  if (!found.ok) return found
  const workers = found.value.result.map(({ id }) => ({ displayName: id, config: { kind: 'worker', script: id } }))
  const datasets = DATASETS_OF_ACCOUNT.filter((dataset) => metadata.datasets?.includes(dataset))
  const jobs = datasets.map((dataset) => ({ displayName: dataset, config: { kind: 'account', dataset } }))
  return success({ resources: [...workers, ...jobs], nextCursor: '1' })
}

async function zonesPage(api: PlatformApi, metadata: CloudflareMetadata, page: number): Promise<Outcome<ResourcePage>> {
  const query = { 'account.id': metadata.account_id, page, per_page: ZONES_PAGE_SIZE }
  const found = await read(api, { path: '/zones', query }, zones)
  // A token for Workers alone sees no zones.
  if (!found.ok) return found.kind === 'missing_scope' ? success({ resources: [], nextCursor: null }) : found
  const wanted = metadata.zone_ids ?? []
  const datasets = metadata.datasets?.length
    ? DATASETS_OF_ZONE.filter((dataset) => metadata.datasets?.includes(dataset))
    : (['http_requests'] as const)
  const resources = found.value.result
    .filter(({ id }) => wanted.length === 0 || wanted.includes(id))
    .flatMap(({ id, name }): PlatformResource[] =>
      datasets.map((dataset) => ({
        displayName: `${name} ${dataset}`,
        config: { kind: 'zone', zoneId: id, dataset },
      })),
    )
  const isLast = page >= (found.value.result_info?.total_pages ?? 1)
  return success({ resources, nextCursor: isLast ? null : String(page + 1) })
}

export const cloudflare: Connector<CloudflareMetadata, CloudflareStream> = {
  type: 'cloudflare',
  name: 'Cloudflare',
  metadata: cloudflareMetadata,
  streamConfig: cloudflareStream,
  setupSkill,
  mode: 'push',
  hosts: () => vendorHosts('api.cloudflare.com'),

  async validate(deps, metadata) {
    const api = cloudflareApi(deps, metadata)
    const verified = await verify(api, metadata.account_id)
    if (!verified.ok) return verified
    const found = await read(api, { path: `/accounts/${metadata.account_id}` }, account)
    return found.ok ? success({ account: found.value.result.name }) : found
  },

  listResources: listPage,

  async provision(deps, { metadata, config, delivery, remote: before, remember }) {
    const api = cloudflareApi(deps, metadata)
    const remote = { ...config, name: remoteName(delivery.streamId) }
    await remember({ ...before, ...remote })
    if (config.kind !== 'worker') {
      const done = await addJob(api, scopeOf(config, metadata), config.dataset, remote.name, delivery)
      return done.ok ? success(remote) : done
    }
    const target = { account: metadata.account_id, script: config.script, name: remote.name }
    const slug = await addDestination(api, target, delivery, before === null)
    return slug.ok ? success({ ...remote, slug: slug.value }) : slug
  },

  async deprovision(deps, { metadata, remote }) {
    const api = cloudflareApi(deps, metadata)
    const name = remembered(remote, 'name')
    const { name: _, slug: __, ...rest } = remote
    const config = cloudflareStream.safeParse(rest)
    if (name === null || !config.success) return success(null)
    if (config.data.kind !== 'worker') return removeJob(api, scopeOf(config.data, metadata), name)
    const target = { account: metadata.account_id, script: config.data.script, name }
    return removeDestination(api, target, remembered(remote, 'slug'))
  },

  query: (deps, { metadata, query }) => queryTelemetry(cloudflareApi(deps, metadata), metadata.account_id, query),
}

function scopeOf(config: Exclude<CloudflareStream, { kind: 'worker' }>, metadata: CloudflareMetadata): string {
  return config.kind === 'zone' ? `zones/${config.zoneId}` : `accounts/${metadata.account_id}`
}
