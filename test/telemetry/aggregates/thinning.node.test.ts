import { describe, expect, it } from 'vitest'
import type { Grid } from '../../../src/telemetry/aggregates/grid.ts'
import { LogLines } from '../../../src/telemetry/aggregates/log-lines.ts'
import { activityOf, addLogs } from '../../../src/telemetry/aggregates/logs.ts'
import { TraceSpans } from '../../../src/telemetry/aggregates/trace-spans.ts'
import { activityOfTraces, addSpans } from '../../../src/telemetry/aggregates/traces.ts'
import { shapeOf } from '../../../src/telemetry/shape/shape.ts'
import { WorkPace } from '../../../src/work-pace.ts'
import { BEGIN_MS, shop } from '../../agent/investigator/shop.ts'
import { logRecord } from '../../support/log-record.ts'

const GRID: Grid = { startMs: BEGIN_MS, intervalMs: 10_000, count: 30 }
const { logs, spans } = shop({ perSecond: 8 })
const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0)

async function linesOf(records: typeof logs, linesMax: number) {
  const lines = new LogLines(GRID, linesMax)
  await addLogs(lines, records, ({ body }) => shapeOf(body), new WorkPace())
  return { lines, activity: await activityOf(lines, new WorkPace()) }
}

async function tracesOf(spansMax: number) {
  const held = new TraceSpans(GRID, spansMax)
  await addSpans(held, spans, new WorkPace())
  return { held, activity: await activityOfTraces(held, new WorkPace()) }
}

describe('more lines than are held together', () => {
  it('are all counted, and their order is told of whole requests from the whole time', async () => {
    const whole = await linesOf(logs, logs.length)
    const { lines, activity } = await linesOf(logs, Math.floor(logs.length / 3))
    expect(lines.isThinned).toBe(true)
    expect(lines.held).toBeLessThanOrEqual(logs.length / 3)
    expect(activity.shapes).toEqual(whole.activity.shapes)
    expect(activity.records).toBe(whole.activity.records)
    // A request that was cut would begin or end with another line than all others do.
    const keyOf = ({ prev, next, service }: (typeof activity.pairs)[number]) => `${service} ${prev} ${next}`
    // The end of the window cuts a few.
    const usual = whole.activity.pairs.filter(({ counts }) => sum(counts) > 10)
    expect(activity.pairs.map(keyOf).sort()).toEqual(usual.map(keyOf).sort())
    for (const { counts } of activity.pairs) expect(counts.every((count) => count > 0)).toBe(true)
  })

  it('are held by whole seconds where they have no ids', async () => {
    const plain = Array.from({ length: 3_000 }, (_, n) =>
      logRecord({
        time: { day: logs[0]?.time.day ?? 0, nanos: (logs[0]?.time.nanos ?? 0) + n * 1e7 },
        body: `line ${n}`,
      }),
    )
    const { activity } = await linesOf(plain, 1_000)
    const [pair] = activity.pairs
    const pairs = sum(pair?.counts ?? [])
    expect(activity.shapes.map(({ counts }) => sum(counts))).toEqual([3_000])
    expect(pairs).toBeGreaterThan(200)
    expect(pairs).toBeLessThanOrEqual(1_000)
  })
})

describe('more spans than are held together', () => {
  it('leave whole traces of the whole time', async () => {
    const whole = await tracesOf(spans.length)
    const { held, activity } = await tracesOf(Math.floor(spans.length / 3))
    expect(held.isThinned).toBe(true)
    expect(held.count).toBeLessThanOrEqual(spans.length / 3)
    expect(held.count).toBeGreaterThan(spans.length / 16)
    expect(activity.tracesWithoutRoot.every((count) => count === 0)).toBe(true)
    expect(activity.operations.flatMap(({ orphans }) => orphans)).toEqual([])
    expect(activity.traces.every((count) => count > 0)).toBe(true)
    expect(activity.links.length).toBe(whole.activity.links.length)
    // Each trace is held with all of its spans.
    expect(activity.spans / sum(activity.traces)).toBeCloseTo(whole.activity.spans / sum(whole.activity.traces), 1)
  })
})
