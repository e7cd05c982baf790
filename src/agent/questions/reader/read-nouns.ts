/**
 * "Slot searches", "code lookups", "label requests": how often the route of a thing was called. Only where no record, no
 * metric and no value has such a word is it a noun for the calls.
 */
import type { Catalogue } from '../grounding/catalogue.ts'
import { routesAbout, routesOfThing } from './routes.ts'
import { lemmaOf } from './words.ts'

const READ = '(?:searches|lookups|look-ups|queries|reads|fetches|retrievals|views|listings)'
const MADE = '(?:submissions|creations|postings|uploads)'
const CALLS = new RegExp(`(?<![\\w./-])([a-z][\\w-]{2,30}) (${READ}|${MADE}|requests|calls)\\b`, 'gi')
const IS_READ = new RegExp(`^${READ}$`, 'i')
const IS_MADE = new RegExp(`^${MADE}$`, 'i')
/** "How many code lookups did session-desk cause at code-registry": of two services, which are told by their names. */
const OF_CALLER = /\bdid (?:the )?[\w.-]{2,60} (?:cause|make|send|issue|trigger|do|run) (?:at|to|on|against|towards)\b/i
const CHARS_MAX = 300

/** The question with the route in the place of such a noun; as it was where there is no such route, or several. */
export function withCallsOfRoutes(question: string, catalogue: Catalogue): string {
  if (question.length > CHARS_MAX || /["`\n]/.test(question) || OF_CALLER.test(question)) return question
  return question.replace(CALLS, (said, noun: string, call: string) => {
    const { operations } = catalogue
    if (isKnown(call.toLowerCase(), noun.toLowerCase(), catalogue)) return said
    const one = lemmaOf(noun.toLowerCase())
    const { made, read } = routesOfThing(one, operations)
    const routes = IS_READ.test(call) ? read : IS_MADE.test(call) ? made : routesAbout(one, operations)
    const [route, more] = new Set(routes)
    return route === undefined || more !== undefined ? said : `requests on ${route}`
  })
}

/** Whether records or metrics say themselves what is done with the thing. */
function isKnown(call: string, noun: string, { templates, metrics }: Catalogue): boolean {
  const forms = [call, lemmaOf(call), call.replace('-', '')]
  const things = [noun, lemmaOf(noun)]
  return (
    templates.some(
      ({ tokens }) => tokens.some((one) => forms.includes(one)) && tokens.some((one) => things.includes(one)),
    ) ||
    metrics.some(({ name }) =>
      name
        .toLowerCase()
        .split(/[._]/)
        .some((part) => forms.includes(lemmaOf(part))),
    )
  )
}
