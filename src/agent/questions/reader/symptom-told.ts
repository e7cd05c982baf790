/**
 * A number that moves is told, and its cause is asked for: "the queue at the desk grows and grows, what is going on
 * there?", "why is the oven temperature rising?". A metric that all its words name stands for them.
 */
import type { Catalogue } from '../grounding/catalogue.ts'
import { isContentWord } from '../vocabulary/small-words.ts'
import { partsOf } from './covering/told.ts'
import { lemmaOf } from './words.ts'

const UP = 'grow|rise|climb|increas|pile up|go up|build up'
const DOWN = 'drop|fall|shrink|sink|decreas|go down'
const MOVES = `(${UP}|${DOWN}|goe?s up|goe?s down|going up|going down|piles up|piling up|ris|builds up|building up)(?:e?s|e|ing|n)?`
const TOLD = new RegExp(
  `^(?:so |and |hey |hm+ |ok )*(?:the |our )?((?:[\\w.-]{2,30} ){1,7}?)(?:(?:is|are|keeps?|has been|have been) (?:still |steadily |constantly |on )?)?${MOVES}(?: and (?:\\w{3,12}|going up|piling up))?(?: all the time| steadily| constantly| more and more)?[,.;:!-]* (?:so )?(?:what(?: is|'s|s) (?:going on|happening|wrong|up|the (?:cause|reason))|why(?: is that)?|how come)(?: there| here| with (?:it|that|them))?[\\s?.!]*$`,
  'i',
)
const WHY = new RegExp(
  `^(?:so |and |hey |ok )*why (?:is|are|does|do|has|have) (?:the |our )?((?:[\\w.-]{2,30} ){1,7}?)(?:still |steadily |constantly |been )?${MOVES}[\\s?.!]*$`,
  'i',
)
const IS_DOWN = new RegExp(`^(?:${DOWN}|goe?s down|going down)`, 'i')

/** The question for the cause, of the metric where one is told. */
export function causeOfSymptom(question: string, { metrics }: Pick<Catalogue, 'metrics'>): string {
  const told = TOLD.exec(question)
  const [, subject = '', moves = ''] = told ?? WHY.exec(question) ?? []
  const words = subject.trim().toLowerCase().split(' ').filter(isContentWord)
  if (words.length === 0) return question
  const way = IS_DOWN.test(moves) ? 'falling' : 'rising'
  const named = metrics.filter(({ name }) => {
    const parts = partsOf(name).map(lemmaOf)
    return words.length > 1 && words.every((word) => parts.includes(lemmaOf(word)))
  })
  const [metric, more] = named
  if (metric !== undefined && more === undefined) return `why is ${metric.name} ${way}?`
  return told === null ? question : `why is the ${subject.trim()} ${way}?`
}
