/**
 * Builds the SQL for logs.all. Supabase runs one of two engines for a project and does not say which: a newer one with
 * a single table `logs`, or an older one with a table per source. The newer one is tried first. The engine that
 * answered is remembered.
 */
import { z } from 'zod'
import type { Outcome } from '../connector.ts'
import { failure, success } from '../failure.ts'
import { type PlatformApi, read, unexpectedShape } from '../platform-api.ts'
import { SOURCES } from './metadata.ts'

export type Dialect = 'clickhouse' | 'bigquery'
/** Most rows of one query. */
export const ROWS_MAX = 1000

/** What one query reads: everything, or the table of one source. */
export type Table = (typeof SOURCES)[number] | null

export const tablesOf = (dialect: Dialect, wanted: readonly Exclude<Table, null>[]): readonly Table[] =>
  dialect === 'clickhouse' ? [null] : wanted.length > 0 ? wanted : SOURCES

export function logSql(
  dialect: Dialect,
  table: Table,
  options: { readonly sources: readonly string[]; readonly words: readonly string[]; readonly order: 'asc' | 'desc' },
): string {
  const columns = dialect === 'clickhouse' ? 'severity_text, source, log_attributes' : 'metadata'
  const conditions = options.words.map((word) => `event_message like '%${pattern(word)}%'`)
  if (dialect === 'clickhouse' && options.sources.length > 0) {
    conditions.push(`source in (${options.sources.map((source) => `'${source}'`).join(', ')})`)
  }
  const where = conditions.length > 0 ? ` where ${conditions.join(' and ')}` : ''
  const from = table ?? 'logs'
  return `select id, timestamp, event_message, ${columns} from ${from}${where} order by timestamp ${options.order} limit ${ROWS_MAX}`
}

/**
 * Quotes a word for LIKE. Characters that could end the text or escape from it become the single-character wildcard.
 */
const pattern = (word: string) => word.replace(/[^\p{L}\p{N} .:/@-]/gu, '_')

const answer = z.object({ result: z.array(z.record(z.string(), z.unknown())).nullish(), error: z.unknown().optional() })
export type Row = Readonly<Record<string, unknown>>

/** Returns rows, or null when the engine does not understand the query. The window is [from, to], with milliseconds. */
export async function runSql(
  api: PlatformApi,
  ref: string,
  sql: string,
  fromMs: number,
  toMs: number,
): Promise<Outcome<readonly Row[] | null>> {
  const query = {
    sql,
    iso_timestamp_start: new Date(fromMs).toISOString(),
    iso_timestamp_end: new Date(toMs).toISOString(),
  }
  const outcome = await read(api, { path: `/v1/projects/${ref}/analytics/endpoints/logs.all`, query }, answer)
  if (!outcome.ok) return outcome
  const { result, error } = outcome.value
  if (error !== null && error !== undefined) return success(null)
  return result ? success(result) : unexpectedShape(api.name)
}

export const notUnderstood = () =>
  failure('vendor_error', 'Supabase did not run the log query. Its log engine may be unavailable for this project.')
