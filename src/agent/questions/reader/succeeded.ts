/** What "successful" and "went through" restrict: requests that succeeded, or the lines that say so. */
import type { Catalogue, KnownTemplate } from '../grounding/catalogue.ts'
import type { Measure, Plan, PlanCondition, PlanOf } from '../plan/plan.ts'
import { requestsTold } from './routes.ts'
import type { QuestionState } from './state.ts'
import { isOfSuccess, templateCondition, templatesWith } from './texts.ts'
import { lemmaOf } from './words.ts'

const FAILED = /\b(?:fail\w*|error|rejected|refused|denied|aborted|exception|timeout|cannot|unable)\b/

const THROUGH = /\b(?:went|go|gone|got|made it|come|came|going) (?:all the way )?through\b/

/** Lines that a noun stood for, told by the routes of that noun instead; false where no route goes by it. */
export function asRoutes({ conditions, context }: QuestionState): boolean {
  const index = conditions.findIndex((condition) => condition.on === 'templates' && condition.not !== true)
  const lines = conditions[index]
  const isOnly = conditions.every(
    ({ on }, at) => at === index || (on !== 'templates' && on !== 'text' && on !== 'severity'),
  )
  const told = lines?.on === 'templates' && isOnly ? requestsTold(lines.words, context.catalogue.operations) : null
  if (told === null) return false
  conditions.splice(index, 1, { on: 'operation', values: told.routes })
  if (told.outcome !== null) conditions.push({ on: 'outcome', is: told.outcome })
  return true
}

/**
 * "Successful orders": several kinds of lines say the noun, so the requests on its route that succeeded are meant. Where no
 * route goes by it and some of the lines tell of failures, the word is left out aloud.
 */
export function succeededOf(state: QuestionState, measure: Measure): Measure {
  const { words, conditions, context } = state
  const isThrough = THROUGH.test(state.text)
  const word = words.find(({ text, usedBy }) =>
    isThrough ? text === 'through' : /^success(?:ful|fully)$/.test(text) && usedBy === 'no condition',
  )
  const lines = conditions.find((one) => one.on === 'templates' && one.not !== true)
  if (
    word === undefined ||
    measure.of !== 'records' ||
    lines?.on !== 'templates' ||
    (!isThrough && /\s/.test(lines.words))
  )
    return measure
  // One kind of line says what it says; of several some tell of the attempt, or of what came after it.
  if (lines.ids.length > 1 && asRoutes(state)) {
    conditions.push({ on: 'outcome', is: 'succeeded' })
    return { of: 'requests' }
  }
  const isOfBoth = context.catalogue.templates.some(
    (one) => lines.ids.includes(one.id) && (FAILED.test(one.tokens.join(' ')) || (isThrough && !isOfSuccess(one))),
  )
  if (!isOfBoth) return measure
  const good = successesOf(state, lines)
  if (good !== null) {
    conditions.splice(conditions.indexOf(lines), 1, good)
    return measure
  }
  word.usedBy = 'left out'
  state.leftOut.push(word.text)
  return measure
}

/** "Successful sign-ins": the one message that says so and tells of no failure; null where there are several or none. */
function successesOf(
  { context }: QuestionState,
  { words, ids }: { words: string; ids: readonly string[] },
): PlanCondition | null {
  const { templates } = context.catalogue
  const own = templates.filter((one) => ids.includes(one.id) && isOfSuccess(one))
  const others = { ...context.catalogue, templates: templates.filter((one) => isOfSuccess(one)) }
  const same = own.length > 0 ? own : templatesWith(words.split(' '), others, [])
  const found = same.length > 0 ? same : ofSameThing(words.split(' '), ids, context.catalogue)
  const [first] = found
  const isOne = found.every(
    (one) => one.service === first?.service && one.tokens[0] === first?.tokens[0] && one.tokens[1] === first?.tokens[1],
  )
  return first !== undefined && isOne ? templateCondition(words.split(' '), found) : null
}

/** "Update installed" of hub updates, where the same service says so of each hub: what else is said are keys of the line. */
function ofSameThing(words: readonly string[], ids: readonly string[], catalogue: Catalogue): readonly KnownTemplate[] {
  const owners = new Set(catalogue.templates.filter(({ id }) => ids.includes(id)).map(({ service }) => service))
  const noun = words.at(-1) ?? ''
  const isKey = (template: string, word: string): boolean =>
    new RegExp(`(?<![\\w-])"?${RegExp.escape(lemmaOf(word))}"?[=:]`, 'i').test(template)
  return catalogue.templates.filter(
    (one) =>
      owners.has(one.service) &&
      isOfSuccess(one) &&
      one.tokens.some((token) => lemmaOf(token) === lemmaOf(noun)) &&
      words.slice(0, -1).every((word) => isKey(one.template, word)),
  )
}

/** "What share of orders went through": of the requests, those that neither failed nor were refused. */
export function shareThrough<T extends Plan>(text: string, plan: T): T | PlanOf<'measure'> {
  if (plan.intent !== 'measure' || plan.measure.of !== 'ratio' || plan.measure.share !== 'succeeded') return plan
  const isPlain =
    plan.groupBy.length === 0 && plan.against === null && plan.conditions.some(({ on }) => on === 'operation')
  const isShare =
    !/^(?:(?:so|and|but|ok|hey) )*(?:is|are|was|were|do|does|did|can|could|has|have)\b/.test(text) &&
    plan.isYesNo !== true
  if (
    !THROUGH.test(text) ||
    !isShare ||
    !isPlain ||
    plan.conditions.some(({ on }) => on === 'status_code' || on === 'outcome')
  )
    return plan
  const through: PlanCondition[] = [
    { on: 'outcome', is: 'succeeded' },
    { on: 'status_code', from: 400, to: 499, not: true },
  ]
  return { ...plan, measure: { of: 'ratio', share: 'matching' }, conditions: [...plan.conditions, ...through] }
}

/** "How many purchases went through": one that the service refused with a client error did not, though it did not fail. */
export function withoutRefusals({ conditions, text }: QuestionState): void {
  const isThrough = THROUGH.test(text) || /\bcompleted\b|\bin the end succeeded\b/.test(text)
  const isSucceeded = conditions.some((condition) => condition.on === 'outcome' && condition.is === 'succeeded')
  if (isThrough && isSucceeded && conditions.every(({ on }) => on !== 'status_code'))
    conditions.push({ on: 'status_code', from: 400, to: 499, not: true })
}
