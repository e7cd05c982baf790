/** Requests that have all the words of a question between their route, their values and their service. */
import type { Measure, PlanCondition } from '../../plan/plan.ts'
import { keysOf } from '../fields.ts'
import { operationsNamed } from '../routes.ts'
import type { QuestionState } from '../state.ts'
import type { Word } from '../words.ts'
import type { AskedForm } from './asked-form.ts'
import { isPartOf, partsOf, servicesNamed, valuesIn } from './told.ts'

export interface RequestReading {
  readonly conditions: readonly PlanCondition[]
  readonly measure: Measure
}

const REQUESTS = /^(?:requests?|calls?|traffic|hits?|api|endpoints?|routes?)$/
const FAILED = /^(?:failed|failing|fails?|failures?|unsuccessful|errors?|errored)$/
const SUCCEEDED = /^(?:successful|successfully|succeeded|succeed)$/
/** What is done on the route of a thing anyway. */
const MADE = /^(?:made|placed|created|submitted|booked|requested|attempted|issued|posted|taken|received|tried)$/
const OPERATIONS_MAX = 12

/** The requests that the question is about; null where a word of it is none of theirs. */
export function requestsCovering(state: QuestionState, form: AskedForm): RequestReading | null {
  const { catalogue } = state.context
  if (catalogue.records.spans === 0) return null
  const services = servicesNamed(state)
  const values = valuesIn(state, form, 'spans')
  const conditions: PlanCondition[] = values.map(({ condition }) => condition)
  const ofValues = new Set(values.flatMap(({ words }) => words))
  let operations: string[] | null = null
  let likely: string[] | null = null
  let parts: string[] = []
  for (const word of form.needed) {
    if (ofValues.has(word) || services.some((name) => name.toLowerCase() === word.text)) continue
    if (form.excluded.has(word)) return null
    const code = /^[1-5]\d{2}$/.exec(word.text)
    if (code !== null && !form.excluded.has(word)) {
      conditions.push({ on: 'status_code', from: Number(code[0]), to: Number(code[0]) })
      continue
    }
    if (REQUESTS.test(word.text) || FAILED.test(word.text) || SUCCEEDED.test(word.text) || MADE.test(word.text))
      continue
    const named = operationsNamed(word.text, catalogue.operations)
    const having = new Set([...named, ...catalogue.operations.filter((name) => isPartOf(word, partsOf(name)))])
    const both: string[] = operations === null ? [...having] : operations.filter((name) => having.has(name))
    if (both.length > 0) {
      const nearest: string[] = both.filter((name) => named.includes(name))
      operations = both
      likely = likely === null ? nearest : likely.filter((name) => nearest.includes(name))
      continue
    }
    if (isKey(word, state)) continue
    const own = catalogue.services.filter(({ name, spans }) => spans > 0 && isPartOf(word, partsOf(name)))
    if (own.length !== 1) return null
    parts = [...parts, ...own.map(({ name }) => name)]
  }
  if (likely !== null && likely.length > 0) operations = likely
  if (operations !== null && operations.length > OPERATIONS_MAX) return null
  const named = services.length > 0 ? services : [...new Set(parts)]
  if (operations === null && conditions.length === 0 && named.length === 0) return null
  if (operations !== null) conditions.push({ on: 'operation', values: operations })
  if (named.length > 0) conditions.push({ on: 'service', values: [...named] })
  if (form.outcome !== null && form.asks !== 'share') conditions.push({ on: 'outcome', is: form.outcome })
  const measure = measureOf(state, form)
  return measure === null ? null : { conditions, measure }
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
    return head === undefined || key === undefined
      ? null
      : { of: 'distinct', what: head.text, signal: 'spans', key: key.key, scope: key.scope }
  if (form.asks === 'share') return { of: 'ratio', share: form.outcome ?? 'matching' }
  return { of: 'requests' }
}

function isNumeric({ context }: QuestionState, key: string): boolean {
  const known = context.values.find((one) => one.key === key && one.signal === 'spans')
  return known?.values.every(({ value }) => value !== '' && Number.isFinite(Number(value))) === true
}
