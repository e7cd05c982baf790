/**
 * Decides where a text can occur: in templates, which the statistics count, or in variables and attributes. Each
 * segment tells which characters those can contain, so a segment whose variables cannot contain the text is not read.
 */
import type { TextSearch } from '../port.ts'
import { canHold, charactersOf, crossingCharacters } from '../segment/characters.ts'
import { templateWords } from '../segment/template-words.ts'
import { parseTextQuery } from '../segment/text-query.ts'
import { tokenHash } from '../segment/tokenizer.ts'

export interface TextPlan {
  /** The text matches only as a whole word. */
  readonly isWord: boolean
  /** Returns whether every record with this template contains the text, whatever its variables. */
  readonly isInTemplate: (template: string) => boolean
  /**
   * Returns false when only records whose template contains the text can contain it, judging by the segment's
   * characters.
   */
  readonly mayBeElsewhere: (characters: readonly number[] | null) => boolean
}

/** Plans the search for one text among records of these templates. Returns null for a search for several texts. */
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

/** With `crossing` null, the text may occur elsewhere whatever the columns contain. */
function elsewhere(text: string, crossing: number | null): TextPlan['mayBeElsewhere'] {
  const needed = charactersOf(text)
  return (characters) =>
    crossing === null ||
    characters === null ||
    characters.some((held) => canHold(held, needed) || (held & crossing) !== 0)
}

/**
 * The characters of which a variable must contain one if the text is to cross its border in a record of these
 * templates.
 */
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

/**
 * True when a word in some template touches a variable and contains the token: the token may then end inside the
 * variable.
 */
function touchesVariable(token: string, templates: Iterable<string>): boolean {
  for (const template of templates) {
    for (const fragment of templateWords(template).fragments) {
      for (const part of fragment) if (typeof part === 'string' && part.toLowerCase().includes(token)) return true
    }
  }
  return false
}
