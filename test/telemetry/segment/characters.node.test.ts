import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canHold, charactersOf, charactersOfAll } from '../../../src/telemetry/segment/characters.ts'
import { ContainerReader, ContainerWriter } from '../../../src/telemetry/segment/container.ts'
import { placedLogColumns } from '../../../src/telemetry/segment/log-columns.ts'
import { encodeLogSegment } from '../../../src/telemetry/segment/log-encode.ts'
import { rowsWithBodyPart, searchSteps } from '../../../src/telemetry/segment/log-search.ts'
import { LogSegment } from '../../../src/telemetry/segment/log-segment.ts'
import { atOnce } from '../../../src/telemetry/segment/search-steps.ts'
import { ShapeLimiter } from '../../../src/telemetry/shape/limiter.ts'
import { ShapeTable } from '../../../src/telemetry/shape/shape.ts'
import { logRecord } from '../../support/log-record.ts'

const text = fc.string({ unit: fc.constantFrom('a', 'B', 'k', 'K', 'İ', 'ß', '0', '-', '.', '/', ' ', '"', '<', '日') })

function segmentOf(bodies: readonly string[]): Uint8Array {
  const placed = bodies.map((body, index) => ({
    record: logRecord({ body, attributes: { region: 'eu-west-1' } }),
    sequence: 1,
    index,
  }))
  return encodeLogSegment(placedLogColumns(placed), { table: new ShapeTable(), limiter: new ShapeLimiter() }).columns
}

/** The segment as it was written before columns recorded their characters. */
function withoutCharacters(columns: Uint8Array): Uint8Array {
  const reader = new ContainerReader(columns)
  const writer = new ContainerWriter()
  for (const name of reader.names()) if (!name.endsWith('.characters')) writer.add(name, reader.read(name))
  return writer.done()
}

const bodies = Array.from({ length: 200 }, (_, n) => `user u-${n * 7919} paid ${n}.50 from cart "box ${n % 9}x"`)

describe('the characters of a column', () => {
  it('the recorded characters never rule out a text that is present', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1 }), fc.nat(), fc.nat(), (texts, at, length) => {
        const lower = (texts[at % texts.length] ?? '').toLowerCase()
        const part = lower.slice(at % (lower.length + 1)).slice(0, length % 5)
        expect(canHold(charactersOfAll(texts), charactersOf(part))).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  it('a substring search skips variables that cannot contain the text', () => {
    const search = { mode: 'substring', needle: 'quill' } as const
    const segment = new LogSegment(segmentOf(bodies))
    expect(atOnce(searchSteps(segment, search))).not.toContain(1)
    const blind = new LogSegment(withoutCharacters(segmentOf(bodies)))
    expect(atOnce(searchSteps(blind, search))).not.toContain(1)
    expect(segment.bytesDecoded).toBeLessThan(blind.bytesDecoded / 2)
  })

  it.each(['u-7919', '.50', 'box 3', 'PAID 1', 'from cart', 'eu-west'])(
    'the rows that contain %s are the same with and without recorded characters',
    (needle) => {
      const search = { mode: 'substring', needle: needle.toLowerCase() } as const
      const columns = segmentOf(bodies)
      const found = atOnce(searchSteps(new LogSegment(columns), search))
      const isIn = (body: string) => body.toLowerCase().includes(search.needle) || 'eu-west-1'.includes(search.needle)
      expect([...found]).toEqual(bodies.map((body) => (isIn(body) ? 1 : 0)))
      expect(atOnce(searchSteps(new LogSegment(withoutCharacters(columns)), search))).toEqual(found)
      expect([...rowsWithBodyPart(new LogSegment(columns), needle)]).toEqual(
        bodies.map((body) => (body.toLowerCase().includes(search.needle) ? 1 : 0)),
      )
    },
  )
})
