/** "Top errors", "which service logs the most", "summarise". */
import type { LogPatternsToolResult } from '../../tools/log-patterns.ts'
import type { LogVolumeResult } from '../../tools/log-volume.ts'
import { cite, clock, code, count } from '../markdown.ts'
import { type Action, type PlanState, windowParams } from '../plan-state.ts'
import { filterParams } from './filter-params.ts'
import { basisSentence, caveats, emptyWindowSentence, scopeWords, suspiciousSentence, windowWords } from './words.ts'

export function planTop(state: PlanState): Action {
  const { question, desk } = state
  const filter = { ...windowParams(state.window), ...filterParams(question) }
  const patterns = desk.need<LogPatternsToolResult>('log_patterns', { ...filter, limit: question.limit ?? 10 })
  const volume = desk.need<LogVolumeResult>('log_volume', { ...filter, groupBy: ['service'] })
  if (desk.missing.length > 0) {
    return {
      type: 'call',
      reasoning:
        `I group the log records ${scopeWords(state)} from ${windowWords(state)} by pattern and by service.`.replace(
          '  ',
          ' ',
        ),
      calls: desk.missing,
    }
  }
  if (patterns === null || volume === null) return { type: 'answer', text: caveats(state, []).join(' ') }
  const lines: string[] = []
  const scope = scopeWords(state)
  if (patterns.result.patterns.length === 0) {
    lines.push(
      `**No log records${scope === '' ? '' : ` ${scope}`}** from ${windowWords(state)}. ${cite(patterns.id)}`,
      emptyWindowSentence(state),
    )
  } else {
    const services = volume.result.series
      .slice(0, 5)
      .map((group) => `${code(group.name, 60)} ${group.total.toLocaleString('en-US')}`)
    lines.push(
      `**${count(volume.result.total, 'log record')}**${scope === '' ? '' : ` ${scope}`} from ${windowWords(state)}. By service: ${services.join(', ')}. ${cite(volume.id)}`,
    )
    const rows = patterns.result.patterns.map(
      (row, index) =>
        `${index + 1}. ${row.count.toLocaleString('en-US')}\u00d7 ${code(row.service, 60)} ${row.severity}: ${code(row.template, 160)} (since ${clock(row.firstSeen, state.askedAtMs)})`,
    )
    lines.push(`Most frequent patterns ${cite(patterns.id)}:\n\n${rows.slice(0, 10).join('\n')}`)
  }
  lines.push(
    basisSentence(state),
    ...caveats(state, [patterns.result, volume.result]),
    ...suspiciousSentence([patterns.result], [patterns.id]),
  )
  return { type: 'answer', text: lines.filter((line) => line !== '').join('\n\n') }
}
