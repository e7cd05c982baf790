/**
 * Where a text can be: in the templates of lines, which statistics count, or in variables and attributes, of which
 * segments tell what characters they hold. A text that no variable of a segment can hold is not looked for in it.
 */
import type { TextSearch } from '../port.ts'
import { canHold, charactersOf, crossingCharacters } from '../segment/characters.ts'
import { templateWords } from '../segment/template-words.ts'
import { parseTextQuery } from '../segment/text-query.ts'
import { tokenHash } from '../segment/tokenizer.ts'

export interface TextPlan {
  /** Only as a whole word. */
  readonly isWord: boolean
  /** Whether every line of the template has the text, whatever its variables. */
  readonly isInTemplate: (template: string) => boolean
  /** False when no line has the text but those whose template has it: told by what the columns of a segment hold. */
  readonly mayBeElsewhere: (characters: readonly number[] | null) => boolean
}

/** The plan of a search for one text among lines of these templates; null for searches for several. */
export function textPlan(search: TextSearch, templates: Iterable<string>): TextPlan | null {
  const query = parseTextQuery(search)
  if (query === null) return null
  if (query.mode === 'substring') {
    const { needle } = query
    const isInTemplate = (template: string) =>
      templateWords(template).lowerLiterals.some((literal) => literal.includes(needle))
    return { isWord: false, isInTemplate, mayBeElsewhere: elsewhere(needle, crossings(needle, templates)) }
  }
  const [token, ...others] = query.sequences.length === 1 ? (query.sequences[0] ?? []) : []
  if (token === undefined || others.length > 0) return null
  const hash = tokenHash(token)
  const isInTemplate = (template: string) => templateWords(template).hashes.includes(hash)
  const crossing = touchesVariable(token, templates) ? null : crossings(token, templates)
  return { isWord: true, isInTemplate, mayBeElsewhere: elsewhere(token, crossing) }
}

/** `crossing` null: it can be elsewhere whatever the columns hold. */
function elsewhere(text: string, crossing: number | null): TextPlan['mayBeElsewhere'] {
  const needed = charactersOf(text)
  return (characters) =>
    crossing === null ||
    characters === null ||
    characters.some((held) => canHold(held, needed) || (held & crossing) !== 0)
}

/** The characters of which a variable must have one, if the text is to lie across its border in a line of these templates. */
function crossings(text: string, templates: Iterable<string>): number {
  let characters = 0
  for (const template of templates) {
    const { lowerLiterals } = templateWords(template)
    for (let variable = 0; variable < lowerLiterals.length - 1; variable++) {
      characters |= crossingCharacters(text, lowerLiterals[variable] ?? '', lowerLiterals[variable + 1] ?? '')
    }
  }
  return characters
}

/** Whether the letters of some template that touch a variable hold the word: it may then end where a variable begins. */
function touchesVariable(token: string, templates: Iterable<string>): boolean {
  for (const template of templates) {
    for (const stretch of templateWords(template).stretches) {
      for (const part of stretch) if (typeof part === 'string' && part.toLowerCase().includes(token)) return true
    }
  }
  return false
}
