/** "Show me", "find". */
import type { SearchLogsToolResult } from '../../tools/search-logs.ts'
import { cite, clock, code, count } from '../markdown.ts'
import { type Action, type PlanState, windowParams } from '../plan-state.ts'
import { filterParams } from './filter-params.ts'
import { basisSentence, caveats, emptyWindowSentence, scopeWords, suspiciousSentence, windowWords } from './words.ts'

/** Records quoted in the text; all of them are in the table beside it. */
const QUOTED = 5
const DAY_MS = 86_400_000

export function planShow(state: PlanState): Action {
  const { question, desk } = state
  // A trace is looked for in the whole last day: whoever has its id rarely knows its time.
  const window =
    question.traceId !== null && state.windowBasis === 'last_with_telemetry'
      ? { fromMs: state.window.toMs - DAY_MS, toMs: state.window.toMs }
      : state.window
  const order = question.isOldestFirst || question.traceId !== null ? 'oldest' : 'newest'
  const found = desk.need<SearchLogsToolResult>('search_logs', {
    ...windowParams(window),
    ...filterParams(question),
    order,
    limit: question.limit ?? 20,
  })
  if (desk.missing.length > 0) {
    return {
      type: 'call',
      reasoning:
        `I search the log records ${scopeWords(state)} from ${windowWords({ ...state, window })}, ${order} first.`.replace(
          '  ',
          ' ',
        ),
      calls: desk.missing,
    }
  }
  if (found === null) return { type: 'answer', text: caveats(state, []).join(' ') }
  return { type: 'answer', text: answer({ ...state, window }, found.result, found.id) }
}

function answer(state: PlanState, found: SearchLogsToolResult, id: string): string {
  const scope = scopeWords(state)
  const lines: string[] = []
  if (found.records.length === 0) {
    lines.push(
      `**No log records${scope === '' ? '' : ` ${scope}`}** from ${windowWords(state)}. ${cite(id)}`,
      emptyWindowSentence(state),
    )
  } else {
    const shown = found.records.length
    const which = shown === found.total ? 'all of them' : `the ${found.order} ${shown}`
    lines.push(
      `**${count(found.total, 'log record')}**${scope === '' ? '' : ` ${scope}`} from ${windowWords(state)}; the table has ${which}. ${cite(id)}`,
    )
    const quoted = found.records
      .slice(0, QUOTED)
      .map(
        (row) =>
          `- ${clock(row.time, state.askedAtMs)} ${code(row.service, 60)} ${row.severity}: ${code(row.body, 160)}`,
      )
    lines.push(quoted.join('\n'))
  }
  lines.push(basisSentence(state), ...caveats(state, [found]), ...suspiciousSentence([found], [id]))
  return lines.filter((line) => line !== '').join('\n\n')
}
