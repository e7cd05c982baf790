/**
 * Reads log lines of an environment, oldest first. Lines at a page boundary come twice and are recognised by their ids.
 */
import { z } from 'zod'
import { type AttributeValue, type LogRecord, toMillis } from '../../telemetry/index.ts'
import type { Outcome, PlatformAnswer, PlatformQuery, PullInput, PullResult } from '../connector.ts'
import { success } from '../failure.ts'
import { jsonOf } from '../json-text.ts'
import type { PlatformApi } from '../platform-api.ts'
import { isWithin, logAnswer, logOf, resourceOf, textHash, timeOfText } from '../pulled-log.ts'
import { ask } from './api.ts'
import type { RailwayMetadata, RailwayStream } from './metadata.ts'
import { environmentsPage } from './projects.ts'

/** One read may ask for about 5000 lines; fewer keep an answer small. */
const LINES_MAX = 1000
const QUERY_ENVIRONMENTS_MAX = 5

const LOG_FIELDS = `timestamp message severity attributes { key value }
  tags { serviceId deploymentId deploymentInstanceId }`
const AFTER = `query ($id: String!, $after: String!, $limit: Int!) {
  environmentLogs(environmentId: $id, afterDate: $after, afterLimit: $limit) { ${LOG_FIELDS} }
}`
const BEFORE = `query ($id: String!, $before: String!, $limit: Int!, $filter: String) {
  environmentLogs(environmentId: $id, beforeDate: $before, beforeLimit: $limit, filter: $filter) { ${LOG_FIELDS} }
}`
const NAMES = `query ($id: String!) {
  project(id: $id) {
    services { edges { node { id name } } }
    environments { edges { node { id name } } }
  }
}`
const nodes = z.object({ edges: z.array(z.object({ node: z.object({ id: z.string(), name: z.string() }) })) })
const names = z.object({ project: z.object({ services: nodes, environments: nodes }) })
const line = z.object({
  timestamp: z.string(),
  message: z.string(),
  severity: z.string().nullish(),
  attributes: z.array(z.object({ key: z.string(), value: z.string() })).nullish(),
  tags: z
    .object({
      serviceId: z.string().nullish(),
      deploymentId: z.string().nullish(),
      deploymentInstanceId: z.string().nullish(),
    })
    .nullish(),
})
type Line = z.infer<typeof line>
const lines = z.object({ environmentLogs: z.array(line) })

/** Persisted: where the window continues, and the names of services and of the environment by id. */
const position = z
  .object({ after: z.string().optional(), names: z.record(z.string(), z.string()).optional() })
  .catch({})
type Names = Readonly<Record<string, string>>

export async function pullLogs(
  api: PlatformApi,
  { config, position: stored, fromMs, toMs }: PullInput<RailwayMetadata, RailwayStream>,
): Promise<Outcome<PullResult>> {
  const before = position.parse(stored ?? {})
  const after = before.after ?? new Date(fromMs).toISOString()
  const variables = { id: config.environmentId, after, limit: LINES_MAX }
  const outcome = await ask(api, AFTER, variables, lines)
  if (!outcome.ok) return outcome
  const found = outcome.value.environmentLogs
  const known = await namesFor(api, config, found, before.names ?? {})
  const kept = found.flatMap((one) => recordOf(one, config, known, fromMs, toMs))
  const last = timeOfText(found.at(-1)?.timestamp ?? '')
  const isCaughtUp = found.length < LINES_MAX || last === null || toMillis(last) >= toMs
  const next = { names: known, after: following(after, found.at(-1)?.timestamp ?? after) }
  return success({
    logs: kept.map(({ log }) => log),
    recordIds: kept.map(({ id }) => id),
    position: isCaughtUp ? { names: known } : next,
    isCaughtUp,
  })
}

/** A full page of lines of the same time would be returned for ever, so reading continues at the next millisecond. */
function following(after: string, last: string): string {
  return last === after ? new Date(Date.parse(after) + 1).toISOString() : last
}

/** Names are requested again when a line comes from an unknown service. */
async function namesFor(
  api: PlatformApi,
  { projectId }: RailwayStream,
  found: readonly Line[],
  known: Names,
): Promise<Names> {
  if (found.every(({ tags }) => !tags?.serviceId || known[tags.serviceId] !== undefined)) return known
  const outcome = await ask(api, NAMES, { id: projectId }, names)
  if (!outcome.ok) return known
  const { services, environments } = outcome.value.project
  const entries = [...services.edges, ...environments.edges].map(({ node }): [string, string] => [node.id, node.name])
  return { ...known, ...Object.fromEntries(entries) }
}

function recordOf(
  one: Line,
  { projectId, environmentId }: RailwayStream,
  known: Names,
  fromMs: number,
  toMs: number,
): { id: string; log: LogRecord }[] {
  const time = timeOfText(one.timestamp)
  if (!time || !isWithin(time, fromMs, toMs)) return []
  const { serviceId, deploymentId, deploymentInstanceId: instance } = one.tags ?? {}
  const attributes: Record<string, AttributeValue> = {}
  for (const { key, value } of one.attributes ?? []) attributes[key] = decoded(value)
  if (deploymentId) attributes['railway.deployment.id'] = deploymentId
  if (instance) attributes['railway.instance.id'] = instance
  const { level, trace_id: traceId, span_id: spanId, ...rest } = attributes
  const service = (serviceId && (known[serviceId] ?? serviceId)) || 'railway'
  const origin = { 'railway.project.id': projectId, 'railway.environment.id': environmentId }
  const log = logOf({
    time,
    body: one.message,
    level: one.severity || textOf(level),
    resource: resourceOf(service, origin, known[environmentId] ?? ''),
    attributes: rest,
    traceId: textOf(traceId),
    spanId: textOf(spanId),
  })
  return [{ id: `${one.timestamp} ${instance ?? ''} ${textHash(one.message)}`, log }]
}

const textOf = (value: AttributeValue | undefined): string => (typeof value === 'string' ? value : '')

/** Attribute values are JSON texts. */
function decoded(value: string): AttributeValue {
  const found = jsonOf(value)
  // JSON is exactly what an attribute value can be.
  return found === undefined ? value : (found as AttributeValue)
}

/** Finds the newest lines with these words in a few environments. A native query is in Railway's filter language. */
export async function queryLogs(
  api: PlatformApi,
  metadata: RailwayMetadata,
  query: PlatformQuery,
): Promise<Outcome<PlatformAnswer>> {
  const listed = await environmentsPage(api, metadata, null)
  if (!listed.ok) return listed
  const { resources, nextCursor } = listed.value
  const words = query.text.trim().split(/\s+/).filter(Boolean)
  const quoted = words.map((word) => `"${word.replaceAll('"', '')}"`).join(' AND ')
  const filter = query.isNative ? query.text : quoted
  const limit = Math.min(query.limit + 1, LINES_MAX)
  const logs: LogRecord[] = []
  for (const { config } of resources.slice(0, QUERY_ENVIRONMENTS_MAX)) {
    // The listing above created this value.
    const { projectId, environmentId } = config as RailwayStream
    // Railway's window includes its end; ours does not.
    const before = new Date(query.toMs - 1).toISOString()
    const outcome = await ask(api, BEFORE, { id: environmentId, before, limit, filter }, lines)
    if (!outcome.ok) return outcome
    const known = await namesFor(api, { projectId, environmentId }, outcome.value.environmentLogs, {})
    for (const one of outcome.value.environmentLogs) {
      logs.push(...recordOf(one, { projectId, environmentId }, known, query.fromMs, query.toMs).map(({ log }) => log))
    }
  }
  logs.sort((a, b) => toMillis(b.time) - toMillis(a.time))
  const isPartial = nextCursor !== null || resources.length > QUERY_ENVIRONMENTS_MAX
  return success(logAnswer(logs, query.limit, isPartial))
}
