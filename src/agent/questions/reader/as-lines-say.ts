/**
 * "Samples out of limits", "orders closed with no leak found": words that are grammar elsewhere, where lines say the same
 * phrase. Only a plan of lines is narrowed by it, so that lines of the opposite ("within limits") are not counted.
 */
import type { Catalogue, KnownTemplate } from '../grounding/catalogue.ts'
import { PATTERN_IDS_MAX, type Plan, type PlanCondition, servicesOf } from '../plan/plan.ts'
import { PARTICIPLE } from '../vocabulary/participles.ts'
import { isDenied, templateCondition } from './texts.ts'
import { stemOf } from './words.ts'

const PHRASE =
  /(?<![\w-])(?:out of|not|no|never|too (?:many|few|much|little|old|late|early|long|large|big|small))(?= )/g
/** What may belong to it: up to four words. */
const BEHIND = /^(?: [a-z][a-z'-]*){1,4}/
/** Alone they tell nothing of what was not. */
const EMPTY =
  /^(?:an?|the|of|in|on|at|to|by|for|from|it|is|be|been|was|were|are|any|all|one|more|longer|other|yet|ok|only|found|with|and|or)$/

/** The plan with the lines that say a phrase of the question as it was asked. */
export function asLinesSay(text: string, plan: Plan, { templates }: Catalogue): Plan {
  if (plan.intent !== 'measure' && plan.intent !== 'list' && plan.intent !== 'patterns') return plan
  return phrasesOf(text).reduce(
    (narrowed, phrases) => {
      const said = phrases.find((phrase) => templates.some((template) => says(template, phrase)))
      return said === undefined ? narrowed : withPhrase(narrowed, said, templates)
    },
    withVerb(text, withThing(text, plan, templates), templates),
  )
}

/** "Payouts sent", "how many payouts were returned". */
const DONE_WITH = new RegExp(
  `\\b([a-z-]{3,30}) (?:(?:was|were|is|are|got|get|been|being) )?(?:[a-z]{2,12}ly )?(${PARTICIPLE})\\b(?! by)`,
  'g',
)

/** All lines of a service are more than those that say what was done with what it is named after. */
function withVerb(text: string, plan: OfLines, templates: readonly KnownTemplate[]): OfLines {
  const isOfLines =
    plan.intent === 'list'
      ? plan.of === 'logs'
      : plan.intent === 'measure' &&
        (plan.measure.of === 'records' || (plan.measure.of === 'distinct' && plan.measure.signal === 'logs'))
  const [name, more] = servicesOf(plan)
  if (!isOfLines || name === undefined || more !== undefined) return plan
  if (!plan.conditions.every(({ on }) => on === 'service' || on === 'attribute')) return plan
  const own = templates.filter(({ service }) => service === name)
  const named = stemsOf(name.toLowerCase().split(/[^a-z]+/))
  for (const [, noun = '', verb = ''] of text.matchAll(DONE_WITH)) {
    const says = ({ tokens }: KnownTemplate, word: string): boolean => stemsOf(tokens).has(stemOf(word))
    const saying = own.filter(
      (template) =>
        says(template, verb) && !isDenied(verb, template) && (named.has(stemOf(noun)) || says(template, noun)),
    )
    const lines = saying.length < own.length ? templateCondition([noun, verb], saying.slice(0, PATTERN_IDS_MAX)) : null
    if (lines !== null) return { ...plan, conditions: [...plan.conditions, lines] }
  }
  return plan
}

const stemsOf = (words: readonly string[]): ReadonlySet<string> => new Set(words.map(stemOf))

const FIRST = new RegExp(
  `\\b(?:first|last|latest|earliest|newest|oldest|most recent) ([a-z-]{3,30}) (?:was |were |is |got )?(${PARTICIPLE})\\b`,
)

/** "The first write refused" of lines that say "refused": where some of them say what, those alone. */
function withThing(text: string, plan: OfLines, templates: readonly KnownTemplate[]): OfLines {
  const [, noun, verb] = FIRST.exec(text) ?? []
  if (noun === undefined || verb === undefined) return plan
  const isSaid = (words: readonly string[], word: string): boolean => words.some((one) => stemOf(one) === stemOf(word))
  const conditions = plan.conditions.map((condition): PlanCondition => {
    if (condition.on !== 'templates' || condition.not === true) return condition
    const words = condition.words.split(' ')
    if (isSaid(words, noun) || !isSaid(words, verb)) return condition
    const own = templates.filter(({ id, tokens }) => condition.ids.includes(id) && isSaid(tokens, noun))
    return templateCondition([noun, ...words], own) ?? condition
  })
  return { ...plan, conditions }
}

/** For each place where one may begin, the phrases that begin there, the longest first. */
function phrasesOf(text: string): string[][] {
  return [...text.matchAll(PHRASE)].map(({ 0: start, index }) => {
    const [first = '', ...more] = (BEHIND.exec(text.slice(index + start.length))?.[0] ?? '').trim().split(' ')
    if (first === '' || EMPTY.test(first)) return []
    return [...more.keys(), more.length].reverse().map((length) => [start, first, ...more.slice(0, length)].join(' '))
  })
}

function says({ template }: KnownTemplate, phrase: string): boolean {
  const text = template.toLowerCase()
  const at = text.indexOf(phrase)
  return at >= 0 && !/[\w-]/.test(text[at - 1] ?? ' ') && !/[\w-]/.test(text[at + phrase.length] ?? ' ')
}

type OfLines = Extract<Plan, { intent: 'measure' | 'list' | 'patterns' }>

function withPhrase(plan: OfLines, phrase: string, templates: readonly KnownTemplate[]): OfLines {
  const words = new Set(phrase.split(' '))
  const saying = templates.filter((template) => says(template, phrase))
  const conditions = plan.conditions.map((condition): PlanCondition => {
    if (condition.on === 'text' && condition.not === true && isWithin(condition.text, words))
      return { on: 'text', text: phrase, mode: 'phrase' }
    if (condition.on !== 'templates') return condition
    if (condition.not === true)
      return isWithin(condition.words, words)
        ? (templateCondition([phrase], saying.slice(0, PATTERN_IDS_MAX)) ?? condition)
        : condition
    const own = saying.filter(({ id }) => condition.ids.includes(id))
    if (new Set(own.map(({ id }) => id)).size === condition.ids.length) return condition
    const others = condition.words.split(' ').filter((word) => !words.has(word))
    return templateCondition([...others, phrase], own) ?? condition
  })
  return { ...plan, conditions }
}

function isWithin(text: string, words: ReadonlySet<string>): boolean {
  return text.split(' ').every((word) => words.has(word))
}
