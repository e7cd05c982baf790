/** Whether what a question was read as, once it was put in other words, may be taken for what it asked. */
import type { Catalogue } from '../grounding/catalogue.ts'
import type { Plan } from '../plan/plan.ts'
import { isOfEverything, isUnaskedState } from './check-reading.ts'
import { metricOfPlan } from './metric-series.ts'
import { cleaned, lemmaOf } from './words.ts'

const ASKS_FOR_CAUSE =
  /\b(?:why|what|which|who|how|when|since|cause[ds]?|reason|culprit|broken?|wrong|happen\w*|trouble|problems?|issues?|outage|incident|affected|hit|impact\w*|again|still|normal|over|(?:locked|shut|kept|thrown|cut) (?:out|off))\b/i

/** `note` says which words were taken for which. */
export function isAcceptable(plan: Plan, text: string, note: string): boolean {
  if (isOfEverything(plan) || isUnaskedState(cleaned(text), plan) || isOfSeveralTexts(plan)) return false
  // "How many orders were lost", with "drop" for "lost", asks for a number and not whether it fell.
  if (/\b(?:how many|number of|lost|lose|loses|losing|missing)\b/i.test(text) && 'isTrendAsked' in plan) return false
  // "Cars stuck at the exit": with another word for one of its words a statement asks for no cause.
  if ((plan.intent === 'cause' || plan.intent === 'timeline') && !ASKS_FOR_CAUSE.test(text)) return false
  return !isToldApartBy(plan, note, text)
}

/** "How many cars came in" by their plates: another word for a thing is not what tells things apart. */
function isToldApartBy(plan: Plan, note: string, text: string): boolean {
  if (plan.intent !== 'measure' || plan.measure.of !== 'distinct' || /\b(?:different|distinct|unique)\b/i.test(text))
    return false
  const { what } = plan.measure
  // "How many items were ordered in total": how many kinds there are is no total.
  if (/\bin (?:total|all)\b|\baltogether\b/i.test(text)) return true
  return note.split(' ').some((word) => lemmaOf(word.replace(/\W+$/, '')) === lemmaOf(what))
}

/** Texts that no kind of line has together: what was put in another word is said by nothing. */
function isOfSeveralTexts({ conditions }: Plan): boolean {
  return conditions.some((one) => one.on === 'text' && one.mode === 'all' && one.text.includes(' '))
}

/** "Any memory errors?" with a metric in the place of "memory": errors alone would be broader. */
export function losesMetric(plan: Plan, note: string, { metrics }: Catalogue): boolean {
  const taken = metrics.find(({ name }) => note.includes(` as ${name}.`))
  return taken !== undefined && metricOfPlan(plan) !== taken.name
}
