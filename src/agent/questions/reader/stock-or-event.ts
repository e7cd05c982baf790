/** Whether a gauge of what there is, or what was done in a time, is meant by the words that both have. */
import type { MetricDescriptor } from '../../../telemetry/index.ts'
import type { Catalogue } from '../grounding/catalogue.ts'
import type { Plan } from '../plan/plan.ts'
import { routesOfThing } from './routes.ts'
import type { QuestionState } from './state.ts'
import { isOfFailure, templatesWith } from './texts.ts'
import { lemmaOf, stemOf, type Word } from './words.ts'

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

/**
 * "How many sessions were opened" beside `sessions.open`: lines that say "opened" tell what was done, and the gauge how
 * many are open. Without such lines, or with the name itself, the gauge is meant.
 */
export function saysDone(
  words: readonly Word[],
  { name }: Pick<MetricDescriptor, 'name'>,
  catalogue: Catalogue,
): boolean {
  const parts = name.toLowerCase().split(/[._/-]+/)
  const verb = words.find(({ text }) => parts.some((part) => isVerbOf(text, part)))
  const noun = words.find(({ lemma }) => parts.some((part) => lemmaOf(part) === lemma))
  if (verb === undefined || noun === undefined || words.some(({ text }) => text === name.toLowerCase())) return false
  return templatesWith([noun.text, verb.text], catalogue, []).some(
    (template) => template.tokens.includes(verb.text) && !isOfFailure(template),
  )
}

/** "Opened" of "open", which is itself no past. */
function isVerbOf(word: string, part: string): boolean {
  return word.endsWith('ed') && !part.endsWith('ed') && stemOf(word) === stemOf(part)
}

const COUNTED_DONE =
  /\bhow many (?:[a-z-]{2,30} ){1,3}?(?:were|was|got|have been|has been|had been) (?:newly |actually )?(opened|created|started|made|closed|ended|finished|added|removed|deleted|shipped|booked|registered|submitted|published|issued|dropped|lost|cancelled|canceled|refused|rejected|sold|bought|paid)\b/

/** Whether what was done in a time is told by how many there are at a moment: of connections that were opened, those in use. */
export function isStockOfEvent(text: string, plan: Plan): boolean {
  const verb = COUNTED_DONE.exec(text)?.[1]
  if (verb === undefined || plan.intent !== 'measure' || plan.measure.of !== 'metric') return false
  const { metric, statistic } = plan.measure
  return (
    statistic === 'last' &&
    !metric
      .toLowerCase()
      .split(/[._/-]+/)
      .includes(verb)
  )
}
