/** Runs the agent's queries: one CloudWatch Logs Insights query over the largest groups. Waits until it is complete. */
import { z } from 'zod'
import type { ConnectorDeps, Outcome, PlatformAnswer, PlatformQuery } from '../connector.ts'
import { failure, success } from '../failure.ts'
import { isWithin } from '../pulled-log.ts'
import { answerOfLines, answerOfObjects } from '../reading/answer.ts'
import { pause } from '../reading/encoding.ts'
import { type Line, timeOf } from '../reading/line.ts'
import { callLogs } from './aws-api.ts'
import { lineOfMessage } from './events.ts'
import { listGroups } from './groups.ts'
import type { CloudWatchMetadata } from './metadata.ts'
import { type AwsSession, sessionOf } from './session.ts'

/** The most groups that one query may name. */
const GROUPS_MAX = 50
const ROWS_MAX = 10_000
/** Insights uses whole seconds and includes the last one. Rows outside the window are dropped. */
const ROWS_SPARE = 100
const POLL_MS = 400
const POLLS_MAX = 50

const started = z.object({ queryId: z.string().min(1) })
const results = z.object({
  status: z.string().min(1),
  results: z.array(z.array(z.object({ field: z.string(), value: z.string().optional() }))).optional(),
})
type Row = Readonly<Record<string, string>>

export async function query(
  deps: ConnectorDeps,
  { metadata, query: asked }: { readonly metadata: CloudWatchMetadata; readonly query: PlatformQuery },
): Promise<Outcome<PlatformAnswer>> {
  if (asked.signal !== 'logs')
    return failure('bad_config', 'Only logs can be queried in CloudWatch, not metrics or traces.')
  const session = await sessionOf(deps, metadata)
  if (!session.ok) return session
  const groups = await largestGroups(deps, session.value, metadata)
  if (!groups.ok) return groups
  if (groups.value.length === 0) return success({ columns: [], rows: [], isTruncated: false })
  const limit = Math.min(asked.limit, ROWS_MAX - ROWS_SPARE)
  const rows = await runQuery(deps, session.value, {
    logGroupNames: groups.value,
    startTime: Math.floor(asked.fromMs / 1000),
    endTime: Math.ceil(asked.toMs / 1000),
    queryString: asked.isNative ? asked.text : wordQuery(asked.text, limit + ROWS_SPARE),
    limit: asked.isNative ? limit + 1 : limit + ROWS_SPARE,
  })
  if (!rows.ok) return rows
  if (asked.isNative) return success(answerOfObjects(rows.value, limit))
  const lines = rows.value.flatMap((row) => linesOfRow(row, session.value.region))
  const inside = lines.filter(({ time }) => isWithin(time, asked.fromMs, asked.toMs))
  return success(answerOfLines(inside, limit))
}

function wordQuery(text: string, limit: number): string {
  const words = text.split(/\s+/).filter((word) => word !== '')
  const filters = words.map((word) => `| filter @message like "${word.replaceAll(/["\\]/g, '\\$&')}"`)
  return [
    'fields @timestamp, @message, @logStream, @log',
    ...filters,
    '| sort @timestamp desc',
    `| limit ${limit}`,
  ].join('\n')
}

async function largestGroups(
  deps: ConnectorDeps,
  session: AwsSession,
  metadata: CloudWatchMetadata,
): Promise<Outcome<string[]>> {
  const groups: { name: string; bytes: number }[] = []
  let cursor: string | null = null
  for (let pages = 0; pages < 4; pages += 1) {
    const page = await listGroups(deps, session, metadata.log_group_prefix, cursor)
    if (!page.ok) return page
    groups.push(...page.value.groups)
    cursor = page.value.nextToken
    if (cursor === null) break
  }
  groups.sort((a, b) => b.bytes - a.bytes)
  return success(groups.slice(0, GROUPS_MAX).map(({ name }) => name))
}

async function runQuery(deps: ConnectorDeps, session: AwsSession, input: object): Promise<Outcome<Row[]>> {
  const start = await callLogs(deps, session, 'StartQuery', input, started)
  if (!start.ok) return start
  for (let polls = 0; polls < POLLS_MAX; polls += 1) {
    if (polls > 0) await pause(POLL_MS)
    const found = await callLogs(deps, session, 'GetQueryResults', start.value, results)
    if (!found.ok) return found
    const { status, results: rows = [] } = found.value
    if (status === 'Complete') return success(rows.map(rowOf))
    if (status !== 'Running' && status !== 'Scheduled')
      return failure(
        'vendor_error',
        `CloudWatch ended the query without a result (${status}); ask for a shorter window.`,
      )
  }
  return failure('vendor_error', 'CloudWatch did not finish the query in time; ask for a shorter window.')
}

/** `@ptr` is only a reference to the record. */
const rowOf = (fields: readonly { field: string; value?: string | undefined }[]): Row =>
  Object.fromEntries(fields.filter(({ field }) => field !== '@ptr').map(({ field, value }) => [field, value ?? '']))

/** `@log` contains the account and the group. */
function linesOfRow(row: Row, region: string): Line[] {
  const time = timeOf(row['@timestamp'])
  if (time === null) return []
  const group = row['@log']?.replace(/^\d{12}:/, '') ?? ''
  const stream = row['@logStream']
  const origin = { id: '', timestamp: 0, group, region, ...(stream === undefined ? {} : { stream }) }
  return [{ ...lineOfMessage(row['@message'] ?? '', origin), time }]
}
