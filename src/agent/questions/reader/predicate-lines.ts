/**
 * "How many notices went by post", "what share of bills is estimated": what is said of a counted thing restricts the
 * count, also where it is made of everyday words. Where lines say it of the thing, these lines are counted.
 */
import type { Catalogue, KnownTemplate } from '../grounding/catalogue.ts'
import type { Plan, PlanCondition, PlanOf } from '../plan/plan.ts'
import { isDenied, templateCondition } from './texts.ts'
import { timeoutStatus } from './timeouts.ts'
import { cleaned, lemmaOf, stemOf } from './words.ts'

const BE = '(?:were|was|are|is|got|get|gets|have been|has been|had been|have|had|did|do)'
const END =
  '(?=$| (?:in|since|during|today|yesterday|between|after|before|this|last|until|so|now|overall|at|over|right)\\b)'
const SAID = '((?:[a-z-]{2,30} ){0,3}?[a-z-]{2,30})'
const COUNT = new RegExp(
  `\\bhow many (?:(?:of|the|our|all) ){0,2}(?:[a-z-]{2,30} ){0,2}?([a-z-]{3,30}s) (?:${BE} )?${SAID}${END}`,
)
const SHARE = new RegExp(
  `\\b(?:share|percentage|percent|proportion|fraction|part|%) of (?:(?:the|our|all) ){0,2}(?:[a-z-]{2,30} ){0,2}?([a-z-]{3,30}s) (?:${BE} )?${SAID}${END}`,
)
/** Says that there is one, or that it moved, and nothing else of it. */
const PLAIN =
  /^(?:already|just|still|now|ever|actually|really|only|also|even|went|go|goes|going|gone|come|came|comes|coming|through|to|be|been|being|we|us|our|the|a|an|there|it|they|you|i|do|does|did|have|has|had|see|saw|get|got|happen|happened|make|made|created|placed|done|processed|handled|served|received|submitted|sent|asked|requested|called|arrived|in|out|per|minute|second|hour|day|each|every)$/
const DROPPED = /^(?:already|just|still|now|actually|really|only|also|even|went|go|goes|gone|came|come|comes)$/
const NEGATED = /\b(?:not|never|without|no|except|excluding|cannot|fail\w*|succe\w*|error\w*)\b|n't\b/

/** The plan, of the lines that say of the counted thing what the question says of it. */
export function ofPredicate(question: string, plan: Plan, catalogue: Catalogue): Plan {
  if (plan.intent !== 'measure' || plan.groupBy.length > 0 || plan.against !== null) return plan
  const said = predicateOf(cleaned(question), plan)
  if (said === null) return plan
  const timedOut = /^tim(?:e|es|ed) out$/.test(said.words.join(' ')) ? timeoutStatus(catalogue) : null
  if (timedOut !== null) return { ...plan, conditions: [...plan.conditions, timedOut] }
  const { templates, keys } = catalogue
  const telling = templates.filter((template) => tells(template, said))
  const services = new Set(telling.map(({ service }) => service))
  const part = templateCondition([said.noun, ...said.words], telling)
  const kept = plan.conditions.filter(({ on }) => on !== 'operation')
  const isCarried = kept.every(
    (one) =>
      one.on === 'service' ||
      (one.on === 'attribute' && keys.some((known) => known.key === one.key && known.signal === 'logs')),
  )
  if (part === null || services.size > 1 || !isCarried) return plan
  if (plan.measure.of === 'requests') return { ...plan, measure: { of: 'records' }, conditions: [...kept, part] }
  const about = templates.filter(
    (template) => services.has(template.service) && saysNoun(template, said.noun) && !telling.includes(template),
  )
  const base = templateCondition([said.noun], [...telling, ...about])
  return base === null || about.length === 0
    ? plan
    : { ...plan, measure: { of: 'ratio', share: 'matching', among: [base] }, conditions: [...kept, part] }
}

/** Whether a share of all requests goes to those of the thing, where the share of the thing is asked of which something is said. */
export function isShareOfAll(text: string, plan: Plan): boolean {
  return plan.intent === 'measure' && plan.measure.of === 'ratio' && predicateOf(text, plan) !== null
}

interface Predicate {
  readonly noun: string
  readonly words: readonly string[]
}

/** What a count or a share of requests that only their routes restrict leaves out. */
function predicateOf(text: string, { measure, conditions }: PlanOf<'measure'>): Predicate | null {
  const isShare = measure.of === 'ratio' && measure.share === 'matching' && measure.among === undefined
  if ((!isShare && measure.of !== 'requests') || NEGATED.test(text)) return null
  const isOfRoutes = (one: PlanCondition): boolean =>
    (one.on === 'operation' && one.not !== true) || one.on === 'service' || one.on === 'attribute'
  if (!conditions.some(({ on }) => on === 'operation') || !conditions.every(isOfRoutes)) return null
  const [, noun, said = ''] = (isShare ? SHARE : COUNT).exec(text.replace(/[?!.]{1,5}$/, '')) ?? []
  if (noun === undefined || said.split(' ').every((word) => PLAIN.test(word))) return null
  const words = said.split(' ').filter((word) => !DROPPED.test(word))
  // "Urgent" of `ticket.urgent`: the key says it.
  const told = conditions.flatMap((one) => {
    if (one.on === 'attribute') return [...one.values, one.key.split(/[._-]/).at(-1) ?? '']
    return one.on === 'service' ? one.values : []
  })
  const isTold = words.some((word) => told.some((value) => value.toLowerCase().includes(lemmaOf(word))))
  return words.length === 0 || isTold ? null : { noun, words }
}

/** Whether a line has the noun, and the words in their order. */
function tells(template: KnownTemplate, { noun, words }: Predicate): boolean {
  const { tokens } = template
  const [first = ''] = words
  return (
    saysNoun(template, noun) &&
    !words.some((word) => isDenied(word, template)) &&
    tokens.some((_, at) => words.every((word, place) => isSame(tokens[at + place] ?? '', word))) &&
    !isDenied(first, template)
  )
}

function saysNoun({ tokens }: KnownTemplate, noun: string): boolean {
  return tokens.some((token) => lemmaOf(token) === lemmaOf(noun))
}

function isSame(token: string, word: string): boolean {
  return token === word || lemmaOf(token) === lemmaOf(word) || (word.length > 3 && stemOf(token) === stemOf(word))
}
