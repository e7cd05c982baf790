/** Queries on the logs of a project: search, volume, patterns, fields, and one record with its neighbours. */

import type { ProjectScope } from '../../auth/scope.ts'
import { notFound } from '../../contracts/domain-error.ts'
import { type LogPattern, toIso, toMillis } from '../../telemetry/index.ts'
import { WorkPace } from '../../work-pace.ts'
import type { VerbCall } from '../context.ts'
import {
  cursorText,
  fieldOf,
  fieldText,
  pageOf,
  projectOf,
  type QueryInput,
  rangeOf,
  recordFilterOf,
  workView,
} from './query-input.ts'
import { logView, selectedView } from './record-views.ts'

type Call<Input> = VerbCall<ProjectScope, Input>

/** Work units (work-pace.ts) to show a record. */
const UNITS_PER_VIEW = 10

/** Number of intervals of a volume when the caller names none: about 60, each at least a second. */
const INTERVALS_WANTED = 60
const INTERVALS_MAX = 2000
const INTERVAL_STEPS_MS = [1, 5, 10, 15, 30, 60, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400].map(
  (s) => s * 1000,
)

export interface SearchInput extends QueryInput {
  readonly select?: readonly string[] | undefined
  readonly sort: 'newest' | 'oldest'
  readonly limit: number
  readonly cursor?: string | undefined
}

/**
 * Returns a page of log records that fit a filter, with all their fields or those of `select`. Throws `invalid_input`
 * for unknown fields, an empty range or a foreign cursor.
 */
export async function queryLogs({ ctx, scope, input }: Call<SearchInput>) {
  const page = pageOf(input, ctx.now())
  const result = await ctx.telemetry.searchLogs(projectOf(scope), {
    ...page,
    filter: recordFilterOf(input),
    order: input.sort,
    limit: input.limit,
  })
  const fields = input.select?.map((text, i) => ({ text, field: fieldOf(text, `body.select.${i}`) }))
  return {
    logs: await new WorkPace().map(result.records, UNITS_PER_VIEW, (record) =>
      fields ? selectedView(record, fields) : logView(record),
    ),
    nextCursor: result.next ? cursorText(result.next, page.range) : null,
    work: workView(result.work),
  }
}

/**
 * Counts log records in steps of time and by groups. The groups with most records are named; the others are summed up.
 */
export async function logVolume({
  ctx,
  scope,
  input,
}: Call<
  QueryInput & {
    readonly intervalSeconds?: number | undefined
    readonly groupBy: readonly string[]
    readonly groupsMax: number
  }
>) {
  const range = rangeOf(input, ctx.now())
  const intervalMs = intervalOf(toMillis(range.to) - toMillis(range.from), input.intervalSeconds)
  const groupBy = input.groupBy.map((text, i) => fieldOf(text, `body.groupBy.${i}`))
  const result = await ctx.telemetry.countLogs(projectOf(scope), {
    range,
    filter: recordFilterOf(input),
    intervalMs,
    groupBy,
    groupsMax: input.groupsMax,
  })
  return {
    intervalSeconds: intervalMs / 1000,
    series: result.groups.map(({ key, counts, total }) => ({
      key: Object.fromEntries(groupBy.map((field, i) => [fieldText(field), key[i] ?? null])),
      total,
      points: counts.map(([startMs, count]) => [new Date(startMs).toISOString(), count] as [string, number]),
    })),
    other: result.other,
    total: result.total,
    work: workView(result.work),
  }
}

/** Returns the caller's interval, or a coarser one if it would give more than 2,000 points. */
export function intervalOf(spanMs: number, askedSeconds: number | undefined): number {
  const wanted = askedSeconds === undefined ? spanMs / INTERVALS_WANTED : askedSeconds * 1000
  const least = Math.max(wanted, spanMs / INTERVALS_MAX)
  if (askedSeconds !== undefined && least === wanted) return wanted
  return INTERVAL_STEPS_MS.find((step) => step >= least) ?? 86_400_000
}

export interface PatternsInput extends QueryInput {
  readonly compareWith?: { readonly from: string; readonly to: string } | undefined
  /** Count each pattern over time too. */
  readonly intervals: boolean
  readonly limit: number
}

/** A comparison reads more patterns than it shows, so that a rare pattern of one window is found in the other. */
const COMPARED_PATTERNS = 1000

/**
 * Counts log records by pattern, most frequent first. With `compareWith`, it compares them with another range: which
 * patterns are new, gone, or more or less frequent.
 */
export async function logPatterns({ ctx, scope, input }: Call<PatternsInput>) {
  const store = ctx.telemetry
  const filter = recordFilterOf(input)
  const intervalMs = input.intervals ? intervalOf(spanOf(input, ctx.now()), undefined) : null
  const read = (query: QueryInput, limit: number) =>
    store.logPatterns(projectOf(scope), { range: rangeOf(query, ctx.now()), filter, intervalMs, limit })
  if (!input.compareWith) {
    const result = await read(input, input.limit)
    return {
      patterns: result.patterns.map((one) => patternView(one)),
      total: result.total,
      work: workView(result.work),
    }
  }
  const [current, earlier] = await Promise.all([
    read(input, COMPARED_PATTERNS),
    read(input.compareWith, COMPARED_PATTERNS),
  ])
  const scale = spanOf(input, ctx.now()) / spanOf(input.compareWith, ctx.now())
  const compared = comparePatterns(current.patterns, earlier.patterns, scale)
  return {
    patterns: compared.slice(0, input.limit),
    total: current.total,
    comparedTotal: earlier.total,
    work: workView({
      recordsScanned: current.work.recordsScanned + earlier.work.recordsScanned,
      bytesDecoded: current.work.bytesDecoded + earlier.work.bytesDecoded,
      partitionsRead: current.work.partitionsRead + earlier.work.partitionsRead,
      partial: [...new Set([...current.work.partial, ...earlier.work.partial])],
    }),
  }
}

function spanOf(query: QueryInput, nowMs: number): number {
  const range = rangeOf(query, nowMs)
  return toMillis(range.to) - toMillis(range.from)
}

const patternKey = (pattern: LogPattern) => `${pattern.id} ${pattern.service} ${pattern.severity}`

/** Sorts by the largest change: the records beyond what the other window's rate would give. */
export function comparePatterns(current: readonly LogPattern[], earlier: readonly LogPattern[], scale: number) {
  const before = new Map(earlier.map((pattern) => [patternKey(pattern), pattern]))
  const now = new Set(current.map(patternKey))
  const rows = current.map((pattern) => ({
    pattern,
    count: pattern.count,
    comparedCount: before.get(patternKey(pattern))?.count ?? 0,
  }))
  const gone = earlier
    .filter((pattern) => !now.has(patternKey(pattern)))
    .map((pattern) => ({ pattern, count: 0, comparedCount: pattern.count }))
  return [...rows, ...gone]
    .map(({ pattern, count, comparedCount }) => ({
      row: {
        ...patternView(count === 0 ? { ...pattern, counts: [] } : pattern),
        count,
        comparedCount,
        change: changeOf(count, comparedCount * scale, comparedCount),
      },
      weight: Math.abs(count - comparedCount * scale),
    }))
    .sort((a, b) => b.weight - a.weight || (a.row.id < b.row.id ? -1 : 1))
    .map(({ row }) => row)
}

/**
 * True for a change of at most half that is larger than chance explains for a count of that size (three standard
 * deviations of Poisson).
 */
function changeOf(count: number, expected: number, comparedCount: number): 'new' | 'gone' | 'more' | 'less' | 'same' {
  if (comparedCount === 0) return 'new'
  if (count === 0) return 'gone'
  const noise = 3 * Math.sqrt(expected + 1)
  if (count > expected * 1.5 && count - expected > noise) return 'more'
  if (count < expected / 1.5 && expected - count > noise) return 'less'
  return 'same'
}

function patternView(pattern: LogPattern) {
  const { id, template, service, severity, count, example } = pattern
  return {
    id,
    template,
    service,
    severity,
    count,
    firstSeen: toIso(pattern.firstSeen),
    lastSeen: toIso(pattern.lastSeen),
    example,
    ...(pattern.counts.length === 0 ? {} : { points: pointsOf(pattern.counts) }),
  }
}

const pointsOf = (counts: LogPattern['counts']) =>
  counts.map(([startMs, count]): [string, number] => [new Date(startMs).toISOString(), count])

/** Lists the fields that records have, or the most frequent values of one field. */
export async function logFields({
  ctx,
  scope,
  input,
}: Call<
  QueryInput & { readonly field?: string | undefined; readonly signal: 'logs' | 'spans'; readonly limit: number }
>) {
  const result = await ctx.telemetry.fieldValues(projectOf(scope), {
    range: rangeOf(input, ctx.now()),
    filter: recordFilterOf(input),
    signal: input.signal,
    field: input.field === undefined ? null : fieldOf(input.field, 'body.field'),
    limit: input.limit,
  })
  return { values: result.values, work: workView(result.work) }
}

/** Returns one log record with its neighbours in the same stream of records. Throws `not_found`. */
export async function getLog({ ctx, scope, input }: Call<{ readonly logId: string; readonly neighbours: number }>) {
  const found = await ctx.telemetry.getLog(projectOf(scope), input.logId, input.neighbours)
  if (!found) throw notFound('The log record')
  return { log: logView(found.record), before: found.before.map(logView), after: found.after.map(logView) }
}
