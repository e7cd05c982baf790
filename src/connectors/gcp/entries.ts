/** Reads log entries by filter and time and turns them into lines. Continues over short and empty pages. */
import { z } from 'zod'
import type { Outcome } from '../connector.ts'
import { success } from '../failure.ts'
import { type PlatformApi, read } from '../platform-api.ts'
import { lineOfJson } from '../reading/json-line.ts'
import { attributesOf, type Line, timeOf } from '../reading/line.ts'

/** The most entries on one page. A shorter page may still have a successor. */
export const ENTRIES_MAX = 1000
/** All streams of a project share its quota of 60 calls a minute. */
const PAGES_MAX = 4
/** A long search returns empty pages with a token. At most this many are followed. */
const EMPTY_PAGES_MAX = 10

const entry = z.looseObject({
  insertId: z.string().optional(),
  logName: z.string().optional(),
  timestamp: z.string().optional(),
  receiveTimestamp: z.string().optional(),
  severity: z.string().optional(),
  textPayload: z.string().optional(),
  jsonPayload: z.record(z.string(), z.unknown()).optional(),
  protoPayload: z.record(z.string(), z.unknown()).optional(),
  resource: z
    .looseObject({ type: z.string().optional(), labels: z.record(z.string(), z.string()).optional() })
    .optional(),
  labels: z.record(z.string(), z.string()).optional(),
  httpRequest: z.record(z.string(), z.unknown()).optional(),
  trace: z.string().optional(),
  spanId: z.string().optional(),
})
type Entry = z.infer<typeof entry>
/** Google's JSON leaves out empty lists. */
const entries = z.object({ entries: z.array(entry).optional(), nextPageToken: z.string().optional() })

export interface EntryQuestion {
  readonly projectId: string
  readonly conditions: readonly (string | undefined)[]
  readonly fromMs: number
  readonly toMs: number
  readonly order: 'asc' | 'desc'
  readonly limit: number
}

export interface FoundEntries {
  readonly lines: readonly Line[]
  readonly hasMore: boolean
}

export async function findEntries(api: PlatformApi, question: EntryQuestion): Promise<Outcome<FoundEntries>> {
  const lines: Line[] = []
  let pageToken: string | undefined
  for (let pages = 0; pages < (lines.length === 0 ? EMPTY_PAGES_MAX : PAGES_MAX); pages += 1) {
    const found = await read(
      api,
      {
        method: 'POST',
        path: '/v2/entries:list',
        isRepeatable: true,
        json: {
          resourceNames: [`projects/${question.projectId}`],
          filter: filterOf(question),
          orderBy: `timestamp ${question.order}`,
          pageSize: Math.min(question.limit, ENTRIES_MAX),
          ...(pageToken ? { pageToken } : {}),
        },
      },
      entries,
    )
    if (!found.ok) return found
    lines.push(...(found.value.entries ?? []).flatMap(lineOf))
    pageToken = found.value.nextPageToken
    if (!pageToken || lines.length >= question.limit) break
  }
  return success({ lines, hasMore: Boolean(pageToken) })
}

/** Conditions, one per line; lines are joined by AND. */
function filterOf({ conditions, fromMs, toMs }: EntryQuestion): string {
  const window = [`timestamp>="${new Date(fromMs).toISOString()}"`, `timestamp<"${new Date(toMs).toISOString()}"`]
  return [...window, ...conditions.filter((one) => one !== undefined && one !== '')].join('\n')
}

/** Quotes a string for the Logging query language. */
export const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&').replaceAll(/\s+/g, ' ')}"`

const USED = new Set([
  'insertId',
  'logName',
  'timestamp',
  'receiveTimestamp',
  'severity',
  'textPayload',
  'jsonPayload',
  'protoPayload',
  'resource',
  'labels',
  'httpRequest',
  'trace',
  'spanId',
  'traceSampled',
])

function lineOf(found: Entry): Line[] {
  const time = timeOf(found.timestamp ?? found.receiveTimestamp)
  if (time === null) return []
  const { resource, labels = {}, httpRequest } = found
  const payload = found.jsonPayload ?? found.protoPayload
  const known = {
    id: `${found.timestamp ?? ''}|${found.insertId ?? ''}|${found.logName ?? ''}`,
    time,
    service: serviceOf(found),
    omit: ['@type'],
  }
  const line = lineOfJson(payload ?? { message: found.textPayload ?? requestText(httpRequest) }, known)
  return [
    {
      ...line,
      // DEFAULT means that the entry has no severity. Its payload may state one.
      severityText: found.severity && found.severity !== 'DEFAULT' ? found.severity : line.severityText,
      traceId: found.trace?.split('/').at(-1) ?? line.traceId,
      spanId: found.spanId ?? line.spanId,
      attributes: {
        ...line.attributes,
        ...labels,
        ...(found.logName ? { 'gcp.log_name': found.logName } : {}),
        ...(resource?.type ? { 'gcp.resource_type': resource.type } : {}),
        ...Object.fromEntries(Object.entries(resource?.labels ?? {}).map(([name, value]) => [`gcp.${name}`, value])),
        ...(httpRequest ? attributesOf({ 'gcp.http_request': httpRequest }, new Set()) : {}),
        ...attributesOf(found, USED),
      },
    },
  ]
}

/** Entries of load balancers and routers have a request and no text. */
function requestText(request: Readonly<Record<string, unknown>> | undefined): string {
  if (request === undefined) return ''
  return [request['requestMethod'], request['requestUrl'], request['status']].filter(Boolean).join(' ')
}

const SERVICE_LABELS = ['service_name', 'container_name', 'function_name', 'job_name', 'module_id', 'cluster_name']

function serviceOf({ resource, logName = '' }: Entry): string {
  for (const name of SERVICE_LABELS) {
    const label = resource?.labels?.[name]
    if (label) return label
  }
  return logTitle(logName).split('/').at(-1) ?? ''
}

/** The readable log name: `projects/p/logs/run.googleapis.com%2Fstdout` becomes `run.googleapis.com/stdout`. */
export function logTitle(logName: string): string {
  const tail = logName.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(tail)
  } catch {
    return tail
  }
}
