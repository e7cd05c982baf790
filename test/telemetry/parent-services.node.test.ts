import { describe, expect, it } from 'vitest'
import { ParentServices } from '../../src/telemetry/embedded/parent-services.ts'
import type { SpanRecord } from '../../src/telemetry/model.ts'
import { encodeSpanSegment } from '../../src/telemetry/segment/span-encode.ts'
import { SpanSegment } from '../../src/telemetry/segment/span-segment.ts'
import { makeSpans, seeded } from './corpus.ts'

function segmentOf(spans: readonly SpanRecord[]): SpanSegment {
  return new SpanSegment(encodeSpanSegment(spans.map((record, index) => ({ record, sequence: 1, index }))).columns)
}
const noneLeftOut = (segment: SpanSegment) => segment.resources().values.map(() => true)

/** Spans in an order in which parents come before and after their children, in the same segment and in others. */
function shuffled(seed: number): SpanRecord[] {
  const random = seeded(seed)
  return makeSpans(300, seed)
    .map((span) => [random(), span] as const)
    .sort(([a], [b]) => a - b)
    .map(([, span]) => span)
}

describe('the services of parents', () => {
  it('are those that a map of ids as texts has, over batches and segments', () => {
    for (const seed of [1, 2, 3]) {
      const spans = shuffled(seed)
      const third = Math.ceil(spans.length / 3)
      const [batch, ...segments] = [0, 1, 2].map((part) => spans.slice(part * third, (part + 1) * third))
      const expected = new Map(spans.map((span) => [`${span.traceId} ${span.spanId}`, span.resource.service]))
      const parents = new ParentServices(0)
      for (const span of batch ?? []) parents.note(span)
      const opened = segments.map((own) => [own, segmentOf(own)] as const)
      for (const [own, segment] of opened) parents.noteRows(segment, [0, own.length], noneLeftOut(segment))
      const inMap = ({ traceId, parentSpanId }: SpanRecord) => expected.get(`${traceId} ${parentSpanId}`) ?? null
      expect((batch ?? []).map((span) => parents.ofParent(span))).toEqual((batch ?? []).map(inMap))
      for (const [own, segment] of opened) {
        const parentOf = parents.ofRowsIn(segment)
        const recordAt = (row: number) => segment.recordAt(row).record
        expect(own.map((_, row) => parentOf(row))).toEqual(own.map((_, row) => inMap(recordAt(row))))
      }
      expect(spans.filter((span) => inMap(span) !== null).length).toBeGreaterThan(100)
    }
  })

  it('tell apart equal span ids of different traces, and of equal ids in one trace take the one noted last', () => {
    const [some] = makeSpans(1)
    if (some === undefined) throw new Error('the corpus is empty')
    const span = (trace: string, service: string): SpanRecord => ({
      ...some,
      traceId: trace.repeat(32),
      spanId: '7'.repeat(16),
      parentSpanId: '7'.repeat(16),
      resource: { ...some.resource, service },
    })
    const parents = new ParentServices(10)
    const first = [span('a', 'cart'), span('b', 'payments')]
    parents.noteRows(segmentOf(first), [0, 2], [true, true])
    expect(first.map((one) => parents.ofParent(one))).toEqual(['cart', 'payments'])
    parents.note(span('a', 'search'))
    expect(first.map((one) => parents.ofParent(one))).toEqual(['search', 'payments'])
  })

  it('leave out the rows outside the range, the resources that are not noted, and roots', () => {
    const spans = shuffled(4).filter(({ resource }) => resource.service !== 'cart')
    const segment = segmentOf(spans)
    const half = Math.floor(spans.length / 2)
    const isNoted = segment.resources().values.map(({ service }) => service === 'payments')
    const parents = new ParentServices(0)
    parents.noteRows(segment, [0, half], isNoted)
    const inOrder = spans.map((_, row) => segment.recordAt(row).record)
    const noted = inOrder.slice(0, half).filter(({ resource }) => resource.service === 'payments')
    const ids = new Set(noted.map(({ traceId, spanId }) => `${traceId} ${spanId}`))
    const parentOf = parents.ofRowsIn(segment)
    for (const [row, { traceId, parentSpanId }] of inOrder.entries()) {
      expect(parentOf(row)).toBe(ids.has(`${traceId} ${parentSpanId}`) ? 'payments' : null)
    }
  })
})
