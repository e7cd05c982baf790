/**
 * Better Stack: sources, query connections, and the ClickHouse endpoint they open. Facts in docs/connectors.md.
 * Weak there, chosen here:
 * - Refusals (G): `{errors}` with 401 for an unknown token and 403 for one without the right.
 * - `state.failsInBody` makes the next answer of SQL start with 200 and end in an exception, as ClickHouse does (G).
 * - Under-scoped: a token of another team; sources can be read, connections cannot be made.
 * - A connection is one per create; nothing marks it as ours but its note. Listing them (not stated, G) is possible,
 *   without passwords: a client whose answer was lost finds its connection by the note.
 */
import { z } from 'zod'
import { runClickHouse } from './better_stack-sql.ts'
import { FakeControl } from './control.ts'
import {
  authorization,
  basicCredentials,
  type Exchange,
  empty,
  json,
  parseJson,
  type Route,
  retryAfter,
  text,
} from './exchange.ts'
import { keyGate, plantedKeys } from './keys.ts'
import { many, numberedPage, urlOfPage } from './paging.ts'
import { createPlatformFake, type FakeOptions, type PlatformFake } from './platform-fake.ts'

export const BETTER_STACK_TOKENS = plantedKeys('bst_')
export const BETTER_STACK_TEAM_ID = 123_456
export const BETTER_STACK_TEAM_NAME = 'Shop'
export const BETTER_STACK_QUERY_HOST = 'eu-nbg-2-connect.betterstackdata.com'
/** A connection that somebody else made by hand. */
export const BETTER_STACK_FOREIGN_CONNECTION_ID = '77'

const connectionBody = z.object({
  client_type: z.literal('clickhouse'),
  team_names: z.array(z.string()).optional(),
  team_ids: z.array(z.number()).optional(),
  data_region: z.string().optional(),
  ip_allowlist: z.array(z.string()).optional(),
  valid_until: z.string().optional(),
  note: z.string().optional(),
})
type Connection = { id: string; username: string; password: string; note: string }
type Source = { id: string; name: string; table: string; token: string }
export type BetterStackState = {
  sources: Source[]
  connections: Map<string, Connection>
  failsInBody: boolean
  nextId: number
}

export function createBetterStackFake(
  options: FakeOptions & { sourceCount?: number } = {},
): PlatformFake<BetterStackState> {
  const foreign = {
    id: BETTER_STACK_FOREIGN_CONNECTION_ID,
    username: 'someone',
    password: 'else',
    note: 'made by hand',
  }
  const state: BetterStackState = {
    sources: many(options.sourceCount ?? 120, (index) => ({
      id: String(1000 + index),
      name: `shop-${index}`,
      table: `shop_${index}`,
      token: `planted_source_token_${index}`,
    })),
    connections: new Map([[foreign.id, foreign]]),
    failsInBody: false,
    nextId: 100,
  }
  const control = new FakeControl()
  const metadata = (api_token: string) => ({ api_token })
  return createPlatformFake<BetterStackState>(
    {
      id: 'better_stack',
      hosts: ['telemetry.betterstack.com', BETTER_STACK_QUERY_HOST],
      state,
      control,
      credentials: {
        good: metadata(BETTER_STACK_TOKENS.good),
        bad: metadata(BETTER_STACK_TOKENS.bad),
        revoked: metadata(BETTER_STACK_TOKENS.revoked),
        underScoped: metadata(BETTER_STACK_TOKENS.underScoped),
      },
      secrets: [...BETTER_STACK_TOKENS.all, 'planted_source_token_', 'planted_connection_password_'],
      resources: () => state.sources.map(({ id }) => id),
      destinations: () =>
        [...state.connections.values()].map((raw) => ({
          id: raw.id,
          resource: '*',
          url: `https://${BETTER_STACK_QUERY_HOST}`,
          isForeign: raw.id === BETTER_STACK_FOREIGN_CONNECTION_ID,
          raw,
        })),
      routes: routesOf(state, control),
      gate: (exchange) => gate(state, exchange),
      rateLimited: (_, seconds) => refuse(429, 'Too many requests', retryAfter(seconds)),
      serverError: ({ url }, status) =>
        url.host === BETTER_STACK_QUERY_HOST
          ? exception(status, 439, 'Cannot schedule a task: no free thread')
          : refuse(status, 'Internal server error'),
      notFound: () => refuse(404, 'Resource not found'),
      limits: (exchange) => ({ key: authorization(exchange, 'bearer') ?? '', requestsMax: 600, windowMs: 60_000 }),
    },
    options,
  )
}

function gate(state: BetterStackState, exchange: Exchange): Response | null {
  const isQuery = exchange.path === '/'
  if (isQuery !== (exchange.url.host === BETTER_STACK_QUERY_HOST)) return refuse(404, 'Resource not found')
  if (!isQuery) return keys(exchange)
  const given = basicCredentials(exchange)
  const isKnown = [...state.connections.values()].some(
    ({ username, password }) => given?.user === username && given.password === password,
  )
  return isKnown
    ? null
    : exception(
        403,
        516,
        `${given?.user ?? 'default'}: Authentication failed: password is incorrect, or there is no user with such name.`,
      )
}

const keys = keyGate(BETTER_STACK_TOKENS, {
  unauthorized: () =>
    refuse(401, 'Invalid Telemetry API token. How to find your Telemetry API token: https://betterstack.com/docs'),
  forbidden: () => refuse(403, 'Your token is not allowed to do this'),
  isOpenToUnderScoped: ({ method }) => method === 'GET',
})

function routesOf(state: BetterStackState, control: FakeControl): Route[] {
  const attributesOf = ({ username, note }: Connection) => ({
    client_type: 'clickhouse',
    host: BETTER_STACK_QUERY_HOST,
    port: 443,
    username,
    note,
  })
  const list = () =>
    json({
      data: [...state.connections.values()].map((connection) => ({
        id: connection.id,
        type: 'connection',
        attributes: attributesOf(connection),
      })),
      pagination: { first: null, last: null, prev: null, next: null },
    })
  const remove = ({ params }: Exchange) =>
    state.connections.delete(params['id'] ?? '') ? empty() : refuse(404, 'Resource not found')
  return [
    { method: 'GET', pattern: '/api/v2/sources', handle: (exchange) => listSources(state, exchange) },
    { method: 'POST', pattern: '/api/v1/connections', handle: (exchange) => createConnection(state, exchange) },
    { method: 'GET', pattern: '/api/v1/connections', handle: list },
    { method: 'DELETE', pattern: '/api/v1/connections/{id}', handle: remove },
    { method: 'POST', pattern: '/', handle: (exchange) => query(state, control, exchange) },
  ]
}

function listSources(state: BetterStackState, exchange: Exchange): Response {
  const page = numberedPage(exchange, state.sources, 50, 50)
  if (page === null) return refuse(422, 'page must be a positive number')
  const data = page.items.map(({ id, name, table, token }) => ({
    id,
    type: 'source',
    attributes: {
      name,
      platform: 'http',
      table_name: table,
      team_id: BETTER_STACK_TEAM_ID,
      token,
      ingesting_host: 's1.eu-nbg-2.betterstackdata.com',
      data_region: 'germany',
      logs_retention: 30,
    },
  }))
  const link = (number: number) => (number >= 1 && number <= page.pageCount ? urlOfPage(exchange, number) : null)
  return json({
    data,
    pagination: { first: link(1), last: link(page.pageCount), prev: link(page.page - 1), next: link(page.page + 1) },
  })
}

function createConnection(state: BetterStackState, exchange: Exchange): Response {
  const parsed = connectionBody.safeParse(parseJson(exchange))
  if (!parsed.success) return refuse(422, z.prettifyError(parsed.error))
  const { team_names, team_ids, note = '' } = parsed.data
  if (team_names !== undefined && team_ids !== undefined) return refuse(422, 'Give team_names or team_ids, not both')
  if (team_names?.some((name) => name !== BETTER_STACK_TEAM_NAME)) return refuse(422, 'Unknown team')
  if (team_ids?.some((id) => id !== BETTER_STACK_TEAM_ID)) return refuse(422, 'Unknown team')
  const id = String(state.nextId++)
  const connection = { id, note, username: `u${id}`, password: `planted_connection_password_${id}` }
  state.connections.set(id, connection)
  const data_sources = state.sources.map(({ id: source_id, name, table }) => ({
    source_id: Number(source_id),
    source_name: name,
    data_sources: [`t${BETTER_STACK_TEAM_ID}_${table}_logs`, `t${BETTER_STACK_TEAM_ID}_${table}_s3`],
  }))
  const { username, password } = connection
  const sample_query = `SELECT dt, raw FROM remote(t${BETTER_STACK_TEAM_ID}_${state.sources[0]?.table}_logs) ORDER BY dt DESC LIMIT 10 FORMAT JSONEachRow`
  const attributes = {
    client_type: 'clickhouse',
    host: BETTER_STACK_QUERY_HOST,
    port: 443,
    username,
    password,
    note,
    sample_query,
    data_sources,
  }
  return json({ data: { id, type: 'connection', attributes } }, 201)
}

function query(state: BetterStackState, control: FakeControl, exchange: Exchange): Response {
  const tables = new Map(state.sources.map(({ id, table }) => [`t${BETTER_STACK_TEAM_ID}_${table}`, id]))
  const result = runClickHouse(exchange.bodyText, control.logs, tables, state.sources[0]?.id ?? '')
  if ('code' in result) return exception(result.code === 60 ? 404 : 400, result.code, result.message)
  const body = result.rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  const broken = state.failsInBody ? 'Code: 241. DB::Exception: Memory limit exceeded (MEMORY_LIMIT_EXCEEDED)\n' : ''
  state.failsInBody = false
  return new Response(body + broken, { headers: { 'content-type': 'application/x-ndjson' } })
}

function exception(status: number, code: number, message: string): Response {
  return text(`Code: ${code}. DB::Exception: ${message}\n`, status, { 'x-clickhouse-exception-code': String(code) })
}

function refuse(status: number, message: string, headers: Record<string, string> = {}): Response {
  return json({ errors: message }, status, headers)
}
