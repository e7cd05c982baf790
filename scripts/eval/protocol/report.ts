/** What the protocol prints: the table, totals, and whether confidence is honest. */
import { type Answer, reliabilityTable } from './reliability.ts'
import type { Result } from './run.ts'
import { logLossOf } from './scores.ts'
import { markdown, type Row, tableOf } from './table.ts'

export function reportOf(results: readonly Result[]): string {
  const answers = answersOf(results)
  return [
    tableOf(rowsOf(results)),
    '',
    'Each figure is a share: of the incidents of its row, or of its windows without a fault (false alarms; raised). Asserted: said as identified or probable. Raised also counts inconclusive.',
    '',
    `Mean log loss (nats at the truth), per system: ${lossesOf(results)}`,
    '',
    'What each outcome was worth (right: the first candidate is the cause; of "no_anomaly", nothing broke):',
    '',
    outcomesOf(results),
    '',
    'Confidence of the first candidate against the share that is right, over all raised answers:',
    '',
    reliabilityTable(answers),
    sureLine(answers),
  ].join('\n')
}

/** Rows in the order of the first answer of each. */
export function rowsOf(results: readonly Result[]): Row[] {
  const groups = Map.groupBy(results, ({ set, signals, stated }) => JSON.stringify([set, signals, stated]))
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const { set, system, signals, stated } = first
    return [{ set, system, signals, stated, judged: group.map(({ judged }) => judged) }]
  })
}

/** Answers that name a candidate as the cause of something; of a quiet window each such answer is wrong. */
export function answersOf(results: readonly Result[]): Answer[] {
  return results
    .filter(({ judged }) => judged.isRaised)
    .map(({ judged }) => ({
      cluster: judged.cluster,
      confidence: judged.confidence,
      isRight: judged.isFault && judged.rank === 1,
    }))
}

const OUTCOMES = ['identified', 'probable', 'inconclusive', 'no_anomaly', 'no_data'] as const

function outcomesOf(results: readonly Result[]): string {
  const lines = OUTCOMES.map((outcome) => {
    const said = results.filter(({ said: one }) => one === outcome)
    const right = said.filter(({ judged }) => (judged.isRaised ? judged.rank === 1 : !judged.isFault))
    return [outcome, String(said.length), said.length === 0 ? '–' : (right.length / said.length).toFixed(2)]
  })
  return markdown([['said', 'answers', 'right'], ...lines])
}

function lossesOf(results: readonly Result[]): string {
  const groups = Map.groupBy(results, ({ system }) => system)
  return [...groups]
    .map(([system, group]) => `${system} ${logLossOf(group.map(({ judged }) => judged)).toFixed(2)}`)
    .join(', ')
}

const SURE = 0.9
function sureLine(answers: readonly Answer[]): string {
  const sure = answers.filter(({ confidence }) => confidence >= SURE)
  const right = sure.filter(({ isRight }) => isRight).length
  const share = sure.length === 0 ? '' : ` (${((100 * right) / sure.length).toFixed(1)} %)`
  return `Of ${sure.length} answers said with at least ${SURE}, ${right} are right${share}.`
}

/** How long an answer took, by nearest rank; only of a run without the cache. */
export function timesLine(results: readonly Result[]): string {
  const times = results.map(({ tookMs }) => tookMs).toSorted((a, b) => a - b)
  const at = (share: number): string => ((times[Math.ceil(times.length * share) - 1] ?? 0) / 1000).toFixed(2)
  return `Analysis in memory: p50 ${at(0.5)} s, p95 ${at(0.95)} s, most ${at(1)} s.`
}

export function explanationOf(
  result: Result,
  candidates: readonly { service: string; probability: number }[],
  most: number,
): string {
  const { set, episode, signals, stated, said, judged, mechanism, onsetOffsetS } = result
  const onset = onsetOffsetS === null ? '-' : `${onsetOffsetS} s`
  const first = candidates.slice(0, most).map(({ service, probability }) => `${service} ${probability.toFixed(3)}`)
  const rank = judged.isFault ? `rank ${judged.rank ?? '-'}` : 'no fault'
  return `${set} ${episode} ${signals}, ${stated}: ${rank}, ${said} ${judged.confidence.toFixed(2)}, ${mechanism ?? 'no mechanism'}, onset ${onset}; ${first.join(', ')}`
}
