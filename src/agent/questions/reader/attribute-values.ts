/** Words of a question that are values of attributes: beside their key, behind another value, or by themselves. */

import type { KnownTemplate } from '../grounding/catalogue.ts'
import { templateTokens } from '../grounding/template-tokens.ts'
import type { PlanCondition } from '../plan/plan.ts'
import { FUNCTION_WORDS, WHOLE_SYSTEM } from '../vocabulary/function-words.ts'
import { PEOPLE } from '../vocabulary/people.ts'
import { isContentWord } from '../vocabulary/small-words.ts'
import { attribute } from './conditions.ts'
import { keysOf } from './fields.ts'
import { isIdLike, pushText } from './ids.ts'
import { classValue, isNamedClass, valueFor } from './known-values.ts'
import { freeWords, negated, type QuestionState, type TextHits } from './state.ts'
import { templatesWith } from './texts.ts'
import type { Word } from './words.ts'

/** Words between a key and its value: "where region is eu", "tenant named acme". */
const BETWEEN = /^(?:is|are|was|were|of|equals?|equal|to|named|called|id|number|no|nr|like|not|being|value)$/
/** Words that stand beside a key and are not its value. */
const NO_VALUE =
  /^(?:the|a|an|in|on|at|by|per|for|from|of|with|and|or|is|are|was|were|that|which|who|has|have|had|does|do|did|how|what|when|where|why|most|least|last|past|now|today|since|during|between|than|vs|all|any|each|every|affected|names?|it|its|their)$/

interface Keyed {
  readonly noun: Word
  readonly between: readonly Word[]
  readonly value: Word
  readonly keys: ReadonlySet<string>
}

/** Each noun that is a key of the data, with the word behind it that may be its value. */
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

/** The words of keys and of what may be their values. */
export function keyedWords(state: QuestionState): Word[] {
  return keyed(state).flatMap(({ noun, value }) => [noun, value])
}

/** "Region eu", "where tenant is acme": restricts to the value behind its key. */
export function keyedValues(state: QuestionState, hits: TextHits | null): void {
  for (const { noun, between, value, keys } of keyed(state)) {
    const known = valueFor(state, value.text, keys)
    const isId = isIdLike(value)
    if (value.usedBy !== null || (known === null && !isId)) continue
    // "Payments of store24": the value of another key is no payment.
    if (known === null && isNamedClass(state, value.text)) continue
    const isNot = negated(state, [noun, value]) || between.some(({ text }) => text === 'not')
    for (const word of [noun, ...between, value]) word.usedBy = 'attribute'
    // An id may stand in log lines whose records do not have it as an attribute.
    const isText = isId && (known === null || (hits?.[value.text] ?? 0) > known.count)
    if (known === null || isText) pushText(state, value.text, isNot)
    else attribute(state, known.key, known.scope, known.value, isNot)
  }
}

/** "The app channel": restricts to the value before its key. */
export function valuesBeforeKey(state: QuestionState): void {
  const { words, context } = state
  for (const [at, noun] of words.entries()) {
    const value = words[at - 1]
    if (noun.usedBy !== null || value === undefined || value.usedBy !== null || NO_VALUE.test(value.text)) continue
    const keys = new Set([
      ...keysOf(noun.text, context.catalogue).map(({ key }) => key),
      ...(isBehindPreposition(words, at - 1) ? keysOfThing(noun.lemma, context.catalogue) : []),
    ])
    // "10 customers" are so many, not those called 10.
    const isAmount = /^\d+(?:\.\d+)?$/.test(value.text)
    const known = keys.size === 0 || isAmount ? null : valueFor(state, value.text, keys)
    if (known === null) continue
    const isNot = negated(state, [noun, value])
    noun.usedBy = 'attribute'
    value.usedBy = 'attribute'
    attribute(state, known.key, known.scope, known.value, isNot)
  }
}

/** "On brewmaster machines": "delayed claims" by themselves are what is counted. */
function isBehindPreposition(words: readonly Word[], at: number): boolean {
  const before = words[at - 1]?.text ?? ''
  const preposition = /^(?:the|our|all|any)$/.test(before) ? (words[at - 2]?.text ?? '') : before
  return /^(?:on|with|from|for|at|of|by|in|via|to|through|using|without|except)$/.test(preposition)
}

/** "Brewmaster machines" of `machine.model`: what is told of a thing comes before its noun as well. */
function keysOfThing(noun: string, { keys }: QuestionState['context']['catalogue']): string[] {
  return keys.flatMap(({ key, scope }) => {
    const [thing, , more] = key.toLowerCase().split(/[._-]/)
    return scope === 'attribute' && thing === noun && more === undefined && key.toLowerCase() !== noun ? [key] : []
  })
}

/**
 * "Tenant acme or globex", "politics or business": restricts to the values of the same attribute on both sides of "or" and
 * "and" as well, also where one of them is an everyday word. Without it the number would be of one value alone.
 */
export function furtherValues(state: QuestionState): void {
  for (const at of [...state.words.keys(), ...[...state.words.keys()].reverse()]) {
    if (!/^(?:or|and)$/.test(state.words[at]?.text ?? '')) continue
    let behind = at + 1
    while (BESIDE_VALUE.test(state.words[behind]?.text ?? '') && behind < at + 4) behind++
    pairOfValues(state, at, behind)
    joinedValue(state, at - 1, at, behind)
    joinedValue(state, behind, at, at - 1)
    // "From nl or at": a country's code.
    if (behind > at + 1) joinedValue(state, at - 1, at, at + 1)
  }
}

/** Words between "or" and the value behind it: "about politics or about the business". */
const BESIDE_VALUE = /^(?:the|a|an|in|on|at|for|from|of|about|with|to|by|via|either)$/

/** "Business or traffic": two everyday words with "or" between them that are values of one key with few of them mean these. */
function pairOfValues(state: QuestionState, joint: number, behind: number): void {
  const [left, or, right] = [state.words[joint - 1], state.words[joint], state.words[behind]]
  if (or?.text !== 'or' || left === undefined || right === undefined) return
  const isFree = ({ usedBy }: Word): boolean => usedBy === null || usedBy === 'no condition'
  const isOfPhrase = (at: number): boolean =>
    state.phrases.some((phrase) => at >= phrase.at && at < phrase.at + phrase.length)
  // "Errors or warnings" say what is counted.
  if (!isFree(left) || !isFree(right) || (isOfPhrase(joint - 1) && isOfPhrase(behind))) return
  const value = classValue(state, left.text)
  if (value === null || valueFor(state, right.text, new Set([value.key])) === null) return
  left.usedBy = 'attribute'
  attribute(state, value.key, value.scope, value.value, negated(state, [left]))
}

/** Takes the word at `other` as a further value of the attribute that the word at `known` was taken for. */
function joinedValue(state: QuestionState, known: number, joint: number, other: number): void {
  const [held, word, or] = [state.words[known], state.words[other], state.words[joint]]
  if (held?.usedBy !== 'attribute' || word === undefined || or === undefined) return
  if (word.usedBy !== null && word.usedBy !== 'no condition') return
  const condition = state.conditions.find(
    (one) => one.on === 'attribute' && one.values.some((value) => value.toLowerCase() === held.text),
  )
  if (condition?.on !== 'attribute') return
  const value = valueFor(state, word.text, new Set([condition.key]))
  if (value === null || condition.values.includes(value.value)) return
  or.usedBy = 'attribute'
  word.usedBy = 'attribute'
  attribute(state, value.key, value.scope, value.value, condition.not === true)
}

/** "On table lines": an everyday word is a value where lines have it right behind the word before it. */
export function tableValues(state: QuestionState): void {
  for (const [at, word] of state.words.entries()) {
    const next = state.words[at + 1]
    if (next === undefined || word.usedBy !== null || next.usedBy !== null || FUNCTION_WORDS.has(word.text)) continue
    if (isContentWord(next.text)) continue
    const isThere = state.context.catalogue.templates.some(({ template }) =>
      template.toLowerCase().includes(`${word.text}=${next.text}`),
    )
    if (isThere) state.words[at + 1] = { ...next, isCode: true }
  }
}

/**
 * "From the app", "via web", "only app": where a channel is called so, the everyday word behind such a preposition is its
 * value. "For the app" is the whole system, "for app" the channel.
 */
export function channelValues(state: QuestionState): void {
  for (const [at, word] of state.words.entries()) {
    if (word.usedBy !== null || !FUNCTION_WORDS.has(word.text) || word.text.length < 3) continue
    const before = state.words[at - 1]?.text ?? ''
    const isBare = /^(?:for|only|just|in|on|of|with|except|excluding|without|not|those)$/.test(before)
    const preposition = /^(?:the|our|an?)$/.test(before) ? state.words[at - 2]?.text : before
    if (!isBare && !/^(?:from|via|through|over|using|by)$/.test(preposition ?? '')) continue
    const isPlace = /^(?:production|prod)$/.test(word.text) && hasOthers(state, word.text)
    if (isBare && !isPlace && !isNounOfSystem(word.text)) continue
    if (classValue(state, word.text) !== null) state.words[at] = { ...word, isCode: true }
  }
}

/** Whether records tell production from other places by the same key. */
function hasOthers({ context }: QuestionState, text: string): boolean {
  const known = classValue({ context }, text)
  return context.values.some(
    ({ key, scope, values }) => key === known?.key && scope === known.scope && values.length > 1,
  )
}

/** "Business customers": a word for the whole system that says here which people. */
export function peopleValues(state: QuestionState): void {
  for (const [at, word] of state.words.entries()) {
    const next = state.words[at + 1]
    const isOfPeople = next !== undefined && PEOPLE.test(next.lemma) && next.text !== next.lemma
    if (!isOfPeople || word.usedBy !== null || !WHOLE_SYSTEM.has(word.text)) continue
    if (classValue(state, word.text) !== null) state.words[at] = { ...word, isCode: true }
  }
}

/** Names of the whole system that are channels elsewhere. */
function isNounOfSystem(text: string): boolean {
  return /^(?:app|application|shop|site|website|platform|system|web|store)$/.test(text)
}

/** Restricts to the values that words are by themselves, or two words together, or a word beside its key. */
export function valueConditions(state: QuestionState, isAboutLogs: boolean): void {
  for (const word of freeWords(state)) {
    if (word.usedBy !== null) continue
    const at = state.words.indexOf(word)
    const around = [state.words[at - 1], state.words[at + 1]].filter((near) => near !== undefined)
    const keys = new Set(around.flatMap((near) => keysOf(near.text, state.context.catalogue).map(({ key }) => key)))
    const next = state.words[at + 1]
    const pair = next === undefined ? null : valueFor(state, `${word.text} ${next.text}`)
    const named = keys.size > 0 ? valueFor(state, word.text, keys) : null
    const alone = pair ?? named ?? valueFor(state, word.text)
    if (alone === null || (named === null && pair === null && isWhoDoes(state, at))) continue
    // A word that log lines have too is meant as a value only where its key stands beside it.
    const isEveryday = alone.value === alone.value.toLowerCase() && !/[\d_-]/.test(alone.value)
    const isVia = /^(?:via|over|through|using|by)$/.test(state.words[at - 1]?.text ?? '')
    if (named === null && pair === null && isEveryday && !isVia && isAboutLogs && isSaidInLines(state, word.text))
      continue
    const isNot = negated(state, [word])
    word.usedBy = 'attribute'
    if (pair !== null && next !== undefined) next.usedBy = 'attribute'
    for (const near of around) if (near.usedBy === null && isNounOf(near, alone.key, state)) near.usedBy = 'attribute'
    attribute(state, alone.key, alone.scope, alone.value, isNot)
  }
}

/** Whether a word says whose value it is: the key itself, or, behind the value, the thing that the key tells something of. */
function isNounOf(near: Word, key: string, { context, words }: QuestionState): boolean {
  return (
    keysOf(near.text, context.catalogue).some((one) => one.key === key) ||
    (near.text !== near.lemma &&
      isBehindPreposition(words, words.indexOf(near) - 1) &&
      keysOfThing(near.lemma, context.catalogue).includes(key))
  )
}

/** "Did customers manage to pay": those who do something, and no kind of thing that is called `customer`. */
function isWhoDoes({ words }: QuestionState, at: number): boolean {
  const [before, word] = [words[at - 1]?.text ?? '', words[at]]
  const isSubject = /^(?:did|do|does|can|could|have|will|would|should|many|our)$/.test(before)
  return word !== undefined && isSubject && word.text.endsWith('s') && PEOPLE.test(word.lemma)
}

/** Whether lines have the word in what they say, and not only as the value of a key: "mode=casual" is no sentence. */
function isSaidInLines({ context, conditions }: QuestionState, text: string): boolean {
  const level = conditions.find((condition) => condition.on === 'severity' && condition.not !== true)
  const asValue = new RegExp(`[=:]\\s?["']?${RegExp.escape(text)}\\b`, 'gi')
  return templatesWith([text], context.catalogue, []).some(
    ({ template, service, severity }) =>
      isOfLevel(severity, level) &&
      templatesWith(
        [text],
        { ...context.catalogue, templates: [withTokens(template.replace(asValue, '= '), service)] },
        [],
      ).length > 0,
  )
}

/** "Errors for hamburg": lines of another level that say the word are not asked about. */
function isOfLevel(severity: string, asked: PlanCondition | undefined): boolean {
  if (asked?.on !== 'severity' || severity === '') return true
  const own = LEVELS.findIndex((level) => severity.toLowerCase().startsWith(level.slice(0, 4)))
  const wanted = LEVELS.indexOf(asked.is)
  return own < 0 || own === wanted || (asked.orWorse && own > wanted)
}

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const

function withTokens(template: string, service: string): KnownTemplate {
  return { id: '', template, service, severity: '', count: 0, tokens: templateTokens(template) }
}
