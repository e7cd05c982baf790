/**
 * "Samples out of limits", "orders closed with no leak found": words that are grammar elsewhere, where lines say the same
 * phrase. Only a plan of lines is narrowed by it, so that lines of the opposite ("within limits") are not counted.
 */
import type { Catalogue, KnownTemplate } from '../grounding/catalogue.ts'
import type { Plan, PlanCondition } from '../plan/plan.ts'
import { templateCondition } from './texts.ts'
import { stemOf } from './words.ts'

const WORDS_MAX = 4
const PHRASE =
  /(?<![\w-])(?:out of|not|no|never|too (?:many|few|much|little|old|late|early|long|large|big|small))(?= )/g
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
    withThing(text, plan, templates),
  )
}

const FIRST =
  /\b(?:first|last|latest|earliest|newest|oldest|most recent) ([a-z-]{3,30}) (?:was |were |is |got )?([a-z]{2,28}ed|sent|lost|sold|paid|made|built|kept|taken)\b/

/** "The first write refused" of lines that say "refused": where some of them say what, those alone. */
function withThing(text: string, plan: OfLines, templates: readonly KnownTemplate[]): OfLines {
  const [, noun, verb] = FIRST.exec(text.toLowerCase()) ?? []
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
  return [...text.toLowerCase().matchAll(PHRASE)].map(({ 0: start, index }) => {
    const behind = /^(?: [a-z][a-z'-]*){1,4}/.exec(text.slice(index + start.length).toLowerCase())?.[0] ?? ''
    const words = behind.split(' ').slice(1, WORDS_MAX + 1)
    const lengths = words.flatMap((word, at) => (EMPTY.test(word) && at === 0 ? [] : [at + 1])).reverse()
    return words[0] === undefined || EMPTY.test(words[0])
      ? []
      : lengths.map((length) => `${start} ${words.slice(0, length).join(' ')}`)
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
  let isChanged = false
  const conditions = plan.conditions.map((condition): PlanCondition => {
    if (condition.on === 'text' && condition.not === true && isWithin(condition.text, words)) {
      isChanged = true
      return { on: 'text', text: phrase, mode: 'phrase' }
    }
    if (condition.on !== 'templates') return condition
    if (condition.not === true) {
      const ids = templates.filter((template) => says(template, phrase)).map(({ id }) => id)
      if (!isWithin(condition.words, words)) return condition
      isChanged = true
      return { on: 'templates', words: phrase, ids: ids.slice(0, 100), phrases: [phrase] }
    }
    const ids = new Set(
      templates.filter((one) => condition.ids.includes(one.id) && says(one, phrase)).map(({ id }) => id),
    )
    if (ids.size === 0 || ids.size === condition.ids.length) return condition
    isChanged = true
    const others = condition.words.split(' ').filter((word) => !words.has(word))
    return { on: 'templates', words: [...others, phrase].join(' ').slice(0, 200), ids: [...ids], phrases: [phrase] }
  })
  return isChanged ? { ...plan, conditions } : plan
}

function isWithin(text: string, words: ReadonlySet<string>): boolean {
  return text.split(' ').every((word) => words.has(word))
}
