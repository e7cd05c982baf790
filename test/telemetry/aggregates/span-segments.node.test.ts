import { describe, expect, it } from 'vitest'
import type { Grid } from '../../../src/telemetry/aggregates/grid.ts'
import { TraceSpans } from '../../../src/telemetry/aggregates/trace-spans.ts'
import { activityOfTraces, addSpans } from '../../../src/telemetry/aggregates/traces.ts'
import type { TraceActivity } from '../../../src/telemetry/aggregates/types.ts'
import { addSpanSegment } from '../../../src/telemetry/embedded/aggregate-spans.ts'
import type { SpanRecord } from '../../../src/telemetry/model.ts'
import { encodeSpanSegment } from '../../../src/telemetry/segment/span-encode.ts'
import { SpanSegment } from '../../../src/telemetry/segment/span-segment.ts'
import { WorkPace } from '../../../src/work-pace.ts'
import { BEGIN_MS, shop } from '../../agent/investigator/shop.ts'

const GRID: Grid = { startMs: BEGIN_MS, intervalMs: 10_000, count: 30 }
const { spans } = shop({ perSecond: 1 })
const pace = new WorkPace(async () => {})

function segmentOf(records: readonly SpanRecord[]): SpanSegment {
  return new SpanSegment(encodeSpanSegment(records.map((record, index) => ({ record, sequence: 1, index }))).columns)
}

async function activityOfSegments(held: TraceSpans, segments: readonly SpanSegment[]): Promise<TraceActivity> {
  for (const segment of segments) await addSpanSegment(held, segment, [0, segment.count], pace)
  return activityOfTraces(held, pace)
}

async function activityOfRecords(records: readonly SpanRecord[], spansMax?: number): Promise<TraceActivity> {
  const held = new TraceSpans(GRID, spansMax)
  await addSpans(held, records, pace)
  return activityOfTraces(held, pace)
}

/** In no order that matters. */
const sorted = ({ operations, links, ...rest }: TraceActivity) => ({
  ...rest,
  operations: operations.toSorted((a, b) => (a.service + a.operation < b.service + b.operation ? -1 : 1)),
  links: links.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
})

describe('spans of segments', () => {
  it('are what the same spans are as records, with parents in the same segment and in another', async () => {
    const third = Math.ceil(spans.length / 3)
    const segments = [0, 1, 2].map((part) => segmentOf(spans.slice(part * third, (part + 1) * third)))
    const byTwos = [spans.filter((_, n) => n % 2 === 0), spans.filter((_, n) => n % 2 === 1)].map(segmentOf)
    const expected = sorted(await activityOfRecords(spans))
    expect(expected.links.length).toBeGreaterThan(2)
    expect(sorted(await activityOfSegments(new TraceSpans(GRID), segments))).toEqual(expected)
    expect(sorted(await activityOfSegments(new TraceSpans(GRID), byTwos))).toEqual(expected)
  })

  it('count once when they were delivered twice, in one segment or in two', async () => {
    const half = spans.slice(0, Math.ceil(spans.length / 2))
    const expected = sorted(await activityOfRecords(spans))
    const inTwo = [segmentOf(spans), segmentOf(half)]
    expect(sorted(await activityOfSegments(new TraceSpans(GRID), inTwo))).toEqual(expected)
    expect(sorted(await activityOfSegments(new TraceSpans(GRID), inTwo.toReversed()))).toEqual(expected)
    // Tables of ids are seeded at random: what depends on the places of ids shows in some runs only.
    for (let run = 0; run < 20; run++) {
      const inOne = await activityOfSegments(new TraceSpans(GRID), [segmentOf([...half, ...spans])])
      expect(sorted(inOne)).toEqual(expected)
    }
  })

  it('keep their parents when traces are left out, also in the middle of a segment', async () => {
    const spansMax = Math.floor(spans.length / 3)
    const segments = [spans.slice(0, 100), spans.slice(100)].map(segmentOf)
    const held = new TraceSpans(GRID, spansMax)
    const activity = await activityOfSegments(held, segments)
    expect(held.isThinned).toBe(true)
    expect(activity.operations.flatMap(({ orphans }) => orphans)).toEqual([])
    expect(sorted(activity)).toEqual(sorted(await activityOfRecords(spans, spansMax)))
  })

  it('that were delivered twice do not make others be left out', async () => {
    const held = new TraceSpans(GRID, spans.length)
    const activity = await activityOfSegments(held, [segmentOf(spans), segmentOf(spans)])
    expect(held.isThinned).toBe(false)
    expect(activity.spans).toBe(spans.length)
  })
})
