import { describe, expect, it } from 'vitest'
import { harmIn, type RequestsSeen } from '../../../src/agent/investigator/metric-harm.ts'

const SPANS = new Map([
  ['till', 6],
  ['menu', 0.5],
])
const seen = (over: Partial<RequestsSeen> = {}): RequestsSeen => ({
  callers: new Map([['kitchen', new Set(['menu'])]]),
  measured: new Set(['till', 'menu']),
  withSpans: new Set(['till', 'menu']),
  bySpans: (service) => SPANS.get(service) ?? 0,
  byReadings: (service) => (service === 'menu' ? 2 : 0),
  ...over,
})

describe('whether requests suffer while a resource is used more', () => {
  it('is told by the service alone where it is measured, else by its direct callers', () => {
    expect(harmIn(seen())('kitchen')).toBe(2)
    expect(harmIn(seen({ callers: new Map([['menu', new Set(['till'])]]) }))('menu')).toBe(2)
    expect(harmIn(seen())('till')).toBe(6)
  })

  it('is told by whoever sends spans for a store that nobody is known to call, less what is surprising among many', () => {
    expect(harmIn(seen())('orders-db')).toBeCloseTo(6 - Math.log(2))
  })

  it('is unknown where nothing measures requests', () => {
    expect(harmIn(seen({ measured: new Set(), withSpans: new Set() }))('orders-db')).toBeNull()
  })

  it('is told by all whose requests are read for one that nobody is known to call where only readings come', () => {
    expect(harmIn(seen({ withSpans: new Set(), bySpans: () => 0 }))('orders-db')).toBeCloseTo(2 - Math.log(2))
  })

  it('counts what spans say as what readings say: one nat is chance', () => {
    expect(harmIn(seen({ byReadings: () => 0 }))('menu')).toBe(0.5)
  })
})
