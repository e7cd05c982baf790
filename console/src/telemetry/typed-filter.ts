/** Reads a condition that a person types. */
import type { TelemetryFilter } from '@observability-agent/sdk'
import { isFilter } from './filters.ts'

/** Longer signs first: `>=` begins with `>`. */
const SIGNS = [
  ['!=', 'neq'],
  ['>=', 'gte'],
  ['<=', 'lte'],
  ['=', 'eq'],
  ['>', 'gt'],
  ['<', 'lt'],
  ['~', 'contains'],
] as const

/** Fields that every record has; any other name is an attribute's. */
const BUILTIN = new Set('service severity environment trace_id span_id body name kind status duration scope'.split(' '))

/**
 * Reads `service = checkout`, `http.route ~ cart`, `duration >= 250`. The first sign in the text counts. Returns null
 * for text that is no condition.
 */
export function typedFilter(text: string): TelemetryFilter | null {
  const at = text.search(/[!<>=~]/)
  const [sign, op] = SIGNS.find(([one]) => text.startsWith(one, at)) ?? []
  if (at < 0 || sign === undefined) return null
  const name = text.slice(0, at).trim()
  const value = text.slice(at + sign.length).trim()
  if (name === '' || value === '') return null
  const field = BUILTIN.has(name) || /^(?:attributes|resource)\[/.test(name) ? name : `attributes[${name}]`
  const filter = { field, op, value: Number.isFinite(Number(value)) ? Number(value) : value }
  return isFilter(filter) ? filter : null
}
