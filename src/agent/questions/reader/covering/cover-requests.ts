/** Requests that have all the words of a question between their route, their values and their service. */
import type { Measure, PlanCondition } from '../../plan/plan.ts'
import { keysOf } from '../fields.ts'
import { isAfterwards, operationsNamed } from '../routes.ts'
import type { QuestionState } from '../state.ts'
import type { Word } from '../words.ts'
import type { AskedForm } from './asked-form.ts'
import { isOfKey, isPartOf, partsOf, servicesNamed, type ToldValue, valuesIn } from './told.ts'

export interface RequestReading {
  readonly conditions: readonly PlanCondition[]
  readonly measure: Measure
}

/** What is asked for by number is told apart by its key. */
const TOLD_APART = /\bhow many\b|\bnumber of\b/
const REQUESTS = /^(?:requests?|calls?|traffic|hits?|api|endpoints?|routes?)$/
const FAILED = /^(?:failed|failing|fails?|failures?|unsuccessful|errors?|errored)$/
const SUCCEEDED = /^(?:successful|successfully|succeeded|succeed)$/
/** What is done on the route of a thing anyway. */
const MADE = /^(?:made|placed|created|submitted|booked|requested|attempted|issued|posted|taken|received|tried)$/
const OPERATIONS_MAX = 12

/** A word with what it may be of a request. */
interface Told {
  /** Operations that have the word in their name, those that are named by it first. */
  readonly having: readonly string[]
  readonly named: readonly string[]
  /** The only service that has it as a part of its name. */
  readonly service: string | null
  readonly isKey: boolean
  /** A key whose value is not said: "clays" of "clays for the east studio" count nothing. */
  readonly isBareKey: boolean
}

/** The requests that the question is about, likeliest first; none where a word of it is none of theirs. */
export function requestsCovering(state: QuestionState, form: AskedForm): readonly RequestReading[] {
  const { catalogue } = state.context
  if (catalogue.records.spans === 0) return []
  const services = servicesNamed(state)
  const values = valuesIn(state, form, 'spans')
  const ofValues = new Set(values.flatMap(({ words }) => words))
  const conditions: PlanCondition[] = values.map(({ condition }) => condition)
  const told: Told[] = []
  for (const word of form.needed) {
    if (ofValues.has(word) || services.some((name) => name.toLowerCase() === word.text)) continue
    if (form.excluded.has(word)) return []
    const code = /^[1-5]\d{2}$/.exec(word.text)
    if (code !== null) conditions.push({ on: 'status_code', from: Number(code[0]), to: Number(code[0]) })
    else if (!isSaidAnyway(word)) told.push(toldBy(word, state, values))
  }
  if (told.some(({ having, service, isKey: ofKey }) => having.length === 0 && service === null && !ofKey)) return []
  const operations = operationsOf(told)
  if (operations === null) return []
  const parts = told.flatMap(({ having, service }) =>
    service !== null && !having.some((name) => operations.having.includes(name)) ? [service] : [],
  )
  const named = services.length > 0 ? services : [...new Set(parts)]
  const isOfAll = form.isRanked && form.groups.length > 0 && form.needed.length === 0
  if (operations.having.length === 0 && conditions.length === 0 && named.length === 0 && !isOfAll) return []
  if (named.length > 0) conditions.push({ on: 'service', values: [...named] })
  if (form.outcome !== null && form.asks !== 'share') conditions.push({ on: 'outcome', is: form.outcome })
  const measure = measureOf(state, form)
  if (measure === null) return []
  const isOfValuesOnly = values.length > 0 && operations.having.length === 0 && named.length === 0
  const isCount = measure.of === 'requests' && form.groups.length === 0 && !TOLD_APART.test(state.text)
  if (isCount && isOfValuesOnly && told.some((one) => one.isBareKey)) return []
  return choicesOf(operations).map((names) => ({
    measure,
    conditions: names.length === 0 ? conditions : [{ on: 'operation', values: [...names] }, ...conditions],
  }))
}

function isSaidAnyway({ text }: Word): boolean {
  return REQUESTS.test(text) || FAILED.test(text) || SUCCEEDED.test(text) || MADE.test(text)
}

function toldBy(word: Word, state: QuestionState, values: readonly ToldValue[]): Told {
  const { operations, services } = state.context.catalogue
  const isIn = (name: string): boolean => isPartOf(word, partsOf(withoutParameters(name)))
  const named = operationsNamed(word.text, operations).filter((name) => !name.includes('{') || isIn(name))
  const own = services.filter(({ name, spans }) => spans > 0 && isPartOf(word, partsOf(name)))
  const isOfValue = values.some((one) => isOfKey(word, one, state))
  return {
    named,
    having: [...new Set([...named, ...operations.filter((name) => isIn(name) && !isAfterwards(name, word.text))])],
    service: own.length === 1 ? (own[0]?.name ?? null) : null,
    isKey: isKey(word, state) || isOfValue,
    isBareKey: !isOfValue,
  }
}

function withoutParameters(operation: string): string {
  return operation.replace(/\{[^{}]*\}/g, '')
}

interface Operations {
  readonly named: readonly string[]
  readonly having: readonly string[]
}

/**
 * The operations that have all the words; where none has, words that are a key or a part of a service's name are that.
 * Null where words are left that no operation has together.
 */
function operationsOf(told: readonly Told[]): Operations | null {
  const all = told.filter(({ having }) => having.length > 0)
  const fixed = all.filter(({ service, isKey: ofKey }) => service === null && !ofKey)
  for (const words of [all, fixed]) {
    const [first, ...others] = words
    if (first === undefined) continue
    const having = first.having.filter((name) => others.every((other) => other.having.includes(name)))
    if (having.length === 0) continue
    return { having, named: having.filter((name) => words.every((word) => word.named.includes(name))) }
  }
  return fixed.length === 0 ? { having: [], named: [] } : null
}

/** Those that are named by the words, then all that have them: a value may stand on another part of the request. */
function choicesOf({ named, having }: Operations): (readonly string[])[] {
  const choices = [named, having].filter((names) => names.length > 0 && names.length <= OPERATIONS_MAX)
  if (having.length === 0) return [[]]
  return named.length === having.length ? choices.slice(0, 1) : choices
}

/** A key beside its value, or the number that is asked for. */
function isKey(word: Word, { context }: QuestionState): boolean {
  return keysOf(word.text, context.catalogue).some(({ signal }) => signal === 'spans')
}

function measureOf(state: QuestionState, form: AskedForm): Measure | null {
  if (form.isDuration)
    return form.statistic === null || form.statistic === 'sum' ? null : { of: 'duration', statistic: form.statistic }
  const [head] = form.needed
  const key =
    head === undefined ? undefined : keysOf(head.text, state.context.catalogue).find(({ signal }) => signal === 'spans')
  if (form.asks === 'statistic') {
    if (key === undefined || form.statistic === null || !isNumeric(state, key.key)) return null
    return { of: 'number', key: key.key, signal: 'spans', statistic: form.statistic }
  }
  if (form.asks === 'distinct')
    return head === undefined || key === undefined || isKindOnly(head, key.key)
      ? null
      : { of: 'distinct', what: head.text, signal: 'spans', key: key.key, scope: key.scope }
  if (form.asks === 'share') return { of: 'ratio', share: form.outcome ?? 'matching' }
  return { of: 'requests' }
}

/** The types of tokens are no tokens. */
function isKindOnly({ lemma }: Word, key: string): boolean {
  const last = key.split(/[._-]/).at(-1)?.toLowerCase() ?? ''
  return last !== lemma && /^(?:type|kind|class|category|status|state|result|reason)$/.test(last)
}

function isNumeric({ context }: QuestionState, key: string): boolean {
  const known = context.values.find((one) => one.key === key && one.signal === 'spans')
  return known?.values.every(({ value }) => value !== '' && Number.isFinite(Number(value))) === true
}
