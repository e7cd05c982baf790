/**
 * Reads fields of a sender's JSON. A field that is missing or has another type reads as empty, because senders change
 * their bodies without notice, and an alert with one odd field is still an alert. All results have a limited size.
 */

export type Fields = Readonly<Record<string, unknown>>

const NOTHING: Fields = {}

/** Returns an object's own fields; no fields for any other value. */
export function fieldsOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return NOTHING
  // An object that is no array has fields by name.
  return value as Fields
}

/** The value below these names, own fields only: `constructor` of any object is nothing a sender wrote. */
export function at(value: unknown, ...names: readonly string[]): unknown {
  let current = value
  for (const name of names) {
    const fields = fieldsOf(current)
    if (!Object.hasOwn(fields, name)) return undefined
    current = fields[name]
  }
  return current
}

/** Returns the first `max` items of a list; none for any other value. */
export function itemsOf(value: unknown, max: number): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, max) : []
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/g

/** A text, number or boolean as text without control characters, at most so long; '' for anything else. */
export function textOf(value: unknown, charactersMax: number): string {
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (typeof value !== 'string') return ''
  // Cut twice: what follows works on a bounded text, and a pair of surrogates is not cut in half.
  return value.slice(0, charactersMax).toWellFormed().replace(CONTROL, ' ').trim()
}

/** Reads a text and puts it on one line. */
export function lineOf(value: unknown, charactersMax: number): string {
  return textOf(value, charactersMax).replace(/\s+/g, ' ')
}

/** Returns the first of several values that reads as a text. */
export function firstText(charactersMax: number, ...values: readonly unknown[]): string {
  for (const value of values) {
    const text = textOf(value, charactersMax)
    if (text !== '') return text
  }
  return ''
}

export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || value.trim() === '' || value.length > 40) return null
  const parsed = Number(value)
  return Number.isFinite(parsed) ? parsed : null
}

/** An http or https address, as it was written; null for anything else. */
export function urlOf(value: unknown): string | null {
  const text = textOf(value, URL_CHARACTERS_MAX + 1)
  if (text.length > URL_CHARACTERS_MAX || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return null
  return text
}

const URL_CHARACTERS_MAX = 2048
