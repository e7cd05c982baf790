/** "How many debits did the bank return": what is done with a thing is no word of grammar there. */
import type { Catalogue } from '../grounding/catalogue.ts'
import type { Plan } from '../plan/plan.ts'

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
