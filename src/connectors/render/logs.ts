/** Reads log lines by time window. */
import { z } from 'zod'
import type { LogRecord, Resource } from '../../telemetry/index.ts'
import type { Outcome, PlatformAnswer, PlatformQuery, PullInput, PullResult } from '../connector.ts'
import { success } from '../failure.ts'
import { type PlatformApi, read } from '../platform-api.ts'
import { isWithin, logAnswer, logOf, mentions, resourceOf, timeOfText } from '../pulled-log.ts'
import { PAGE_SIZE, type Service, service, servicesPage } from './api.ts'
import type { RenderMetadata, RenderStream } from './metadata.ts'

const line = z.object({
  id: z.string().min(1),
  timestamp: z.string(),
  message: z.string(),
  labels: z.array(z.object({ name: z.string(), value: z.string() })),
})
const page = z.object({ logs: z.array(line), hasMore: z.boolean(), nextStartTime: z.string().nullish() })
type Line = z.infer<typeof line>

/** Persisted: where the window continues, and the service's name. */
const position = z.object({ next: z.string().optional(), service: z.string().optional() }).catch({})
/** The most services that one query reads. There is one request per region, and all ids must fit into its URL. */
const QUERY_PAGES_MAX = 2

export async function pullLogs(
  api: PlatformApi,
  input: PullInput<RenderMetadata, RenderStream>,
): Promise<Outcome<PullResult>> {
  const { metadata, config, fromMs, toMs } = input
  const before = position.parse(input.position ?? {})
  const name = before.service ?? (await nameOf(api, config.resourceId))
  const startTime = before.next ?? new Date(fromMs).toISOString()
  const query = {
    ownerId: metadata.owner_id,
    resource: config.resourceId,
    startTime,
    endTime: new Date(toMs).toISOString(),
    direction: 'forward',
    limit: PAGE_SIZE,
  }
  const outcome = await read(api, { path: '/logs', query }, page)
  if (!outcome.ok) return outcome
  const { logs: lines, hasMore, nextStartTime } = outcome.value
  const resource = serviceResource(config.resourceId, name)
  const kept = lines.flatMap((one) => recordOf(one, resource, fromMs, toMs))
  return success({
    logs: kept.map(({ log }) => log),
    recordIds: kept.map(({ id }) => id),
    position: hasMore ? { service: name, next: following(startTime, nextStartTime ?? startTime) } : { service: name },
    isCaughtUp: !hasMore,
  })
}

/** A full page of lines of the same time would be returned for ever, so reading continues at the next millisecond. */
function following(startTime: string, nextStartTime: string): string {
  return Date.parse(nextStartTime) > Date.parse(startTime)
    ? nextStartTime
    : new Date(Date.parse(startTime) + 1).toISOString()
}

async function nameOf(api: PlatformApi, id: string): Promise<string> {
  const found = await read(api, { path: `/services/${encodeURIComponent(id)}` }, service)
  return found.ok ? found.value.name : id
}

const serviceResource = (id: string, name: string): Resource =>
  resourceOf(name, { 'cloud.provider': 'render', 'render.resource': id })

function recordOf(one: Line, resource: Resource, fromMs: number, toMs: number): { id: string; log: LogRecord }[] {
  const time = timeOfText(one.timestamp)
  if (!time || !isWithin(time, fromMs, toMs)) return []
  const labels = Object.fromEntries(one.labels.map(({ name, value }) => [`render.${name}`, value]))
  const { 'render.level': level = '', 'render.resource': _, ...attributes } = labels
  return [{ id: one.id, log: logOf({ time, body: one.message, level, resource, attributes }) }]
}

/** Finds the newest lines with these words, with one request per region of the services. */
export async function queryLogs(
  api: PlatformApi,
  ownerId: string,
  query: PlatformQuery,
): Promise<Outcome<PlatformAnswer>> {
  const found: Service[] = []
  let cursor: string | null = null
  for (let pages = 0; pages < QUERY_PAGES_MAX; pages += 1) {
    const listed: Awaited<ReturnType<typeof servicesPage>> = await servicesPage(api, ownerId, cursor)
    if (!listed.ok) return listed
    found.push(...listed.value.services)
    cursor = listed.value.nextCursor
    if (cursor === null) break
  }
  const regions = Map.groupBy(found, (one) => one.serviceDetails?.region ?? '')
  const logs: LogRecord[] = []
  let isTruncated = cursor !== null
  for (const services of regions.values()) {
    const answered = await queryRegion(api, ownerId, services, query)
    if (!answered.ok) return answered
    logs.push(...answered.value.logs)
    isTruncated ||= answered.value.hasMore
  }
  logs.sort((a, b) => b.time.day - a.time.day || b.time.nanos - a.time.nanos)
  return success(logAnswer(logs, query.limit, isTruncated))
}

async function queryRegion(api: PlatformApi, ownerId: string, services: readonly Service[], query: PlatformQuery) {
  const text = query.text.trim()
  const call = {
    ownerId,
    resource: services.map(({ id }) => id),
    startTime: new Date(query.fromMs).toISOString(),
    endTime: new Date(query.toMs).toISOString(),
    direction: 'backward',
    limit: PAGE_SIZE,
    text: text === '' ? undefined : text,
  }
  const outcome = await read(api, { path: '/logs', query: call }, page)
  if (!outcome.ok) return outcome
  const names = new Map(services.map(({ id, name }) => [id, name]))
  const logs = outcome.value.logs.flatMap((one) => {
    const id = one.labels.find(({ name }) => name === 'resource')?.value ?? ''
    return recordOf(one, serviceResource(id, names.get(id) ?? id), query.fromMs, query.toMs).map(({ log }) => log)
  })
  return success({ logs: logs.filter(({ body }) => mentions(body, text)), hasMore: outcome.value.hasMore })
}
