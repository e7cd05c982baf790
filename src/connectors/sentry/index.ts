/** Sentry: reads logs and error events of a project through its events search. */
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
import { givenHosts } from '../outbound/allowed-hosts.ts'
import type { OutboundResponse } from '../outbound/client.ts'
import { answer, type PlatformApi, read, unexpectedShape } from '../platform-api.ts'
import { answerOfLines } from '../reading/answer.ts'
import { baseOf } from '../reading/encoding.ts'
import { bodyText, type Line, timeOf } from '../reading/line.ts'
import { pulledLines, timePage } from '../reading/time-page.ts'
import { type SentryMetadata, type SentryStream, sentryMetadata, sentryStream } from './metadata.ts'
import { sentrySetupSkill } from './setup-skill.ts'

const NAME = 'Sentry'
/** The most rows of one page. A pull follows the cursor over several pages. */
const PAGE = 100
const PAGES_PER_PULL = 10
const CLOUD_HOSTS: ReadonlySet<string> = new Set(['sentry.io', 'us.sentry.io', 'de.sentry.io'])
const FIELDS = {
  logs: [
    'id',
    'timestamp',
    'message',
    'severity',
    'severity_number',
    'trace',
    'span_id',
    'project',
    'environment',
    'release',
  ],
  errors: ['id', 'timestamp', 'title', 'message', 'level', 'trace', 'project', 'environment', 'release', 'issue'],
} as const
type Dataset = keyof typeof FIELDS

const organizationSchema = z.looseObject({ id: z.string(), slug: z.string(), name: z.string() })
const projectsSchema = z.array(z.looseObject({ slug: z.string(), name: z.string() }))
const eventsSchema = z.object({ data: z.array(z.record(z.string(), z.unknown())) })

function apiOf({ http }: ConnectorDeps, metadata: SentryMetadata): PlatformApi {
  const base = baseOf(metadata.base_url ?? 'https://sentry.io')
  return {
    http,
    name: NAME,
    baseUrl: `${base}/api/0/organizations/${encodeURIComponent(metadata.organization_slug)}`,
    headers: { authorization: `Bearer ${metadata.auth_token}` },
    isUserGiven: !CLOUD_HOSTS.has(new URL(base).host),
    refine,
  }
}

function refine(response: OutboundResponse): Failure | null {
  if (response.status !== 400) return null
  const { data } = z.looseObject({ detail: z.string() }).safeParse(response.json())
  return data ? failure('bad_config', `Sentry refused the query: ${data.detail.slice(0, 300)}`) : null
}

/** The cursor of the next page from the Link header, null at the end. */
function nextCursorOf(link: string | null): string | null {
  for (const part of (link ?? '').split(',')) {
    if (!/rel="next"/.test(part) || !/results="true"/.test(part)) continue
    return /cursor="([^"]+)"/.exec(part)?.[1] ?? null
  }
  return null
}

async function validate(deps: ConnectorDeps, metadata: SentryMetadata): Promise<Outcome<{ readonly account: string }>> {
  const organization = await read(apiOf(deps, metadata), { path: '/' }, organizationSchema)
  if (!organization.ok) return organization
  const projects = await listResources(deps, metadata, null)
  if (!projects.ok) return projects
  const now = deps.now()
  const events = await searchEvents(deps, metadata, {
    dataset: 'errors',
    query: '',
    fromMs: now - 60_000,
    toMs: now,
    sort: '-timestamp',
    size: 1,
    cursor: null,
  })
  return events.ok ? success({ account: organization.value.name }) : events
}

async function listResources(deps: ConnectorDeps, metadata: SentryMetadata, cursor: string | null) {
  const query = { per_page: PAGE, cursor: cursor ?? undefined }
  const page = await answer(apiOf(deps, metadata), { path: '/projects/', query })
  if (!page.ok) return page
  const parsed = projectsSchema.safeParse(page.value.json())
  if (!parsed.success) return unexpectedShape(NAME)
  const wanted = metadata.project_slugs ?? []
  const projects = parsed.data.filter(({ slug }) => wanted.length === 0 || wanted.includes(slug))
  return success({
    resources: projects.map(({ slug, name }) => ({ displayName: name || slug, config: { project: slug } })),
    nextCursor: nextCursorOf(page.value.headers.get('link')),
  })
}

interface Search {
  readonly dataset: Dataset
  readonly query: string
  readonly fromMs: number
  readonly toMs: number
  readonly sort: 'timestamp' | '-timestamp'
  readonly size: number
  readonly cursor: string | null
}

async function searchEvents(deps: ConnectorDeps, metadata: SentryMetadata, search: Search) {
  const page = await answer(apiOf(deps, metadata), {
    path: '/events/',
    query: {
      dataset: search.dataset,
      field: FIELDS[search.dataset],
      query: search.query === '' ? undefined : search.query,
      start: new Date(search.fromMs).toISOString(),
      end: new Date(search.toMs).toISOString(),
      sort: search.sort,
      per_page: search.size,
      cursor: search.cursor ?? undefined,
    },
  })
  if (!page.ok) return page
  const parsed = eventsSchema.safeParse(page.value.json())
  if (!parsed.success) return unexpectedShape(NAME)
  return success({ rows: parsed.data.data, nextCursor: nextCursorOf(page.value.headers.get('link')) })
}

async function pull(deps: ConnectorDeps, input: PullInput<SentryMetadata, SentryStream>) {
  const { metadata, config } = input
  const dataset = config.dataset ?? 'logs'
  const page = timePage(input, PAGE * PAGES_PER_PULL)
  const rows: Record<string, unknown>[] = []
  let cursor: string | null = null
  for (let pages = 0; pages < PAGES_PER_PULL; pages += 1) {
    const search: Search = {
      dataset,
      query: `project:${config.project}`,
      ...page,
      sort: 'timestamp',
      size: PAGE,
      cursor,
    }
    const found = await searchEvents(deps, metadata, search)
    if (!found.ok) return found
    rows.push(...found.value.rows)
    cursor = found.value.nextCursor
    if (cursor === null) break
  }
  return success(pulledLines('sentry', page, linesOf(dataset, rows), cursor !== null))
}

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : bodyText(value))

function linesOf(dataset: Dataset, rows: readonly Readonly<Record<string, unknown>>[]): Line[] {
  return rows.flatMap((row) => {
    const time = timeOf(row['timestamp'])
    if (time === null) return []
    const [release, issue] = [textOf(row['release']), textOf(row['issue'])]
    return [
      {
        id: `${dataset}/${textOf(row['id']) || JSON.stringify(row)}`,
        time,
        body: textOf(row['message']) || textOf(row['title']),
        severityText: textOf(row['severity'] ?? row['level']),
        service: textOf(row['project']),
        environment: textOf(row['environment']),
        eventName: dataset === 'errors' ? 'sentry.error' : '',
        traceId: textOf(row['trace']),
        spanId: textOf(row['span_id']),
        attributes: {
          ...(release === '' ? {} : { 'service.version': release }),
          ...(issue === '' ? {} : { 'sentry.issue': issue }),
          ...(dataset === 'errors' ? { 'sentry.title': textOf(row['title']) } : {}),
        },
      },
    ]
  })
}

/**
 * Runs a query. A native query is Sentry's search syntax. Both `issues` and `events` are error events; `logs` are logs.
 */
async function query(
  deps: ConnectorDeps,
  { metadata, query }: { readonly metadata: SentryMetadata; readonly query: PlatformQuery },
): Promise<Outcome<PlatformAnswer>> {
  if (query.signal === 'metrics' || query.signal === 'traces')
    return failure('bad_config', 'Only logs, issues and events can be queried in Sentry.')
  const dataset = query.signal === 'logs' ? 'logs' : 'errors'
  const limit = Math.min(query.limit, PAGE)
  const words = query.text.trim()
  const text = query.isNative || words === '' ? words : `"${words.replaceAll(/["\\]/g, ' ')}"`
  const { fromMs, toMs } = query
  const search: Search = { dataset, query: text, fromMs, toMs, sort: '-timestamp', size: limit, cursor: null }
  const found = await searchEvents(deps, metadata, search)
  if (!found.ok) return found
  const answered = answerOfLines(linesOf(dataset, found.value.rows), limit)
  return success({ ...answered, isTruncated: found.value.nextCursor !== null })
}

export const sentry: Connector<SentryMetadata, SentryStream> = {
  type: 'sentry',
  name: NAME,
  metadata: sentryMetadata,
  streamConfig: sentryStream,
  setupSkill: sentrySetupSkill,
  mode: 'pull',
  hosts: ({ base_url }) => givenHosts(base_url ?? 'sentry.io'),
  validate,
  listResources,
  pull,
  query,
}
