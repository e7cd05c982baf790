/** The spans of many traces: look-ups are bounded, and one that is cut is made again in halves. */
import type { Condition, StoredSpan, TimeRange } from '../../../telemetry/index.ts'
import { builtin, type Desk, note } from './filters.ts'

const TRACES_PER_SEARCH = 100
const SPANS_PER_SEARCH = 1_000
/** Made at the same time. */
const SEARCHES_PER_WAVE = 4
/** More would ask the store too often for one answer. */
const SEARCHES_MAX = 256

/**
 * The spans of these traces that fit the conditions as well, in no order: each batch has all those of its traces. What
 * the bound leaves out makes the answer incomplete.
 */
export async function* spansOfTraces(
  desk: Desk,
  traces: readonly string[],
  range: TimeRange,
  conditions: readonly Condition[] = [],
): AsyncGenerator<readonly StoredSpan[]> {
  const open = Array.from({ length: Math.ceil(traces.length / TRACES_PER_SEARCH) }, (_, at) =>
    traces.slice(at * TRACES_PER_SEARCH, (at + 1) * TRACES_PER_SEARCH),
  )
  let searches = 0
  while (open.length > 0) {
    if (searches >= SEARCHES_MAX) {
      desk.partial.add('limit')
      return
    }
    const wave = open.splice(0, SEARCHES_PER_WAVE)
    searches += wave.length
    const answers = await Promise.all(
      wave.map(async (part) => ({ part, ...(await searchOf(desk, part, range, conditions)) })),
    )
    for (const { part, spans, work } of answers)
      if (spans.length < SPANS_PER_SEARCH || part.length < 2) {
        note(desk, work)
        yield spans
      } else {
        const middle = part.length >> 1
        open.push(part.slice(0, middle), part.slice(middle))
      }
  }
}

function searchOf(desk: Desk, traces: readonly string[], range: TimeRange, conditions: readonly Condition[]) {
  return desk.ctx.telemetry.searchSpans(desk.ctx.project, {
    range,
    filter: { conditions: [{ field: builtin('trace_id'), op: 'in', values: traces }, ...conditions] },
    order: 'newest',
    limit: SPANS_PER_SEARCH,
  })
}
