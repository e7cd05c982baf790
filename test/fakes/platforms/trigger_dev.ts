/**
 * Trigger.dev: runs, their events, and alert channels. Facts in docs/connectors.md.
 * Weak there, chosen here:
 * - Each seeded line belongs to one run, named by its attribute `run` or by its number, of the task that is its resource;
 *   every tenth run has no events at all (200, empty).
 * - Filters (G): createdAt from/to in ISO or milliseconds, status in the vendor's words.
 * - An unsafe webhook (W in detail): plain http, a literal address or localhost, 422.
 * - Under-scoped: a personal token, which sees projects and channels but not what wants an environment key.
 */
import { z } from 'zod'
import { FakeControl, type SeededLog } from './control.ts'
import {
  authorization,
  type Exchange,
  empty,
  integerQuery,
  json,
  parseJson,
  type Route,
  retryAfter,
} from './exchange.ts'
import { keyGate, plantedKeys } from './keys.ts'
import { pageAfter } from './paging.ts'
import { createPlatformFake, type FakeOptions, FOREIGN_DESTINATION_URL, type PlatformFake } from './platform-fake.ts'

export const TRIGGER_DEV_KEYS = plantedKeys('tr_prod_')
/** A genuine token of a person, for projects and channels. */
export const TRIGGER_DEV_PERSONAL_TOKEN = 'tr_pat_planted_personal_6ab0'
export const TRIGGER_DEV_PROJECT_REF = 'proj_shopshopshop'
export const TRIGGER_DEV_FOREIGN_CHANNEL = 'alert_channel_foreign'
const TASKS = ['charge-card', 'send-mail', 'sync-stock']

const channelBody = z.object({
  channel: z.literal('webhook'),
  name: z.string().min(1),
  alertTypes: z
    .array(z.enum(['TASK_RUN', 'TASK_RUN_ATTEMPT', 'DEPLOYMENT_FAILURE', 'DEPLOYMENT_SUCCESS', 'ERROR_GROUP']))
    .min(1),
  environmentTypes: z.array(z.enum(['STAGING', 'PRODUCTION', 'PREVIEW'])).optional(),
  deduplicationKey: z.string().optional(),
  channelData: z.object({ url: z.string(), secret: z.string().optional() }),
})
type Channel = z.infer<typeof channelBody> & { id: string }
export type TriggerDevState = { tasks: readonly string[]; channels: Map<string, Channel> }
type TriggerDev = { state: TriggerDevState; control: FakeControl }

export function createTriggerDevFake(options: FakeOptions = {}): PlatformFake<TriggerDevState> {
  const foreign: Channel = {
    id: TRIGGER_DEV_FOREIGN_CHANNEL,
    channel: 'webhook',
    name: 'someone-else',
    alertTypes: ['TASK_RUN'],
    channelData: { url: FOREIGN_DESTINATION_URL },
  }
  const state: TriggerDevState = { tasks: TASKS, channels: new Map([[foreign.id, foreign]]) }
  const control = new FakeControl()
  const metadata = (secret_key: string) => ({ secret_key })
  return createPlatformFake<TriggerDevState>(
    {
      id: 'trigger_dev',
      hosts: ['api.trigger.dev'],
      state,
      control,
      credentials: {
        good: metadata(TRIGGER_DEV_KEYS.good),
        bad: metadata(TRIGGER_DEV_KEYS.bad),
        revoked: metadata(TRIGGER_DEV_KEYS.revoked),
        // Without project_ref a personal token cannot be used.
        underScoped: metadata(TRIGGER_DEV_PERSONAL_TOKEN),
      },
      secrets: [...TRIGGER_DEV_KEYS.all, TRIGGER_DEV_PERSONAL_TOKEN],
      resources: () => TASKS,
      destinations: () =>
        [...state.channels.values()].map((raw) => ({
          id: raw.id,
          resource: TRIGGER_DEV_PROJECT_REF,
          url: raw.channelData.url,
          isForeign: raw.id === TRIGGER_DEV_FOREIGN_CHANNEL,
          raw,
        })),
      routes: routesOf({ state, control }),
      gate: (exchange) => (isPersonal(exchange) ? personal(exchange) : keys(exchange)),
      rateLimited: (_, seconds) =>
        refuse(429, 'Rate limit exceeded', {
          'x-ratelimit-limit': '1500',
          'x-ratelimit-remaining': '0',
          ...retryAfter(seconds),
        }),
      serverError: (_, status) => refuse(status, 'Something went wrong'),
      notFound: () => refuse(404, 'Not found'),
      methodNotAllowed: () => refuse(405, 'Method not allowed'),
      limits: (exchange) => ({ key: authorization(exchange, 'bearer') ?? '', requestsMax: 1500, windowMs: 60_000 }),
    },
    options,
  )
}

const isPersonal = (exchange: Exchange) => authorization(exchange, 'bearer') === TRIGGER_DEV_PERSONAL_TOKEN

function personal({ path }: Exchange): Response | null {
  const isForPeople = path === '/api/v2/whoami' || path === '/api/v1/projects' || path.startsWith('/api/v1/projects/')
  return isForPeople ? null : refuse(401, 'Invalid or Missing API Key')
}

const keys = keyGate(TRIGGER_DEV_KEYS, {
  unauthorized: () => refuse(401, 'Invalid or Missing API Key'),
  forbidden: () => refuse(403, 'Unauthorized'),
})

function routesOf(triggerDev: TriggerDev): Route[] {
  const { state } = triggerDev
  const environment = { id: 'env-1', slug: 'prod', type: 'PRODUCTION', apiKey: TRIGGER_DEV_KEYS.good, userId: null }
  const project = {
    id: 'p-1',
    externalRef: TRIGGER_DEV_PROJECT_REF,
    name: 'Shop',
    slug: 'shop',
    organization: { id: 'o-1', title: 'Shop', slug: 'shop' },
  }
  const channels = '/api/v1/projects/{ref}/alertChannels'
  const ofProject = (handle: (exchange: Exchange) => Response) => (exchange: Exchange) =>
    exchange.params['ref'] === TRIGGER_DEV_PROJECT_REF ? handle(exchange) : refuse(404, 'Project not found')
  const forPeople = (exchange: Exchange, body: object) =>
    isPersonal(exchange) ? json(body) : refuse(401, 'Invalid or Missing Access Token')
  const remove = ({ params }: Exchange) =>
    state.channels.delete(params['id'] ?? '') ? empty() : refuse(404, 'Alert channel not found')
  return [
    { method: 'GET', pattern: '/api/v1/whoami', handle: () => json(environment) },
    {
      method: 'GET',
      pattern: '/api/v2/whoami',
      handle: (exchange) => forPeople(exchange, { userId: 'u-1', email: 'owner@shop.example' }),
    },
    { method: 'GET', pattern: '/api/v1/projects', handle: (exchange) => forPeople(exchange, [project]) },
    {
      method: 'GET',
      pattern: '/api/v1/queues',
      handle: () =>
        json({ data: TASKS.map((name) => ({ id: name, name })), pagination: { currentPage: 1, totalPages: 1 } }),
    },
    { method: 'GET', pattern: '/api/v1/runs', handle: (exchange) => listRuns(triggerDev, exchange) },
    {
      method: 'GET',
      pattern: '/api/v1/projects/{ref}/runs',
      handle: ofProject((exchange) => listRuns(triggerDev, exchange)),
    },
    { method: 'GET', pattern: '/api/v1/runs/{id}/events', handle: (exchange) => runEvents(triggerDev, exchange) },
    { method: 'GET', pattern: '/api/v1/runs/{id}/trace', handle: (exchange) => runTrace(triggerDev, exchange) },
    {
      method: 'GET',
      pattern: channels,
      handle: ofProject(() => json({ data: [...state.channels.values()].map(shown) })),
    },
    { method: 'POST', pattern: channels, handle: ofProject((exchange) => createChannel(state, exchange)) },
    { method: 'DELETE', pattern: `${channels}/{id}`, handle: ofProject(remove) },
  ]
}

type Run = { id: string; logs: SeededLog[]; createdMs: number; finishedMs: number; isFailed: boolean; task: string }

function runsOf(control: FakeControl): Run[] {
  const runs = new Map<string, SeededLog[]>()
  control.logs.forEach((log, index) => {
    const id = `run_${log.attributes?.['run'] ?? String(index).padStart(6, '0')}`
    runs.set(id, [...(runs.get(id) ?? []), log])
  })
  const newestFirst = [...runs].reverse()
  return newestFirst.map(([id, logs]) => ({
    id,
    logs,
    createdMs: logs[0]?.atMs ?? 0,
    finishedMs: (logs.at(-1)?.atMs ?? 0) + 100,
    isFailed: logs.some(({ level }) => level === 'error'),
    task: logs[0]?.resource ?? TASKS[0] ?? '',
  }))
}

function listRuns({ control }: TriggerDev, exchange: Exchange): Response {
  const { query } = exchange
  const size = integerQuery(exchange, 'page[size]', 25, 1, 100)
  if (size === null) return refuse(400, 'Invalid page[size]: must be between 1 and 100')
  const timeOf = (name: string, fallback: number) => {
    const value = query.get(name)
    return value === null ? fallback : /^\d+$/.test(value) ? Number(value) : Date.parse(value)
  }
  const fromMs = timeOf('filter[createdAt][from]', 0)
  const toMs = timeOf('filter[createdAt][to]', Number.MAX_SAFE_INTEGER)
  if (Number.isNaN(fromMs) || Number.isNaN(toMs)) return refuse(400, 'Invalid filter[createdAt]')
  const statuses = query.get('filter[status]')?.split(',') ?? []
  const runs = runsOf(control).filter(
    (run) =>
      run.createdMs >= fromMs &&
      run.createdMs <= toMs &&
      (statuses.length === 0 || statuses.includes(run.isFailed ? 'FAILED' : 'COMPLETED')),
  )
  const found = pageAfter(runs, ({ id }) => id, query.get('page[after]'), size)
  if (found === null) return refuse(400, 'Invalid cursor')
  const next = found.isLast ? undefined : found.page.at(-1)?.id
  return json({ data: found.page.map(viewOf), pagination: next === undefined ? {} : { next } })
}

function viewOf({ id, createdMs, finishedMs, isFailed, task }: Run): object {
  const iso = (atMs: number) => new Date(atMs).toISOString()
  const times = {
    createdAt: iso(createdMs),
    startedAt: iso(createdMs),
    updatedAt: iso(finishedMs),
    finishedAt: iso(finishedMs),
    durationMs: finishedMs - createdMs,
  }
  const status = isFailed ? 'FAILED' : 'COMPLETED'
  return {
    id,
    status,
    taskIdentifier: task,
    version: '20260101.1',
    isTest: false,
    env: { id: 'env-1', name: 'prod' },
    tags: [],
    ...times,
  }
}

function findRun({ control }: TriggerDev, { params }: Exchange): { run: Run; number: number } | null {
  const runs = runsOf(control).reverse()
  const number = runs.findIndex(({ id }) => id === params['id'])
  const run = runs[number]
  return run === undefined ? null : { run, number }
}

function runEvents(triggerDev: TriggerDev, exchange: Exchange): Response {
  const found = findRun(triggerDev, exchange)
  if (found === null) return refuse(404, 'Run not found')
  const isSilent = found.number % 10 === 9
  return json({ events: isSilent ? [] : found.run.logs.map((log, index) => eventOf(found.run, log, index)) })
}

const LEVEL = { debug: 'DEBUG', info: 'INFO', warn: 'WARN', error: 'ERROR' } as const

/** Times are nanoseconds, as text because they do not fit a number. */
function eventOf(run: Run, log: SeededLog, index: number): object {
  const level = LEVEL[log.level ?? 'info']
  const state = {
    isError: level === 'ERROR',
    isPartial: false,
    isCancelled: false,
    level,
    kind: 'INTERNAL',
    attemptNumber: 1,
  }
  const spanId = log.spanId ?? `span${String(index).padStart(12, '0')}`
  return {
    spanId,
    parentId: null,
    runId: run.id,
    message: log.message,
    startTime: `${log.atMs}000000`,
    duration: 0,
    taskSlug: run.task,
    events: [],
    style: {},
    ...state,
  }
}

function runTrace(triggerDev: TriggerDev, exchange: Exchange): Response {
  const found = findRun(triggerDev, exchange)
  if (found === null) return refuse(404, 'Run not found')
  const { run } = found
  const children = run.logs.map((log, index) => ({
    id: `span${index}`,
    parentId: 'root',
    message: log.message,
    children: [],
    data: eventOf(run, log, index),
  }))
  const traceId = run.logs[0]?.traceId ?? '0'.repeat(32)
  return json({ trace: { traceId, rootSpan: { id: 'root', parentId: null, message: run.task, children } } })
}

function isSafe(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' && !/^([\d.]+|\[.*\]|localhost)$/.test(hostname) && hostname.includes('.')
}

/** With a deduplication key the same channel is changed instead of a second one made. */
function createChannel(state: TriggerDevState, exchange: Exchange): Response {
  const parsed = channelBody.safeParse(parseJson(exchange))
  if (!parsed.success) return json({ error: 'Validation error', issues: parsed.error.issues }, 422)
  if (!isSafe(parsed.data.channelData.url)) return refuse(422, 'channelData.url is missing or not allowed')
  const key = parsed.data.deduplicationKey
  const existing =
    key === undefined ? undefined : [...state.channels.values()].find((channel) => channel.deduplicationKey === key)
  const channel = { ...parsed.data, id: existing?.id ?? `alert_channel_${crypto.randomUUID()}` }
  state.channels.set(channel.id, channel)
  return json(shown(channel))
}

function shown({ channelData, ...channel }: Channel): object {
  return { ...channel, channelData: { url: channelData.url } }
}

function refuse(status: number, error: string, headers: Record<string, string> = {}): Response {
  return json({ error }, status, headers)
}
