import { describe, expect, it } from 'vitest'
import { cursorText, pageOf } from '../../../src/domain/telemetry/query-input.ts'
import { recordId } from '../../../src/telemetry/record-id.ts'
import { fromMillis } from '../../../src/telemetry/time.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const DAY_MS = 86_400_000
const place = { time: fromMillis(NOW - 5_000), id: recordId({ partition: 3, sequence: 9, index: 1 }, 'abcdef') }

describe('the range of a later page', () => {
  it('a later page still begins where the range of the first page began', () => {
    const first = pageOf({}, NOW)
    const second = pageOf({ cursor: cursorText(place, first.range) }, NOW + 60_000)
    expect(second).toEqual({ range: { from: fromMillis(NOW - DAY_MS), to: fromMillis(NOW + 60_000) }, after: place })
  })

  it('a later page has the range that the caller names', () => {
    const from = '2026-11-20T11:00:00Z'
    const first = pageOf({ from }, NOW)
    const second = pageOf({ from, cursor: cursorText(place, first.range) }, NOW + 60_000)
    expect(second.range.from).toEqual(fromMillis(Date.parse(from)))
  })

  it('a cursor of an earlier version still works', () => {
    const cursor = btoa(`${place.time.day}.${place.time.nanos}.${place.id}`)
    expect(pageOf({ cursor }, NOW)).toEqual({ range: pageOf({}, NOW).range, after: place })
  })

  it.each(['', 'x', '1.2', `1.2.${place.id}.x.0`, `1.2.${place.id}.1`, `1.2.${place.id}.1.2.3`, '1.2.no-id-at-all'])(
    'a text that is not a cursor is refused: %j',
    (text) => {
      expect(() => pageOf({ cursor: btoa(text) }, NOW)).toThrow('The cursor does not come from this operation.')
    },
  )
})
