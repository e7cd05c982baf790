import { expect, test } from 'vitest'
import type { Desk } from '../../src/agent/questions/execute/filters.ts'
import { spansOfTraces } from '../../src/agent/questions/execute/spans-of-traces.ts'

const RANGE = { from: 0n, to: 1n } as never
const COMPLETE = { recordsScanned: 0, bytesDecoded: 0, partitionsRead: 0, partial: [] }

/** A store in which each trace has so many spans; it tells how many look-ups it served, and how many at once. */
function storeOf(spansPerTrace: number) {
  const served = { searches: 0, atOnce: 0, most: 0 }
  const searchSpans = async (
    _project: unknown,
    asked: { filter: { conditions: { values: string[] }[] }; limit: number },
  ) => {
    served.searches += 1
    served.atOnce += 1
    served.most = Math.max(served.most, served.atOnce)
    await Promise.resolve()
    served.atOnce -= 1
    const traces = asked.filter.conditions[0]?.values ?? []
    const spans = traces.flatMap((traceId) => Array.from({ length: spansPerTrace }, () => ({ traceId })))
    return { spans: spans.slice(0, asked.limit), next: null, work: COMPLETE }
  }
  const desk = { ctx: { project: {}, telemetry: { searchSpans } }, catalogue: {}, partial: new Set<string>() }
  return { served, desk: desk as unknown as Desk }
}

const idsOf = (count: number): string[] => Array.from({ length: count }, (_, at) => `trace-${at}`)

async function countsOf(desk: Desk, traces: readonly string[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for await (const spans of spansOfTraces(desk, traces, RANGE))
    for (const [id, all] of Map.groupBy(spans, ({ traceId }) => traceId)) {
      expect(counts.has(id), 'a trace comes in one batch').toBe(false)
      counts.set(id, all.length)
    }
  return counts
}

test('looks up many traces a few parts at a time, and has all their spans', async () => {
  const { served, desk } = storeOf(2)
  const counts = await countsOf(desk, idsOf(1_050))
  expect(counts.size).toBe(1_050)
  expect([...counts.values()].every((count) => count === 2)).toBe(true)
  expect(served).toMatchObject({ searches: 11, most: 4 })
  expect(desk.partial.size).toBe(0)
})

test('makes a look-up that was cut again in halves', async () => {
  const { served, desk } = storeOf(30)
  const counts = await countsOf(desk, idsOf(100))
  expect(counts.size).toBe(100)
  expect([...counts.values()].every((count) => count === 30)).toBe(true)
  expect(served.searches).toBe(7)
  expect(desk.partial.size).toBe(0)
})

test('stops at a bound where traces have very many spans, and says that the answer is not complete', async () => {
  const { served, desk } = storeOf(1_000)
  await countsOf(desk, idsOf(3_000))
  expect(served.searches).toBeLessThanOrEqual(260)
  expect([...desk.partial]).toEqual(['limit'])
})
