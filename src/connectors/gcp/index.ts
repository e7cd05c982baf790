/** Google Cloud: reads the logs of a project from Cloud Logging as a service account. */
import { z } from 'zod'
import type { Connector, ConnectorDeps, Outcome, PlatformAnswer, PlatformQuery, PullInput } from '../connector.ts'
import { failure, success } from '../failure.ts'
import { vendorHosts } from '../outbound/allowed-hosts.ts'
import { read } from '../platform-api.ts'
import { answerOfLines } from '../reading/answer.ts'
import { pulledLines, timePage } from '../reading/time-page.ts'
import { gcpApi, NAME } from './api.ts'
import { ENTRIES_MAX, findEntries, logTitle, quoted } from './entries.ts'
import { type GcpMetadata, type GcpStream, gcpMetadata, gcpStream } from './metadata.ts'
import { gcpSetupSkill } from './setup-skill.ts'

const LOGS_PAGE = 1000
const NEEDED = ['logging.logEntries.list', 'logging.logs.list']
const PROJECTS_URL = 'https://cloudresourcemanager.googleapis.com/v1/projects'

const project = z.object({ projectId: z.string().min(1), name: z.string().optional(), lifecycleState: z.string() })
const permissions = z.object({ permissions: z.array(z.string()).optional() })
const logs = z.object({ logNames: z.array(z.string()).optional(), nextPageToken: z.string().optional() })

async function validate(deps: ConnectorDeps, metadata: GcpMetadata): Promise<Outcome<{ readonly account: string }>> {
  const api = await gcpApi(deps, metadata)
  if (!api.ok) return api
  const path = `${PROJECTS_URL}/${encodeURIComponent(metadata.project_id)}`
  const found = await read(api.value, { path }, project)
  if (!found.ok) return found
  if (found.value.lifecycleState !== 'ACTIVE')
    return failure('not_found', `The Google Cloud project ${metadata.project_id} is being deleted.`)
  const call = {
    method: 'POST',
    path: `${path}:testIamPermissions`,
    json: { permissions: NEEDED },
    isRepeatable: true,
  } as const
  const held = await read(api.value, call, permissions)
  if (!held.ok) return held
  const missing = NEEDED.filter((one) => !held.value.permissions?.includes(one))
  if (missing.length > 0) {
    return failure(
      'missing_scope',
      `The service account lacks ${missing.join(' and ')} in ${metadata.project_id}: give it the role Logs Viewer there.`,
    )
  }
  return success({ account: found.value.name ?? found.value.projectId })
}

async function listResources(deps: ConnectorDeps, metadata: GcpMetadata, cursor: string | null) {
  const api = await gcpApi(deps, metadata)
  if (!api.ok) return api
  const path = `/v2/projects/${encodeURIComponent(metadata.project_id)}/logs`
  const page = await read(api.value, { path, query: { pageSize: LOGS_PAGE, pageToken: cursor ?? undefined } }, logs)
  if (!page.ok) return page
  return success({
    resources: (page.value.logNames ?? []).map((logName) => ({ displayName: logTitle(logName), config: { logName } })),
    nextCursor: page.value.nextPageToken || null,
  })
}

async function pull(deps: ConnectorDeps, input: PullInput<GcpMetadata, GcpStream>) {
  const { metadata, config } = input
  const api = await gcpApi(deps, metadata)
  if (!api.ok) return api
  const page = timePage(input, ENTRIES_MAX)
  const found = await findEntries(api.value, {
    projectId: metadata.project_id,
    conditions: [`logName=${quoted(config.logName)}`, ownFilter(metadata)],
    fromMs: page.fromMs,
    toMs: page.toMs,
    order: 'asc',
    limit: page.limit,
  })
  if (!found.ok) return found
  return success(pulledLines('gcp', page, found.value.lines, found.value.hasMore))
}

/** A native query is a filter in the Logging query language. */
async function query(
  deps: ConnectorDeps,
  { metadata, query }: { readonly metadata: GcpMetadata; readonly query: PlatformQuery },
): Promise<Outcome<PlatformAnswer>> {
  if (query.signal !== 'logs')
    return failure('bad_config', 'Only logs can be queried in Google Cloud, not metrics or traces.')
  const api = await gcpApi(deps, metadata)
  if (!api.ok) return api
  const limit = Math.min(query.limit, ENTRIES_MAX)
  const words = query.text.split(/\s+/).filter((word) => word !== '')
  const found = await findEntries(api.value, {
    projectId: metadata.project_id,
    conditions: [...(query.isNative ? [`(${query.text})`] : words.map(quoted)), ownFilter(metadata)],
    fromMs: query.fromMs,
    toMs: query.toMs,
    order: 'desc',
    limit,
  })
  return found.ok ? success(answerOfLines(found.value.lines, limit)) : found
}

const ownFilter = ({ log_filter: filter }: GcpMetadata): string | undefined => filter && `(${filter})`

export const gcp: Connector<GcpMetadata, GcpStream> = {
  type: 'gcp',
  name: NAME,
  metadata: gcpMetadata,
  streamConfig: gcpStream,
  setupSkill: gcpSetupSkill,
  mode: 'pull',
  hosts: () => vendorHosts('oauth2.googleapis.com', 'logging.googleapis.com', 'cloudresourcemanager.googleapis.com'),
  validate,
  listResources,
  pull,
  query,
}
