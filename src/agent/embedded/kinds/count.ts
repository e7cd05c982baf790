/** "How many", "trend", "is it going up". */
import type { LogVolumeResult } from '../../tools/log-volume.ts'
import { cite, clock, code, count } from '../markdown.ts'
import { type Action, type PlanState, windowParams } from '../plan-state.ts'
import { filterParams } from './filter-params.ts'
import { basisSentence, caveats, emptyWindowSentence, scopeWords, windowWords } from './words.ts'

export function planCount(state: PlanState): Action {
  const { question, desk } = state
  const groupBy = question.services.length === 1 ? ['severity'] : ['service']
  const volume = desk.need<LogVolumeResult>('log_volume', {
    ...windowParams(state.window),
    ...filterParams(question),
    groupBy,
  })
  if (desk.missing.length > 0) {
    return {
      type: 'call',
      reasoning:
        `I count the log records ${scopeWords(state)} from ${windowWords(state)}, split by ${groupBy.join()}.`.replace(
          '  ',
          ' ',
        ),
      calls: desk.missing,
    }
  }
  if (volume === null) return { type: 'answer', text: caveats(state, []).join(' ') }
  return { type: 'answer', text: answer(state, volume.result, volume.id) }
}

function answer(state: PlanState, volume: LogVolumeResult, id: string): string {
  const scope = scopeWords(state)
  const lines: string[] = []
  if (volume.total === 0) {
    lines.push(
      `**No log records${scope === '' ? '' : ` ${scope}`}** from ${windowWords(state)}. ${cite(id)}`,
      emptyWindowSentence(state),
    )
  } else {
    lines.push(
      `**${count(volume.total, 'log record')}**${scope === '' ? '' : ` ${scope}`} from ${windowWords(state)}. ${cite(id)}`,
    )
    const groups = volume.series
      .slice(0, 8)
      .map((group) => `- ${code(group.name, 80)}: ${group.total.toLocaleString('en-US')}`)
    if (volume.series.length > 1)
      lines.push(
        [...groups, ...(volume.other > 0 ? [`- others: ${volume.other.toLocaleString('en-US')}`] : [])].join('\n'),
      )
    lines.push(trendSentence(state, volume, id))
  }
  lines.push(basisSentence(state), ...caveats(state, [volume]))
  return lines.filter((line) => line !== '').join('\n\n')
}

/** First half against second half, and the busiest interval. */
function trendSentence(state: PlanState, volume: LogVolumeResult, id: string): string {
  const perInterval = new Map<string, number>()
  for (const { points } of volume.series) {
    for (const [at, value] of points) perInterval.set(at, (perInterval.get(at) ?? 0) + value)
  }
  const points = [...perInterval].sort(([a], [b]) => (a < b ? -1 : 1))
  const middle = (state.window.fromMs + state.window.toMs) / 2
  const late = points.filter(([at]) => Date.parse(at) >= middle).reduce((sum, [, value]) => sum + value, 0)
  const early = points.reduce((sum, [, value]) => sum + value, 0) - late
  const peak = points.reduce<readonly [string, number] | null>(
    (best, point) => (best === null || point[1] > best[1] ? point : best),
    null,
  )
  if (peak === null) return ''
  const width = volume.intervalSeconds >= 60 ? `${volume.intervalSeconds / 60} min` : `${volume.intervalSeconds} s`
  // Twice the square root is about two standard deviations of a Poisson count: less is noise.
  const noise = 2 * Math.sqrt(early + late)
  const direction = Math.abs(late - early) <= noise ? 'steady' : late > early ? 'rising' : 'falling'
  return `Trend: ${direction} (${early.toLocaleString('en-US')} in the first half, ${late.toLocaleString('en-US')} in the second); the busiest ${width} began at ${clock(peak[0], state.askedAtMs)} with ${count(peak[1], 'record')}. ${cite(id)}`
}
