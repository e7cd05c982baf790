/** Where the tokens of a body lie: within its template, or across a variable and the letters that touch it. */
import { PLACEHOLDER } from '../shape/shape.ts'
import { hashTokens, isWordUnit } from './tokenizer.ts'

/** A fragment of a body around one or more variables: texts of the template and places of variables, in turn. */
export type Fragment = readonly (string | number)[]

export interface TemplateWords {
  /** The texts around the variables, as they are and in lower case. */
  readonly literals: readonly string[]
  readonly lowerLiterals: readonly string[]
  /** Hashes of the tokens that lie within the template. */
  readonly hashes: readonly number[]
  /** The parts of a body that are tokenised per record. */
  readonly fragments: readonly Fragment[]
}

/**
 * Templates whose words are cached. Segments of one service repeat them, and a search needs all templates of a segment.
 */
const KEPT_MAX = 20_000
const kept = new Map<string, TemplateWords>()

/** Returns the words of a template with the positions of its variables. Recent results are cached. */
export function templateWords(template: string): TemplateWords {
  const known = kept.get(template)
  if (known !== undefined) return known
  if (kept.size >= KEPT_MAX) kept.clear()
  const words = findWords(template)
  kept.set(template, words)
  return words
}

function findWords(template: string): TemplateWords {
  const literals = template.split(PLACEHOLDER)
  const hashes: number[] = []
  const fragments: Fragment[] = []
  let open: (string | number)[] = []
  literals.forEach((literal, index) => {
    const isLast = index === literals.length - 1
    const head = index === 0 ? 0 : wordHead(literal)
    const tail = isLast ? literal.length : wordTail(literal)
    if (head >= literal.length && index > 0 && !isLast) {
      // Letters between two variables join everything into one token.
      if (literal !== '') open.push(literal)
      open.push(index)
      return
    }
    if (open.length > 0) fragments.push(head > 0 ? [...open, literal.slice(0, head)] : open)
    hashTokens(literal.slice(head, Math.max(head, tail)), hashes)
    open = isLast ? [] : tail < literal.length ? [literal.slice(tail), index] : [index]
  })
  return { literals, lowerLiterals: literals.map((literal) => literal.toLowerCase()), hashes, fragments }
}

/** Number of letters and digits at the beginning of a literal. */
function wordHead(literal: string): number {
  let i = 0
  while (i < literal.length && isWordUnit(literal.charCodeAt(i))) i++
  return i
}

/** Position where the letters and digits at the end of a literal start. */
function wordTail(literal: string): number {
  let i = literal.length
  while (i > 0 && isWordUnit(literal.charCodeAt(i - 1))) i--
  return i
}
