/**
 * The places of lines that have no key: "text tour-changed to dr-16 held back" holds a kind of text and a driver. A place
 * has its name from a key beside it, from the noun before it, from values that are known of a key of that name, or from
 * an id that abbreviates the noun. One that nothing names is taken only where it is the last that can be meant.
 */
import { messageText, withoutChannel } from '../../message-text.ts'
import { lemmaOf } from '../reader/words.ts'
import { FUNCTION_WORDS } from '../vocabulary/function-words.ts'
import { PEOPLE } from '../vocabulary/people.ts'
import { isDoerNoun, isPlaceNoun } from '../vocabulary/roles.ts'

export interface LineSlot {
  /** What a line has there; null of one without it. */
  readonly read: (body: string) => string | null
  /** The word before a place that nothing names: said, because it was only concluded. */
  readonly behind?: string
}

/** What the project knows beside the lines. */
export interface SlotNames {
  /** Values of keys that go by the noun, in small letters. */
  readonly own: ReadonlySet<string>
  /** Values of other keys: their places are named already. */
  readonly others: readonly ReadonlySet<string>[]
  /** Whether the project has the noun in any name or line: only then it can be a place that nothing names. */
  readonly isKnown: boolean
}

/** So large a part of the lines has to have the place. */
const TOLD_MIN = 0.8
/** A place that nothing names holds classes, and no ids. */
const CLASSES_MAX = 20
const TOKENS_MAX = 80
const EACH_MIN = 20

/** The place that a noun means in these lines; "who" and persons are who did it. Null where none is it for sure. */
export function slotOf(noun: string, bodies: readonly string[], names: SlotNames): LineSlot | null {
  if (bodies.length === 0) return null
  const words = noun.split(' ').map(lemmaOf)
  const thing = KIND_OF.exec(noun)?.[1]
  const lines = bodies.map(tokensOf)
  if (thing !== undefined) return kindIn(lemmaOf(thing), lines, names)
  const named = [
    stated(words),
    behindNoun(words),
    inShort(words),
    ...(names.own.size === 0 ? [] : [ofValues(names.own)]),
    ...(isPerson(words) || (!names.isKnown && isDoerNoun(words.at(-1) ?? '')) ? [byWhom] : []),
    ...(!names.isKnown && isPlaceNoun(words.at(-1) ?? '') ? [atWhere] : []),
  ]
  for (const read of named) if (isTold(read, lines, noun === 'who' ? 1 : 2)) return { read: onMessage(read) }
  if (REASON.test(noun)) return reasonBehindColon(bodies)
  const isNone = isPerson(words) || !names.isKnown || NAMES_NO_PLACE.test(noun)
  return isNone ? null : lastUnnamed(words, lines, names)
}

const REASON = /^(?:reason|cause)s?$/
const REASON_CHARS_MAX = 80

/** Why, as lines tell it that have no key of it: what stands behind the colon of each, in a few classes. */
function reasonBehindColon(bodies: readonly string[]): LineSlot | null {
  const found = bodies.flatMap((body) => reasonIn(body) ?? [])
  const values = new Set(found).size
  const areClasses = values <= CLASSES_MAX && (values < 2 || values * 2 <= found.length)
  return found.length > 0 && found.length >= TOLD_MIN * bodies.length && areClasses ? { read: reasonIn } : null
}

/** "No_face" of "photo rejected: no_face (score 0.87)", without remarks and ids. */
function reasonIn(body: string): string | null {
  const message = withoutChannel(messageText(body))
  const at = message.indexOf(': ')
  const [said = ''] = message.slice(at + 2).split(' (', 1)
  const words = said.split(' ').map((word) => (/[a-z]-?\d|\d{4}/i.test(word) ? '…' : word))
  const reason = words.join(' ').slice(0, REASON_CHARS_MAX).trim()
  return at > 0 && /[a-z]/i.test(reason) ? reason : null
}

const KIND_OF = /^(?:kind|type|sort|category) of ([a-z-]{3,30})$/

/** Nouns that ask for a field of every record, a time or a reason. */
const NAMES_NO_PLACE =
  /^(?:service|endpoint|route|url|path|operation|error|status|code|reason|cause|level|severity|host|pod|node|instance|version|region|second|minute|hour|day|week|month|time|request|trace|span|log|line|kind|type|sort|name|number|one|thing|percent|id)s?$/

function kindIn(thing: string, lines: readonly Tokens[], names: SlotNames): LineSlot | null {
  const read = behindNoun([thing])
  const values = new Set(lines.flatMap((tokens) => read(tokens) ?? []))
  const isOfClasses = values.size <= CLASSES_MAX && values.size * 2 <= lines.length && ![...values].some(isId)
  if (isOfClasses && isTold(read, lines, 2)) return { read: onMessage(read) }
  return names.isKnown ? lastUnnamed([thing], lines, names) : null
}

type Tokens = readonly string[]
type Read = (tokens: Tokens) => string | null

function onMessage(read: Read): LineSlot['read'] {
  return (body) => read(tokensOf(body))
}

/** The words of a line's message, without the marks around them. */
function tokensOf(body: string): string[] {
  return withoutChannel(messageText(body))
    .split(/\s+/, TOKENS_MAX)
    .map((token) => token.replace(/^[("'[{<]+/, '').replace(/[)"'\]}>,;:.!?]+$/, ''))
}

function isTold(read: Read, lines: readonly Tokens[], valuesMin: number): boolean {
  const found = lines.flatMap((tokens) => read(tokens) ?? [])
  const values = new Set(found).size
  // One line each tells nothing apart.
  if (found.length < TOLD_MIN * lines.length || (found.length >= EACH_MIN && values === found.length)) return false
  return values >= valuesMin || lines.length === 1
}

/** `driver=dr-16`, `driver: dr-16`. */
function stated(words: readonly string[]): Read {
  const name = words.join('_')
  return (tokens) => {
    for (const token of tokens) {
      const at = token.indexOf('=')
      if (at > 0 && at < token.length - 1 && token.slice(0, at).toLowerCase() === name)
        return token.slice(at + 1).replace(/^["']|["']$/g, '')
    }
    return null
  }
}

/** "Bay 3", "tour north", "text tour-changed"; the noun itself may be part of the value ("van-4"). */
function behindNoun(words: readonly string[]): Read {
  return (tokens) => {
    for (let at = words.length - 1; at < tokens.length - 1; at++) {
      if (!words.every((word, offset) => lemmaOf(tokens[at - words.length + 1 + offset]?.toLowerCase() ?? '') === word))
        continue
      const value = tokens[at + 1] ?? ''
      return isValue(value) ? value : null
    }
    return null
  }
}

/** "To dr-16" of drivers, "door of F3" of freezers, "from ap-ham-6" of access points. */
function inShort(words: readonly string[]): Read {
  const last = words.at(-1) ?? ''
  const initials = words.length > 1 ? words.map((word) => word[0] ?? '').join('') : null
  return (tokens) => {
    for (const [at, token] of tokens.entries()) {
      const letters = /^([a-z]{1,20})(?:[-_#][\w-]{0,40})?\d/i.exec(token)?.[1]?.toLowerCase()
      if (letters === undefined || !/^[\w#-]{2,60}$/.test(token)) continue
      if (letters === initials || letters === last || (initials === null && isShortFor(letters, last))) {
        // "Crate CR-8200" is no courier: the noun before it is what its letters stand for.
        const before = lemmaOf(tokens[at - 1]?.toLowerCase() ?? '')
        if (before === last || before === '' || !isShortFor(letters, before)) return token
      }
    }
    return null
  }
}

/** Whether a word is cut to these letters: "prn" of printer, "pr" of practice, and no "cu" of courier. */
function isShortFor(letters: string, word: string): boolean {
  if (letters.length > 4 || letters[0] !== word[0]) return false
  if (word.startsWith(letters)) return true
  const consonants = word.replace(/(?!^)[aeiou]/g, '')
  return letters.length > 1 && consonants.startsWith(letters)
}

function ofValues(values: ReadonlySet<string>): Read {
  return (tokens) => tokens.find((token) => values.has(token.toLowerCase())) ?? null
}

function isPerson(words: readonly string[]): boolean {
  const last = words.at(-1) ?? ''
  return last === 'who' || PEOPLE.test(last)
}

/** "Corrected by mira". */
const byWhom: Read = (tokens) => {
  const value = tokens[tokens.lastIndexOf('by') + 1] ?? ''
  return tokens.includes('by') && isValue(value) ? value : null
}

/** "Checked in at kiel: bay 3": a place has a name, and no number. */
const atWhere: Read = (tokens) => {
  const value = tokens[tokens.indexOf('at') + 1] ?? ''
  return tokens.includes('at') && isValue(value) && /^[a-z]/i.test(value) ? value : null
}

/** A word that can be a value, and no word of the sentence. */
function isValue(token: string): boolean {
  const lower = token.toLowerCase()
  return lower !== '' && /\w/.test(lower) && !FUNCTION_WORDS.has(lower) && !/^[a-z]{2,}(?:ed|ing)$/.test(lower)
}

/** A name with a number of its own. */
function isId(token: string): boolean {
  return /\d{4,}/.test(token)
}

/** "rd-10", "ap-ham-6": an id in short, which its letters name. */
function isNumbered(value: string): boolean {
  return isId(value) || /^[a-z]{1,20}-(?:[\w-]*-)?\d+$/.test(value)
}

/**
 * The only place that holds a few classes and that no noun, no key and no number names: "handed to dhl: 660 g" of couriers.
 * It is told by the word before it, or by two of them where the first one stands in the line twice.
 */
function lastUnnamed(words: readonly string[], lines: readonly Tokens[], names: SlotNames): LineSlot | null {
  const valuesOf = new Map<string, string[]>()
  for (const tokens of lines)
    for (const [place, value] of placesIn(tokens)) {
      const values = valuesOf.get(place)
      if (values === undefined) valuesOf.set(place, [value])
      else values.push(value)
    }
  const [only, more] = [...valuesOf]
    .filter(([place, values]) => values.length >= TOLD_MIN * lines.length && !isNamed(place, words))
    .filter(([, values]) => isOfClasses(values, names))
    .map(([place]) => place)
  if (only === undefined || more !== undefined) return null
  return { read: onMessage((tokens) => placesIn(tokens).get(only) ?? null), behind: only }
}

/** The first value that stands behind a word of the sentence, by that word; by two where it stands there twice. */
function placesIn(tokens: Tokens): ReadonlyMap<string, string> {
  const lower = tokens.map((token) => token.toLowerCase())
  const places = new Map<string, string>()
  for (const [at, value] of tokens.entries()) {
    const before = lower[at - 1] ?? ''
    if (!/^[a-z]{2,20}$/.test(before) || !isValue(value) || /^[\d.,]+%?$/.test(value)) continue
    const isOnce = lower.indexOf(before) === lower.lastIndexOf(before)
    const place = isOnce ? before : `${lower[at - 2] ?? ''} ${before}`
    if (!places.has(place)) places.set(place, value)
  }
  return places
}

const LINKS =
  /^(?:to|from|at|on|in|by|with|via|for|of|into|onto|through|using|under|towards?|[a-z]{3,}ed|done|sent|made|left|held|paid|sold|taken|given|put|read|written)$/

/** A noun before the place is its name, and it is another one than the noun asked for. */
function isNamed(place: string, words: readonly string[]): boolean {
  const last = place.split(' ').at(-1) ?? ''
  return !LINKS.test(last) && !words.includes(lemmaOf(last))
}

function isOfClasses(values: readonly string[], { others }: SlotNames): boolean {
  const distinct = [...new Set(values.map((value) => value.toLowerCase()))]
  if (distinct.length < 2 || distinct.length > CLASSES_MAX || distinct.length * 2 > values.length) return false
  if (distinct.some(isNumbered)) return false
  return !others.some((known) => distinct.filter((value) => known.has(value)).length * 2 > distinct.length)
}
