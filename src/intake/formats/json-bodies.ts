/**
 * JSON bodies in the layouts that senders use: one object, an array, objects back to back, NDJSON, or a wrapper around
 * a list.
 */
import { linesOf, requireFew, requireSparse } from '../density.ts'

export type JsonObject = { readonly [key: string]: unknown }

const decoder = new TextDecoder('utf-8', { fatal: false, ignoreBOM: false })

/** Decodes UTF-8. Bytes that are not UTF-8 become replacement characters. */
export const textOf = (bytes: Uint8Array): string => decoder.decode(bytes)

/** Whether a parsed value is an object: neither null nor a list. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export interface JsonItems {
  readonly items: readonly unknown[]
  /** Lines that are not JSON. A bad line does not lose the others. */
  readonly badLines: number
}

const WRAPPERS = ['logs', 'events', 'batch', 'records', 'entries'] as const

/** Reads the items of a body. Null when it is not JSON in any of these layouts. */
export function jsonItems(bytes: Uint8Array): JsonItems | null {
  const text = textOf(bytes).trim()
  if (text === '') return { items: [], badLines: 0 }
  requireSparse(text)
  const whole = parse(text)
  if (whole !== undefined) return { items: unwrapped(whole), badLines: 0 }
  if (text[0] !== '{' && text[0] !== '[') return null
  return lines(text) ?? backToBack(text)
}

function unwrapped(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  if (!isObject(value)) return [value]
  const keys = Object.keys(value)
  const wrapper = WRAPPERS.find((key) => Array.isArray(value[key]))
  // A record may have a field `events` too, but a wrapper has few other fields.
  return wrapper !== undefined && keys.length <= 3 ? (value[wrapper] as unknown[]) : [value]
}

function lines(text: string): JsonItems | null {
  const items: unknown[] = []
  let badLines = 0
  for (const line of linesOf(text)) {
    if (line.trim() === '') continue
    const value = parse(line)
    if (value === undefined) badLines += 1
    else items.push(value)
  }
  return items.length === 0 ? null : { items, badLines }
}

/** Reads Splunk's layout, objects separated by nothing or by white space, in one linear pass. */
export function backToBack(text: string): JsonItems | null {
  const items: unknown[] = []
  let badLines = 0
  let depth = 0
  let start = -1
  for (let i = 0; i < text.length; i += 1) {
    const character = text.charCodeAt(i)
    if (character === 34) i = endOfText(text, i)
    else if (character === 123) {
      if (depth === 0) start = i
      depth += 1
    } else if (character === 125 && depth > 0) {
      depth -= 1
      if (depth > 0) continue
      const value = parse(text.slice(start, i + 1))
      if (value === undefined) badLines += 1
      else items.push(value)
      requireFew(items.length)
    }
  }
  if (depth !== 0) badLines += 1
  return items.length === 0 ? null : { items, badLines }
}

/** Returns where the JSON string that begins at `start` ends. Most of a body is strings, which are skipped this way. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text.charCodeAt(end - 1 - escapes) === 92) escapes += 1
    if (escapes % 2 === 0) return end
  }
  return text.length
}

/** Parses a JSON text and cuts it to a depth that can be walked and written again. Undefined when it is not JSON. */
export function parse(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof value === 'object' && value !== null) prune(value, DEPTH_MAX)
  return value
}

/**
 * Greatest nesting depth. Recursion over a value must end, in JSON.stringify too, and 20 KB can nest 10,000 levels. No
 * sender nests so deeply; the rest of the record is kept. Redaction reads to this depth, so nothing escapes it.
 */
const DEPTH_MAX = 32
export const TOO_DEEP = `[nested deeper than ${DEPTH_MAX} levels]`

/** Cuts deeper values in place: the value was just parsed and nobody else holds it. */
function prune(value: object, levels: number): void {
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i += 1) {
      const item: unknown = value[i]
      if (typeof item !== 'object' || item === null) continue
      if (levels === 1) value[i] = TOO_DEEP
      else prune(item, levels - 1)
    }
    return
  }
  // JSON.parse made this object, so it has string keys and JSON values.
  const object = value as { [key: string]: unknown }
  for (const key in object) {
    const item = object[key]
    if (typeof item !== 'object' || item === null) continue
    if (levels === 1) object[key] = TOO_DEEP
    else prune(item, levels - 1)
  }
}
