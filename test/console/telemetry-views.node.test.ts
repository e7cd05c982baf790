import { describe, expect, it } from 'vitest'
import { align, groupLabel } from '../../console/src/telemetry/align.ts'
import {
  filterText,
  isFilter,
  queryOf,
  replaceFilter,
  validFilters,
  withFilter,
} from '../../console/src/telemetry/filters.ts'
import { typedFilter } from '../../console/src/telemetry/typed-filter.ts'
import { milliseconds, percent, quantity } from '../../console/src/telemetry/units.ts'

describe('conditions of an address', () => {
  it('keeps conditions that the API takes and drops the rest', () => {
    const good = [
      { field: 'service', op: 'eq', value: 'shop' },
      { field: 'attributes[http.route]', op: 'in', values: ['/a', '/b'] },
      { field: 'duration', op: 'between', low: 1, high: 5 },
      { field: 'trace_id', op: 'exists' },
    ]
    const bad = [
      null,
      'service=shop',
      { field: 'service', op: 'like', value: 'x' },
      { field: 'a b', op: 'eq', value: 'x' },
      { field: 'service', op: 'eq', value: { $ne: 1 } },
      { field: 'service', op: 'in', values: [] },
    ]
    expect(validFilters({ filters: [...bad, ...good], q: 7 })).toEqual({ filters: good })
    expect(bad.some(isFilter)).toBe(false)
  })

  it('reads words in double quotes as a phrase', () => {
    expect(queryOf({ q: ' "card declined" ' })).toEqual({ search: { mode: 'phrase', text: 'card declined' } })
    expect(queryOf({ q: 'card declined' })).toEqual({ search: { mode: 'all', text: 'card declined' } })
    expect(queryOf({ q: '  ' })).toEqual({})
  })

  it('holds a condition once, and one value per replaced field', () => {
    const service = { field: 'service', op: 'eq', value: 'a' } as const
    expect(withFilter([service], { ...service })).toEqual([service])
    expect(replaceFilter([service], service, { ...service, value: 'b' })).toEqual([{ ...service, value: 'b' }])
    expect(replaceFilter([service], service, null)).toEqual([])
  })

  it('words a condition as a person says it', () => {
    expect(filterText({ field: 'attributes[http.route]', op: 'neq', value: '/cart' })).toBe('http.route ≠ /cart')
    expect(filterText({ field: 'trace_id', op: 'exists', value: false })).toBe('trace_id is missing')
  })
})

describe('a typed condition', () => {
  it('takes fields of every record as they are, and other names as attributes', () => {
    expect(typedFilter('service = shop')).toEqual({ field: 'service', op: 'eq', value: 'shop' })
    expect(typedFilter('duration>=250')).toEqual({ field: 'duration', op: 'gte', value: 250 })
    expect(typedFilter('http.route ~ cart')).toEqual({ field: 'attributes[http.route]', op: 'contains', value: 'cart' })
    expect(typedFilter('tier != premium')).toEqual({ field: 'attributes[tier]', op: 'neq', value: 'premium' })
  })

  it('cuts at the first sign, so that values may hold others', () => {
    expect(typedFilter('query = a>=b')).toEqual({ field: 'attributes[query]', op: 'eq', value: 'a>=b' })
  })

  it('refuses what is no condition', () => {
    for (const text of ['', 'shop', '= shop', 'service =', 'a]b = c']) expect(typedFilter(text), text).toBeNull()
  })
})

describe('series on one axis', () => {
  const at = (ms: number) => new Date(ms).toISOString()

  it('puts each point into its interval, and fills the rest', () => {
    const series = [
      { key: { severity: 'info' }, points: [[at(60_000), 3] as const, [at(180_000), 1] as const] },
      { key: { severity: 'error' }, points: [[at(120_000), 2] as const] },
    ]
    const aligned = align(series, { fromMs: 60_000, toMs: 240_000, intervalSeconds: 60, absent: 0 })
    expect(aligned.times).toEqual([60_000, 120_000, 180_000])
    expect(aligned.columns).toEqual([
      [3, 0, 1],
      [0, 2, 0],
    ])
  })

  it('names a group by its values', () => {
    expect(groupLabel({ service: 'shop', pod: null }, 'all')).toBe('shop · (none)')
    expect(groupLabel({}, 'all')).toBe('all')
  })
})

describe('quantities', () => {
  it('are worded in the unit that fits their size', () => {
    expect(milliseconds(0.4)).toBe('0.4 ms')
    expect(milliseconds(1_530)).toBe('1.53 s')
    expect(quantity(1_572_864, 'By')).toBe('1.5 MiB')
    expect(quantity(2_000_000, 'ns')).toBe('2 ms')
    expect(quantity(12, '{request}')).toBe('12')
    expect(percent(1, 3)).toBe('33.3 %')
    expect(percent(1, 100_000)).toBe('< 0.1 %')
    expect(percent(0, 0)).toBe('–')
  })
})
