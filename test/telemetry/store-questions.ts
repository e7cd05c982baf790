/** Random queries for the store suite, and the parts of two answers that must agree. */
import fc from 'fast-check'
import type { Condition, Field, RecordFilter } from '../../src/telemetry/port.ts'
import { fromMillis, type TimeRange } from '../../src/telemetry/time.ts'
import { REGIONS, SERVICES, SPAN_MS, T0, WHOLE } from './corpus.ts'

export const fields: readonly Field[] = [
  { kind: 'builtin', name: 'service' },
  { kind: 'builtin', name: 'severity' },
  { kind: 'builtin', name: 'environment' },
  { kind: 'builtin', name: 'trace_id' },
  { kind: 'builtin', name: 'scope' },
  { kind: 'attribute', key: 'region' },
  { kind: 'attribute', key: 'http.status_code' },
  { kind: 'attribute', key: 'user.id' },
  { kind: 'attribute', key: 'tags' },
  { kind: 'attribute', key: 'nowhere' },
  { kind: 'resource', key: 'host.name' },
  { kind: 'resource', key: 'process.pid' },
]
export const field = fc.constantFrom(...fields)
const value = fc.constantFrom(
  ...SERVICES,
  ...REGIONS,
  'production',
  200,
  '500',
  404,
  'u7',
  'warn',
  'error',
  17,
  'host-1',
  '["a",1]',
)
const scalar = fc.constantFrom('checkout', 'eu-west-2', 300, '404', 'warn', 'u3', 101)
export const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ field, op: fc.constantFrom('eq', 'neq', 'contains', 'starts_with'), value }),
  fc.record({ field, op: fc.constantFrom('gt', 'gte', 'lt', 'lte'), value: scalar }),
  fc.record({ field, op: fc.constant('in' as const), values: fc.array(value, { minLength: 1, maxLength: 3 }) }),
  fc.record({ field, op: fc.constant('between' as const), low: scalar, high: scalar }),
  fc.record({ field, op: fc.constant('exists' as const), value: fc.boolean() }),
)
const text = fc.record({
  mode: fc.constantFrom('any' as const, 'all' as const, 'phrase' as const),
  text: fc.constantFrom(
    'refused',
    'connection REFUSED',
    'payment_failed order',
    'überschritten',
    'eu-west-1',
    'cache key 42',
    'user:17',
    'nil map goroutine',
    'nothing-like-this',
    '---',
    'depth',
  ),
})
const substring = fc.record({
  mode: fc.constant('substring' as const),
  text: fc.constantFrom('efuse', 'der 1', 'ms', 'ayment_failed for order 4', '"depth":3', 'Nowhere', 'go:1'),
})
export const filter: fc.Arbitrary<RecordFilter> = fc
  .tuple(fc.array(condition, { maxLength: 2 }), fc.option(fc.oneof(text, substring), { nil: undefined, freq: 1 }))
  .map(([conditions, search]) => (search === undefined ? { conditions } : { conditions, text: search }))

const minute = fc.integer({ min: -10, max: SPAN_MS / 60_000 + 10 })
export const range: fc.Arbitrary<TimeRange> = fc.oneof(
  fc.constant(WHOLE),
  fc.tuple(minute, minute).map(([a, b]) => ({
    from: fromMillis(T0 + Math.min(a, b) * 60_000),
    to: fromMillis(T0 + Math.max(a, b) * 60_000 + 30_000),
  })),
)
export const intervalMs = fc.constantFrom(null, 60_000, 300_000, 3_600_000, 86_400_000)
export const groupBy = fc.uniqueArray(field, { maxLength: 2, selector: (f) => JSON.stringify(f) })

/** A question that may be grouped by the value of a field as well. */
export function byField<T extends object>(question: fc.Arbitrary<T>): fc.Arbitrary<T & { readonly by?: Field }> {
  return fc.tuple(question, fc.option(field, { nil: undefined })).map(([one, by]) => ({ ...one, ...(by && { by }) }))
}

/** Without ids and shapes, because two stores number their records differently. */
export function bare(record: object): unknown {
  return { ...record, id: '' }
}

/** The last digits of floating-point sums depend on the order of addition. */
export function rounded(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, v) => (typeof v === 'number' ? Number(v.toPrecision(10)) : v)))
}

/** Lists in an aggregate have no order, and ids differ between stores. */
export function unordered(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(unordered)
    return typeof items[0] === 'object' ? items.map((item) => JSON.stringify(item)).sort() : items
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, key === 'id' ? '' : unordered(held)]))
}
