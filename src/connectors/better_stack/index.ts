/** Better Stack: sources, read from ClickHouse tables. */
import { z } from 'zod'
import type { Connector, ConnectorDeps, Outcome, PlatformAnswer, PlatformQuery, PullInput } from '../connector.ts'
import { failure, success } from '../failure.ts'
import { membersOf } from '../json-text.ts'
import { sqlRefusal } from '../native-query.ts'
import { belowVendor, givenHosts, vendorHosts } from '../outbound/allowed-hosts.ts'
import { read } from '../platform-api.ts'
import { answerOfLines, answerOfObjects } from '../reading/answer.ts'
import { lineOfJson } from '../reading/json-line.ts'
import { type Line, timeOf } from '../reading/line.ts'
import { pulledLines, timePage } from '../reading/time-page.ts'
import { apiOf, NAME, runSql, withConnection } from './clickhouse.ts'
import { type BetterStackMetadata, type BetterStackStream, betterStackMetadata, betterStackStream } from './metadata.ts'
import { betterStackSetupSkill } from './setup-skill.ts'

const ROWS = 1000
const ROWS_MAX = 10_000
/** The most sources that one query by the agent reads. */
const SOURCES_ASKED_MAX = 3

const sourcesSchema = z.object({
  data: z.array(
    z.object({
      id: z.string().min(1),
      attributes: z.looseObject({
        name: z.string(),
        table_name: z.string(),
        team_id: z.union([z.number(), z.string()]),
      }),
    }),
  ),
  pagination: z.looseObject({ next: z.string().nullish() }),
})

async function listResources(deps: ConnectorDeps, metadata: BetterStackMetadata, cursor: string | null) {
  const page = cursor ?? '1'
  const found = await read(apiOf(deps, metadata), { path: '/api/v2/sources', query: { page } }, sourcesSchema)
  if (!found.ok) return found
  const { data, pagination } = found.value
  const wanted = metadata.source_ids ?? []
  const sources = data.filter(({ id }) => wanted.length === 0 || wanted.includes(id))
  return success({
    // The token in a source's attributes is a secret and is not copied.
    resources: sources.map(({ id, attributes: { name, table_name, team_id } }) => ({
      displayName: name,
      config: { source_id: id, table: `t${team_id}_${table_name}` },
    })),
    nextCursor: pagination.next ? String(Number(page) + 1) : null,
  })
}

async function validate(
  deps: ConnectorDeps,
  metadata: BetterStackMetadata,
): Promise<Outcome<{ readonly account: string }>> {
  const sources = await listResources(deps, metadata, null)
  if (!sources.ok) return sources
  const connected = await withConnection(deps, metadata, async () => success(null))
  return connected.ok ? success({ account: metadata.team_name ?? `${NAME} team` }) : connected
}

const timeLiteral = (ms: number): string =>
  `toDateTime64('${new Date(ms).toISOString().replace('T', ' ').slice(0, 23)}', 3)`

/** The table of recent rows covers 24 hours. A pull never lags further behind. */
function sqlOf(table: string, window: { fromMs: number; toMs: number }, order: 'ASC' | 'DESC', limit: number): string {
  const where = `dt >= ${timeLiteral(window.fromMs)} AND dt < ${timeLiteral(window.toMs)}`
  return `SELECT dt, raw FROM remote(${table}_logs) WHERE ${where} ORDER BY dt ${order} LIMIT ${limit} FORMAT JSONEachRow`
}

async function pull(deps: ConnectorDeps, input: PullInput<BetterStackMetadata, BetterStackStream>) {
  const page = timePage(input, ROWS, ROWS_MAX)
  const rows = await withConnection(deps, input.metadata, (access) =>
    runSql(deps, access, sqlOf(input.config.table, page, 'ASC', page.limit)),
  )
  if (!rows.ok) return rows
  const lines = await linesOf(rows.value)
  return success(pulledLines('better_stack', page, lines, rows.value.length >= page.limit))
}

async function linesOf(rows: readonly Readonly<Record<string, unknown>>[]): Promise<Line[]> {
  const lines: Line[] = []
  for (const { dt, raw } of rows) {
    const time = timeOf(dt)
    if (time === null || typeof raw !== 'string') continue
    // Rows have no id, so their content and time identify them.
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${String(dt)}\n${raw}`))
    const id = [...new Uint8Array(digest, 0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    lines.push(lineOfJson(eventOf(raw), { id, time, omit: ['dt'] }))
  }
  return lines
}

/** A line that is not JSON is its own message. */
const eventOf = (raw: string): Readonly<Record<string, unknown>> => membersOf(raw) ?? { message: raw }

/**
 * Runs a query. A native query is ClickHouse SQL that names its own tables. Words are searched in the newest rows of
 * the first sources.
 */
async function query(
  deps: ConnectorDeps,
  { metadata, query }: { readonly metadata: BetterStackMetadata; readonly query: PlatformQuery },
): Promise<Outcome<PlatformAnswer>> {
  if (query.isNative) {
    const text = query.text.trim().replace(/;$/, '')
    const refusal = sqlRefusal(NAME, text)
    if (refusal !== null) return refusal
    const sql = /\bformat\s+\w+$/i.test(text) ? text : `${text} FORMAT JSONEachRow`
    const rows = await withConnection(deps, metadata, (access) => runSql(deps, access, sql))
    return rows.ok ? success(answerOfObjects(rows.value, query.limit)) : rows
  }
  if (query.signal !== 'logs') return failure('bad_config', 'Only logs can be queried in Better Stack.')
  const sources = await listResources(deps, metadata, null)
  if (!sources.ok) return sources
  const tables = sources.value.resources.slice(0, SOURCES_ASKED_MAX).map(({ config }) => config.table)
  const words = query.text.trim().toLowerCase()
  const found = await withConnection(deps, metadata, async (access) => {
    const lines: Line[] = []
    for (const table of tables) {
      const rows = await runSql(deps, access, sqlOf(table, query, 'DESC', words === '' ? query.limit : ROWS_MAX))
      if (!rows.ok) return rows
      lines.push(...(await linesOf(rows.value.filter(({ raw }) => String(raw).toLowerCase().includes(words)))))
    }
    return success(lines)
  })
  return found.ok ? success(answerOfLines(found.value, query.limit)) : found
}

export const betterStack: Connector<BetterStackMetadata, BetterStackStream> = {
  type: 'better_stack',
  name: NAME,
  metadata: betterStackMetadata,
  streamConfig: betterStackStream,
  setupSkill: betterStackSetupSkill,
  mode: 'pull',
  // A connection that is created for a read uses a host below betterstackdata.com. The API names it.
  hosts: ({ connection_host }) => [
    ...vendorHosts('telemetry.betterstack.com'),
    ...(connection_host === undefined ? [belowVendor('betterstackdata.com')] : givenHosts(connection_host)),
  ],
  validate,
  listResources,
  pull,
  query,
}
