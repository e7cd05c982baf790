/**
 * "Only bridges" of lines whose patterns mostly have a variable where a few say "bridge" themselves: the lines of both are
 * meant. Patterns alone would count those of the few.
 */
import type { Catalogue, KnownTemplate } from '../grounding/catalogue.ts'
import { PATTERN_IDS_MAX, type Plan, type PlanCondition } from '../plan/plan.ts'
import { FUNCTION_WORDS } from '../vocabulary/function-words.ts'
import { SMALL_WORDS } from '../vocabulary/small-words.ts'
import { lemmaOf, stemOf, wordsOf } from './words.ts'

type Told = Extract<PlanCondition, { on: 'templates' }>

const VARIABLE = '<*>'
/** More words of a question would be a pasted line. */
const WORDS_MAX = 30

/** The plan with the lines of the wider patterns that may have such a word, and the word as a text; null where there are none. */
export function withOddValues(plan: Plan, question: string, catalogue: Catalogue): Plan | null {
  const told = plan.conditions.find((one): one is Told => one.on === 'templates' && one.not !== true)
  const words = wordsOf(question.toLowerCase())
  const isOfLines =
    plan.intent === 'patterns' ||
    (plan.intent === 'list' && plan.of === 'logs') ||
    (plan.intent === 'measure' && plan.measure.of === 'records')
  if (told === undefined || !isOfLines || words.length > WORDS_MAX) return null
  const ids = new Set(told.ids)
  const own = catalogue.templates.filter(({ id }) => ids.has(id))
  for (const { text, lemma } of words) {
    if (text.length < 3 || SMALL_WORDS.has(text) || FUNCTION_WORDS.has(text)) continue
    const others = told.words
      .split(' ')
      .map(stemOf)
      .filter((stem) => stem !== stemOf(text))
    const wider = widerThan(own, [text, lemma], catalogue.templates, ids, others)
    if (wider === null) continue
    const said = [...wider.ids, ...told.ids].slice(0, PATTERN_IDS_MAX)
    const conditions = plan.conditions.map((one) => (one === told ? { ...told, ids: said } : one))
    return { ...plan, conditions: [...conditions, { on: 'text', text: wider.word, mode: 'all' }] }
  }
  return null
}

/** The patterns of the same event that have a variable where all of these say the word; null where there is none. */
function widerThan(
  own: readonly KnownTemplate[],
  forms: readonly string[],
  all: readonly KnownTemplate[],
  ids: ReadonlySet<string>,
  others: readonly string[],
): { readonly ids: readonly string[]; readonly word: string } | null {
  const places = own.map((one) => {
    const parts = partsOf(one)
    return { one, parts, at: parts.findIndex((part) => forms.some((form) => isWord(part, form))) }
  })
  const [first] = places
  if (first === undefined || places.some(({ at }) => at < 0)) return null
  const found = new Set<string>()
  for (const other of all) {
    if (ids.has(other.id)) continue
    const parts = partsOf(other)
    const stems = new Set(other.tokens.map(stemOf))
    const isWider = places.some(
      ({ one, parts: narrow, at }) =>
        one.service === other.service && beginsAlike(parts, narrow, at) && parts[at]?.includes(VARIABLE) === true,
    )
    if (isWider && others.every((stem) => stems.has(stem))) found.add(other.id)
  }
  const word = first.parts[first.at]?.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '') ?? ''
  return found.size === 0 || word === '' ? null : { ids: [...found], word }
}

/** Up to the word both patterns say the same; what follows may differ: "own tyres", "4 new tyres". */
function beginsAlike(parts: readonly string[], narrow: readonly string[], at: number): boolean {
  if (parts.length === narrow.length) return true
  const isVariable = (part: string): boolean => part.includes(VARIABLE)
  return parts.slice(0, at).every((part, place) => part === narrow[place] || isVariable(part))
}

function partsOf({ template }: KnownTemplate): string[] {
  return template.split(/ +/)
}

function isWord(part: string, form: string): boolean {
  const word = part.toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
  return word === form || lemmaOf(word) === form
}
