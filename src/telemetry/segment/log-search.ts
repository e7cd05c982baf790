/**
 * Text search within a segment: which rows answer a query. A word of a template answers for all rows of its shape
 * without a look at their variables; substrings are looked for in templates, in variables, and across their borders.
 */

import type { AttributeColumns } from './attributes.ts'
import { attributeText } from './attributes.ts'
import type { Bodies } from './bodies.ts'
import type { LogSegment } from './log-segment.ts'
import { type Stretch, templateWords } from './template-words.ts'
import { hasSequence, type TextQuery } from './text-query.ts'
import { tokenHash, tokensOf } from './tokenizer.ts'
import { mayHold } from './variable-kinds.ts'

/** A row of bytes, 1 where the record answers the query. */
export function searchRows(segment: LogSegment, query: TextQuery): Uint8Array {
  if (query.mode === 'substring') {
    const rows = new Uint8Array(segment.count)
    markSubstring(segment.bodies(), query.needle, rows)
    markAttributes(segment.attributes(), rows, (text) => text.toLowerCase().includes(query.needle))
    return rows
  }
  const masks = query.sequences.map((sequence) => sequenceRows(segment, sequence))
  const [first = new Uint8Array(segment.count), ...rest] = masks
  for (const mask of rest) {
    for (let row = 0; row < first.length; row++) {
      first[row] = query.mode === 'all' ? (first[row] ?? 0) & (mask[row] ?? 0) : (first[row] ?? 0) | (mask[row] ?? 0)
    }
  }
  return first
}

function sequenceRows(segment: LogSegment, sequence: readonly string[]): Uint8Array {
  const rows = new Uint8Array(segment.count)
  markAttributes(segment.attributes(), rows, (text) => hasSequence(tokensOf(text), sequence))
  const [token = ''] = sequence
  const bodies = segment.bodies()
  bodies.column.shapes.forEach((shape, place) => {
    const rowsOfShape = bodies.rowsOfShape[place] ?? new Uint32Array(0)
    if (sequence.length > 1) markSequence(bodies, place, rowsOfShape, sequence, rows)
    else if (templateWords(shape.template).hashes.includes(tokenHash(token)))
      for (const row of rowsOfShape) rows[row] = 1
    else markToken(bodies, place, rowsOfShape, token, rows)
  })
  return rows
}

/** Rows of a shape whose variables, with the letters that touch them, hold the token. */
function markToken(bodies: Bodies, shape: number, rowsOfShape: Uint32Array, token: string, rows: Uint8Array): void {
  const template = bodies.column.shapes[shape]?.template ?? ''
  for (const stretch of templateWords(template).stretches) {
    if (!canHold(bodies, shape, stretch, token)) continue
    for (let ordinal = 0; ordinal < rowsOfShape.length; ordinal++) {
      const row = rowsOfShape[ordinal] ?? 0
      if (rows[row] === 1) continue
      const text = stretchAt(bodies, shape, stretch, ordinal)
      if (text === token || (text.length >= token.length && hasToken(text, token))) rows[row] = 1
    }
  }
}

/** False when some character of the token is in no text of the stretch and possible in no variable of it. */
function canHold(bodies: Bodies, shape: number, stretch: Stretch, token: string): boolean {
  const texts = stretch.map((part) => (typeof part === 'string' ? part.toLowerCase() : ''))
  const kinds = stretch.flatMap((part) => (typeof part === 'number' ? [bodies.kindOf(shape, part)] : []))
  for (const char of token) {
    if (!kinds.some((kind) => mayHold(kind, char)) && !texts.some((text) => text.includes(char))) return false
  }
  return true
}

function stretchAt(bodies: Bodies, shape: number, stretch: Stretch, ordinal: number): string {
  let text = ''
  for (const part of stretch) text += typeof part === 'number' ? (bodies.valuesOf(shape, part)[ordinal] ?? '') : part
  return text
}

function isPossible(kind: number, text: string): boolean {
  for (const char of text) if (!mayHold(kind, char)) return false
  return true
}

function hasToken(text: string, token: string): boolean {
  const lower = text.toLowerCase()
  return lower.includes(token) && tokensOf(text).includes(token)
}

/** Tokens next to each other: where all lie in one literal the template answers, else bodies are put together. */
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
  // A token that is neither a word of the template nor possible in a variable rules the shape out unread.
  const kinds = (bodies.literals[shape] ?? []).slice(1).map((_, variable) => bodies.kindOf(shape, variable))
  const edges = edgeTexts(bodies.literals[shape] ?? [])
  const canHave = (token: string): boolean =>
    words.has(token) ||
    kinds.some((kind) => isPossible(kind, token)) ||
    edges.some((edge) => token.startsWith(edge) || token.endsWith(edge))
  if (!sequence.every(canHave)) return
  rowsOfShape.forEach((row, ordinal) => {
    if (rows[row] === 0 && hasSequence(tokensOf(bodies.bodyAt(shape, ordinal)), sequence)) rows[row] = 1
  })
}

/** Last and first tokens of the texts around variables: what a variable may run together with. */
function edgeTexts(literals: readonly string[]): string[] {
  return literals.flatMap((literal) => {
    const tokens = tokensOf(literal)
    const [first] = tokens
    const last = tokens.at(-1)
    return [...(first === undefined ? [] : [first]), ...(last === undefined ? [] : [last])]
  })
}

function markSubstring(bodies: Bodies, needle: string, rows: Uint8Array): void {
  bodies.literals.forEach((texts, shape) => {
    const literals = texts.map((text) => text.toLowerCase())
    const rowsOfShape = bodies.rowsOfShape[shape] ?? new Uint32Array(0)
    if (literals.some((literal) => literal.includes(needle))) {
      for (const row of rowsOfShape) rows[row] = 1
      return
    }
    if (mayCross(bodies, shape, literals, needle)) {
      rowsOfShape.forEach((row, ordinal) => {
        if (bodies.bodyAt(shape, ordinal).toLowerCase().includes(needle)) rows[row] = 1
      })
      return
    }
    for (let variable = 0; variable < literals.length - 1; variable++) {
      if (!isPossible(bodies.kindOf(shape, variable), needle)) continue
      const values = bodies.valuesOf(shape, variable)
      for (let ordinal = 0; ordinal < rowsOfShape.length; ordinal++) {
        const value = values[ordinal] ?? ''
        if (value.length >= needle.length && value.toLowerCase().includes(needle)) rows[rowsOfShape[ordinal] ?? 0] = 1
      }
    }
  })
}

/** Whether the needle can lie across the border of a literal and a variable. */
function mayCross(bodies: Bodies, shape: number, literals: readonly string[], needle: string): boolean {
  for (let variable = 0; variable < literals.length - 1; variable++) {
    const left = literals[variable] ?? ''
    const right = literals[variable + 1] ?? ''
    const kind = bodies.kindOf(shape, variable)
    for (let cut = 1; cut < needle.length; cut++) {
      if (left.endsWith(needle.slice(0, cut)) && mayHold(kind, needle.charAt(cut))) return true
      const rest = needle.slice(cut)
      const goesOn = right.startsWith(rest) || (right !== '' && rest.startsWith(right))
      if (goesOn && mayHold(kind, needle.charAt(cut - 1))) return true
    }
  }
  return false
}

function markAttributes(attributes: AttributeColumns, rows: Uint8Array, isMatch: (text: string) => boolean): void {
  for (const key of attributes.allKeys()) {
    const column = attributes.column(key)
    if (column === undefined) continue
    const matches = column.values.map((value) => isMatch(attributeText(value)))
    if (!matches.includes(true)) continue
    column.codes.forEach((code, row) => {
      if (code > 0 && matches[code - 1]) rows[row] = 1
    })
  }
}
