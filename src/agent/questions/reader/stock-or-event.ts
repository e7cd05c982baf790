/** Whether a gauge of what there is, or what was done in a time, is meant by the words that both have. */
import type { MetricDescriptor } from '../../../telemetry/index.ts'
import { routesOfThing } from './routes.ts'
import type { QuestionState } from './state.ts'
import { isOfFailure, templatesWith } from './texts.ts'
import { lemmaOf, stemOf } from './words.ts'

/** Words that ask for what there is at a moment, or for the course of it. */
const OF_STOCK =
  /\b(?:now|currently|current|at the moment|right|still|level|gauge|metric|average|mean|highest|lowest|max(?:imum)?|min(?:imum)?|peak|most|least|are|is|many are|stock|rising|falling|grow\w*|trend|up|down)\b/

const MOVED =
  /\b(?:went|gone|goes|go|sent|came|come|put|moved|diverted|routed|handed|passed|transferred|forwarded) (?:on )?(?:in)?to\b/
const FAILED = /\bfail(?:ed|s|ing)?\b/
const RATE = /\b(?:per|an?|each|every) (?:second|sec|minute|min|hour|day)\b/

/**
 * "Furniture rented 10:00-10:10" of lines that say "furniture rented", "work orders since 9:30" of `POST /work-orders`:
 * what was done in that time, and not the gauge `furniture.rented_out` or `work_orders.open`.
 */
export function isEventOfTime(state: QuestionState, { name }: MetricDescriptor): boolean {
  const { text, time, against, context, words } = state
  const isFailed = FAILED.test(text)
  const isRate = RATE.test(text)
  const isOfWindow = against !== null || (time !== null && time.basis === 'asked')
  if (!(isOfWindow || isFailed || isRate) || OF_STOCK.test(text) || text.includes(name.toLowerCase())) return false
  const parts = name.toLowerCase().split(/[._/-]+/)
  const said = words.filter((word) => parts.some((part) => lemmaOf(part) === word.lemma || isVerbOf(word.text, part)))
  // Without the word of the state ("open", "out") that the gauge is of.
  // "Sessions opened" is what was done, where `sessions.open` are those that are open.
  const isVerb = said.some((word) => parts.some((part) => isVerbOf(word.text, part)))
  if (said.length < 2 || (said.length >= parts.length && !isVerb)) return false
  const isDone = said.some((word) => /^[a-z]{3,}ed$/.test(word.text))
  const texts = said.map((word) => word.text)
  // "Zone changes per minute", "how many zone changes failed" beside `zone.changes.held`: none of those that are held.
  if (isFailed) return templatesWith(texts, context.catalogue, []).some(isOfFailure)
  if (isRate && templatesWith(texts, context.catalogue, []).length > 0) return true
  // "Bags that went to manual coding": what got there in that time, and not those that wait there.
  if (MOVED.test(text) && templatesWith(texts, context.catalogue, []).length > 0) return true
  if (isDone) return templatesWith(texts, context.catalogue, []).some((template) => !isOfFailure(template))
  return routesOfThing(texts.join('-'), context.catalogue.operations).made.length > 0
}

/** "Opened" of "open", which is itself no past. */
function isVerbOf(word: string, part: string): boolean {
  return word.endsWith('ed') && !part.endsWith('ed') && stemOf(word) === stemOf(part)
}
