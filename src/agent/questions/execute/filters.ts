/** Conditions of a plan as filters of the store, for log records and for spans. */
import {
  type Condition,
  type Field,
  fromMillis,
  type RecordFilter,
  STATUS_KEYS,
  type TextSearch,
  type TimeRange,
} from '../../../telemetry/index.ts'
import type { AgentContext } from '../../contract.ts'
import type { Catalogue } from '../grounding/catalogue.ts'
import type { PlanCondition, PlanTime } from '../plan/plan.ts'
import type { Coded, PartCondition } from './complement.ts'

/** What a plan is carried out with. */
export interface Desk {
  readonly ctx: AgentContext
  readonly catalogue: Catalogue
  /** Reasons for which an answer is not complete. */
  readonly partial: Set<string>
}

/** More would ask the store too often for one number. */
const STATUS_KEYS_MAX = 6
export const SEVERITY_NUMBER = { trace: 1, debug: 5, info: 9, warn: 13, error: 17, fatal: 21 } as const

/** Returns the time of a plan as a range of the store. */
export function rangeOf(time: Pick<PlanTime, 'from' | 'to'>): TimeRange {
  return { from: fromMillis(Date.parse(time.from)), to: fromMillis(Date.parse(time.to)) }
}

export const builtin = (name: Extract<Field, { kind: 'builtin' }>['name']): Field => ({ kind: 'builtin', name })

/** The keys that hold status codes: services may name them differently. Empty where no record has one. */
export function statusKeys({ keys }: Catalogue, signal: 'logs' | 'spans'): string[] {
  const known = new Set(keys.filter((one) => one.signal === signal && one.scope === 'attribute').map(({ key }) => key))
  return STATUS_KEYS.filter((key) => known.has(key)).slice(0, STATUS_KEYS_MAX)
}

/** Returns the store's filter of conditions on log records. */
export function logFilter(conditions: readonly PartCondition[], catalogue: Catalogue): RecordFilter {
  const texts: TextSearch[] = []
  const filters = conditions.flatMap((condition): Condition[] => {
    switch (condition.on) {
      case 'service':
        return serviceConditions(condition.values, condition.not === true)
      case 'severity': {
        const low = SEVERITY_NUMBER[condition.is]
        return [
          condition.orWorse
            ? { field: builtin('severity'), op: 'gte', value: low }
            : { field: builtin('severity'), op: 'between', low, high: low + 3 },
        ]
      }
      case 'trace':
        return [{ field: builtin('trace_id'), op: 'eq', value: condition.id }]
      case 'text':
        texts.push({ mode: condition.mode, text: condition.text })
        return []
      case 'coded':
        return coded(condition)
      case 'status_code': {
        const keys = statusKeys(catalogue, 'logs')
        if (keys.length > 0) return statusOf(keys, condition)
        if (condition.from === condition.to) texts.push({ mode: 'all', text: String(condition.from) })
        return []
      }
      default:
        return common(condition)
    }
  })
  return withTexts(filters, texts)
}

/** Returns the store's filter of conditions on spans. */
export function spanFilter(conditions: readonly PartCondition[], catalogue: Catalogue): RecordFilter {
  const texts: TextSearch[] = []
  const filters = conditions.flatMap((condition): Condition[] => {
    switch (condition.on) {
      case 'service':
        return serviceConditions(condition.values, condition.not === true)
      case 'operation':
        return condition.not === true
          ? condition.values.map((value) => ({ field: builtin('name'), op: 'neq', value }))
          : [{ field: builtin('name'), op: 'in', values: condition.values }]
      case 'trace':
        return [{ field: builtin('trace_id'), op: 'eq', value: condition.id }]
      case 'text':
        texts.push({ mode: condition.mode, text: condition.text })
        return []
      case 'coded':
        return coded(condition)
      case 'status_code': {
        const keys = statusKeys(catalogue, 'spans')
        return keys.length === 0
          ? [{ field: builtin('status'), op: 'eq', value: condition.from >= 500 ? 'error' : 'unset' }]
          : statusOf(keys, condition)
      }
      default:
        return common(condition)
    }
  })
  return withTexts(filters, texts)
}

function serviceConditions(values: readonly string[], isNot: boolean): Condition[] {
  if (isNot) return values.map((value) => ({ field: builtin('service'), op: 'neq', value }))
  const [only] = values
  return [
    values.length === 1 && only !== undefined
      ? { field: builtin('service'), op: 'eq', value: only }
      : { field: builtin('service'), op: 'in', values },
  ]
}

/** Of several keys only a negated code is one filter; the others are counted key by key (complement.ts). */
function statusOf(
  keys: readonly string[],
  { from, to, not }: Extract<PlanCondition, { on: 'status_code' }>,
): Condition[] {
  if (not === true && from === to)
    return keys.map((key): Condition => ({ field: { kind: 'attribute', key }, op: 'neq', value: from }))
  const [key] = keys
  return key === undefined ? [] : coded({ on: 'coded', key, from, to })
}

function coded({ key, from, to }: Coded): Condition[] {
  const field: Field = { kind: 'attribute', key }
  return [from === to ? { field, op: 'eq', value: from } : { field, op: 'between', low: from, high: to }]
}

function common(condition: PartCondition): Condition[] {
  if (condition.on === 'lacking' || condition.on === 'carrying')
    return [{ field: { kind: condition.scope, key: condition.key }, op: 'exists', value: condition.on === 'carrying' }]
  if (condition.on === 'number') {
    const field: Field = condition.key === 'duration' ? builtin('duration') : { kind: 'attribute', key: condition.key }
    return [{ field, op: condition.op, value: condition.value }]
  }
  if (condition.on !== 'attribute') return []
  const field: Field = { kind: condition.scope, key: condition.key }
  if (condition.not === true) return condition.values.map((value) => ({ field, op: 'neq', value }))
  return [{ field, op: 'in', values: condition.values }]
}

/** One text search per filter: several become the words of one, a phrase beside others keeps only its words. */
function withTexts(conditions: Condition[], texts: readonly TextSearch[]): RecordFilter {
  const [first] = texts
  if (first === undefined) return { conditions }
  if (texts.length === 1) return { conditions, text: first }
  return { conditions, text: { mode: 'all', text: texts.map(({ text }) => text).join(' ') } }
}

/** Returns the store's field of a name and its scope. */
export function fieldOf(field: string, scope: 'builtin' | 'attribute' | 'resource'): Field {
  if (scope !== 'builtin') return { kind: scope, key: field }
  if (
    field === 'service' ||
    field === 'severity' ||
    field === 'environment' ||
    field === 'kind' ||
    field === 'trace_id' ||
    field === 'name'
  )
    return builtin(field)
  return builtin('name')
}

/** Notes on the desk why an answer of the store is not whole. */
export function note(desk: Desk, work: { readonly partial: readonly string[] }): void {
  for (const reason of work.partial) desk.partial.add(reason)
}
