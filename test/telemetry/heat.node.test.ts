import { describe, expect, it } from 'vitest'
import { Heat } from '../../src/durable/telemetry/heat.ts'

const calm = { records: 100, oldestMs: null }

/** Appends evenly for some seconds. Returns true when an append reported the partition as hot. */
function isEverHot(perSecond: number, seconds: number, backlog: Parameters<Heat['isHot']>[1] = calm): boolean {
  const heat = new Heat()
  let isHot = false
  for (let n = 0; n <= perSecond * seconds; n++) isHot = heat.isHot(1e12 + (n * 1_000) / perSecond, backlog) || isHot
  return isHot
}

describe('detecting a hot partition', () => {
  it('a partition is hot at 150 appends a second over ten seconds', () => {
    expect(isEverHot(160, 21)).toBe(true)
    expect(isEverHot(100, 60)).toBe(false)
  })

  it('a short burst does not make a partition hot', () => {
    expect(isEverHot(1_000, 5)).toBe(false)
  })

  it('a partition is hot when half a minute of records waits for a flush', () => {
    expect(isEverHot(10, 21, { records: 20_000, oldestMs: 1e12 - 40_000 })).toBe(true)
    expect(isEverHot(10, 21, { records: 200, oldestMs: 1e12 - 40_000 })).toBe(false)
  })
})
