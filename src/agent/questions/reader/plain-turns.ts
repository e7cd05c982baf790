/**
 * Follow-ups of a few words that everybody types and that say the same as a plainer one: "out of how many?" behind a
 * count, "what caused it?" behind lines, "which service?" and "is it serious?" behind trouble.
 */
import type { Plan } from '../plan/plan.ts'
import { bareMove } from './bare-move.ts'
import type { Previous } from './state.ts'

const IT = '(?:it|that|this|them|these|those|they)'
type Behind = 'counted' | 'lines' | 'listed' | 'trouble'

const TURNS: readonly (readonly [behind: Behind, form: RegExp, plain: string])[] = [
  [
    'lines',
    /^(?:for )?what(?: (?:is|was|were|are) (?:it|they|that|those|these))? for$|^(?:what (?:is|was|are|were) )?(?:the )?(?:main|top|most (?:common|frequent)|usual|biggest|commonest|leading) reasons?$/,
    'by reason',
  ],
  ['lines', /^out of how many(?: in (?:all|total)| altogether| overall)?$/, 'what share is that'],
  [
    'counted',
    new RegExp(`^(?:what|who)(?: has| have| is)? (?:caused|causes|causing|triggered|triggers|led to) ${IT}$`),
    'why',
  ],
  ['counted', /^last one$/, 'the last one'],
  [
    'counted',
    /^still (?:happening|ongoing|failing)$|^(?:is|are) (?:it|that|they) still happening$/,
    'is it still going on',
  ],
  ['listed', new RegExp(`^(?:did|has|have) ${IT} (?:stop|stopped|end|ended|stopped now)$`), 'when was the last one'],
  [
    'trouble',
    new RegExp(`^(?:which|what) (?:service|component|app|application)(?: (?:is|was) ${IT})?$`),
    'which service broke',
  ],
  [
    'trouble',
    new RegExp(
      `^(?:(?:is|was) ${IT} (?:serious|bad|critical|severe)|how (?:serious|severe|critical)(?: (?:is|was) ${IT})?)$`,
    ),
    'how bad is it',
  ],
  [
    'trouble',
    /^(?:show (?:me )?)?(?:a|one|any|an example) trace(?: (?:of|for) (?:it|that))?$/,
    'show me a failed request',
  ],
]

/** The follow-up in plainer words; as it was where it is none of these. */
export function plainTurn(question: string, previous: Pick<Previous, 'plan'> | undefined): string {
  if (previous === undefined || question.length > CHARS_MAX) return question
  const said = bareMove(question.toLowerCase())
  const behind = behindOf(previous.plan)
  return TURNS.find(([of, form]) => behind.includes(of) && form.test(said))?.[2] ?? question
}

const CHARS_MAX = 60

function behindOf(plan: Plan): readonly Behind[] {
  const { intent } = plan
  if (intent === 'measure') return plan.measure.of === 'records' ? ['counted', 'lines'] : ['counted']
  if (intent === 'list' || intent === 'patterns') return ['counted', 'listed']
  return intent === 'cause' || intent === 'state' || intent === 'timeline' ? ['trouble'] : []
}
