import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mayHoldUrl } from '../../../src/telemetry/embedded/aggregate-logs.ts'
import { placedLogColumns } from '../../../src/telemetry/segment/log-columns.ts'
import { encodeLogSegment } from '../../../src/telemetry/segment/log-encode.ts'
import { LogSegment } from '../../../src/telemetry/segment/log-segment.ts'
import { ShapeLimiter } from '../../../src/telemetry/shape/limiter.ts'
import { ShapeTable } from '../../../src/telemetry/shape/shape.ts'
import { logRecord } from '../../support/log-record.ts'

const piece = fc.constantFrom(
  'http',
  ':',
  '/',
  '//',
  '://',
  ' ',
  '-',
  '="',
  '12',
  'a91f',
  'cart',
  '10.0.0.7',
  'x/y',
  '',
)
const body = fc.array(piece, { minLength: 1, maxLength: 9 }).map((pieces) => pieces.join(''))

function segmentOf(bodies: readonly string[], shapesMax = 2_000): LogSegment {
  const records = bodies.map((text, index) => ({ record: logRecord({ body: text }), sequence: 1, index }))
  const shapes = { table: new ShapeTable(), limiter: new ShapeLimiter(shapesMax) }
  return new LogSegment(encodeLogSegment(placedLogColumns(records), shapes).columns)
}

describe('the shapes of a segment that may hold an address', () => {
  it('are all that have one, wherever the borders of their variables lie', () => {
    let withUrl = 0
    fc.assert(
      fc.property(fc.array(body, { minLength: 1, maxLength: 30 }), fc.constantFrom(1, 2_000), (bodies, shapesMax) => {
        const segment = segmentOf(bodies, shapesMax)
        const { codes } = segment.shapes()
        for (let row = 0; row < segment.count; row++) {
          if (!segment.bodyOf(row).includes('://')) continue
          withUrl++
          expect(mayHoldUrl(segment.bodies(), codes[row] ?? 0), segment.bodyOf(row)).toBe(true)
        }
      }),
      { numRuns: 300 },
    )
    expect(withUrl).toBeGreaterThan(200)
  })

  it('are not those with paths and moments alone', () => {
    const bodies = Array.from(
      { length: 50 },
      (_, n) => `12:00:${10 + n} GET /cart/${n}/items took ${n}.5 ms: pool-${n} ok`,
    )
    const segment = segmentOf(bodies)
    expect(segment.shapes().shapes.map((_, shape) => mayHoldUrl(segment.bodies(), shape))).toEqual([false])
  })
})
