/** Conditions on records, as an address holds them and as the API takes them. */
import type { TelemetryFilter, TelemetrySearch } from '@observability-agent/sdk'

export const SEVERITIES = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const

/** Records without a severity are many: proxies write none. */
export const severityText = (severity: string): string => (severity === 'unspecified' ? '–' : severity)

export interface FilterSearch {
  /** Words that occur in bodies and values. */
  readonly q?: string
  readonly filters?: readonly TelemetryFilter[]
}

const FIELD = /^(?:[a-z_]+|(?:attributes|resource)\[[^\]]{1,256}\])$/
const FILTERS_MAX = 50
const VALUE_OPS = ['eq', 'neq', 'contains', 'starts_with', 'gt', 'gte', 'lt', 'lte']

const isScalar = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)

/** What is no condition in an address is left out; the API would refuse the whole query for it. */
export function isFilter(value: unknown): value is TelemetryFilter {
  if (typeof value !== 'object' || value === null) return false
  const { field, op, value: wanted, values, low, high } = value as Record<string, unknown> // checked field by field
  if (typeof field !== 'string' || !FIELD.test(field) || typeof op !== 'string') return false
  if (op === 'exists') return wanted === undefined || typeof wanted === 'boolean'
  if (op === 'in') return Array.isArray(values) && values.length > 0 && values.every(isScalar)
  if (op === 'between') return isScalar(low) && isScalar(high)
  return VALUE_OPS.includes(op) && isScalar(wanted)
}

export function validFilters(search: Record<string, unknown>): FilterSearch {
  const { q, filters } = search
  const valid = Array.isArray(filters) ? filters.filter(isFilter).slice(0, FILTERS_MAX) : []
  return {
    ...(typeof q === 'string' && q !== '' ? { q } : {}),
    ...(valid.length > 0 ? { filters: valid } : {}),
  }
}

/** The part of a query's body that these conditions are. Words in double quotes are a phrase. */
export function queryOf({ q, filters }: FilterSearch): { search?: TelemetrySearch; filters?: TelemetryFilter[] } {
  const text = q?.trim() ?? ''
  const phrase = /^"(.+)"$/.exec(text)?.[1]
  return {
    ...(text === '' ? {} : { search: phrase ? { mode: 'phrase', text: phrase } : { mode: 'all', text } }),
    ...(filters && filters.length > 0 ? { filters: [...filters] } : {}),
  }
}

const SIGNS: Readonly<Record<string, string>> = {
  eq: '=',
  neq: '≠',
  contains: 'contains',
  starts_with: 'starts with',
  gt: '>',
  gte: '≥',
  lt: '<',
  lte: '≤',
}

/** A condition as a person reads it: `service = checkout`. */
export function filterText(filter: TelemetryFilter): string {
  const field = fieldLabel(filter.field)
  switch (filter.op) {
    case 'in':
      return `${field} is one of ${filter.values.join(', ')}`
    case 'between':
      return `${field} from ${filter.low} to ${filter.high}`
    case 'exists':
      return filter.value === false ? `${field} is missing` : `${field} exists`
    default:
      return `${field} ${SIGNS[filter.op]} ${filter.value}`
  }
}

/** `attributes[http.route]` is `http.route` to people. */
export const fieldLabel = (field: string): string => /^(?:attributes|resource)\[(.+)\]$/.exec(field)?.[1] ?? field

const same = (one: TelemetryFilter, other: TelemetryFilter): boolean => JSON.stringify(one) === JSON.stringify(other)

export function withFilter(filters: readonly TelemetryFilter[], added: TelemetryFilter): TelemetryFilter[] {
  return filters.some((one) => same(one, added)) ? [...filters] : [...filters, added]
}

export function withoutFilter(filters: readonly TelemetryFilter[], removed: TelemetryFilter): TelemetryFilter[] {
  return filters.filter((one) => !same(one, removed))
}

/** Replaces the conditions of one field and operator, as a select of severities or services does. */
export function replaceFilter(
  filters: readonly TelemetryFilter[],
  { field, op }: Pick<TelemetryFilter, 'field' | 'op'>,
  next: TelemetryFilter | null,
): TelemetryFilter[] {
  const others = filters.filter((one) => !(one.field === field && one.op === op))
  return next === null ? others : [...others, next]
}
