/**
 * What a follow-up may say of the set that its thread has counted, by its words alone: which of them say anything, of
 * which values of the data they can be, and what was done otherwise. Which of it holds is for the data to tell.
 */
import { type Catalogue, CLASS_VALUES_MAX } from '../grounding/catalogue.ts'
import type { PlanCondition, PlanOf } from '../plan/plan.ts'
import { FUNCTION_WORDS } from '../vocabulary/function-words.ts'
import { PARTICIPLE } from '../vocabulary/participles.ts'
import { nounOfKey } from './fields.ts'
import { merged } from './follow-up.ts'
import { nounOf } from './same-thing.ts'
import { asksNumber, FILLER } from './slot-words.ts'
import type { Previous } from './state.ts'
import { lemmaOf, stemOf } from './words.ts'

type MeasurePlan = PlanOf<'measure'>
type Attribute = Extract<PlanCondition, { on: 'attribute' }>

const ASKING = /^(?:how|many|much|which|who|whom|whose|why|when|while|fine|well|too|pls|please|number|any)$/
/** Grammar, or a number of the set: these are read elsewhere. */
const READ_ELSEWHERE =
  /\b(?:why|when|who|whose|which|since|before|after|until|last|first|latest|compared?|than|share|percent|percentage|rate|ratio|average|mean|median|trend|total|sum|per|by|without|except|not|no|vs|versus|worse|better|more|less|fewer|other|others|else|same|still|long|far|slow|fast)\b|[%<>="`]|n't\b/
const WORDS_MAX = 3
const VALUES_MAX = 6
const DONE = new RegExp(`^(?:${PARTICIPLE})$`)
/** Says that it is of the set: "of them", "only vans", "postponed ones", "and declined?" */
const OF_SET =
  /\b(?:of|among) (?:them|those|these)\b|\bones?\b|\b(?:only|just)\b|^(?:and|but|also|ok)\b|\b(?:there|it|that)\b/

/** The words that say something of the set; null where the follow-up is of another kind. */
export function wordsOfTurn(text: string, phrase: string | undefined): string[] | null {
  const said = (phrase === undefined ? text : text.replace(phrase.toLowerCase(), ' ')).trim()
  if (READ_ELSEWHERE.test(said)) return null
  const words = said.match(/[\p{L}\d][\p{L}\d_.-]*/gu) ?? []
  if (words.some(asksNumber)) return null
  const telling = words.filter((word) => !FILLER.has(word) && !FUNCTION_WORDS.has(word) && !ASKING.test(word))
  return telling.length === 0 || telling.length > WORDS_MAX ? null : telling
}

/** "How many of them were trucks": whatever else has the word, it is asked of the set. */
export function isOfThem(text: string): boolean {
  return /\b(?:of|among) (?:them|those|these)\b/.test(text)
}

export function isOfSet(text: string): boolean {
  return OF_SET.test(text) || text.trim().split(/\s+/).length <= 2
}

/** The set under the values that all the words are of, the keys of its own signal first. */
export function withValues(base: MeasurePlan, words: readonly string[], catalogue: Catalogue): MeasurePlan[] {
  const text = words.join(' ')
  const plain = (said: string): string => said.toLowerCase().replace(/[-_ ]/g, '')
  const signal = base.measure.of === 'records' ? 'logs' : 'spans'
  const found: Attribute[] = []
  for (const { key, scope, signal: own, values } of [...catalogue.values].sort(
    (a, b) => Number(b.signal === signal) - Number(a.signal === signal),
  )) {
    if (scope !== 'attribute' || values.length > CLASS_VALUES_MAX || (own !== signal && signal === 'spans')) continue
    // "Tier gold", "the market garage".
    const noun = nounOfKey(key).toLowerCase()
    const bare = words.filter((word) => lemmaOf(word) !== noun)
    const asked = new Set([text, bare.join(' ')].flatMap((said) => [said, lemmaOf(said)]).map(plain))
    const value = values.find((one) => asked.has(plain(one.value)))
    if (value !== undefined) found.push({ on: 'attribute', key, scope, values: [value.value] })
  }
  return found
    .slice(0, VALUES_MAX)
    .map((one) => ({ ...base, conditions: merged(base.conditions, [one], false), groupBy: apartFrom(base, one) }))
}

function apartFrom({ groupBy }: MeasurePlan, { key }: Attribute): MeasurePlan['groupBy'] {
  return groupBy.filter(({ field }) => field !== key)
}

/** What the thread counts with another verb: "how many orders cancelled" of "cancelled ones"; the nearest first. */
export function otherDeeds(words: readonly string[], { plan, question = '', root = '' }: Previous): string[] {
  const done = words.at(-1) ?? ''
  if (!DONE.test(done) || words.length > 2) return []
  const noun = thingOf(plan.conditions) ?? nounOf(root) ?? nounOf(question)
  // "Unreadable plates": which were read is asked of plates. "Updates finished": of updates.
  const parts = noun?.split(' ').filter((word) => !DONE.test(word)) ?? []
  if (parts.length === 0) return []
  const nouns = new Set([parts.join(' '), parts.at(-1) ?? ''])
  return [...nouns].map((one) => `how many ${one} ${words.join(' ')}`)
}

/** The noun of lines that are told by "orders placed". */
export function thingOf(conditions: readonly PlanCondition[]): string | null {
  const said = conditions.find((one) => one.on === 'templates' && one.not !== true)
  const nouns = said?.on === 'templates' ? said.words.split(' ').filter((word) => /^[a-z-]{3,}s$/.test(word)) : []
  return nouns[0] ?? null
}

/** Whether the words only say again what the set is called. */
export function saysSubject(words: readonly string[], conditions: readonly PlanCondition[]): boolean {
  const said = conditions.flatMap((one) =>
    one.on === 'templates' ? one.words.toLowerCase().split(' ') : one.on === 'text' ? one.text.split(' ') : [],
  )
  const stems = new Set(said.map(stemOf))
  return words.every((word) => stems.has(stemOf(word)))
}
