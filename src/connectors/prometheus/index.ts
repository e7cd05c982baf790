/** Prometheus: pulls the metrics of a job with range queries. The agent uses PromQL. */
import type {
  Connector,
  ConnectorDeps,
  Outcome,
  PlatformAnswer,
  PlatformQuery,
  PullInput,
  PullResult,
} from '../connector.ts'
import { failure, success } from '../failure.ts'
import { givenHosts } from '../outbound/allowed-hosts.ts'
import type { PlatformApi } from '../platform-api.ts'
import { baseOf, basicAuth } from '../reading/encoding.ts'
import { askProm, labelValues, promVersion, queryRange, refineProm } from './http-api.ts'
import { type PrometheusMetadata, type PrometheusStream, prometheusMetadata, prometheusStream } from './metadata.ts'
import { pointsOf } from './points.ts'
import { prometheusSetupSkill } from './setup-skill.ts'

const NAME = 'Prometheus'
const STEP_MS = 60_000
/** The longest window of one read, so that a large job's answer stays within the body limit. */
const WINDOW_MS_MAX = 15 * 60_000

function apiOf({ http }: ConnectorDeps, metadata: PrometheusMetadata): Outcome<PlatformApi> {
  const headers = headersOf(metadata)
  if (headers === null)
    return failure('bad_config', `auth_type ${metadata.auth_type} needs its own fields; see the setup instructions.`)
  return success({ http, name: NAME, baseUrl: baseOf(metadata.url), headers, isUserGiven: true, refine: refineProm })
}

/** Characters that a header may contain. Others would make the request itself fail. */
const HEADER = /^([\w-]+):\s*(?!\s)([\x20-\x7e]+)$/

function headersOf(metadata: PrometheusMetadata): Record<string, string> | null {
  const { auth_type, username, password, token, header_name, header_value, tenant_header } = metadata
  const tenant = tenant_header === undefined ? {} : pairOf(tenant_header)
  if (tenant === null) return null
  if (auth_type === 'none') return tenant
  if (auth_type === 'bearer') return token === undefined ? null : { ...tenant, authorization: `Bearer ${token}` }
  if (auth_type === 'basic') {
    if (username === undefined || password === undefined) return null
    return { ...tenant, authorization: basicAuth(username, password) }
  }
  if (header_name === undefined || header_value === undefined) return null
  const own = pairOf(`${header_name}: ${header_value}`)
  return own === null ? null : { ...tenant, ...own }
}

/** A bare value is the tenant; it goes into the usual header. */
function pairOf(text: string): Record<string, string> | null {
  const [, name = '', value = ''] = HEADER.exec(text.includes(':') ? text : `X-Scope-OrgID: ${text}`) ?? []
  return name === '' ? null : { [name]: value }
}

async function validate(
  deps: ConnectorDeps,
  metadata: PrometheusMetadata,
): Promise<Outcome<{ readonly account: string }>> {
  const api = apiOf(deps, metadata)
  if (!api.ok) return api
  const version = await promVersion(api.value)
  return version.ok ? success({ account: `${new URL(metadata.url).host} (${version.value})` }) : version
}

async function listResources(deps: ConnectorDeps, metadata: PrometheusMetadata) {
  const api = apiOf(deps, metadata)
  if (!api.ok) return api
  const jobs = await labelValues(api.value, 'job')
  if (!jobs.ok) return jobs
  const resources = jobs.value.filter((job) => job !== '').map((job) => ({ displayName: job, config: { job } }))
  return success({ resources, nextCursor: null })
}

/** Steps fall on whole minutes in every window, so a point that is read twice is the same point. */
async function pull(
  deps: ConnectorDeps,
  input: PullInput<PrometheusMetadata, PrometheusStream>,
): Promise<Outcome<PullResult>> {
  const { metadata, config, position } = input
  const api = apiOf(deps, metadata)
  if (!api.ok) return api
  const resumeMs = position?.['pageFromMs']
  const fromMs = Math.ceil(Math.max(input.fromMs, typeof resumeMs === 'number' ? resumeMs : 0) / STEP_MS) * STEP_MS
  const toMs = Math.min(input.toMs, fromMs + WINDOW_MS_MAX)
  if (fromMs >= input.toMs) return success({ recordIds: [], position: {}, isCaughtUp: true })
  const job = `job=${JSON.stringify(config.job)}`
  const found = await queryRange(api.value, {
    query: `{${[job, ...(config.match === undefined ? [] : [config.match])].join(',')}}`,
    fromMs,
    // A range query includes its end.
    toMs: toMs - 1,
    stepMs: STEP_MS,
  })
  if (!found.ok) return found
  const isCaughtUp = toMs >= input.toMs
  return success({
    ...pointsOf(found.value, config.job, { fromMs: input.fromMs, toMs: input.toMs }),
    position: isCaughtUp ? {} : { pageFromMs: toMs },
    isCaughtUp,
  })
}

async function query(
  deps: ConnectorDeps,
  { metadata, query }: { readonly metadata: PrometheusMetadata; readonly query: PlatformQuery },
): Promise<Outcome<PlatformAnswer>> {
  if (query.signal !== 'metrics') return failure('bad_config', 'Prometheus has metrics only.')
  const api = apiOf(deps, metadata)
  return api.ok ? askProm(api.value, query) : api
}

export const prometheus: Connector<PrometheusMetadata, PrometheusStream> = {
  type: 'prometheus',
  name: NAME,
  metadata: prometheusMetadata,
  streamConfig: prometheusStream,
  setupSkill: prometheusSetupSkill,
  mode: 'pull',
  hosts: ({ url }) => givenHosts(url),
  validate,
  listResources,
  pull,
  query,
}
