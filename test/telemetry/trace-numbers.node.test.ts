import { expect, it } from 'vitest'
import { FirstServices } from '../../src/telemetry/embedded/first-services.ts'
import { TraceNumbers } from '../../src/telemetry/embedded/trace-numbers.ts'

const idOf = (number: number): string => number.toString(16).padStart(32, '0')

it('numbers no more traces than it may, and goes on finding those that it has', () => {
  const traces = new TraceNumbers(0, { max: 3 })
  expect([1, 2, 3, 4, 2, 5].map((number) => traces.ofId(idOf(number)))).toEqual([0, 1, 2, -1, 1, -1])
  expect(traces.count).toBe(3)
})

it('takes the service that began first, of two at once the one that took longer, and each span without a trace', () => {
  const first = new FirstServices()
  const trace = first.traces.ofId(idOf(1))
  first.note(trace, { service: 'stock', startNanos: 5, durationNanos: 2 })
  first.note(trace, { service: 'shop', startNanos: 5, durationNanos: 9 })
  first.note(trace, { service: 'late', startNanos: 6, durationNanos: 90 })
  expect(['stock', 'shop', 'late'].map((service) => first.isFirst(trace, service))).toEqual([false, true, false])
  const none = first.traces.ofId('')
  first.note(none, { service: 'shop', startNanos: 1, durationNanos: 1 })
  expect(first.isFirst(none, 'stock')).toBe(true)
  // A trace that is one too many counts as if its span were the first.
  expect(first.isFirst(-1, 'stock')).toBe(true)
})
