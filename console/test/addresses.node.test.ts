/** What addresses state: ranges of time, and where links may lead. */
import { describe, expect, it } from 'vitest'
import { absoluteRange, timeRangeOf, timeRangeSearch } from '../src/app/time-range.ts'
import { safeUrl } from '../src/components/safe-url.ts'

const NOW = Date.parse('2026-11-22T12:00:00.000Z')

describe('a range of time in an address', () => {
  it('moves with the clock where it is relative, and stays where it is absolute', () => {
    expect(timeRangeOf({ from: 'now-15m' }, NOW)).toEqual({ from: NOW - 900_000, to: NOW })
    const fixed = absoluteRange(NOW - 60_000, NOW)
    expect(timeRangeOf(fixed, NOW + 86_400_000)).toEqual({ from: NOW - 60_000, to: NOW })
    expect(timeRangeOf({}, NOW)).toEqual({ from: NOW - 3_600_000, to: NOW })
  })

  it('never ends before it begins', () => {
    const { from, to } = timeRangeOf({ from: 'now', to: 'now-2h' }, NOW)
    expect(from).toBeLessThan(to)
  })

  it('drops what is no time', () => {
    expect(timeRangeSearch({ from: 'yesterday', to: 17, project: 'x' })).toEqual({})
    expect(timeRangeSearch({ from: 'now-1h', to: '2026-11-22T12:00:00Z' })).toEqual({
      from: 'now-1h',
      to: '2026-11-22T12:00:00Z',
    })
    expect(timeRangeSearch({ from: `now-${'9'.repeat(400)}d` })).toEqual({})
  })
})

describe('an address from data', () => {
  it.each([
    ['https://example.test/a?b#c', 'https://example.test/a?b#c'],
    ['/console/incidents/1', '/console/incidents/1'],
    ['javascript:alert(1)', null],
    ['JaVaScRiPt:alert(1)', null],
    ['data:text/html,<script>', null],
    ['vbscript:x', null],
    ['//attacker.test', null],
    ['/console\\@attacker.test', null],
    ['/v1/me', null],
    ['ftp://example.test', null],
    ['', null],
  ])('%s leads to %s', (given, expected) => {
    expect(safeUrl(given)).toBe(expected)
  })
})
