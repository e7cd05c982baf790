/**
 * Text search within a segment. A word in a template matches all rows of its shape without reading their variables.
 * Substrings are searched in templates, in variables, and across their borders.
 */

import type { AttributeColumns } from './attributes.ts'
import { attributeText } from './attributes.ts'
import type { Bodies } from './bodies.ts'
import { canHold, charactersOf, charactersOfAll, crossingCharacters } from './characters.ts'
import type { LogSegment } from './log-segment.ts'
import { atOnce, type SearchSteps } from './search-steps.ts'
import type { Fragment } from './template-words.ts'
import { hasSequence, type TextQuery } from './text-query.ts'
import { tokenHash, tokensOf } from './tokenizer.ts'

/** One byte per row, 1 when the record matches. */
export function* searchSteps(segment: LogSegment, query: TextQuery): SearchSteps<Uint8Array> {
  if (query.mode === 'substring') {
    const rows = new Uint8Array(segment.count)
    yield* markSubstring(segment.bodies(), query.needle, rows)
    yield* markAttributes(segment.attributes(), rows, charactersOf(query.needle), (text) =>
      text.toLowerCase().includes(query.needle),
    )
    return rows
  }
  const masks: Uint8Array[] = []
  for (const sequence of query.sequences) masks.push(yield* sequenceRows(segment, sequence))
  const [first = new Uint8Array(segment.count), ...rest] = masks
  for (const mask of rest) {
    for (let row = 0; row < first.length; row++) {
      first[row] = query.mode === 'all' ? (first[row] ?? 0) & (mask[row] ?? 0) : (first[row] ?? 0) | (mask[row] ?? 0)
    }
  }
  return first
}

/** Marks the rows whose body contains a text, ignoring case. */
export function rowsWithBodyPart(segment: LogSegment, text: string): Uint8Array {
  const rows = new Uint8Array(segment.count)
  atOnce(markSubstring(segment.bodies(), text.toLowerCase(), rows))
  return rows
}

function* sequenceRows(segment: LogSegment, sequence: readonly string[]): SearchSteps<Uint8Array> {
  const rows = new Uint8Array(segment.count)
  yield* markAttributes(segment.attributes(), rows, charactersOf(sequence.join('')), (text) =>
    hasSequence(tokensOf(text), sequence),
  )
  const [token = ''] = sequence
  const bodies = segment.bodies()
  const hash = tokenHash(token)
  for (const [place, words] of bodies.words.entries()) {
    const rowsOfShape = bodies.rowsOfShape[place] ?? new Uint32Array(0)
    if (sequence.length > 1) markSequence(bodies, place, rowsOfShape, sequence, rows)
    else if (words.hashes.includes(hash)) for (const row of rowsOfShape) rows[row] = 1
    else markToken(bodies, place, rowsOfShape, token, rows)
    yield rowsOfShape.length
  }
  return rows
}

/** Rows of a shape whose variables, with the letters that touch them, contain the token. */
function markToken(bodies: Bodies, shape: number, rowsOfShape: Uint32Array, token: string, rows: Uint8Array): void {
  for (const fragment of bodies.words[shape]?.fragments ?? []) {
    if (!fragmentCanHold(bodies, shape, fragment, token)) continue
    for (let ordinal = 0; ordinal < rowsOfShape.length; ordinal++) {
      const row = rowsOfShape[ordinal] ?? 0
      if (rows[row] === 1) continue
      const text = fragmentAt(bodies, shape, fragment, ordinal)
      if (text === token || (text.length >= token.length && hasToken(text, token))) rows[row] = 1
    }
  }
}

/** Returns false if some character of the token is in no text and no variable of the fragment. */
function fragmentCanHold(bodies: Bodies, shape: number, fragment: Fragment, token: string): boolean {
  let characters = 0
  for (const part of fragment) {
    characters |= typeof part === 'number' ? bodies.charactersOf(shape, part) : charactersOfAll([part])
  }
  return canHold(characters, charactersOf(token))
}

function fragmentAt(bodies: Bodies, shape: number, fragment: Fragment, ordinal: number): string {
  let text = ''
  for (const part of fragment) text += typeof part === 'number' ? (bodies.valuesOf(shape, part)[ordinal] ?? '') : part
  return text
}

function hasToken(text: string, token: string): boolean {
  const lower = text.toLowerCase()
  return lower.includes(token) && tokensOf(text).includes(token)
}

/**
 * Searches for tokens next to each other. If one literal contains all of them, the template answers; else bodies are
 * rebuilt.
 */
function markSequence(
  bodies: Bodies,
  shape: number,
  rowsOfShape: Uint32Array,
  sequence: readonly string[],
  rows: Uint8Array,
): void {
  const template = bodies.column.shapes[shape]?.template ?? ''
  const words = new Set(tokensOf(template))
  const hasVariables = template.includes('<*>')
  if (!hasVariables) {
    if (hasSequence(tokensOf(template), sequence)) for (const row of rowsOfShape) rows[row] = 1
    return
  }
  // A shape is ruled out without reading it if some token is no word of its template and fits into no variable.
  const variables = (bodies.words[shape]?.literals ?? [])
    .slice(1)
    .map((_, variable) => bodies.charactersOf(shape, variable))
  const edges = edgeTexts(bodies.words[shape]?.literals ?? [])
  const canHave = (token: string): boolean =>
    words.has(token) ||
    variables.some((characters) => canHold(characters, charactersOf(token))) ||
    edges.some((edge) => token.startsWith(edge) || token.endsWith(edge))
  if (!sequence.every(canHave)) return
  rowsOfShape.forEach((row, ordinal) => {
    if (rows[row] === 0 && hasSequence(tokensOf(bodies.bodyAt(shape, ordinal)), sequence)) rows[row] = 1
  })
}

/** The last and first tokens of the literals around variables, which a variable may extend. */
function edgeTexts(literals: readonly string[]): string[] {
  return literals.flatMap((literal) => {
    const tokens = tokensOf(literal)
    const [first] = tokens
    const last = tokens.at(-1)
    return [...(first === undefined ? [] : [first]), ...(last === undefined ? [] : [last])]
  })
}

function* markSubstring(bodies: Bodies, needle: string, rows: Uint8Array): SearchSteps<void> {
  const needed = charactersOf(needle)
  const isWhole: boolean[] = []
  for (const [shape, { lowerLiterals: literals }] of bodies.words.entries()) {
    const isInAll = literals.some((literal) => literal.includes(needle))
    isWhole.push(isInAll)
    if (isInAll) continue
    markVariables(bodies, shape, literals, needle, needed, rows)
    yield bodies.rowsOfShape[shape]?.length ?? 0
  }
  if (!isWhole.includes(true)) return
  const { codes } = bodies.column
  for (let row = 0; row < codes.length; row++) if (isWhole[codes[row] ?? 0] === true) rows[row] = 1
  yield 0
}

/** Rows of a shape with the needle in a variable or across a variable's border. */
function markVariables(
  bodies: Bodies,
  shape: number,
  literals: readonly string[],
  needle: string,
  needed: number,
  rows: Uint8Array,
): void {
  if (mayCross(bodies, shape, literals, needle)) {
    bodies.rowsOfShape[shape]?.forEach((row, ordinal) => {
      if (bodies.bodyAt(shape, ordinal).toLowerCase().includes(needle)) rows[row] = 1
    })
    return
  }
  for (let variable = 0; variable < literals.length - 1; variable++) {
    if (!canHold(bodies.charactersOf(shape, variable), needed)) continue
    const values = bodies.valuesOf(shape, variable)
    bodies.rowsOfShape[shape]?.forEach((row, ordinal) => {
      const value = values[ordinal] ?? ''
      if (value.length >= needle.length && value.toLowerCase().includes(needle)) rows[row] = 1
    })
  }
}

/** True when the needle may cross the border of a literal and a variable. */
function mayCross(bodies: Bodies, shape: number, literals: readonly string[], needle: string): boolean {
  for (let variable = 0; variable < literals.length - 1; variable++) {
    const crossing = crossingCharacters(needle, literals[variable] ?? '', literals[variable + 1] ?? '')
    if ((bodies.charactersOf(shape, variable) & crossing) !== 0) return true
  }
  return false
}

/** `needed`: the characters that a text must have in order to match. */
function* markAttributes(
  attributes: AttributeColumns,
  rows: Uint8Array,
  needed: number,
  isMatch: (text: string) => boolean,
): SearchSteps<void> {
  for (const key of attributes.allKeys()) {
    if (!canHold(attributes.charactersOf(key), needed)) continue
    const column = attributes.column(key)
    if (column === undefined) continue
    const matches = column.values.map((value) => isMatch(attributeText(value)))
    if (matches.includes(true)) {
      column.codes.forEach((code, row) => {
        if (code > 0 && matches[code - 1]) rows[row] = 1
      })
    }
    yield column.values.length
  }
}
