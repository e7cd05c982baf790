/**
 * Text searches: what a query means, and whether one text answers it. Words are compared by the store's tokenizer; a
 * word that holds separators (`user_id`, `10.0.0.1`) is a sequence of tokens next to each other.
 */
import type { TextSearch } from '../port.ts'
import { tokensOf } from './tokenizer.ts'

export type TextQuery =
  | { readonly mode: 'any' | 'all'; readonly sequences: readonly (readonly string[])[] }
  | { readonly mode: 'substring'; readonly needle: string }

/** The query of a search. Null if there is nothing to search for; the search then has no condition. */
export function parseTextQuery(search: TextSearch): TextQuery | null {
  if (search.mode === 'substring') {
    return search.text === '' ? null : { mode: 'substring', needle: search.text.toLowerCase() }
  }
  const words = search.mode === 'phrase' ? [search.text] : search.text.split(/\s+/)
  const sequences = words.map(tokensOf).filter((tokens) => tokens.length > 0)
  if (sequences.length === 0) return null
  return { mode: search.mode === 'any' ? 'any' : 'all', sequences }
}

/** Tokens that a segment must have to be worth decoding: all of `all`, and one of the sequences of `any`. */
export function mayMatch(query: TextQuery, mayHaveToken: (token: string) => boolean): boolean {
  if (query.mode === 'substring') return true
  const isPossible = (tokens: readonly string[]): boolean => tokens.every(mayHaveToken)
  return query.mode === 'all' ? query.sequences.every(isPossible) : query.sequences.some(isPossible)
}

/** Returns true if `tokens` contains the sequence without gaps. */
export function hasSequence(tokens: readonly string[], sequence: readonly string[]): boolean {
  const [first] = sequence
  for (let at = tokens.indexOf(first ?? ''); at >= 0; at = tokens.indexOf(first ?? '', at + 1)) {
    let i = 1
    while (i < sequence.length && tokens[at + i] === sequence[i]) i++
    if (i === sequence.length) return true
  }
  return false
}

/** Returns true if a record with these texts (its body and attribute values) matches the query. */
export function matchesTexts(query: TextQuery, texts: readonly string[]): boolean {
  if (query.mode === 'substring') return texts.some((text) => text.toLowerCase().includes(query.needle))
  const tokens = texts.map(tokensOf)
  const isFound = (sequence: readonly string[]): boolean => tokens.some((ofText) => hasSequence(ofText, sequence))
  return query.mode === 'all' ? query.sequences.every(isFound) : query.sequences.some(isFound)
}
