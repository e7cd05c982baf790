import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cycleOf, dueBoundaries, monthsAfter } from '../../src/billing/cycle.ts'

const iso = (ms: number) => new Date(ms).toISOString()
const boundaries = (anchor: string, count: number) =>
  Array.from({ length: count }, (_, index) => iso(monthsAfter(Date.parse(anchor), index)).slice(0, 10))

describe('cycle boundaries', () => {
  it.each([
    ['2026-01-31T00:00:00Z', ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30']],
    ['2024-01-31T00:00:00Z', ['2024-01-31', '2024-02-29', '2024-03-31', '2024-04-30']],
    ['2024-02-29T00:00:00Z', ['2024-02-29', '2024-03-29', '2024-04-29']],
    ['2026-12-30T00:00:00Z', ['2026-12-30', '2027-01-30', '2027-02-28', '2027-03-30']],
    ['2026-11-15T00:00:00Z', ['2026-11-15', '2026-12-15', '2027-01-15', '2027-02-15']],
  ])('cycles of an anchor at %s keep its day in every month that has it', (anchor, expected) => {
    expect(boundaries(anchor, expected.length)).toEqual(expected)
  })

  it('cycles keep the time of day to the millisecond, in UTC', () => {
    expect(iso(monthsAfter(Date.parse('2026-01-31T23:59:59.999Z'), 1))).toBe('2026-02-28T23:59:59.999Z')
    expect(iso(monthsAfter(Date.parse('2026-03-28T00:30:00.000Z'), 1))).toBe('2026-04-28T00:30:00.000Z')
  })

  it('cycles that began on 29 February return to it only in leap years', () => {
    const anchor = Date.parse('2024-02-29T12:00:00Z')
    expect(iso(monthsAfter(anchor, 12))).toBe('2025-02-28T12:00:00.000Z')
    expect(iso(monthsAfter(anchor, 48))).toBe('2028-02-29T12:00:00.000Z')
  })

  it('a cycle boundary is that many months later, on the day of the anchor or the last day of a shorter month (2,000 cases)', () => {
    const anchors = fc.integer({ min: Date.parse('2000-01-01'), max: Date.parse('2099-12-31') })
    fc.assert(
      fc.property(anchors, fc.integer({ min: 0, max: 600 }), (anchor, months) => {
        const [from, to] = [new Date(anchor), new Date(monthsAfter(anchor, months))]
        const monthOf = (date: Date) => date.getUTCFullYear() * 12 + date.getUTCMonth()
        expect(monthOf(to) - monthOf(from)).toBe(months)
        // Day 0 of a month is the last one of the month before.
        const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate()
        expect(to.getUTCDate()).toBe(Math.min(from.getUTCDate(), lastDay))
        expect(to.getTime() % 86_400_000).toBe(from.getTime() % 86_400_000)
      }),
      { numRuns: 2000 },
    )
  })

  it('cycles cover time without gap or overlap, and the due ones are those that have passed', () => {
    const anchor = Date.parse('2026-01-31T08:00:00Z')
    for (let number = 0; number < 30; number++)
      expect(cycleOf(anchor, number).endsAt).toBe(cycleOf(anchor, number + 1).startsAt)
    const end = cycleOf(anchor, 0).endsAt
    expect(dueBoundaries(anchor, 0, end - 1)).toEqual([])
    expect(dueBoundaries(anchor, 0, end)).toEqual([end])
    expect(dueBoundaries(anchor, 0, cycleOf(anchor, 2).endsAt + 5).map(iso)).toEqual([
      '2026-02-28T08:00:00.000Z',
      '2026-03-31T08:00:00.000Z',
      '2026-04-30T08:00:00.000Z',
    ])
  })
})
