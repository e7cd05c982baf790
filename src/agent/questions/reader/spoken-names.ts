/**
 * Names as they are spoken: "trip builder" for trip-builder, "top ups" for topups, "c oh three" for C-03. Words are put
 * together where the project has the name in one piece and says the words nowhere side by side.
 */

import type { Catalogue } from '../grounding/catalogue.ts'
import { FUNCTION_WORDS } from '../vocabulary/function-words.ts'
import { wordTable } from '../vocabulary/word-table.ts'

interface OwnNames {
  /** Names of services that have several parts, by their parts in one piece. */
  readonly services: ReadonlyMap<string, string>
  /** Values with digits, by their letters and digits in one piece. */
  readonly values: ReadonlyMap<string, string>
  /** Words of routes, lines, keys and metrics. */
  readonly words: Set<string>
  /** Two words that stand side by side in one of them: "order status". */
  readonly pairs: Set<string>
}

const NAMES = new WeakMap<Catalogue, OwnNames>()
const PARTS_MAX = 4
/** A second half of a word: "top up", "check in", "sign off". */
const PARTICLE = /^(?:in|ins|up|ups|out|outs|off|offs|on|ons|down|downs|over|overs|back|backs)$/
/** Behind "in" or "on" these begin a place or a time: "log in the last hour". */
const OBJECT = /^(?:the|a|an|our|my|this|that|last|past|all|today|\d.*)$/
const JOINED_MIN = 5

/** The words of a text, and which of them stand side by side. */
function take({ words, pairs }: { words: Set<string>; pairs: Set<string> }, text: string, between: RegExp): void {
  const parts = text
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .split(between)
    .filter((part) => part !== '')
  for (const [at, part] of parts.entries()) {
    words.add(part.replace(/[^a-z\d]/g, ''))
    const next = parts[at + 1]
    if (next !== undefined) pairs.add(`${part} ${next}`)
  }
}

function ownNames(catalogue: Catalogue): OwnNames {
  const held = NAMES.get(catalogue)
  if (held !== undefined) return held
  const services = new Map<string, string>()
  for (const { name } of catalogue.services)
    if (/^[a-z\d]+(?:[-_.][a-z\d]+)+$/i.test(name)) services.set(squashed(name), name)
  const values = new Map<string, string>()
  for (const { values: all } of catalogue.values)
    for (const { value } of all)
      if (value.length <= 24 && /^(?=.*\d)(?=.*[a-z])[a-z\d]+(?:[-_. ][a-z\d]+){0,3}$/i.test(value))
        values.set(squashed(value), value)
  const names: OwnNames = { services, values, words: new Set(), pairs: new Set() }
  for (const text of [
    ...catalogue.operations,
    ...catalogue.metrics.map(({ name }) => name),
    ...catalogue.keys.map(({ key }) => key),
  ])
    take(names, text, /[^a-z\d]+/)
  const said = catalogue.values.flatMap(({ values: all }) => all.map(({ value }) => value))
  // "Top-up booked" and "trip-builder-2" are written in one piece.
  for (const text of [...said, ...catalogue.templates.map(({ template }) => template)])
    take(names, text, /[\s,;:="(){}[\]]+/)
  NAMES.set(catalogue, names)
  return names
}

const squashed = (text: string): string => text.toLowerCase().replace(/[^a-z\d]/g, '')

/** The text with the names of the project in one piece. */
export function withOwnNames(text: string, catalogue: Catalogue): string {
  const own = ownNames(catalogue)
  const words = text.split(' ')
  const written: string[] = []
  // "Which hospital orders the most" asks who orders, and nothing of hospital-orders.
  const head = /^(?:which|what) \S{1,40} [a-z]+s (?:the )?(?:most|least)\b/i.test(text) ? words.splice(0, 3) : []
  written.push(...head)
  for (let at = 0; at < words.length; ) {
    const read = nameAt(words, at, own)
    written.push(read?.text ?? words[at] ?? '')
    at += read?.length ?? 1
  }
  return written.join(' ')
}

function nameAt(words: readonly string[], at: number, own: OwnNames): { text: string; length: number } | null {
  for (let length = Math.min(PARTS_MAX + 1, words.length - at); length > 1; length--) {
    const taken = words.slice(at, at + length)
    const last = taken.at(-1) ?? ''
    const [bare = '', end = ''] = [last.replace(/[,.?!:;]+$/, ''), /[,.?!:;]+$/.exec(last)?.[0] ?? '']
    const parts = [...taken.slice(0, -1), bare].map((part) => part.toLowerCase())
    if (parts.some((part) => !/^[a-z\d]+$/.test(part))) continue
    const plain = parts.filter((part) => !/^(?:dash|hyphen|underscore|dot)$/.test(part))
    const joined = plain.join('')
    const service = own.services.get(joined)
    // "Order status" of a service and of a key: which of them is meant, the reader decides.
    if (service !== undefined && !(plain.length === 2 && own.pairs.has(plain.join(' '))))
      return { text: service + end, length }
    const value = own.values.get(joined) ?? own.values.get(plain.map(asDigits).join(''))
    if (value !== undefined && isSpelt(plain, words[at + length])) return { text: value + end, length }
    if (length === 2 && plain.length === 2 && isCompound(plain, words[at + 2], own))
      return { text: `${joined}${end}`, length }
  }
  return null
}

const DIGITS = wordTable<string>({
  ...{ oh: '0', zero: '0', one: '1', two: '2', three: '3', four: '4', five: '5', six: '6', seven: '7', eight: '8' },
  ...{ nine: '9', ten: '10', eleven: '11', twelve: '12' },
})
const asDigits = (word: string): string => DIGITS[word] ?? word

/** "C 03", "toll 512": letters and then a number, and no length of time. */
function isSpelt(parts: readonly string[], next: string | undefined): boolean {
  const [first = ''] = parts
  const isTime = /^(?:seconds?|secs?|minutes?|mins?|hours?|days?|ms|percent|%|times)\b/i.test(next ?? '')
  return !isTime && /[a-z]/.test(first) && !/^(?:in|at|on|of|the|top|last|past|since|than|over|under)$/.test(first)
}

/** "Top ups" where the project has topups, or topup, and nowhere "top up". */
function isCompound([first = '', second = '']: readonly string[], next: string | undefined, own: OwnNames): boolean {
  const joined = first + second
  if (joined.length < JOINED_MIN || /\d/.test(joined) || first.length < 2) return false
  const isParticle = PARTICLE.test(second)
  if (FUNCTION_WORDS.has(first) || (FUNCTION_WORDS.has(second) && !isParticle)) return false
  if (/^(?:in|on|out|off|over)$/.test(second) && OBJECT.test((next ?? '').toLowerCase())) return false
  const one = (word: string): string => word.replace(/s$/, '')
  // The singular or plural of a service's name is what the service makes.
  if (own.services.has(one(joined)) || own.services.has(`${joined}s`)) return false
  const isKnown = [joined, one(joined), `${joined}s`].some((word) => own.words.has(word))
  const isPair = [second, one(second), `${second}s`].some((word) => own.pairs.has(`${first} ${word}`))
  return isKnown && !isPair
}
