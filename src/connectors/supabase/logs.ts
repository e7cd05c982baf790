/** Reads a window in pages of a thousand rows, table by table if there are several. */
import { z } from 'zod'
import { type LogRecord, toMillis } from '../../telemetry/index.ts'
import type { Outcome, PlatformAnswer, PlatformQuery, PullInput, PullResult } from '../connector.ts'
import { success } from '../failure.ts'
import type { PlatformApi } from '../platform-api.ts'
import { logAnswer, mentions } from '../pulled-log.ts'
import type { SupabaseMetadata, SupabaseStream } from './metadata.ts'
import { recordOf } from './rows.ts'
import { type Dialect, logSql, notUnderstood, ROWS_MAX, type Row, runSql, type Table, tablesOf } from './sql.ts'

/** Persisted: the engine that answered, and the table and time to read next. */
const position = z
  .object({
    dialect: z.enum(['clickhouse', 'bigquery']).optional(),
    table: z.number().int().min(0).optional(),
    nextMs: z.number().optional(),
  })
  .catch({})

/** No query may cover a longer window than this. */
const WINDOW_MS_MAX = 24 * 3_600_000

type Rows = { readonly dialect: Dialect; readonly table: Table; readonly rows: readonly Row[] }
type Sql = Parameters<typeof logSql>[2]

/** Reads rows of one table from the remembered engine or, if there is none, from the one that answers. */
async function rowsOf(
  api: PlatformApi,
  ref: string,
  at: { readonly dialect: Dialect | undefined; readonly table: number; readonly sources: SupabaseMetadata['sources'] },
  sql: Sql,
  fromMs: number,
  toMs: number,
): Promise<Outcome<Rows>> {
  for (const dialect of at.dialect ? [at.dialect] : (['clickhouse', 'bigquery'] as const)) {
    const table = tablesOf(dialect, at.sources ?? [])[at.table] ?? null
    const outcome = await runSql(api, ref, logSql(dialect, table, sql), fromMs, toMs)
    if (!outcome.ok) return outcome
    if (outcome.value !== null) return success({ dialect, table, rows: outcome.value })
  }
  return notUnderstood()
}

export async function pullLogs(
  api: PlatformApi,
  { metadata, config, position: stored, fromMs, toMs }: PullInput<SupabaseMetadata, SupabaseStream>,
): Promise<Outcome<PullResult>> {
  const before = position.parse(stored ?? {})
  const { sources = [] } = metadata
  const startMs = Math.max(before.nextMs ?? fromMs, toMs - WINDOW_MS_MAX)
  const at = { dialect: before.dialect, table: before.table ?? 0, sources }
  const outcome = await rowsOf(api, config.projectRef, at, { sources, words: [], order: 'asc' }, startMs, toMs)
  if (!outcome.ok) return outcome
  const { dialect, table, rows } = outcome.value
  const kept = rows.flatMap((row) => recordOf(row, table, config.projectRef, fromMs, toMs) ?? [])
  const lastMs = Math.floor(Math.max(startMs, ...kept.map(({ log }) => toMillis(log.time))))
  const isFull = rows.length >= ROWS_MAX
  const isCaughtUp = !isFull && at.table + 1 >= tablesOf(dialect, sources).length
  // A thousand rows of the same millisecond would be returned for ever.
  const within = { dialect, table: at.table, nextMs: lastMs > startMs ? lastMs : startMs + 1 }
  return success({
    logs: kept.map(({ log }) => log),
    recordIds: kept.map(({ id }) => id),
    position: isCaughtUp ? { dialect } : isFull ? within : { dialect, table: at.table + 1 },
    isCaughtUp,
  })
}

/** Finds the newest lines with these words in the given projects. */
export async function queryLogs(
  api: PlatformApi,
  metadata: SupabaseMetadata,
  refs: readonly string[],
  query: PlatformQuery,
): Promise<Outcome<PlatformAnswer>> {
  const { sources = [] } = metadata
  const words = query.text.trim().split(/\s+/).filter(Boolean)
  const fromMs = Math.max(query.fromMs, query.toMs - WINDOW_MS_MAX)
  let isTruncated = fromMs > query.fromMs
  const found: LogRecord[] = []
  for (const ref of refs) {
    let dialect: Dialect | undefined
    for (let table = 0; dialect === undefined || table < tablesOf(dialect, sources).length; table += 1) {
      const at = { dialect, table, sources }
      const outcome = await rowsOf(api, ref, at, { sources, words, order: 'desc' }, fromMs, query.toMs)
      if (!outcome.ok) return outcome
      dialect = outcome.value.dialect
      isTruncated ||= outcome.value.rows.length >= ROWS_MAX
      for (const row of outcome.value.rows) {
        const record = recordOf(row, outcome.value.table, ref, fromMs, query.toMs)
        if (record && mentions(record.log.body, query.text)) found.push(record.log)
      }
    }
  }
  found.sort((a, b) => toMillis(b.time) - toMillis(a.time))
  return success(logAnswer(found, query.limit, isTruncated))
}
