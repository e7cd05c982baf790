/** "Except 404s", "not from checkout", "without timeouts": which words of a question say what is left out. */
import type { Word } from './words.ts'

export interface Negation {
  /** Places of the words that negate. */
  readonly by: readonly number[]
  /** Places of the words that are negated. */
  readonly scope: ReadonlySet<number>
  isUsed: boolean
  /** "Were not approved", "not found": a verb is turned round, no condition is negated. */
  readonly isVerb?: boolean
}

const PHRASES: readonly (readonly string[])[] = [
  ['with', 'the', 'exception', 'of'],
  ['not', 'counting'],
  ['not', 'including'],
  ['other', 'than'],
  ['apart', 'from'],
  ['aside', 'from'],
  ['but', 'not'],
  ['but', 'no'],
  ['anything', 'but'],
  ['everything', 'but'],
  ['all', 'but'],
  ['leaving', 'out'],
  ['leave', 'out'],
  ['filter', 'out'],
  ['filtering', 'out'],
  ['rather', 'than'],
  ['instead', 'of'],
  ['with', 'no'],
  ['except', 'for'],
  ['except'],
  ['excepting'],
  ['excluding'],
  ['exclude'],
  ['excl'],
  ['without'],
  ['ignoring'],
  ['ignore'],
  ['disregarding'],
  ['omitting'],
  ['omit'],
  ['minus'],
  ['besides'],
  ['non'],
  ['neither'],
  ['nor'],
  ['not'],
]
/** Between the negation and what it negates. */
const FILLER =
  /^(?:from|of|in|on|at|by|with|for|to|about|involv(?:e|ing)|regarding|concerning|the|an?|any|all|those|ones?|that|which|are|is|was|were|being|containing|contain|mentioning|mention|saying|say|says|having|have|including|include|counting|marked|tagged|via|through|equal|equals|status|code|codes|responses?|text|words?|phrase)$/
/** What ends it: the next part of the question. */
const END =
  /^(?:in|on|at|by|per|from|of|for|with|where|when|that|which|who|whose|during|since|between|over|under|within|until|before|after|because|due|last|past|today|yesterday|now|how|what|why|show|list|group|is|are|was|were|than|slower|faster|longer|containing|mentioning|saying|only|answered|returned)$/
const SCOPE_MAX = 6

/** Behind what it negates: "eu excluded", "phone not counted". */
const BEHIND: readonly (readonly string[])[] = [
  ['not', 'counted'],
  ['not', 'included'],
  ['left', 'out'],
  ['excluded'],
  ['excepted'],
  ['omitted'],
  ['ignored'],
]
/** Words that negate; none of them is a typing error. */
export const NEGATION_WORDS: readonly string[] = [...PHRASES, ...BEHIND].flat()

/** "Not" negates a condition only before one of these; before a verb it turns the verb round. */
const AFTER_NOT =
  /^(?:from|of|in|on|at|by|with|for|to|via|through|about|involv(?:e|ing)|regarding|concerning|contain(?:ing)?|mention(?:ing)?|say(?:ing)?|counting|includ(?:e|ing)|hav(?:e|ing)|the|any|those|an?|\d.*)$/

/** What the data tells of words: whether one is a value of a key with few of them, and whether lines deny it. */
export interface ToldByData {
  isValue(text: string): boolean
  isDenied(verb: string): boolean
  /** Whether some line says the two words with the third between them: "waits for a task". */
  isSaidTogether(first: string, joint: string, second: string): boolean
}

/** "Clicks that were not counted", "how many scans were ignored": what became of them, and nothing is left out. */
function isOwnVerb(words: readonly Word[], at: number): boolean {
  const textAt = (place: number): string => words[place]?.text ?? ''
  if (!/^(?:are|is|was|were|be|got|get|been)$/.test(textAt(at - 1))) return false
  const many = words.findIndex(({ text }) => text === 'many')
  const isCounted = many >= 0 && at - many >= 3 && at - many <= 5
  return isCounted || /^(?:that|which|who)$/.test(textAt(at - 2))
}

/** Finds the exclusions of a question and the words they reach. */
export function negationsOf(
  words: readonly Word[],
  text: string,
  data: ToldByData = { isValue: () => false, isDenied: () => false, isSaidTogether: () => false },
): Negation[] {
  const found: Negation[] = []
  for (let at = 0; at < words.length; at++) {
    const behind = BEHIND.find((one) => one.every((text, offset) => words[at + offset]?.text === text))
    if (behind !== undefined && at > 0 && !isOwnVerb(words, at)) {
      const by = behind.map((_, offset) => at + offset)
      const before = words[at - 1]?.text ?? ''
      const from = /^(?:are|is|was|were|be)$/.test(before) ? at - 2 : at - 1
      found.push({
        by,
        scope: new Set([from, from - 1].filter((place) => place >= 0 && !END.test(words[place]?.text ?? ''))),
        isUsed: false,
      })
      at += behind.length - 1
      continue
    }
    const isAllBut =
      words[at]?.text === 'but' &&
      words
        .slice(Math.max(0, at - 4), at)
        .some(({ text }) =>
          /^(?:all|any|every|everything|everywhere|anything|anywhere|everyone|everybody|anyone|anybody|each|whole)$/.test(
            text,
          ),
        )
    const phrase =
      PHRASES.find((one) => one.every((text, offset) => words[at + offset]?.text === text)) ??
      (isAllBut ? ['but'] : undefined)
    if (phrase === undefined) continue
    const by = phrase.map((_, offset) => at + offset)
    const way = phrase.length === 1 && phrase[0] === 'not' ? wayNotTaken(words, at, data) : null
    const isVerb =
      way === null &&
      phrase.length === 1 &&
      phrase[0] === 'not' &&
      !AFTER_NOT.test(words[at + 1]?.text ?? '') &&
      !isAfterBe(words, at) &&
      !(/^(?:was|were)$/.test(words[at - 1]?.text ?? '') && data.isValue(words[at + 1]?.text ?? ''))
    // "Not opened for acme": what did not happen, and to whom.
    const said = isVerb ? { ...data, isSaidTogether: () => false } : data
    found.push({ by, scope: scopeOf(words, way ?? at + phrase.length, text, said), isUsed: false, isVerb })
    at += phrase.length - 1
  }
  return found
}

/** "Not paid by card": the place of the value by which it was not done; null where there is none. */
function wayNotTaken(words: readonly Word[], at: number, { isValue, isDenied }: ToldByData): number | null {
  // "Not confirmed by video" of lines that say "not confirmed": it is the verb that is denied.
  if (isDenied(words[at + 1]?.text ?? '')) return null
  const place = words.findIndex(
    ({ text }, index) => index > at + 1 && index <= at + 3 && /^(?:by|via|through|over|with|using)$/.test(text),
  )
  const next = place < 0 ? undefined : words[place + 1]
  return next !== undefined && isValue(next.text) ? place + 1 : null
}

/** "Where region is not eu", "that are not errors". */
function isAfterBe(words: readonly Word[], at: number): boolean {
  const isBe = /^(?:is|are)$/.test(words[at - 1]?.text ?? '')
  const before = words[at - 2]?.text ?? ''
  return (
    isBe &&
    !/^(?:why|what|it|this|that|they|we)$/.test(before) &&
    !/(?:ed|ing|found|able|ok|sent|done)$/.test(words[at + 1]?.text ?? '')
  )
}

const JOINT = /^(?:for|of|on|in|at|by|from|with)$/

/** "Not about waiting for a task": words that go on where lines say them together; how many there are between the two. */
function goesOn(words: readonly Word[], at: number, { isSaidTogether }: ToldByData): number {
  const joint = words[at]?.text ?? ''
  const length = /^(?:an?|the|its|their)$/.test(words[at + 1]?.text ?? '') ? 2 : 1
  const [before, next] = [words[at - 1], words[at + length]]
  if (!JOINT.test(joint) || before === undefined || next === undefined) return 0
  return isSaidTogether(before.text, joint, next.text) ? length : 0
}

function scopeOf(words: readonly Word[], from: number, text: string, data: ToldByData): Set<number> {
  const scope = new Set<number>()
  let at = from
  while (FILLER.test(words[at]?.text ?? '') && !isQuoteBefore(words, at)) at++
  for (; at < words.length && scope.size < SCOPE_MAX; at++) {
    const word = words[at]
    if (word === undefined || isQuoteBefore(words, at)) break
    if (at > from && /[(;:]/.test(text.slice(words[at - 1]?.end ?? 0, word.start))) break
    const next = words[at + 1]
    const isJoined = /^(?:and|or|nor)$/.test(word.text)
    const between = scope.has(at - 1) ? goesOn(words, at, data) : 0
    if (between > 0) {
      at += between - 1
      continue
    }
    if (isJoined && (next === undefined || END.test(next.text) || PHRASES.some(([first]) => first === next.text))) break
    if (END.test(word.text) || (!isJoined && PHRASES.some(([first]) => first === word.text))) break
    if (!isJoined) scope.add(at)
  }
  return scope
}

/** What stood in quotes is blank here: it was what is negated, and the words behind it are not. */
function isQuoteBefore(words: readonly Word[], at: number): boolean {
  const before = words[at - 1]
  const word = words[at]
  return before !== undefined && word !== undefined && word.start - before.end > 3
}
