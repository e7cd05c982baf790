/** PostHog: reads logs with its log query, and events with HogQL. */
import { z } from 'zod'
import type {
  Connector,
  ConnectorDeps,
  Failure,
  Outcome,
  PlatformAnswer,
  PlatformQuery,
  PullInput,
} from '../connector.ts'
import { failure, success } from '../failure.ts'
import { membersOf } from '../json-text.ts'
import { givenHosts } from '../outbound/allowed-hosts.ts'
import type { OutboundResponse } from '../outbound/client.ts'
import { type PlatformApi, read } from '../platform-api.ts'
import { isWithin } from '../pulled-log.ts'
import { answerOfLines, cellOf } from '../reading/answer.ts'
import { lineOfJson } from '../reading/json-line.ts'
import { type Line, timeOf } from '../reading/line.ts'
import { pulledLines, timePage } from '../reading/time-page.ts'
import { type PosthogMetadata, type PosthogStream, posthogMetadata, posthogStream } from './metadata.ts'
import { posthogSetupSkill } from './setup-skill.ts'

const NAME = 'PostHog'
/** Most rows of one answer. */
const ROWS_MAX = 2000
const PROJECTS_PER_PAGE = 100
const CLOUD_HOSTS: ReadonlySet<string> = new Set(['us.posthog.com', 'eu.posthog.com'])

const projectSchema = z.looseObject({ id: z.number(), name: z.string() })
const projectsSchema = z.object({ next: z.string().nullable(), results: z.array(projectSchema) })
const logsSchema = z.object({ results: z.array(z.looseObject({ uuid: z.string(), timestamp: z.string() })) })
const tableSchema = z.object({ columns: z.array(z.string()), results: z.array(z.array(z.unknown())) })

function apiOf({ http }: ConnectorDeps, { host, personal_api_key }: PosthogMetadata): PlatformApi {
  const name = host.replace(/^https?:\/\//, '').replace(/(?<!\/)\/+$/, '')
  return {
    http,
    name: NAME,
    baseUrl: `https://${name}`,
    headers: { authorization: `Bearer ${personal_api_key}` },
    isUserGiven: !CLOUD_HOSTS.has(name),
    refine,
  }
}

/** A 403 means a missing scope (`permission_denied`) or, on older installations, a wrong key. */
function refine(response: OutboundResponse): Failure | null {
  const { data } = z.looseObject({ code: z.string(), detail: z.string().nullish() }).safeParse(response.json())
  if (response.status === 403 && data?.code === 'authentication_failed')
    return failure('bad_credentials', 'PostHog does not accept this key.')
  if (response.status === 403)
    return failure('missing_scope', 'This PostHog key lacks a scope: it needs project:read, query:read and logs:read.')
  if (response.status === 400 && data)
    return failure('bad_config', `PostHog refused the query: ${(data.detail ?? '').slice(0, 300)}`)
  return null
}

async function validate(
  deps: ConnectorDeps,
  metadata: PosthogMetadata,
): Promise<Outcome<{ readonly account: string }>> {
  const project = await read(apiOf(deps, metadata), { path: `/api/projects/${metadata.project_id}/` }, projectSchema)
  if (!project.ok) return project
  const now = deps.now()
  const logs = await queryLogs(deps, metadata, metadata.project_id, {
    fromMs: now - 60_000,
    toMs: now,
    limit: 1,
    orderBy: 'latest',
  })
  return logs.ok ? success({ account: project.value.name }) : logs
}

async function listResources(deps: ConnectorDeps, metadata: PosthogMetadata, cursor: string | null) {
  const offset = cursor ?? '0'
  const query = { limit: PROJECTS_PER_PAGE, offset }
  const found = await read(apiOf(deps, metadata), { path: '/api/projects/', query }, projectsSchema)
  if (!found.ok) return found
  const { next, results } = found.value
  return success({
    resources: results.map(({ id, name }) => ({ displayName: name, config: { project_id: id } })),
    nextCursor: next === null ? null : String(Number(offset) + results.length),
  })
}

interface LogsWanted {
  readonly fromMs: number
  readonly toMs: number
  readonly limit: number
  readonly orderBy: 'earliest' | 'latest'
  readonly searchTerm?: string
}

function queryLogs(
  deps: ConnectorDeps,
  metadata: PosthogMetadata,
  projectId: number,
  { fromMs, toMs, ...wanted }: LogsWanted,
) {
  const dateRange = { date_from: new Date(fromMs).toISOString(), date_to: new Date(toMs).toISOString() }
  const path = `/api/projects/${projectId}/logs/query`
  const json = { query: { dateRange, ...wanted } }
  return read(apiOf(deps, metadata), { method: 'POST', path, json, isRepeatable: true }, logsSchema)
}

async function pull(deps: ConnectorDeps, input: PullInput<PosthogMetadata, PosthogStream>) {
  const page = timePage(input, ROWS_MAX)
  const { fromMs, toMs, limit } = page
  const found = await queryLogs(deps, input.metadata, input.config.project_id, {
    fromMs,
    toMs,
    limit,
    orderBy: 'earliest',
  })
  if (!found.ok) return found
  const { results } = found.value
  return success(pulledLines('posthog', page, linesOf(results), results.length >= limit))
}

function linesOf(rows: z.infer<typeof logsSchema>['results']): Line[] {
  return rows.flatMap((row) => {
    const time = timeOf(row.timestamp)
    if (time === null) return []
    const { attributes, resource_attributes, ...event } = row
    // Attributes are an object or its JSON text.
    const nested = { ...membersOf(resource_attributes), ...membersOf(attributes) }
    return [lineOfJson({ ...nested, ...event }, { id: row.uuid, time, omit: ['uuid', 'observed_timestamp'] })]
  })
}

/** Runs a query. A native query is HogQL. Words are searched in logs; events are listed with HogQL. */
async function query(
  deps: ConnectorDeps,
  { metadata, query }: { readonly metadata: PosthogMetadata; readonly query: PlatformQuery },
): Promise<Outcome<PlatformAnswer>> {
  const limit = Math.min(query.limit, ROWS_MAX)
  if (query.isNative) return runHogQl(deps, metadata, query.text, limit)
  if (query.signal === 'logs') {
    const { fromMs, toMs, text } = query
    const term = text.trim() === '' ? {} : { searchTerm: text.trim() }
    const wanted = { fromMs, toMs, limit: Math.min(limit + 1, ROWS_MAX), orderBy: 'latest' as const, ...term }
    const found = await queryLogs(deps, metadata, metadata.project_id, wanted)
    if (!found.ok) return found
    // PostHog's window includes its end; ours does not.
    const lines = linesOf(found.value.results).filter(({ time }) => isWithin(time, fromMs, toMs))
    return success(answerOfLines(lines, limit))
  }
  if (query.signal !== 'events') return failure('bad_config', 'Only logs and events can be queried in PostHog.')
  const [from, to] = [query.fromMs, query.toMs].map((ms) => new Date(ms).toISOString().replace('T', ' ').slice(0, 19))
  const named = query.text.trim() === '' ? '' : ` AND event ILIKE '%${query.text.replaceAll(/['\\%]/g, '')}%'`
  const sql = `SELECT timestamp, event, distinct_id, properties FROM events WHERE timestamp >= toDateTime('${from}') AND timestamp < toDateTime('${to}')${named} ORDER BY timestamp DESC LIMIT ${limit}`
  return runHogQl(deps, metadata, sql, limit)
}

async function runHogQl(deps: ConnectorDeps, metadata: PosthogMetadata, sql: string, limit: number) {
  const path = `/api/projects/${metadata.project_id}/query/`
  const json = { query: { kind: 'HogQLQuery', query: sql } }
  const found = await read(apiOf(deps, metadata), { method: 'POST', path, json, isRepeatable: true }, tableSchema)
  if (!found.ok) return found
  const { columns, results } = found.value
  const rows = results.slice(0, limit).map((row) => columns.map((_, index) => cellOf(row[index])))
  return success({ columns, rows, isTruncated: results.length >= limit })
}

export const posthog: Connector<PosthogMetadata, PosthogStream> = {
  type: 'posthog',
  name: NAME,
  metadata: posthogMetadata,
  streamConfig: posthogStream,
  setupSkill: posthogSetupSkill,
  mode: 'pull',
  hosts: ({ host }) => givenHosts(host.replace(/^https?:\/\//, '')),
  validate,
  listResources,
  pull,
  query,
}
