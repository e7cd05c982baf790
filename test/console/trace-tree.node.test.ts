import type { Span } from '@observability-agent/sdk'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { criticalParts, rowsOf, startOf } from '../../console/src/views/explore/traces/tree.ts'

const BASE_MS = 1_780_000_000_000

/** Times are milliseconds after the beginning of the trace. */
function span(spanId: string, parentSpanId: string | null, start: number, durationMs: number): Span {
  return {
    id: `record-${spanId}`,
    traceId: 'a'.repeat(32),
    spanId,
    parentSpanId,
    name: spanId,
    kind: 'server',
    status: 'ok',
    statusMessage: null,
    service: 'shop',
    environment: null,
    timestamp: new Date(BASE_MS + start).toISOString(),
    timeUnixNano: `${BASE_MS + start}000000`,
    durationMs,
    scope: null,
    attributes: {},
    resource: {},
    events: [],
    links: [],
  }
}

describe('rowsOf', () => {
  it('places each span below its parent, siblings by their start', () => {
    const rows = rowsOf([
      span('b', 'root', 20, 5),
      span('root', null, 0, 50),
      span('c', 'a', 3, 1),
      span('a', 'root', 2, 9),
    ])
    expect(rows.map(({ span, depth }) => `${depth} ${span.spanId}`)).toEqual(['0 root', '1 a', '2 c', '1 b'])
  })

  it('says of a span whose parent is missing that it is an orphan', () => {
    const rows = rowsOf([span('root', null, 0, 10), span('lost', 'gone', 4, 2)])
    expect(rows.map(({ isOrphan }) => isOrphan)).toEqual([false, true])
  })

  it('shows every span once, whatever names whom as its parent', () => {
    const name = fc.integer({ min: 0, max: 12 }).map(String)
    const drawn = fc.uniqueArray(fc.tuple(name, fc.option(name), fc.nat(100), fc.nat(100)), { selector: ([id]) => id })
    fc.assert(
      fc.property(drawn, (tuples) => {
        const spans = tuples.map(([id, parent, start, duration]) => span(id, parent, start, duration))
        const ids = rowsOf(spans).map(({ span }) => span.spanId)
        expect(ids.toSorted()).toEqual(spans.map(({ spanId }) => spanId).toSorted())
      }),
    )
  })

  it('keeps the parts of a millisecond', () => {
    expect(startOf({ timeUnixNano: '1780000000000123456' })).toBeCloseTo(1_780_000_000_000.123, 3)
  })
})

describe('criticalParts', () => {
  const partsOf = (spans: Span[]) =>
    Object.fromEntries(
      [...criticalParts(spans)].map(([id, parts]) => [
        id,
        parts.map(([from, to]) => [Math.round(from - BASE_MS), Math.round(to - BASE_MS)]),
      ]),
    )

  it('goes through the child that ended last, and leaves out what ran beside it', () => {
    const spans = [span('root', null, 0, 100), span('slow', 'root', 10, 80), span('beside', 'root', 12, 30)]
    expect(partsOf(spans)).toEqual({
      root: [
        [90, 100],
        [0, 10],
      ],
      slow: [[10, 90]],
    })
  })

  it('goes through children that follow each other', () => {
    const spans = [span('root', null, 0, 100), span('one', 'root', 0, 40), span('two', 'root', 50, 50)]
    expect(partsOf(spans)).toEqual({ two: [[50, 100]], root: [[40, 50]], one: [[0, 40]] })
  })

  it('adds up to the duration of the root where children lie within it', () => {
    const child = fc.tuple(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 1, max: 10 }))
    fc.assert(
      fc.property(fc.array(child, { maxLength: 8 }), (children) => {
        const spans = [
          span('root', null, 0, 100),
          ...children.map(([start, duration], index) => span(`${index}`, 'root', start, duration)),
        ]
        const total = [...criticalParts(spans).values()].flat().reduce((sum, [from, to]) => sum + to - from, 0)
        expect(total).toBeCloseTo(100, 2)
      }),
    )
  })

  it('ends for spans that name each other as parents', () => {
    expect(partsOf([span('a', 'b', 0, 5), span('b', 'a', 1, 5)])).toEqual({})
  })
})
