/**
 * The trade's own word: "tax" of a tax office stands in the names, keys or lines of most of what a project sends. Before a
 * noun that the project tells by itself it says nothing, and is no text to look for.
 */
import type { Catalogue } from '../grounding/catalogue.ts'
import { eventLinesOf } from '../grounding/event-lines.ts'
import { isContentWord } from '../vocabulary/small-words.ts'
import { fieldOf } from './fields.ts'
import { valueFor } from './known-values.ts'
import { routesOfThing } from './routes.ts'
import type { QuestionState } from './state.ts'
import { lemmaOf, type Word } from './words.ts'

/** With fewer services that write lines, most of them are hardly any. */
const SERVICES_MIN = 3
const MOST = 0.6
/** So many keys that begin with a word are called after what all is about. */
const KEYS_MIN = 3

/** Takes such words, and says so. */
export function takeTradeWords(state: QuestionState): void {
  const { words, context, notes, negations } = state
  for (const [at, word] of words.entries()) {
    const noun = words[at + 1]
    if (noun === undefined || !isModifier(word) || noun.usedBy !== null || !/^[a-z-]{3,}$/.test(noun.text)) continue
    if (negations.some(({ scope }) => scope.has(at)) || valueFor(state, word.text) !== null) continue
    if (!isTradeWord(word.lemma, context.catalogue) || !isToldAlone(noun, context.catalogue)) continue
    if (isToldTogether(word, noun, context.catalogue)) continue
    word.usedBy = 'no condition'
    notes.push(`I took "${word.text} ${noun.text}" as "${noun.text}".`)
  }
}

function isModifier({ text, lemma, usedBy }: Word): boolean {
  return (
    usedBy === null && text === lemma && /^[a-z]{3,}$/.test(text) && !/(?:ed|ing)$/.test(text) && isContentWord(text)
  )
}

function isTradeWord(lemma: string, { templates, keys }: Catalogue): boolean {
  const byService = Map.groupBy(templates, ({ service }) => service)
  const saying = [...byService].filter(([service, own]) => {
    const isNamed = service
      .toLowerCase()
      .split(/[-_./]/)
      .includes(lemma)
    return isNamed || own.some(({ tokens }) => tokens.includes(lemma))
  })
  if (byService.size >= SERVICES_MIN && saying.length >= MOST * byService.size) return true
  const called = new Set(keys.map(({ key }) => key.toLowerCase()).filter((key) => key.split(/[._]/)[0] === lemma))
  return called.size >= KEYS_MIN && keys.every(({ key }) => key.toLowerCase() !== lemma)
}

/** A noun that routes end in, a key goes by, or lines say that one came to be. */
function isToldAlone({ text, lemma }: Word, catalogue: Catalogue): boolean {
  const { made, read } = routesOfThing(text, catalogue.operations)
  if (made.length + read.length > 0) return true
  return fieldOf(text, catalogue)?.scope === 'attribute' || eventLinesOf(lemma, catalogue.templates) !== null
}

/** "Tax office" of `tax.office`, "order returns" of lines that say so: the two words are one name. */
function isToldTogether(word: Word, noun: Word, catalogue: Catalogue): boolean {
  const isNamed = (name: string): boolean => {
    const parts = name
      .toLowerCase()
      .split(/[^a-z]+/)
      .map(lemmaOf)
    return parts.some((part, at) => part === word.lemma && parts[at + 1] === noun.lemma)
  }
  return (
    catalogue.keys.some(({ key }) => isNamed(key)) ||
    catalogue.operations.some(isNamed) ||
    catalogue.metrics.some(({ name }) => isNamed(name)) ||
    catalogue.services.some(({ name }) => isNamed(name)) ||
    catalogue.templates.some(({ tokens }) =>
      tokens.some((token, at) => token === word.lemma && lemmaOf(tokens[at + 1] ?? '') === noun.lemma),
    )
  )
}
