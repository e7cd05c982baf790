/** What requests with some outcome or status wrote: the warnings and errors within their traces, else any of their lines. */
import type { LogPattern } from '../../../telemetry/index.ts'
import type { PlanOf } from '../plan/plan.ts'
import { builtin, type Desk, note, rangeOf, SEVERITY_NUMBER } from './filters.ts'
import { patternRow, spans } from './lists.ts'
import type { PatternsResult } from './result.ts'

/** The newest of them stand for all. */
const REQUESTS_MAX = 100
const PATTERNS_MAX = 50

export async function patternsOfRequests(
  desk: Desk,
  plan: PlanOf<'patterns'>,
): Promise<Omit<PatternsResult, 'incomplete'>> {
  const { conditions, time } = plan
  const list = { intent: 'list', of: 'spans', conditions, time, order: 'newest', limit: REQUESTS_MAX } as const
  const found = await spans(desk, list)
  const traces = [...new Set(found.spans.map(({ traceId }) => traceId))].filter((id) => id !== '')
  const warned = traces.length === 0 ? [] : await linesIn(desk, plan, traces, SEVERITY_NUMBER.warn)
  const lines = warned.length > 0 || traces.length === 0 ? warned : await linesIn(desk, plan, traces, 0)
  return {
    kind: 'patterns',
    window: { from: time.from, to: time.to },
    total: lines.reduce((sum, { count }) => sum + count, 0),
    requests: { total: found.total, read: found.spans.length },
    patterns: lines.slice(0, plan.limit).map(patternRow),
  }
}

async function linesIn(
  desk: Desk,
  { time }: PlanOf<'patterns'>,
  traces: readonly string[],
  severityMin: number,
): Promise<readonly LogPattern[]> {
  const { patterns, work } = await desk.ctx.telemetry.logPatterns(desk.ctx.project, {
    range: rangeOf(time),
    filter: {
      conditions: [
        { field: builtin('trace_id'), op: 'in', values: traces },
        ...(severityMin === 0 ? [] : [{ field: builtin('severity'), op: 'gte', value: severityMin } as const]),
      ],
    },
    intervalMs: null,
    limit: PATTERNS_MAX,
  })
  note(desk, work)
  return patterns
}
