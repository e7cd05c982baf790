/** Free words grounded in the project's data: ids, values of attributes, templates, texts; what fits nothing is left out. */
import type { KnownTemplate, KnownValues } from '../grounding/catalogue.ts'
import type { Tag } from '../vocabulary/english.ts'
import { FUNCTION_WORDS, WHOLE_SYSTEM } from '../vocabulary/function-words.ts'
import { REQUEST_VERBS, SMALL_WORDS } from '../vocabulary/small-words.ts'
import { attribute } from './conditions.ts'
import { keysOf } from './fields.ts'
import { asWritten, freeWords, negated, phraseWords, type QuestionState, type TextHits } from './state.ts'
import { isKnownPhrase, otherWordsFor, succeeded, templateCondition, templatesWith } from './texts.ts'
import type { Word } from './words.ts'

/** Tags of words that can also be part of what a line says: "orders failed", "slow query", "login requests". */
const SOFT: ReadonlySet<Tag> = new Set([
  'failed_word',
  'premise_slow',
  'premise_crashed',
  'premise_failing',
  'premise_restarted',
  'premise_lagging',
  'premise_down',
  'request_noun',
  'failure_noun',
  'success_noun',
  'unusual',
  'state',
  'deployment',
  'trend',
  'meaning',
  'highest',
  'lowest',
  'duration',
  'max',
  'min',
  'callees',
  'coverage',
])
/** Who notices trouble or sends requests: says nothing about where it is. */
export const PEOPLE =
  /^(?:customer|user|person|client|visitor|patient|passenger|rider|driver|shopper|buyer|subscriber|viewer|member|account|tenant|merchant|guest|student|player|traveller|traveler|cardholder|folk|boss|manager|support|everybody|colleague)$/
const GENERIC_PEOPLE = /^(?:customer|user|person|client|visitor|folk|boss|manager|support|everybody|colleague)$/
/** Kinds of trouble that every system has words for: where none occurs, none is the answer. */
const TROUBLE = /^(?:timeouts?|oom|deadlocks?|retr(?:y|ies)|crash(?:es)?|restarts?|throttl\w+|unauthori[sz]ed)$/
const COMPANIONS = /^(?:successfully|successful|unsuccessfully|ok)$/

/** Words looked up for one question: each costs a search. */
const LOOKED_UP_MAX = 8

/** What has to be looked up before a second reading: values of attributes, and whether words occur in texts at all. */
export interface Lookups {
  readonly words: readonly string[]
}

/** Grounds what it can and says what is still to look up. `isAboutLogs`: words may be texts of log records. */
export function groundFreeWords(state: QuestionState, hits: TextHits | null, isAboutLogs: boolean): Lookups {
  // Values are looked up before anything is taken for a text: an id of many, a value whose key stands beside it.
  const valued =
    hits === null
      ? [...freeWords(state).filter((word) => isIdLike(word) || isCapital(state, word)), ...keyedWords(state)]
      : []
  if (valued.length > 0) {
    const words = [...new Set([...valued, ...freeWords(state)].map(({ text }) => text))]
    return { words: words.slice(0, LOOKED_UP_MAX) }
  }
  keyedValues(state, hits)
  furtherValues(state)
  for (const word of freeWords(state)) if (isIdLike(word)) idValue(state, word)
  idConditions(state)
  for (const word of freeWords(state))
    if (WHOLE_SYSTEM.has(word.lemma) || COMPANIONS.test(word.text)) word.usedBy = 'no condition'
  tableValues(state)
  // All words together in one line win over a value that one of them happens to be.
  if (isAboutLogs) wholeTemplate(state)
  valueConditions(state)
  alternatives(state)
  const isSmall = ({ text, lemma }: Word): boolean =>
    SMALL_WORDS.has(text) || SMALL_WORDS.has(lemma) || (!isAboutLogs && REQUEST_VERBS.has(text))
  if (isAboutLogs) templateWords(state, hits !== null, isSmall)
  for (const word of freeWords(state)) if (isSmall(word)) word.usedBy = 'no condition'
  // Of "premium customers" it is the first word that restricts.
  for (const word of freeWords(state)) if (GENERIC_PEOPLE.test(word.lemma)) word.usedBy = 'no condition'
  const rest = freeWords(state)
  if (rest.length === 0) return { words: [] }
  if (hits === null) return { words: rest.slice(0, LOOKED_UP_MAX).map(({ text }) => text) }
  for (const word of rest) {
    const others = TROUBLE.test(word.text) ? otherWordsFor(word.text) : null
    if (isAboutLogs && (hits[word.text] ?? 0) > 0) {
      takeAsText(state, word)
    } else if (isAboutLogs && others !== null) {
      // A word every system has a form of: where none occurs, none is the answer.
      word.usedBy = 'text'
      state.conditions.push({ on: 'text', text: word.text, mode: 'all' })
    } else {
      word.usedBy = 'left out'
      state.leftOut.push(word.text)
    }
  }
  return { words: [] }
}

function addText(state: QuestionState, text: string, isNot: boolean): void {
  const index = state.conditions.findIndex(
    (condition) => condition.on === 'text' && condition.mode === 'all' && (condition.not === true) === isNot,
  )
  const held = state.conditions[index]
  if (held?.on === 'text') state.conditions[index] = { ...held, text: `${held.text} ${text}` }
  else state.conditions.push({ on: 'text', text, mode: 'all', ...(isNot ? { not: true } : {}) })
}

/** Between a key and its value: "where region is eu", "tenant named acme". */
const BETWEEN = /^(?:is|are|was|were|of|equals?|equal|to|named|called|id|number|no|nr|like|not|being|value)$/
/** Words that stand beside a key and are no values of it. */
const NO_VALUE =
  /^(?:the|a|an|in|on|at|by|per|for|from|of|with|and|or|is|are|was|were|that|which|who|has|have|had|does|do|did|how|what|when|where|why|most|least|last|past|now|today|since|during|between|than|vs|all|any|each|every|affected|names?|it|its|their)$/

interface Keyed {
  readonly noun: Word
  readonly between: readonly Word[]
  readonly value: Word
  readonly keys: ReadonlySet<string>
}

/** A noun that is a key of the data, and the word behind it that may be its value. */
function keyed(state: QuestionState): Keyed[] {
  const { words, context } = state
  return words.flatMap((noun, at): Keyed[] => {
    if (noun.usedBy !== null || noun.text.length < 2 || NO_VALUE.test(noun.text)) return []
    const keys = new Set(keysOf(noun.text, context.catalogue).map(({ key }) => key))
    if (keys.size === 0) return []
    let next = at + 1
    while (BETWEEN.test(words[next]?.text ?? '') && next < at + 4) next++
    const value = words[next]
    if (value === undefined || value.usedBy !== null || NO_VALUE.test(value.text)) return []
    return [{ noun, between: words.slice(at + 1, next), value, keys }]
  })
}

/** "The app channel", "acme or globex": a noun behind the value, further values behind the first. */
function furtherValues(state: QuestionState): void {
  const { words, context } = state
  for (const [at, noun] of words.entries()) {
    const value = words[at - 1]
    if (noun.usedBy !== null || value === undefined || value.usedBy !== null || NO_VALUE.test(value.text)) continue
    const keys = new Set(keysOf(noun.text, context.catalogue).map(({ key }) => key))
    const known = keys.size === 0 ? null : valueFor(state, value.text, keys)
    if (known === null) continue
    const isNot = negated(state, [noun, value])
    noun.usedBy = 'attribute'
    value.usedBy = 'attribute'
    attribute(state, known.key, known.scope, known.value, isNot)
  }
}

function alternatives(state: QuestionState): void {
  const { words } = state
  for (const [at, word] of words.entries()) {
    const before = words[at - 1]
    const next = words[at + 1]
    if (!/^(?:or|and)$/.test(word.text) || before?.usedBy !== 'attribute' || next === undefined || next.usedBy !== null)
      continue
    const held = state.conditions.find(
      (one) => one.on === 'attribute' && one.values.some((value) => value.toLowerCase() === before.text),
    )
    if (held?.on !== 'attribute') continue
    const known = valueFor(state, next.text, new Set([held.key]))
    if (known === null) continue
    word.usedBy = 'attribute'
    next.usedBy = 'attribute'
    attribute(state, known.key, known.scope, known.value, held.not === true)
  }
}

function keyedWords(state: QuestionState): Word[] {
  return keyed(state).flatMap(({ noun, value }) => [noun, value])
}

function keyedValues(state: QuestionState, hits: TextHits | null): void {
  for (const { noun, between, value, keys } of keyed(state)) {
    const known = valueFor(state, value.text, keys)
    const isId = isIdLike(value)
    if (value.usedBy !== null || (known === null && !isId)) continue
    const isNot = negated(state, [noun, value]) || between.some(({ text }) => text === 'not')
    for (const word of [noun, ...between, value]) word.usedBy = 'attribute'
    // Lines say an id that their record may not carry.
    const isText = isId && (known === null || (hits?.[value.text] ?? 0) > known.count)
    if (known === null || isText) pushText(state, value.text, isNot)
    else attribute(state, known.key, known.scope, known.value, isNot)
  }
}

/** "On table lines": an everyday word is a value where lines have it right behind the word before it. */
function tableValues(state: QuestionState): void {
  for (const [at, word] of state.words.entries()) {
    const next = state.words[at + 1]
    if (next === undefined || word.usedBy !== null || next.usedBy !== null || FUNCTION_WORDS.has(word.text)) continue
    if (!FUNCTION_WORDS.has(next.text) && !SMALL_WORDS.has(next.text)) continue
    const isThere = state.context.catalogue.templates.some(({ template }) =>
      template.toLowerCase().includes(`${word.text}=${next.text}`),
    )
    if (isThere) state.words[at + 1] = { ...next, isCode: true }
  }
}

function pushText(state: QuestionState, text: string, isNot: boolean): void {
  state.conditions.push({ on: 'text', text: text.replace(/^#/, ''), mode: 'phrase', ...(isNot ? { not: true } : {}) })
}

/** "OSL", "EURUSD": written as a code is. */
function isCapital(state: QuestionState, { text }: Word): boolean {
  return /^[a-z]{2,}$/.test(text) && /[a-z]/.test(state.written) && asWritten(state, text) === text.toUpperCase()
}

function isIdLike({ text }: Word): boolean {
  return (
    (/^(?=[\w.@#:-]*\d)(?=[\w.@#:-]*[a-z_@#-])[\w.@#:-]{4,}$/.test(text) || /^\d{5,}$/.test(text)) &&
    !/^(?:p\d+|\d+(?:ms|s|m|h|d|min|%|k|kb|mb|gb))$/.test(text)
  )
}

/** An id that is a value of an attribute is one, whatever its letters look like. */
function idValue(state: QuestionState, word: Word): void {
  const known = valueFor(state, word.text)
  if (known === null) return
  const isNot = negated(state, [word])
  word.usedBy = 'id'
  attribute(state, known.key, known.scope, known.value, isNot)
  nounBefore(state, word)
}

/** An order number, a user id, an address: letters and digits together. */
function idConditions(state: QuestionState): void {
  for (const word of freeWords(state)) {
    const isId =
      /^(?=[\w.@#:-]*\d)(?=[\w.@#:-]*[a-z_@#-])[\w.@#:-]{4,}$/.test(word.text) ||
      /^\d{5,}$/.test(word.text) ||
      /^[\w.+-]+@[\w-]+\.[\w.]+$/.test(word.text) ||
      /^\d{1,3}(?:\.\d{1,3}){3}$/.test(word.text)
    if (!isId || /^(?:p\d+|\d+(?:ms|s|m|h|d|min|%|k|kb|mb|gb))$/.test(word.text)) continue
    const isNot = negated(state, [word])
    word.usedBy = 'id'
    pushText(state, word.text, isNot)
    nounBefore(state, word)
  }
}

/** "order SO-1", "user u-7": the noun says what the id is of, not what is searched for. */
function nounBefore(state: QuestionState, word: Word): void {
  const before = state.words[state.words.indexOf(word) - 1]
  if (before !== undefined && before.usedBy === null && /^[a-z]{2,20}$/.test(before.text)) before.usedBy = 'id'
}

interface Valued {
  readonly key: string
  readonly scope: 'attribute' | 'resource'
  readonly value: string
  readonly count: number
}

function valueFor({ context }: QuestionState, text: string, keys?: ReadonlySet<string>): Valued | null {
  const lower = text.toLowerCase()
  const fits = context.values.flatMap((known) => {
    if (keys !== undefined && !keys.has(known.key)) return []
    const found = known.values.find(({ value }) => sameText(value, lower))
    return found === undefined ? [] : [{ known, value: found.value, count: found.count }]
  })
  const best = fits.sort((a, b) => specificity(b.known) - specificity(a.known) || b.count - a.count)[0]
  return best === undefined
    ? null
    : { key: best.known.key, scope: best.known.scope, value: best.value, count: best.count }
}

function sameText(value: string, asked: string): boolean {
  const lower = value.toLowerCase()
  return (
    lower === asked ||
    lower.replace(/[-_ ]/g, '') === asked.replace(/[-_ ]/g, '') ||
    (asked.length > 4 && lower === asked.replace(/s$/, ''))
  )
}

/** A value of few is a class a person knows; one of many is an id that happens to look alike. */
function specificity({ values }: KnownValues): number {
  return values.length <= 20 ? 2 : 1
}

function valueConditions(state: QuestionState): void {
  for (const word of freeWords(state)) {
    if (word.usedBy !== null) continue
    const at = state.words.indexOf(word)
    const around = [state.words[at - 1], state.words[at + 1]].filter((near) => near !== undefined)
    const keys = new Set(around.flatMap((near) => keysOf(near.text, state.context.catalogue).map(({ key }) => key)))
    const next = state.words[at + 1]
    const pair = next === undefined ? null : valueFor(state, `${word.text} ${next.text}`)
    const named = keys.size > 0 ? valueFor(state, word.text, keys) : null
    const alone = pair ?? named ?? valueFor(state, word.text)
    if (alone === null) continue
    // A word that lines have too is meant as a value only where its key is named beside it.
    const isEveryday = alone.value === alone.value.toLowerCase() && !/[\d_-]/.test(alone.value)
    const isInLines = templatesWith([word.text], state.context.catalogue, []).length > 0
    if (named === null && pair === null && isEveryday && isInLines) continue
    const isNot = negated(state, [word])
    word.usedBy = 'attribute'
    if (pair !== null && next !== undefined) next.usedBy = 'attribute'
    for (const near of around)
      if (near.usedBy === null && keysOf(near.text, state.context.catalogue).some(({ key }) => key === alone.key))
        near.usedBy = 'attribute'
    attribute(state, alone.key, alone.scope, alone.value, isNot)
  }
}

/** The largest set of free words, with soft words beside them, that some template has altogether. */
function templateWords(state: QuestionState, isLookedUp: boolean, isSmall: (word: Word) => boolean): void {
  const known = knownPhrases(state)
  textsLeftOut(state, isSmall)
  const free = [...freeWords(state).filter((word) => !known.includes(word)), ...known]
  const soft = softWords(state).filter((word) => !known.includes(word))
  if (free.length === 0 && soft.length < 2) return
  const services = state.conditions.flatMap((condition) =>
    condition.on === 'service' && condition.not !== true ? condition.values : [],
  )
  const inOrder = (words: readonly Word[]): Word[] => [...words].sort((a, b) => a.start - b.start)
  const near = soft.filter((word) => free.length === 0 || free.some((one) => distance(state, one, word) <= 3))
  const said = free.filter((word) => !isSmall(word))
  const candidates = [
    inOrder([...free, ...near]),
    ...near.map((word) => inOrder([...free, word])),
    inOrder(free),
    ...(said.length < free.length && said.length > 0
      ? [inOrder([...said, ...near]), ...near.map((word) => inOrder([...said, word])), inOrder(said)]
      : []),
  ]
  for (const words of candidates) {
    if (words.length === 0 || (free.length === 0 && words.length < 2)) continue
    if (take(state, words, services)) return
  }
  // Not all together: each word that is in a template is one, the rest stays free for texts. One of them may be a
  // value, which is looked up first.
  if (!isLookedUp && free.length > 1) return
  for (const word of said) {
    const others = templatesWith([word.text], state.context.catalogue, services)
    if (others.length > 0 && free.length > 1 && word.usedBy === null) takeAsText(state, word)
  }
}

/** "Slow queries not on table lines": what is negated is no part of what the lines say. */
function textsLeftOut(state: QuestionState, isSmall: (word: Word) => boolean): void {
  for (const word of freeWords(state)) {
    const isIn = state.negations.some(({ scope, isVerb }) => isVerb !== true && scope.has(state.words.indexOf(word)))
    if (!isIn || isSmall(word) || templatesWith([word.text], state.context.catalogue, []).length === 0) continue
    takeAsText(state, word)
  }
}

function wholeTemplate(state: QuestionState): void {
  const free = freeWords(state).filter(
    (word) =>
      !isCodeValue(state, word.text) &&
      !state.negations.some(({ scope, isVerb }) => isVerb !== true && scope.has(state.words.indexOf(word))),
  )
  const services = state.conditions.flatMap((condition) =>
    condition.on === 'service' && condition.not !== true ? condition.values : [],
  )
  if (free.length < 2) return
  const near = softWords(state).filter((word) => free.some((one) => distance(state, one, word) <= 2))
  const words = [...free, ...near].sort((a, b) => a.start - b.start)
  take(state, words, services)
}

/** "GDN", "eu-west-1": the value of an attribute, though some line may have it as well. */
function isCodeValue(state: QuestionState, text: string): boolean {
  const known = valueFor(state, text)
  return known !== null && (known.value !== known.value.toLowerCase() || /[\d_-]/.test(known.value))
}

function takeAsText(state: QuestionState, word: Word): void {
  const isNot = negated(state, [word])
  word.usedBy = 'text'
  addText(state, word.text, isNot)
}

function take(state: QuestionState, words: readonly Word[], services: readonly string[]): boolean {
  const asked = words.map(({ text }) => text)
  const matching = saidNot(state, words, templatesWith(asked, state.context.catalogue, services))
  const isSuccess =
    /\bsuccess(?:fully|ful)\b/.test(state.text) || /\b(?:logged|signed) (?:in|on|up)\b/.test(asked.join(' '))
  const found = isSuccess ? succeeded(matching) : matching
  const condition = templateCondition(asked, found)
  if (condition === null) return false
  const isNot = isExcluded(state, words)
  for (const word of words) word.usedBy = 'template'
  state.conditions.push(isNot && condition.on === 'templates' ? { ...condition, not: true } : condition)
  return true
}

/** "Except timeouts" leaves lines out; "were not approved" asks for other lines, which only its words can tell. */
function isExcluded(state: QuestionState, words: readonly Word[]): boolean {
  return negated(state, words)
}

/** "Lab report not found": lines that say "not" say it of the same word. */
function saidNot(
  state: QuestionState,
  words: readonly Word[],
  found: readonly KnownTemplate[],
): readonly KnownTemplate[] {
  const places = words.map((word) => state.words.indexOf(word))
  const said = state.negations.filter(
    ({ by, scope, isVerb }) => isVerb === true && by.length === 1 && places.some((place) => scope.has(place)),
  )
  if (said.length === 0) return found
  const negative = found.filter(({ tokens }) => tokens.some((token) => NEGATIVE.test(token)))
  if (negative.length === 0) return found
  for (const negation of said) {
    negation.isUsed = true
    for (const place of negation.by) {
      const word = state.words[place]
      if (word !== undefined) word.usedBy ??= 'template'
    }
  }
  return negative
}

const NEGATIVE = /^(?:not|no|cannot|unable|without|un\w{4,}|\w+n't)$/

/** Phrases of several words with a known meaning: "logged in", "out of memory". */
function knownPhrases(state: QuestionState): Word[] {
  const found: Word[] = []
  for (let at = 0; at < state.words.length; at++) {
    for (const length of [3, 2]) {
      const words = state.words.slice(at, at + length)
      if (words.length < length || words.some(({ usedBy }) => usedBy !== null)) continue
      if (!isKnownPhrase(words.map(({ text }) => text))) continue
      const next = state.words[at + length]
      // "Errors logged in the last hour" are not logins.
      if (
        /^(?:in|on|out)$/.test(words.at(-1)?.text ?? '') &&
        next !== undefined &&
        (next.usedBy !== null || /^(?:the|last|this|a|an|our|my)$/.test(next.text))
      )
        continue
      found.push(...words)
      at += length - 1
      break
    }
  }
  return found
}

function softWords(state: QuestionState): Word[] {
  return state.phrases
    .filter(({ tag }) => SOFT.has(tag))
    .flatMap((phrase) => phraseWords(state, phrase))
    .filter((word, index, all) => word.usedBy === null && all.indexOf(word) === index && word.text.length > 2)
}

function distance(state: QuestionState, a: Word, b: Word): number {
  return Math.abs(state.words.indexOf(a) - state.words.indexOf(b))
}
