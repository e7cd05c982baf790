/**
 * What a question says is in trouble, where it is no service: "why are uploads failing?". Whether requests on the routes
 * that go by it failed at all is told beside the cause.
 */
import type { PlanOf } from '../plan/plan.ts'
import { FUNCTION_WORDS } from '../vocabulary/function-words.ts'
import { routesAbout, routesAcross } from './routes.ts'
import type { QuestionState } from './state.ts'
import { templatesWith } from './texts.ts'
import { lemmaOf } from './words.ts'

const LEAD = '^(?:so |and |but |ok |hey |hi |please )*'
const BEFORE = '(?:the |our |all |some |most |many |so many )*'
const BETWEEN = '(?:still |all |always |constantly |suddenly |being |been |getting |get |keep |keeps |not )*'
const FAILS =
  '(?:fail(?:s|ed|ing)?|broken|broke|break|breaking|down|unavailable|erroring|timing out|timed out|going through|go through|working|work)'
const WHY_FAILING = new RegExp(
  `${LEAD}(?:why|how come)(?: that)? (?:is |are |was |were |do |does |did |have |has )?(?:not )?${BEFORE}([a-z][a-z -]{2,50}?) ${BETWEEN}${FAILS}\\b`,
)
const WRONG_WITH = new RegExp(
  `${LEAD}what (?:is|was|are|were|went|goes|has gone|is going|happened|has happened|broke)(?: (?:wrong|up|on|going on|happening|the (?:problem|issue|matter|trouble)))? (?:with|to) ${BEFORE}([a-z][a-z -]{2,50}?)(?: (?:today|now|again|since|at|in|during|between|around|this|last|yesterday)\\b|\\W*$)`,
)
const WORDS_MAX = 3

/** The plan with the routes of what is said to fail, where some go by it. */
export function withSubject(state: QuestionState, plan: PlanOf<'cause'>): PlanOf<'cause'> {
  const isOfCause = plan.aspect === 'why' || plan.aspect === 'what' || plan.aspect === 'anything'
  if (!isOfCause || state.named.length > 0 || plan.conditions.some(({ on }) => on === 'service')) return plan
  const failing = WHY_FAILING.exec(state.text)?.[1]
  const said = failing ?? WRONG_WITH.exec(state.text)?.[1]
  const words = said?.split(' ').filter((word) => word.length > 3 || !FUNCTION_WORDS.has(word)) ?? []
  if (said === undefined || words.length === 0 || words.length > WORDS_MAX) return plan
  const { operations: all } = state.context.catalogue
  const near = routesOf(words, all)
  // "What went wrong with the exams?": whatever is done with them, on `POST /exams/{id}/submit` as well.
  const isOfThing = failing === undefined && words.length === 1 && near.length > 0
  const operations = isOfThing ? [...new Set([...near, ...routesAcross(words[0] ?? '', all)])].slice(0, 50) : near
  if (operations.length === 0 || isReadOnly(operations, words, state)) return plan
  return { ...plan, subject: { said: words.join(' '), operations } }
}

/** "What made the automations fail": lines say that they fail, and the routes of that name only read them. */
function isReadOnly(operations: readonly string[], words: readonly string[], { context }: QuestionState): boolean {
  return (
    operations.every((name) => /^get /i.test(name)) &&
    words.some((word) => templatesWith([lemmaOf(word), 'failed'], context.catalogue, []).length > 0)
  )
}

/**
 * Routes that all of the words go by, else those of the noun, which stands last: "the ticket shop" is no ticket. What is
 * told over a queue was done before, so it never says whether it failed.
 */
function routesOf(words: readonly string[], operations: readonly string[]): string[] {
  const named = words.map((word) => [...new Set([...routesAbout(word, operations), ...actionsOf(word, operations)])])
  const noun = named.at(-1) ?? []
  const common = noun.filter((route) => named.every((routes) => routes.length === 0 || routes.includes(route)))
  return (common.length > 0 ? common : noun).slice(0, 50)
}

/** `Authorize`, `auth.Tokens/Authorize`: actions and remote procedures that end in the word, beside routes. */
function actionsOf(word: string, operations: readonly string[]): string[] {
  return operations.filter(
    (name) =>
      !name.includes(' ') &&
      name
        .toLowerCase()
        .split(/[/.#:]+/)
        .at(-1) === word,
  )
}
