import { describe, expect, it } from 'vitest'
import type { BlamedEdge } from '../../../src/agent/investigator/edge-blame.ts'
import { blameOf, withoutEdgeTime, withoutWaiting } from '../../../src/agent/investigator/edge-blame.ts'
import type { Finding, FindingKind } from '../../../src/agent/investigator/findings.ts'
import type { ServiceGraph } from '../../../src/agent/investigator/graph.ts'
import { investigate } from '../../../src/agent/investigator/investigate.ts'
import type { Investigation } from '../../../src/agent/investigator/investigation.ts'
import type { EdgeChange } from '../../../src/agent/investigator/latency.ts'
import { memorySource, type RecordArrays } from '../../../src/agent/investigator/memory-source.ts'
import { DEFAULT_PARAMETERS } from '../../../src/agent/investigator/parameters.ts'
import { evidenceAt, rankServices } from '../../../src/agent/investigator/ranking.ts'
import type { LogRecord } from '../../../src/telemetry/model.ts'
import { shapeOf } from '../../../src/telemetry/shape/shape.ts'
import { fromMillis } from '../../../src/telemetry/time.ts'
import { END_MS, ONSET_MS, shop } from './shop.ts'

function finding(service: string, kind: FindingKind, strength: number, peer: string | null = null): Finding {
  const rest = { onsetMs: 0, text: '', queries: ['q1'], selector: null, reach: 'own' } as const
  return { ...rest, kind, service, strength, peer, subject: `serve ${service}` }
}

function edge(caller: string, callee: string, strength: number): EdgeChange {
  const operations = { callerOperation: `serve ${caller}`, calleeOperation: `serve ${callee}` }
  return { caller, callee, strength, at: 1, beforeMs: 2, afterMs: 500, n1: 40, n2: 40, addedMs: 498, ...operations }
}

function ask(records: RecordArrays): Promise<Investigation> {
  const source = memorySource(records, ({ body }) => shapeOf(body))
  return investigate({ source, window: null, incidentStartHint: ONSET_MS, now: END_MS + 60_000 })
}

/** An error line of a service outside any request. */
function noteOf(logs: readonly LogRecord[], service: string): LogRecord {
  const line = logs.find(({ resource }) => resource.service === service)
  if (line === undefined) throw new Error(`${service} has no line`)
  return { ...line, severityNumber: 17, traceId: '', spanId: '' }
}

const NO_GRAPH: ServiceGraph = { callees: new Map(), callers: new Map() }
const QUIET = new Map([['web\u0000serve web', new Set(['ledger'])]])

describe('time around calls without client spans', () => {
  it('is taken off the own time of the caller as far as it belongs to a callee', () => {
    const blamed: BlamedEdge[] = blameOf([edge('web', 'ledger', 50), edge('orders', 'ledger', 50)])
    const [own, other] = withoutEdgeTime(
      [finding('web', 'self_time', 40), finding('stock', 'self_time', 40)],
      blamed,
      new Map(),
    )
    expect(own?.strength).toBeLessThan(10)
    expect(other?.strength).toBe(40)
  })

  it('is rather the callee’s where its caller asks it again and again', () => {
    const again = new Map([['web\u0000serve web', new Set(['ledger'])]])
    const shareOf = (retried: typeof again) => blameOf([edge('web', 'ledger', 50)], retried)[0]?.calleeShare
    expect(shareOf(new Map())).toBeCloseTo(0.6)
    expect(shareOf(again)).toBeGreaterThan(0.8)
  })

  it('says nothing about other callees while one no longer answers', () => {
    const kept = withoutWaiting(
      [edge('web', 'orders', 50), edge('web', 'ledger', 50), edge('stock', 'orders', 5)],
      QUIET,
    )
    expect(kept.map(({ caller, callee }) => `${caller} ${callee}`)).toEqual(['web ledger', 'stock orders'])
  })

  it('is waiting, not work, while a callee no longer answers', () => {
    const [own] = withoutEdgeTime([finding('web', 'self_time', 40)], [], QUIET)
    expect(own?.strength).toBeCloseTo(16)
  })
})

describe('a caller that names the callee that failed it', () => {
  const loud = [finding('web', 'span_errors', 60), finding('web', 'self_time', 60), finding('web', 'log_sequence', 60)]
  const first = (findings: readonly Finding[]) =>
    rankServices(evidenceAt(findings, 1, 1), NO_GRAPH, DEFAULT_PARAMETERS.ranking)[0]?.service

  it('ranks after it, however loud it is, even where no trace shows the call', () => {
    expect(first([...loud, finding('ledger', 'log_mention', 40, 'web')])).toBe('ledger')
  })

  it('makes no suspect of a service whose name is a word that new lines happen to hold', async () => {
    // Without ids no line is known to be outside requests.
    const records = shop()
    const lines = records.logs.map((line) => ({ ...line, traceId: '', spanId: '' }))
    const burst = Array.from({ length: 100 }, (_, i) => ({
      ...noteOf(records.logs, 'stock'),
      time: fromMillis(ONSET_MS + 10_000 + i * 1_000),
      body: `invalid ledger entry from 10.0.0.${i}`,
    }))
    const result = await ask({ ...records, logs: [...lines, ...burst] })
    expect(result.outcome).toBe('no_anomaly')
  })

  it('stays first when another service does the naming', () => {
    expect(first([...loud, finding('ledger', 'log_mention', 12, 'stock')])).toBe('web')
  })

  it('is understood in all its wordings together', async () => {
    const wordings = ['connection refused', 'connection reset', 'no route to host']
    const records = shop({ perSecond: 0.2, tweak: { isQuiet: (service) => service === 'ledger' } })
    const isFailure = (body: string, service: string): boolean => service === 'stock' && body.includes('handled')
    let failures = 0
    const logs = records.logs.map((line) => {
      const timeMs = line.time.day * 86_400_000 + line.time.nanos / 1e6
      if (timeMs < ONSET_MS || !isFailure(line.body, line.resource.service)) return line
      return { ...line, severityNumber: 17, body: `call to ledger failed: ${wordings[failures++ % 3]}` }
    })
    const result = await ask({ logs, spans: [], metrics: [] })
    const ledger = result.candidates.find(({ service }) => service === 'ledger')
    const mention = ledger?.evidence.find(({ kind }) => kind === 'log_mention')
    // One wording alone is a third of them.
    expect(Number(/logged (\d+) times/.exec(mention?.text ?? '')?.[1])).toBeGreaterThan(failures / 2)
  })
})
