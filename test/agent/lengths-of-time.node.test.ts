/** Lengths of time are printed in two units from a minute on, and read as one number by the judge of answers. */
import { expect, it } from 'vitest'
import { quantitiesIn } from '../../scripts/eval/questions/judge/quantities.ts'
import { inUnit, milliseconds, rangeInUnit, span } from '../../src/agent/answers/format.ts'

it.each([
  [59_400, '59.4 s', '59 s'],
  [59_990, '1 min', '1 min'],
  [89_500, '1 min 29.5 s', '1 min 30 s'],
  [138_330, '2 min 18.3 s', '2 min 18 s'],
  [599_980, '10 min', '10 min'],
  [3_599_900, '1 h', '1 h'],
  [3_935_000, '1 h 6 min', '1 h 6 min'],
  [2.2 * 86_400_000, '2 days 5 h', '2 days 5 h'],
])('writes %d ms as %s', (ms, exact, whole) => {
  expect([milliseconds(ms), span(ms)]).toEqual([exact, whole])
})

it('writes metrics in seconds the same way', () => {
  expect(inUnit(421, 's')).toBe('7 min 1 s')
  expect(inUnit(-90, 's')).toBe('-1 min 30 s')
  expect(rangeInUnit(5, 63, 's')).toBe('5 s to 1 min 3 s')
  expect(rangeInUnit(5, 7, 's')).toBe('5 to 7 s')
})

it('the judge adds the units of one length of time', () => {
  const read = (text: string) => quantitiesIn(text, '').map(({ value }) => value)
  expect(read('It took **2 min 18 s**, then 3 s.')).toEqual([138_000, 3000])
  expect(read('1 h 5 min')).toEqual([3_900_000])
  expect(read('p50 264 ms, p95 2 s')).toEqual([264, 2000])
})
