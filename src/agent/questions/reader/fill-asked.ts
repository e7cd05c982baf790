/** "Why did the spool fill up?", "what filled it up?": the cause, with what was changed before something ran full. */
import type { Plan, PlanOf } from '../plan/plan.ts'
import type { Scope } from './decision.ts'
import { has, type QuestionState, tellingWords } from './state.ts'

const LEAD = '^(?:(?:so|and|but|ok|okay|hey|well) )*'
const FILLED = new RegExp(
  `${LEAD}(?:why|how come|what|who) (?:(?:did|does|do|is|are|was|were|has|have|keeps?|made|makes) )?.{0,60}\\b(?:fill(?:s|ed|ing)?(?: up)?|(?:r[au]n|running|got|went|gets|became|is|are|was) (?:so |completely |all )?full|r[au]n out of (?:disk )?space|eat(?:s|ing)? up|ate up|us(?:es|ed|ing) up)\\b`,
)
const SAYS_SO =
  /^(?:fill|fills|filled|filling|up|full|ran|run|running|eat|eats|eating|ate|use|uses|used|using|space|made|makes|keep|keeps)$/

type Fill = NonNullable<PlanOf<'cause'>['fillAsked']>

function kindOf(text: string): Fill {
  if (/\b(?:disks?|space|spool|volume|partition|journal)\b/.test(text)) return 'disk'
  if (/\b(?:memory|heap|ram)\b/.test(text)) return 'memory'
  return /\b(?:pools?|connections?)\b/.test(text) ? 'pool' : 'any'
}

/** The plan of such a question; null for any other. */
export function fillAsked(state: QuestionState, scope: Scope): Plan | null {
  if (!FILLED.test(state.text) || state.quoted.length > 0 || has(state, 'count', 'show', 'since_when')) return null
  if (scope.conditions.some(({ on }) => on !== 'service')) return null
  for (const word of state.words) if (SAYS_SO.test(word.text)) word.usedBy ??= 'intent'
  for (const word of tellingWords(state)) {
    state.unrestricted.push(word.text)
    word.usedBy = 'intent'
  }
  return { intent: 'cause', aspect: 'why', fillAsked: kindOf(state.text), ...scope }
}
