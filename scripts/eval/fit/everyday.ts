/**
 * Thresholds as rates of false alarms. The everyday score is what the leader of one quiet window in fifty reaches. It is
 * read from windows without a fault, not searched for: then no incident and no single window decides it.
 */
import { placeboScoreOf } from '../../../src/agent/investigator/judgement.ts'
import { type Looks, strongerOf } from '../../../src/agent/investigator/looks.ts'
import type { InvestigatorParameters } from '../../../src/agent/investigator/parameters.ts'
import type { Values } from './parameter-tree.ts'

/** What a window without a fault reaches. Null: it has no such look. */
export interface QuietScores {
  readonly system: string
  readonly traces: number | null
  /** Beyond what the baseline of the window itself shows at placebo onsets. */
  readonly beyondCalm: number | null
  readonly metrics: number | null
}

/** One quiet window in fifty may reach the everyday score: that many false alarms are accepted. */
const EVERYDAY_RATE = 0.02
/** One in ten may reach the calm score, which raises a doubt and never asserts by itself. */
const CALM_RATE = 0.1
/** Where the tail is read. Below the median lies no tail; above this a few windows would decide. */
const TAIL = [0.7, 0.75, 0.8, 0.85, 0.9]

export function quietScoresOf(system: string, looks: Looks, parameters: InvestigatorParameters): QuietScores {
  const { looked, metrics } = looks
  const traces = looked === null ? null : (strongerOf({ looked, metrics: null }, null, parameters)?.look ?? null)
  const scores = traces?.ranked.map(({ score }) => score) ?? []
  const unusual = traces?.ranked.map(({ score, habitual }) => score - (habitual ?? 0)) ?? []
  const placebos = (looked?.examination?.placebos ?? []).map(placeboScoreOf)
  const alone = metrics === null ? null : (strongerOf({ looked: null, metrics }, null, parameters)?.look ?? null)
  // Beside logs or spans metrics must show as much more (looks.ts): two looks stand out twice as often.
  const second = traces === null ? 0 : Math.log(2)
  const moved = (alone?.everydayScore ?? 0) - parameters.metricScores.everyday.detected
  return {
    system,
    traces: looked === null ? null : Math.max(0, ...scores),
    beyondCalm: looked === null ? null : Math.max(0, Math.max(0, ...unusual) - Math.max(0, ...placebos)),
    metrics: alone === null ? null : (alone.surprise ?? 0) - moved - second,
  }
}

/** The thresholds that these windows ask for, by parameter; a threshold that no window speaks of is left out. */
export function thresholdsOf(windows: readonly QuietScores[]): Values {
  const scoreOf = (kind: 'traces' | 'beyondCalm' | 'metrics', rate: number): number | null =>
    scoreReachedBy(
      rate,
      windows.flatMap(({ system, [kind]: score }) => (score === null ? [] : [{ system, score }])),
    )
  const traces = scoreOf('traces', EVERYDAY_RATE)
  const calm = scoreOf('beyondCalm', CALM_RATE)
  const metrics = scoreOf('metrics', EVERYDAY_RATE)
  const named: [string, number | null][] = [
    ['traces.everyday.stated', traces],
    ['traces.everyday.detected', traces],
    ['traces.calm.score', calm],
    ['metricScores.everyday.stated', metrics],
    ['metricScores.everyday.detected', metrics],
  ]
  return new Map(named.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])))
}

/**
 * The score that this share of windows reaches, systems counting alike. Few systems have fifty windows, so the tail is
 * taken to be exponential above the median, as steep as the middle one of several quantiles says.
 * @returns null without any window.
 */
export function scoreReachedBy(
  rate: number,
  windows: readonly { readonly system: string; readonly score: number }[],
): number | null {
  if (windows.length === 0) return null
  const sizes = new Map([...Map.groupBy(windows, ({ system }) => system)].map(([system, own]) => [system, own.length]))
  const sorted = windows
    .map(({ system, score }) => ({ score, weight: 1 / (sizes.get(system) ?? 1) / sizes.size }))
    .toSorted((a, b) => a.score - b.score)
  const quantile = (share: number): number => {
    let below = 0
    for (const { score, weight } of sorted) {
      below += weight
      if (below >= share) return score
    }
    return sorted.at(-1)?.score ?? 0
  }
  const median = quantile(0.5)
  const slopes = TAIL.map((share) => (quantile(share) - median) / Math.log(0.5 / (1 - share))).toSorted((a, b) => a - b)
  return median + Math.log(0.5 / rate) * (slopes[Math.floor(slopes.length / 2)] ?? 0)
}
