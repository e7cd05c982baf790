/** Alerts and verdicts as tests need them. */
import type { NormalizedAlert } from '../../src/contracts/oncall-protocol.ts'

export function alertOf(parts: Partial<NormalizedAlert> = {}): NormalizedAlert {
  return {
    source: 'alertmanager',
    dedupKey: 'checkout/HighErrorRate',
    status: 'firing',
    severity: 'critical',
    title: 'HighErrorRate',
    description: 'More than 5 % of requests fail',
    service: 'checkout',
    entities: ['checkout-7d4f'],
    startedAt: Date.now() - 30_000,
    endedAt: null,
    query: 'rate(errors[5m]) > 0.05',
    links: [],
    labels: { environment: 'production', alertname: 'HighErrorRate' },
    raw: '{"alertname":"HighErrorRate"}',
    ...parts,
  }
}

/** What the investigator answers where `service` is to blame. */
export function investigateResult(service: string, atMs: number): object {
  const text = `${service} fails requests`
  const reason = { signal: 'spans', kind: 'span_errors', text, strength: 20, firstSeenMs: atMs, queries: ['q2'] }
  const victim = { service: 'checkout', probability: 0.04, mechanism: 'unknown', reasons: [], explainedBy: service }
  const amounts = { requests: 900, failed: 90, share: 0.1 }
  return {
    verdict: {
      outcome: 'identified',
      confidence: 0.93,
      anomalyProbability: 0.99,
      candidates: [
        { service, probability: 0.93, mechanism: 'slow_store', reasons: [reason], explainedBy: null },
        victim,
      ],
      onset: { atMs, earliestMs: atMs, latestMs: atMs, statedLateMs: 60_000 },
      state: { kind: 'ongoing', atMs },
      mechanism: { kind: 'slow_store', confidence: 0.8, evidence: [reason], inCode: null },
      chain: [{ from: service, to: 'checkout', order: 1, edge: 'slow_calls', text: 'checkout waits for it' }],
      impact: { ...amounts, before: { requests: 900, failed: 1, share: 0.001 }, meanMs: { before: 20, since: 90 } },
      changes: [],
      noChangeGuilty: true,
      undecided: null,
      notSeen: [],
    },
    telling: [{ id: 'log-1', service, body: 'query took 4012 ms' }],
    hypotheses: [
      { service, statement: `The cause lies in ${service}.`, state: 'supported', because: text },
      {
        service: 'checkout',
        statement: 'The cause lies in checkout.',
        state: 'weakened',
        because: `it calls ${service}, where ${text}`,
      },
    ],
    queries: [{ label: 'q2', method: 'traceActivity', subject: 'an hour', recordsScanned: 4_000, partial: [] }],
    requests: [{ id: 'span-1', service: 'checkout', text: 'POST /pay 4.1 s', atMs, traceId: 'abc' }],
    window: { from: new Date(atMs - 1_800_000).toISOString(), to: new Date(atMs + 60_000).toISOString() },
  }
}
