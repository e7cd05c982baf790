/** Queries on the traces of a project: spans, one trace, requests-errors-duration, and who calls whom. */

import type { ProjectScope } from '../../auth/scope.ts'
import { invalidInput, notFound } from '../../contracts/domain-error.ts'
import { toMillis } from '../../telemetry/index.ts'
import type { VerbCall } from '../context.ts'
import { cursorText, pageOf, projectOf, type QueryInput, rangeOf, recordFilterOf, workView } from './query-input.ts'
import { intervalOf } from './query-logs.ts'
import { spanView } from './record-views.ts'

type Call<Input> = VerbCall<ProjectScope, Input>

/** How far back a trace is searched when no time is given; its id says nothing about its time. */
const TRACE_RANGE_MS = 7 * 86_400_000

/**
 * Returns a page of spans that fit a filter. Sorted by duration there is one page; a cursor then throws
 * `invalid_input`.
 */
export async function querySpans({
  ctx,
  scope,
  input,
}: Call<
  QueryInput & {
    readonly sort: 'newest' | 'oldest' | 'slowest'
    readonly limit: number
    readonly cursor?: string | undefined
  }
>) {
  if (input.sort === 'slowest' && input.cursor !== undefined) throw oneSlowestPage()
  const page = pageOf(input, ctx.now())
  const result = await ctx.telemetry.searchSpans(projectOf(scope), {
    ...page,
    filter: recordFilterOf(input),
    order: input.sort,
    limit: input.limit,
  })
  return {
    spans: result.spans.map(spanView),
    nextCursor: result.next ? cursorText(result.next, page.range) : null,
    work: workView(result.work),
  }
}

/**
 * A cursor is a position in time. The slowest spans are not ordered by time, so a cursor would show some of them twice
 * and others never.
 */
function oneSlowestPage() {
  return invalidInput('With sort "slowest" there is only one page, so no cursor is accepted.', [
    { path: 'body.cursor', message: 'must be left out with sort "slowest"; raise limit, or filter by duration' },
  ])
}

/**
 * Returns the spans of a trace. `isTruncated` says that it has more than are returned. Throws `not_found` when no span
 * lies in the range.
 */
export async function getTrace({
  ctx,
  scope,
  input,
}: Call<{ readonly traceId: string; readonly from?: string | undefined; readonly to?: string | undefined }>) {
  const from =
    input.from ?? new Date(Date.parse(input.to ?? new Date(ctx.now()).toISOString()) - TRACE_RANGE_MS).toISOString()
  const range = rangeOf({ ...input, from }, ctx.now())
  const { spans, isTruncated, work } = await ctx.telemetry.spansByTrace(projectOf(scope), input.traceId, range)
  if (spans.length === 0) throw notFound('The trace')
  return { traceId: input.traceId, spans: spans.map(spanView), isTruncated, work: workView(work) }
}

/**
 * Returns requests, errors and durations (milliseconds) of services or operations, in steps of time if they are asked
 * for.
 */
export async function spanStats({
  ctx,
  scope,
  input,
}: Call<
  QueryInput & {
    readonly groupBy: readonly ('service' | 'operation')[]
    readonly intervalSeconds?: number | undefined
    readonly groupsMax: number
  }
>) {
  const range = rangeOf(input, ctx.now())
  const span = toMillis(range.to) - toMillis(range.from)
  const intervalMs = input.intervalSeconds === undefined ? null : intervalOf(span, input.intervalSeconds)
  const result = await ctx.telemetry.spanStats(projectOf(scope), {
    range,
    filter: recordFilterOf(input),
    intervalMs,
    groupBy: input.groupBy,
    groupsMax: input.groupsMax,
  })
  return {
    intervalSeconds: intervalMs === null ? null : intervalMs / 1000,
    rows: result.rows.map(({ startMs, ...row }) => ({ ...row, start: new Date(startMs).toISOString() })),
    work: workView(result.work),
  }
}

/** Returns which services call which, with how many calls and errors, from spans. */
export async function listDependencies({
  ctx,
  scope,
  input,
}: Call<{ readonly from?: string | undefined; readonly to?: string | undefined }>) {
  const { dependencies, work } = await ctx.telemetry.dependencies(projectOf(scope), {
    range: rangeOf(input, ctx.now()),
  })
  return { dependencies, work: workView(work) }
}
