/**
 * A number for each of several, in whatever order it is asked for: "rank services by p95", "all routes and their error
 * rate", "per-tenant requests", "how does latency differ between regions", "table of errors by pod". It becomes "p95 by
 * service". What the numbers are of must be known: services, routes, or a key of the project.
 */
import type { Catalogue } from '../grounding/catalogue.ts'
import { fieldOf } from './fields.ts'
import { lemmaOf } from './words.ts'

const STATISTIC = '(?:p\\d\\d|average|mean|avg|median|max|maximum|min|minimum)'
/** What is measured of requests or lines, by its name. */
export const MEASURE = `(?:(?:number|count|amount) of )?(?:(?:failed|successful|slow|total) )?(?:requests?|calls|errors?|warnings?|failures?|log ?lines?|log records?|logs|traffic|throughput|(?:error|failure|success|request|[45]xx|[1-5]\\d\\d) rates?|(?:[45]xx|[1-5]\\d\\ds?)(?: responses| errors| counts?)?|(?:${STATISTIC} )?(?:latency|latencies|durations?|response times?)|p\\d\\d)`
/** Rates and durations are of one thing each: of all together nobody speaks in the plural. */
const MEASURES =
  '(?:(?:error|failure|success|request|[45]xx) rates|(?:(?:p\\d\\d|average|mean|avg|median|max) )?(?:latencies|durations|response times)|p\\d\\ds)'
const NOUN = '([a-z][\\w.-]{1,60}(?: (?!(?:ranked|sorted|ordered|listed|compared|with|and|by|along)\\b)[a-z]{2,20})?)'
const REST =
  '((?: (?:of|on|in|for|from|since|between|over|during|today|with|without|before|after|except|last|right now|now)\\b.{0,120})?)'
const LEAD = '^(?:(?:please|pls|can you|could you|so|and|ok) )*'
const ALL = '(?:all |the |our |every |each |all of the |different )*'
const ORDER = '(?:,? (?:descending|ascending|desc|asc|(?:highest|lowest|worst|most|slowest|best) (?:first|on top)))?'
const END = '[\\s?.!]*$'

/** The number stands before what it is of, or behind it. */
const BEHIND: readonly RegExp[] = [
  new RegExp(
    `${LEAD}(?:(?:rank|sort|order|compare|list|show|give|get)(?: me)? )?${ALL}${NOUN} (?:(?:ranked|sorted|ordered|listed|compared) by|by|with (?:their|its|the)|and their|along with their) (?:the |their )?(${MEASURE})${REST}${ORDER}${END}`,
    'i',
  ),
  new RegExp(`${LEAD}per[- ]([a-z][\\w.-]{1,60}) (${MEASURE})${REST}${END}`, 'i'),
]
const BEFORE: readonly RegExp[] = [
  new RegExp(
    `${LEAD}compare (?:the |our )?(${MEASURE}) (?:of|across|between|among|for|over|on|by) ${ALL}${NOUN}${REST}${END}`,
    'i',
  ),
  new RegExp(
    `${LEAD}(?:show me |give me |i need |i want )?(?:an? |the )?(?:table|list|overview|breakdown|chart|graph|summary|comparison) of (?:the |all )?(${MEASURE}) (?:by|per|for each|for every|across|of each|of every) ${ALL}${NOUN}${REST}${END}`,
    'i',
  ),
  new RegExp(
    `${LEAD}how (?:does|do|did) (?:the |our )?(${MEASURE}) (?:differ|vary|compare|look|change) (?:between|across|by|among|for|over|per) ${ALL}${NOUN}${REST}${END}`,
    'i',
  ),
  new RegExp(
    `${LEAD}(?:what (?:are|were) |show me |give me |list )?(?:the )?(${MEASURES}) (?:of|for|on|across|in) ${ALL}${NOUN}${REST}${END}`,
    'i',
  ),
  new RegExp(
    `${LEAD}(${MEASURE}),? (?:when |and )?(?:broken|split|grouped|divided|separated|sliced|bucketed|cut)(?: down| up| out)? (?:by|per|for each|into) ${ALL}${NOUN}${REST}${END}`,
    'i',
  ),
]

const PAIR =
  /\b(by|per|for each|for every) (?:the )?([a-z][\w.-]{1,60}) (?:and|&|x|\/) (?:by |per |for each |for every )?(?:the )?([a-z][\w.-]{1,60}(?: codes?)?)(?=[\s?.!]*$| (?:of|on|in|for|from|since|between|over|during|today|with|last)\b)/i

/** "By tenant and service" groups by both. */
function withBothGroups(question: string, catalogue: Catalogue): string {
  return question.replace(PAIR, (said, by: string, one: string, other: string) =>
    isGroup(one, catalogue) && isGroup(other, catalogue) ? `${by} ${one} ${by} ${other}` : said,
  )
}

/** The question with the number before what it is of; as it was where it is none of these. */
export function withGroupsLast(asked: string, catalogue: Catalogue): string {
  if (asked.length > 240 || /["`\n]/.test(asked)) return asked
  const question = withBothGroups(asked, catalogue)
  for (const [forms, isBehind] of [
    [BEHIND, true],
    [BEFORE, false],
  ] as const)
    for (const form of forms) {
      const [, first = '', second = '', rest = ''] = form.exec(question) ?? []
      const [noun, measure] = isBehind ? [first, second] : [second, first]
      // "Compare the error rate of accounts": of the service that is called so.
      const isService = !isBehind && catalogue.services.some(({ name }) => name.toLowerCase() === noun.toLowerCase())
      if (noun !== '' && !isService && isGroup(noun, catalogue))
        return `${measure} by ${singular(noun, catalogue)}${rest}`
    }
  return question
}

/** "Services" is one of them; a key is written as it is. */
function singular(noun: string, { keys }: Catalogue): string {
  return keys.some(({ key }) => key.toLowerCase() === noun.toLowerCase()) ? noun : lemmaOf(noun.toLowerCase())
}

function isGroup(noun: string, catalogue: Catalogue): boolean {
  return fieldOf(singular(noun, catalogue), catalogue) !== null
}
