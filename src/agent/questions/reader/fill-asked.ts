/** "Why did the spool fill up?", "what filled it up?": the cause, with what was changed before something ran full. */
import type { Plan, PlanOf } from '../plan/plan.ts'
import type { Scope } from './decision.ts'
import { has, type QuestionState, tellingWords } from './state.ts'

const LEAD = '^(?:(?:so|and|but|ok|okay|hey|well) )*'
const ASKS = `${LEAD}(?:why|how come|what|who) .{0,70}`
const STORE =
  '(?:disks?|spool|volume|partition|journal|space|memory|heap|ram|pool|connections|queue|backlog|buffer|cache|storage|store|inbox|mailbox|it)'
/** "Why was the order not filled", "why is the class full": no store that runs full. */
const FILLED = new RegExp(
  `${ASKS}\\bfill(?:s|ed|ing)? up\\b|${ASKS}\\b(?:fill(?:s|ed|ing)?|eat(?:s|ing)? up|ate up|us(?:es|ed|ing) up) (?:all )?(?:the |our |its )?(?:[a-z-]+ )?${STORE}\\b|${ASKS}\\b${STORE} (?:r[au]n|running|got|went|gets|became|is|are|was|so|completely|all| ){1,3}full\\b|${LEAD}(?:why|how come) (?:is|are|was|did) (?:the |our )?(?:[a-z-]+ ){0,2}${STORE} (?:(?:so|completely|all|run|get) )?(?:full|fill)\\b`,
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
