/** "How many debits did the bank return": what is done with a thing is no word of grammar there. */
import type { Catalogue } from '../grounding/catalogue.ts'
import type { Plan } from '../plan/plan.ts'
import { PARTICIPLE } from '../vocabulary/participles.ts'
import { partsOfValue } from './counted-noun.ts'
import { stemOf } from './words.ts'

const DID_RETURN =
  /\bhow (?:many|often) (?:(?:[a-z-]{2,30} ){0,2}?([a-z-]{2,30}) )?(?:did|do|does|have|has) (?:(?:the|our|a) )?([\w.-]{2,30}) (?:returned|return|reported|report|complained|complain)\b(?! (?:to|from|on|about)\b)/
/** What services return, and no thing. */
const OF_SERVICES =
  /^(?:times?|errors?|failures?|requests?|calls?|responses?|answers?|repl(?:y|ies)|results?|rows?|lines?|logs?|records?|messages?|exceptions?|timeouts?|statuses|codes?|often|[\w-]*\d[\w-]*|of|them|those)$/
const SAYS_RETURN = /^(?:return|report|complain)/

/** Whether a plan counts all of a thing where only those are asked for that somebody returned. */
export function isWithoutVerb(text: string, plan: Plan, { services, templates }: Catalogue): boolean {
  if (plan.intent !== 'measure' || !['records', 'requests', 'distinct'].includes(plan.measure.of)) return false
  const [whole, noun = 'times', subject = ''] = DID_RETURN.exec(text) ?? []
  if (whole === undefined || OF_SERVICES.test(noun)) return false
  const isOfService = services.some(
    ({ name }) =>
      name.toLowerCase() === subject ||
      name
        .toLowerCase()
        .split(/[-_./]/)
        .includes(subject),
  )
  if (isOfService) return false
  return !plan.conditions.some((one) => {
    if (one.on === 'status_code' || one.on === 'outcome') return true
    if (one.on !== 'templates') return false
    return templates.some(({ id, tokens }) => one.ids.includes(id) && tokens.some((token) => SAYS_RETURN.test(token)))
  })
}

const DONE = `(${PARTICIPLE})\\b`
const BE = '(?:were|was|got|get|have been|has been|had been|are|is)'
/** "How many leaks were reported", "how many times were crews sent out". */
const PASSIVE = [
  new RegExp(
    `\\bhow many (?:(?:of|the|our|all) )*(?:[a-z-]{2,30} ){0,2}?([a-z-]{2,30}) ${BE} (?:[a-z]{2,12}ly )?${DONE}`,
  ),
  new RegExp(
    `\\bhow (?:often|many times) ${BE} (?:(?:the|our|any|an?) )?(?:[a-z-]{2,30} ){0,2}?([a-z-]{2,30}) ${DONE}`,
  ),
]
/** Whatever is counted was seen, logged or asked for. */
const OF_ANYTHING =
  /^(?:logged|recorded|counted|observed|noticed|encountered|needed|asked|used|looked|viewed|visited|requested|called)$/

/** What was done with which things, as a question says it. */
function doneWith(text: string): { readonly noun?: string; readonly verb?: string } {
  const [, noun, verb] = PASSIVE.map((form) => form.exec(text)).find((found) => found !== null) ?? []
  return { ...(noun === undefined ? {} : { noun }), ...(verb === undefined ? {} : { verb }) }
}

/** Conditions that tell what became of a thing, in whatever words. */
const TELLING = ['outcome', 'severity', 'status_code', 'templates', 'number', 'trace'] as const

/** Whether "how many tickets were used at the north gate" counts all that is there: nothing of the plan tells the verb. */
export function isVerbUntold(text: string, plan: Plan): boolean {
  if (plan.intent !== 'measure' || !['records', 'distinct'].includes(plan.measure.of)) return false
  const { noun, verb } = doneWith(text)
  const isUsed = verb === 'used' && /\balready used\b/.test(text)
  if (noun === undefined || verb === undefined || (OF_ANYTHING.test(verb) && !isUsed) || OF_SERVICES.test(noun))
    return false
  if (plan.conditions.some(({ on }) => TELLING.some((one) => one === on))) return false
  const isIt = (other: string): boolean => stemOf(other.toLowerCase()) === stemOf(verb)
  return !plan.conditions.some((one) => {
    if (one.on === 'text') return one.text.split(' ').some(isIt)
    if (one.on === 'operation') return one.values.some((value) => value.split(/[^A-Za-z]+/).some(isIt))
    return (one.on === 'attribute' || one.on === 'service') && partsOfValue(one).some(isIt)
  })
}

/**
 * Whether lines are counted that say only a part of "leaks were reported": what is counted, or what was done with it. Lines
 * of one event may say it in other words.
 */
export function isHalfTold(text: string, plan: Plan, { templates }: Catalogue): boolean {
  if (plan.intent !== 'measure' || plan.measure.of !== 'records') return false
  const { noun, verb } = doneWith(text)
  if (noun === undefined || verb === undefined || OF_ANYTHING.test(verb) || OF_SERVICES.test(noun)) return false
  const [lines, more] = plan.conditions.filter(({ on }) => on === 'templates' || on === 'text')
  if (lines?.on !== 'templates' || more !== undefined || lines.ids.length < 2) return false
  if (plan.conditions.some(({ on }) => on === 'outcome' || on === 'severity' || on === 'status_code')) return false
  const said = templates.filter(({ id }) => lines.ids.includes(id)).map(({ tokens }) => tokens)
  const isTold = (word: string): boolean => {
    const isIt = (other: string): boolean => stemOf(other.toLowerCase()) === stemOf(word)
    return (
      lines.words.split(' ').some(isIt) ||
      said.every((tokens) => tokens.some(isIt)) ||
      plan.conditions.some((one) => (one.on === 'attribute' || one.on === 'service') && partsOfValue(one).some(isIt))
    )
  }
  return !(isTold(noun) && isTold(verb))
}
