/** The spans of many traces: look-ups are bounded, and one that is cut is made again in halves. */
import type { Condition, StoredSpan, TimeRange } from '../../../telemetry/index.ts'
import { builtin, type Desk, note } from './filters.ts'

const TRACES_PER_SEARCH = 100
const SPANS_PER_SEARCH = 1_000

/** All spans of these traces that fit the conditions as well; in no order. */
export async function spansOfTraces(
  desk: Desk,
  traces: readonly string[],
  range: TimeRange,
  conditions: readonly Condition[] = [],
): Promise<StoredSpan[]> {
  const parts = Array.from({ length: Math.ceil(traces.length / TRACES_PER_SEARCH) }, (_, at) =>
    traces.slice(at * TRACES_PER_SEARCH, (at + 1) * TRACES_PER_SEARCH),
  )
  const found = await Promise.all(parts.map((part) => spansOf(desk, part, range, conditions)))
  return found.flat()
}

async function spansOf(
  desk: Desk,
  traces: readonly string[],
  range: TimeRange,
  conditions: readonly Condition[],
): Promise<StoredSpan[]> {
  const { spans, work } = await desk.ctx.telemetry.searchSpans(desk.ctx.project, {
    range,
    filter: { conditions: [{ field: builtin('trace_id'), op: 'in', values: traces }, ...conditions] },
    order: 'newest',
    limit: SPANS_PER_SEARCH,
  })
  if (spans.length < SPANS_PER_SEARCH || traces.length < 2) {
    note(desk, work)
    return [...spans]
  }
  const middle = traces.length >> 1
  const halves = await Promise.all(
    [traces.slice(0, middle), traces.slice(middle)].map((half) => spansOf(desk, half, range, conditions)),
  )
  return halves.flat()
}
