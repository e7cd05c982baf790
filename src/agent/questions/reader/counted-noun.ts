/** What a question counts: "tax estimates" of "how many tax estimates were asked for". */
import type { Catalogue } from '../grounding/catalogue.ts'
import type { Plan, PlanCondition } from '../plan/plan.ts'
import { isContentWord } from '../vocabulary/small-words.ts'
import { segmentsOf } from './routes.ts'
import type { QuestionState } from './state.ts'
import { stemOf, type Word, wordsOf } from './words.ts'

const ENDS =
  '(?= (?:were|was|are|is|did|do|does|have|has|had|could|can|will|would|that|which|who|of|in|on|at|for|from|to|by|with|without|since|between|before|after|during|until|per|came|come|went|go|got|get|ended|never|not|[a-z]{2,30}ed|sent|made|took|ran|today|last|and|or|\\d)|\\W*$)'
const COUNTED = new RegExp(
  `\\b(?:how many|number of|count of|the most|the fewest|the least)(?: (?:of|the|our|all|those|these|different|distinct))* ((?:[a-z][a-z-]{1,30} ){0,3}?[a-z][a-z-]{2,30})${ENDS}`,
)

/** The words of the noun that is counted, its head last; none where nothing is. */
export function countedNoun({ text, words }: Pick<QuestionState, 'text' | 'words'>): readonly Word[] {
  const found = COUNTED.exec(text)
  const said = found?.[1]
  if (found === null || said === undefined) return []
  const from = found.index + found[0].lastIndexOf(said)
  return words.filter(({ start, end }) => start >= from && end <= from + said.length)
}

/** Several of what anything comes in, or of what any plan counts. */
const ANY_THINGS =
  /^(?:times|logs?|lines?|records?|messages?|entries|events?|people|ones|things|kinds|sorts|types|services|components|servers|cases|instances|occurrences|ways|seconds|minutes|mins|hours|days|units|attempts|tries|items|points|percent|users|customers|guys|folks|questions|answers|details|systems|values|alarms|ids|results|works?|checks|look-?ups|views|runs|searches)$/

/** Whether the vocabulary takes a noun of many for a word of asking: "estimates", "reports". */
export function isOfAsking({ text, lemma }: Word): boolean {
  return text !== lemma && !ANY_THINGS.test(text) && !(isContentWord(text) && isContentWord(lemma))
}

const REQUESTS = /^(?:requests|calls|invocations)$/

/** Whether a plain count is one without its noun, however the question was read. */
export function isWithoutNoun(text: string, plan: Plan, { templates }: Catalogue): boolean {
  if (plan.intent !== 'measure' || (plan.measure.of !== 'records' && plan.measure.of !== 'requests')) return false
  const head = countedNoun({ text, words: wordsOf(text) }).at(-1)
  if (head === undefined || !isOfAsking(head)) return false
  // "PATCH calls": requests are what is counted, and what else is said restricts them.
  if (plan.measure.of === 'requests' && plan.conditions.length > 0 && REQUESTS.test(head.text)) return false
  const stem = stemOf(head.text)
  const isSaid = (words: readonly string[]): boolean => words.some((word) => stemOf(word.toLowerCase()) === stem)
  return !plan.conditions.some((one) => {
    if (one.on === 'operation') return one.values.some((name) => isSaid(segmentsOf(name)))
    if (one.on === 'text') return isSaid(one.text.split(' '))
    if (one.on === 'attribute' || one.on === 'service') return isSaid(partsOfValue(one))
    if (one.on !== 'templates') return one.on === 'trace'
    return isSaid(one.words.split(' ')) || templates.some(({ id, tokens }) => one.ids.includes(id) && isSaid(tokens))
  })
}

/** The words of a service, or of a key and its values. */
export function partsOfValue(one: Extract<PlanCondition, { on: 'attribute' | 'service' }>): string[] {
  return one.on === 'service'
    ? one.values.flatMap((name) => name.split(/[-_./]/))
    : [...one.key.split(/[._-]/), ...one.values]
}
