import { describe, expect, it } from 'vitest'
import { investigate } from '../../../src/agent/investigator/investigate.ts'
import type { Investigation } from '../../../src/agent/investigator/investigation.ts'
import { memorySource, type RecordArrays } from '../../../src/agent/investigator/memory-source.ts'
import { shapeOf } from '../../../src/telemetry/shape/shape.ts'
import { toMillis } from '../../../src/telemetry/time.ts'
import { END_MS, ONSET_MS, shop } from './shop.ts'

const NONE: RecordArrays = { logs: [], spans: [], metrics: [] }

function ask(records: RecordArrays, hint: number | null = ONSET_MS): Promise<Investigation> {
  const source = memorySource(records, ({ body }) => shapeOf(body))
  return investigate({ source, window: null, incidentStartHint: hint, now: END_MS + 60_000 })
}

describe('an investigation', () => {
  it('names a service whose expected line no longer comes', async () => {
    const result = await ask(shop({ tweak: { line: (service) => (service === 'ledger' ? '' : null) } }))
    expect(result.candidates[0]?.service).toBe('ledger')
    expect(result.outcome).toBe('root_cause_identified')
  })

  it('names a service that writes an error instead of its usual line, not its callers that go on', async () => {
    const line = (service: string) => (service === 'stock' ? 'ERROR stock row is empty' : null)
    const result = await ask(shop({ tweak: { line } }))
    expect(result.candidates[0]?.service).toBe('stock')
    expect(result.examples[0]?.text).toBe('ERROR stock row is empty')
  })

  it('names a service whose own time grew', async () => {
    const result = await ask(shop({ tweak: { selfMs: (service) => (service === 'orders' ? 120 : 0) } }))
    expect(result.candidates[0]?.service).toBe('orders')
  })

  it('blames a callee whose edges are slow from all its callers', async () => {
    const result = await ask(shop({ tweak: { edgeMs: (_caller, callee) => (callee === 'ledger' ? 300 : 0) } }))
    expect(result.candidates[0]?.service).toBe('ledger')
  })

  it('blames a caller whose edges are slow to all its callees', async () => {
    const result = await ask(shop({ tweak: { edgeMs: (caller) => (caller === 'web' ? 300 : 0) } }))
    expect(result.candidates[0]?.service).toBe('web')
  })

  it('names a callee that only went quiet', async () => {
    const result = await ask(shop({ tweak: { isQuiet: (service) => service === 'ledger' } }))
    expect(result.candidates[0]?.service).toBe('ledger')
    expect(result.candidates[0]?.evidence.some(({ kind }) => kind === 'silence')).toBe(true)
  })

  it('finds the onset itself when nobody states it', async () => {
    const result = await ask(shop({ tweak: { line: (service) => (service === 'ledger' ? '' : null) } }), null)
    expect(result.candidates[0]?.service).toBe('ledger')
    expect(result.onsetSource).toBe('detected')
    expect(Math.abs((result.onsetMs ?? 0) - ONSET_MS)).toBeLessThanOrEqual(15_000)
  })

  it('works on a stated time that is half a minute off', async () => {
    const result = await ask(
      shop({ tweak: { line: (service) => (service === 'ledger' ? '' : null) } }),
      ONSET_MS + 30_000,
    )
    expect(result.candidates[0]?.service).toBe('ledger')
  })

  it('works on a stated time that is when somebody noticed, a minute and a half late', async () => {
    const records = shop({ tweak: { line: (service) => (service === 'ledger' ? '' : null) } })
    const result = await ask(records, ONSET_MS + 90_000)
    expect(result.candidates[0]?.service).toBe('ledger')
    expect(Math.abs((result.onsetMs ?? 0) - ONSET_MS)).toBeLessThanOrEqual(15_000)
  })

  it('notices calls that newly end at an error page, where spans have no status, by no name of it', async () => {
    const { spans } = shop()
    const handled = spans
      .filter(({ name, time }) => name === 'serve stock' && toMillis(time) >= ONSET_MS)
      .map((span, i) => ({
        ...span,
        name: 'ErrorPages.show',
        spanId: `e${i}`.padStart(16, '0'),
        parentSpanId: span.spanId,
        durationNanos: 1_000,
      }))
    const [first] = (await ask({ ...NONE, spans: [...spans, ...handled] })).candidates
    expect(first?.service).toBe('stock')
    expect(first?.evidence[0]).toMatchObject({ kind: 'child_calls' })
    expect(first?.evidence[0]?.text).toContain('reached ErrorPages.show')
  })

  it('works with one minute of baseline', async () => {
    const records = shop({
      beginMs: ONSET_MS - 60_000,
      tweak: { line: (service) => (service === 'stock' ? '' : null) },
    })
    expect((await ask(records)).candidates[0]?.service).toBe('stock')
  })

  it('tells what the failing records have in common', async () => {
    const records = shop({ tweak: { isError: (service) => service === 'ledger' } })
    const spans = records.spans.map((span, i) => {
      const isBad = span.status === 'error' && i % 2 === 0
      return {
        ...span,
        status: isBad ? span.status : 'unset',
        attributes: { tenant: isBad ? 'acme' : `t${i % 3}` },
      } as const
    })
    const [first] = (await ask({ ...records, spans })).candidates
    expect(first?.service).toBe('ledger')
    expect(first?.evidence.find(({ kind }) => kind === 'cohort')?.text).toContain('tenant=acme')
  })

  it('answers the same twice', async () => {
    const records = shop({ tweak: { isError: (service) => service === 'ledger' } })
    expect(await ask(records)).toEqual(await ask(records))
  })
})

describe('an investigation of a part of the signals', () => {
  const faulty = shop({
    tweak: {
      selfMs: (service) => (service === 'stock' ? 200 : 0),
      line: (service) => (service === 'stock' ? '' : null),
    },
  })

  it.each([
    ['logs', { ...NONE, logs: faulty.logs }],
    ['spans', { ...NONE, spans: faulty.spans }],
    ['metrics', { ...NONE, metrics: faulty.metrics }],
  ] as const)('puts the faulty service first with %s only and says what it did not see', async (signal, records) => {
    const result = await ask(records)
    expect(result.candidates[0]?.service).toBe('stock')
    const unseen = ['logs', 'spans', 'metrics'].filter((other) => other !== signal)
    for (const other of unseen) expect(result.notCovered).toContain(`no ${other} were received in the window`)
  })
})

describe('an investigation that must not accuse', () => {
  it('answers no_anomaly on an ordinary day', async () => {
    for (const hint of [ONSET_MS, null]) {
      const result = await ask(shop(), hint)
      expect(result.outcome).toBe('no_anomaly')
      expect(result.confidence).toBe(0)
    }
  })

  it('answers no_data when there is none, with the time of the last record', async () => {
    const result = await ask(NONE)
    expect(result.outcome).toBe('no_data')
    expect(result.lastRecordMs).toBeNull()
    expect(result.candidates).toEqual([])
    const late = await ask(shop(), END_MS + 3_600_000)
    expect(late.outcome).toBe('no_data')
  })

  it('answers inconclusive when telemetry begins with the incident', async () => {
    const result = await ask(shop({ beginMs: ONSET_MS - 10_000, tweak: { isError: () => true } }))
    expect(['inconclusive', 'no_anomaly']).toContain(result.outcome)
  })
})

describe('the citations of an investigation', () => {
  it('name only questions that were asked', async () => {
    const result = await ask(
      shop({ tweak: { selfMs: (service) => (service === 'orders' ? 150 : 0), isError: () => true } }),
    )
    const asked = new Set(result.queries.map(({ label }) => label))
    const cited = [
      ...result.candidates.flatMap(({ evidence }) => evidence.flatMap(({ queries }) => queries)),
      ...result.hypotheses.flatMap(({ evidenceAgainst }) => evidenceAgainst.flatMap(({ queries }) => queries)),
      ...result.exampleQueries,
      ...(result.chart?.queries ?? []),
    ]
    expect(cited.length).toBeGreaterThan(3)
    for (const label of cited) expect(asked.has(label)).toBe(true)
  })

  it('leave no candidate without evidence', async () => {
    const result = await ask(shop({ tweak: { isError: (service) => service === 'ledger' } }))
    for (const { evidence, reason } of result.candidates) {
      expect(evidence.length).toBeGreaterThan(0)
      expect(reason).not.toBe('')
    }
  })
})
