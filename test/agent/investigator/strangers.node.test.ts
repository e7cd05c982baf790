import { describe, expect, it } from 'vitest'
import { makeStoreStranger } from '../../../scripts/eval/strangers/shared-stores.ts'
import { makeStranger } from '../../../scripts/eval/strangers/stranger.ts'
import type { Finding, FindingKind } from '../../../src/agent/investigator/findings.ts'
import type { ServiceGraph } from '../../../src/agent/investigator/graph.ts'
import { investigate } from '../../../src/agent/investigator/investigate.ts'
import { memorySource, type RecordArrays } from '../../../src/agent/investigator/memory-source.ts'
import { metricRows } from '../../../src/agent/investigator/metric-series.ts'
import { DEFAULT_PARAMETERS } from '../../../src/agent/investigator/parameters.ts'
import { evidenceAt, rankServices } from '../../../src/agent/investigator/ranking.ts'
import type { MetricSeriesActivity } from '../../../src/telemetry/index.ts'
import { shapeOf } from '../../../src/telemetry/shape/shape.ts'

const ask = (records: RecordArrays, endMs: number) =>
  investigate({
    source: memorySource(records, ({ body }) => shapeOf(body)),
    window: null,
    incidentStartHint: null,
    now: endMs + 600_000,
  })

describe('generated systems that no rule was written on', () => {
  it('are the same for the same seed', () => {
    expect(JSON.stringify(makeStranger(6, true).records)).toBe(JSON.stringify(makeStranger(6, true).records))
  }, 60_000)

  it('have a fault that requests meet', () => {
    for (const seed of [6, 14]) expect(makeStranger(seed, true).hits).toBeGreaterThanOrEqual(10)
  }, 60_000)

  it('with shared stores are the same for the same seed, and requests meet what a store refuses', () => {
    const [made, again] = [makeStoreStranger(8, true), makeStoreStranger(8, true)]
    expect(JSON.stringify(made.records)).toBe(JSON.stringify(again.records))
    expect(made.hits).toBeGreaterThanOrEqual(10)
    expect(made.records.spans.filter(({ resource }) => resource.service === made.service)).toEqual([])
  }, 60_000)

  it('have the faulty service named where lines of its callers name it, or its own errors come with theirs', async () => {
    for (const seed of [2, 104]) {
      const { records, endMs, service } = makeStranger(seed, true)
      expect((await ask(records, endMs)).candidates[0]?.service).toBe(service)
    }
  }, 120_000)

  it('break nothing by nightly work that makes a processor busy and no request slower', async () => {
    const { kind, records, endMs } = makeStranger(10, false)
    expect(kind).toBe('batch')
    expect((await ask(records, endMs)).outcome).toBe('no_anomaly')
  }, 120_000)
})

function series(metric: string, sums: number[], more: Partial<MetricSeriesActivity> = {}): MetricSeriesActivity {
  const counts = sums.map((sum) => (Number.isNaN(sum) ? 0 : 1))
  const lastAtMs = counts.map((count, i) => (count === 0 ? -1 : (i + 1) * 60_000))
  const base = { service: 'cart', instance: 'a', attributes: '', unit: '', kind: 'level' } as const
  return { ...base, metric, counts, sums, last: sums, lastAtMs, ...more }
}

function rowsOf(list: readonly MetricSeriesActivity[]) {
  const count = list[0]?.counts.length ?? 0
  const grid = { startMs: 0, intervalMs: 60_000, count }
  return metricRows({ grid, series: [...list], points: count, pointsUnlisted: 0 })
}

describe('readings as the field writes them', () => {
  it('of requests answered with a server error are failures, whatever the metric is called', () => {
    const rows = rowsOf([
      series('http_requests_total', [5, 6, 5], { attributes: 'status=200' }),
      series('http_requests_total', [0, 0, 3], { attributes: 'method=GET,status=503' }),
    ])
    expect(rows.map(({ role }) => role)).toEqual(['traffic', 'errors'])
  })

  it('of a sum and a count become a mean, whichever sign stands before them', () => {
    const rows = rowsOf([
      series('request_duration_seconds_sum', [4, 8, 6]),
      series('request_duration_seconds_count', [2, 2, 3]),
    ])
    expect([...(rows.find(({ metric }) => metric === 'request_duration_seconds')?.raw ?? [])]).toEqual([2, 4, 2])
  })

  it('of one failure are no leap from none', () => {
    const [row] = rowsOf([series('requests.failed', [0, 0, 1, 0])])
    expect(row?.harm[2]).toBeLessThan(1)
  })

  it('of the last step are no mean while an instance that was there is missing', () => {
    const [mean] = rowsOf([
      series('memory.used', [100, 100, 100], { instance: 'a' }),
      series('memory.used', [300, 300, Number.NaN], { instance: 'b' }),
    ])
    expect([...(mean?.raw ?? [])]).toEqual([200, 200, Number.NaN])
  })
})

const GRAPH: ServiceGraph = {
  callees: new Map([['web', new Set(['ledger'])]]),
  callers: new Map([['ledger', new Set(['web'])]]),
}

function finding(service: string, kind: FindingKind, strength: number, more: Partial<Finding> = {}): Finding {
  const rest = { onsetMs: 0, text: '', peer: null, queries: ['q1'], selector: null, reach: 'callee' } as const
  return { ...rest, kind, service, strength, subject: kind, ...more }
}

describe('a cascade', () => {
  it('holds the retries of whoever is refused', () => {
    const retries = finding('web', 'child_calls', 80, { reach: 'own', isRepeated: true })
    const ranked = rankServices(
      evidenceAt([retries, finding('ledger', 'silence', 30)], 1, 1),
      GRAPH,
      DEFAULT_PARAMETERS.ranking,
    )
    expect(ranked[0]?.service).toBe('ledger')
    expect(ranked.find(({ service }) => service === 'web')?.explainedBy).toBe('ledger')
  })

  it('makes more than news of an error that a callee logs since its callers fail', () => {
    const error = finding('ledger', 'log_new', 60, { isError: true })
    const alone = rankServices(evidenceAt([error], 1, 1), GRAPH, DEFAULT_PARAMETERS.ranking)[0]?.score ?? 0
    const followed = rankServices(
      evidenceAt([error, finding('web', 'span_errors', 40)], 1, 1),
      GRAPH,
      DEFAULT_PARAMETERS.ranking,
    )
    expect(followed[0]?.service).toBe('ledger')
    expect(followed[0]?.score).toBeGreaterThan(1.5 * alone)
  })
})
