/** What a word of a question is in the data besides a word of a line or a route: a value, a key, a part of a name. */
import type { KnownValues } from '../../grounding/catalogue.ts'
import type { PlanCondition } from '../../plan/plan.ts'
import { keysOf } from '../fields.ts'
import { valueFor } from '../known-values.ts'
import type { QuestionState } from '../state.ts'
import { lemmaOf, stemOf, type Word } from '../words.ts'
import type { AskedForm } from './asked-form.ts'

export type Signal = 'logs' | 'spans'

/** Words that restrict what is counted to a value of a key, with the condition that says so. */
export interface ToldValue {
  readonly words: readonly Word[]
  readonly condition: Extract<PlanCondition, { on: 'attribute' }>
}

/** Values of the needed words, two words together before one: "bank transfer" of `bank_transfer`. */
export function valuesIn(
  state: QuestionState,
  form: Pick<AskedForm, 'needed' | 'excluded'>,
  signal: Signal | null,
): readonly ToldValue[] {
  const held = state.context.values.filter((one) => signal === null || one.signal === signal)
  const found: ToldValue[] = []
  const taken = new Set<Word>()
  const { words } = state
  for (const length of [3, 2, 1]) {
    for (const [at, word] of words.entries()) {
      const said = words.slice(at, at + length)
      if (said.length < length || said.some((one) => taken.has(one)) || !said.some((one) => form.needed.includes(one)))
        continue
      // "No connection" of `no_connection`: a small word counts only as a part of the name.
      if (length === 1 && !form.needed.includes(word)) continue
      const value = valueNamed(said, state, form, held)
      if (value === null) continue
      for (const one of said) taken.add(one)
      found.push({ words: said, condition: value })
    }
  }
  return merged(found.filter((one) => !found.some((other) => isThingOf(one, other))))
}

/** "Machines" of "coldbox machines", where `machine` is also a value: it says of what `machine.model` is told. */
function isThingOf({ words: [word, more] }: ToldValue, { condition, words }: ToldValue): boolean {
  if (word === undefined || more !== undefined || words.includes(word) || word.text === word.lemma) return false
  const parts = partsOf(condition.key)
  return parts.length === 2 && parts[0] === word.lemma
}

function valueNamed(
  said: readonly Word[],
  state: QuestionState,
  form: Pick<AskedForm, 'excluded'>,
  held: readonly KnownValues[],
): ToldValue['condition'] | null {
  const context = { ...state.context, values: held }
  const text = said.map((word) => word.text).join(' ')
  const [first] = said
  const behind = first === undefined ? undefined : state.words[state.words.indexOf(first) - 1]
  const beside = behind === undefined ? [] : keysOf(behind.text, state.context.catalogue).map(({ key }) => key)
  // "Class 1": a number is a value only of the key before it.
  const keyed = beside.length === 0 ? null : valueFor({ context }, text, new Set(beside))
  const singular = said.map((word) => word.lemma).join(' ')
  const known = keyed ?? valueFor({ context }, text) ?? valueFor({ context }, singular)
  if (known === null || known.scope === 'resource') return null
  const isOwn = state.negations.some(({ by }) => by.some((place) => said.some((one) => one === state.words[place])))
  const isNot = !isOwn && said.some((word) => form.excluded.has(word))
  const { key, scope, value } = known
  return { on: 'attribute', key, scope, values: [value], ...(isNot ? { not: true } : {}) }
}

/** "A reason other than Local", "a large table" of `table.size`: a word of the key whose value is said. */
export function isOfKey(word: Word, { condition: { key } }: ToldValue, { context }: QuestionState): boolean {
  return keysOf(word.text, context.catalogue).some((known) => known.key === key) || partsOf(key).includes(word.lemma)
}

/** Several values of one key are any of them. */
function merged(found: readonly ToldValue[]): ToldValue[] {
  const kept: ToldValue[] = []
  for (const one of found) {
    const { condition } = one
    const at = kept.findIndex((other) => other.condition.key === condition.key && other.condition.not === condition.not)
    const other = kept[at]
    if (other === undefined) kept.push(one)
    else
      kept[at] = {
        words: [...other.words, ...one.words],
        condition: { ...condition, values: [...other.condition.values, ...condition.values] },
      }
  }
  return kept
}

/** Words of a name, in singular. */
export function partsOf(name: string): string[] {
  return name
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '')
    .map(lemmaOf)
}

/** Whether a word is a part of a name: "payments" of `payment-service`. */
export function isPartOf(word: Word, parts: readonly string[]): boolean {
  const stem = stemOf(word.lemma)
  return parts.some(
    (part) =>
      part === word.lemma || part === word.text || (stem.length >= 4 && (part === stem || stemOf(part) === stem)),
  )
}

/** The services whose whole names the question has. */
export function servicesNamed({ words, context }: QuestionState): readonly string[] {
  return context.catalogue.services.flatMap(({ name }) =>
    words.some(({ text }) => text === name.toLowerCase()) ? [name] : [],
  )
}
