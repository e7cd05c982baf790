/** Words by which a question says for itself what it asks or what it measures. */
import type { Plan } from '../plan/plan.ts'
import type { Tag } from '../vocabulary/english.ts'
import { has, type Previous, type QuestionState } from './state.ts'

/** Says what is asked. */
export const OWN_INTENT: readonly Tag[] = [
  'what_broke',
  'why',
  'since_when',
  'how_long',
  'next_step',
  'impact',
  'timeline',
  'mechanism',
  'deploy_cause',
  'versions',
  'deployment',
  'meaning',
  'delivery',
  'silent',
  'coverage',
  'metrics_list',
  'callers',
  'callees',
  'topology',
  'changes',
]
/** Says what is measured. */
export const OWN_MEASURE: readonly Tag[] = [
  'count',
  'show',
  'failure_ratio',
  'success_ratio',
  'share',
  'duration',
  'distinct',
  'sum',
  'median',
  'mean',
  'p90',
  'p95',
  'p99',
  'max',
  'min',
  'patterns',
  'slowest',
  'request_noun',
  'failure_noun',
]

/** Nouns of log records, whatever their level. */
export const LINE_NOUNS: readonly Tag[] = [
  'log_noun',
  'error_noun',
  'warn_noun',
  'fatal_noun',
  'info_noun',
  'debug_noun',
]

const WORDS_MAX = 9

/** "Lamp and thermostat together", "without blinds": it says which, and nothing of what is measured. */
export function saysNoMeasure(state: QuestionState, own: Plan | null, { plan: last }: Previous): boolean {
  if (own?.intent !== 'measure' || own.conditions.length === 0) return false
  if (own.measure.of !== 'records' && own.measure.of !== 'requests') return false
  if (last.intent !== 'measure' && last.intent !== 'list' && last.intent !== 'patterns') return false
  const isOfSlots = own.conditions.every(({ on }) => on === 'attribute' || on === 'service')
  return (
    isOfSlots &&
    state.words.length <= WORDS_MAX &&
    own.groupBy.length === 0 &&
    !has(state, ...OWN_INTENT, ...OWN_MEASURE, ...LINE_NOUNS, 'state', 'unusual', 'still', 'rate')
  )
}
