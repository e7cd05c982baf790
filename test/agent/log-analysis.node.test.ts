import { describe, expect, it } from 'vitest'
import { combineFindings } from '../../src/agent/analysis/combine.ts'
import { analyseLogs } from '../../src/agent/analysis/log-analysis.ts'
import type { Investigation } from '../../src/agent/investigator/investigation.ts'
import { noVerdict } from '../../src/agent/investigator/verdict-of.ts'
import type { SeverityName } from '../../src/telemetry/model.ts'
import type { LogPattern, LogPatternsResult } from '../../src/telemetry/port.ts'
import { fromMillis } from '../../src/telemetry/time.ts'

const FROM_MS = Date.parse('2026-11-20T14:00:00Z')
const MINUTE_MS = 60_000
const TO_MS = FROM_MS + 60 * MINUTE_MS
const SERVICES = ['storefront', 'checkout', 'inventory-service', 'mailer']

/** A line logged `perMinute` times in each of the minutes [from, to). */
function pattern(
  service: string,
  severity: SeverityName,
  template: string,
  minutes: readonly [number, number],
  perMinute: number,
): LogPattern {
  const counts = Array.from(
    { length: minutes[1] - minutes[0] },
    (_, index) => [FROM_MS + (minutes[0] + index) * MINUTE_MS, perMinute] as const,
  )
  return {
    id: `${service}${template}`.slice(0, 16),
    template,
    service,
    severity,
    count: counts.length * perMinute,
    firstSeen: fromMillis(FROM_MS + minutes[0] * MINUTE_MS),
    lastSeen: fromMillis(FROM_MS + minutes[1] * MINUTE_MS),
    example: { id: `id-${template}`, body: template },
    counts,
  }
}

function analyse(patterns: readonly LogPattern[]) {
  const work = { recordsScanned: 1000, bytesDecoded: 0, partitionsRead: 1, partial: [] }
  const result: LogPatternsResult = { patterns, total: patterns.length, work }
  return analyseLogs({
    patterns: result,
    fromMs: FROM_MS,
    toMs: TO_MS,
    intervalMs: MINUTE_MS,
    aroundMs: null,
    services: SERVICES,
  })
}

const noise = pattern('checkout', 'warn', 'slow request', [0, 60], 3)
const complaint = pattern('checkout', 'error', 'timeout calling inventory after <*> ms', [35, 60], 20)
const louder = pattern('storefront', 'error', 'checkout answered 504', [35, 60], 60)
const own = pattern('inventory-service', 'error', 'pool exhausted', [34, 60], 2)

describe('complaints in the logs', () => {
  it('name the service that others wait for, however loud its callers are', () => {
    const finding = analyse([noise, complaint, louder, own])
    expect(finding.candidates[0]?.service).toBe('inventory-service')
    expect(finding.candidates[0]?.named).toEqual({ records: 500, services: 1 })
    expect(finding.outcome).toBe('probable')
    expect(finding.onsetMs).toBe(FROM_MS + 34 * MINUTE_MS)
    expect(finding.telling[0]?.service).toMatch(/inventory|checkout/)
  })

  const chain = (named: string, records: number) => [
    pattern('storefront', 'error', 'request to checkout failed with 502', [35, 60], 6),
    pattern('storefront', 'error', 'POST to checkout failed after <*> ms', [35, 60], 6),
    pattern('checkout', 'error', 'order <*> failed: answering 502', [35, 60], 6),
    pattern('checkout', 'error', named, [35, 60], records),
  ]

  it('follow the chain to its end, where the one in the middle fails because of it nearly each time', () => {
    const finding = analyse([noise, ...chain('POST to inventory-service: connection refused', 5)])
    expect(finding.candidates[0]?.service).toBe('inventory-service')
    expect(finding.outcome).toBe('probable')
  })

  it('follow the chain over more than one step', () => {
    const finding = analyse([
      noise,
      ...chain('POST to inventory-service: status 500', 6),
      pattern('inventory-service', 'error', 'stock request failed', [35, 60], 6),
      pattern('inventory-service', 'error', 'mailer: connection refused', [35, 60], 6),
    ])
    expect(finding.candidates[0]?.service).toBe('mailer')
  })

  it('stay with the one in the middle where it names the other now and then only, or several', () => {
    const seldom = analyse([noise, ...chain('POST to inventory-service: connection refused', 1)])
    expect(seldom.candidates[0]?.service).toBe('checkout')
    const several = analyse([
      noise,
      ...chain('POST to inventory-service: connection reset', 3),
      pattern('checkout', 'error', 'POST to mailer: connection reset', [35, 60], 3),
    ])
    expect(several.candidates[0]?.service).toBe('checkout')
  })

  it('leave out a burst that is over, even when it came first and was larger', () => {
    const burst = pattern('mailer', 'error', 'smtp refused', [20, 24], 200)
    const finding = analyse([noise, burst, complaint, own])
    expect(finding.candidates.map(({ service }) => service)).not.toContain('mailer')
    expect(finding.onsetMs).toBe(FROM_MS + 34 * MINUTE_MS)
  })

  it('are no anomaly when nothing rose', () => {
    expect(analyse([noise]).outcome).toBe('no_anomaly')
    expect(analyse([]).outcome).toBe('no_data')
  })

  it('are not taken from lines that are only more of the usual traffic', () => {
    const traffic = pattern('storefront', 'info', 'GET inventory 200', [30, 60], 500)
    expect(analyse([noise, traffic]).outcome).toBe('no_anomaly')
  })
})

describe('the combined finding', () => {
  const candidate = (service: string, score: number) => ({
    rank: 1,
    service,
    score,
    reason: `${service} changed`,
    firstSeenMs: FROM_MS,
    evidence: [],
    explainedBy: null,
  })
  const investigation: Investigation = {
    verdict: noVerdict([], []),
    outcome: 'root_cause_identified',
    confidence: 0.9,
    window: { fromMs: FROM_MS, toMs: TO_MS },
    baseline: null,
    onsetMs: FROM_MS + 36 * MINUTE_MS,
    onsetSource: 'detected',
    candidates: [candidate('checkout', 0.9), candidate('inventory-service', 0.05)],
    hypotheses: [],
    dependencies: [],
    chart: null,
    examples: [],
    exampleQueries: [],
    queries: [],
    present: { logs: 1, spans: 0, metrics: 0 },
    notCovered: [],
    lastRecordMs: TO_MS,
  }

  it('lets many complaints with a clear lead decide the first rank, and says so as probable', () => {
    const combined = combineFindings(investigation, analyse([noise, complaint, own]))
    expect(combined.candidates.map(({ service }) => service)).toEqual(['inventory-service', 'checkout'])
    expect(combined.outcome).toBe('probable')
    expect(combined.candidates[1]?.score).toBeLessThan(combined.candidates[0]?.score ?? 0)
    expect(combined.hypotheses.at(-1)).toMatchObject({ state: 'weakened' })
  })

  it('leaves the ranking of the investigator where few complain', () => {
    const few = pattern('checkout', 'error', 'timeout calling inventory', [59, 60], 8)
    expect(combineFindings(investigation, analyse([noise, few])).candidates[0]?.service).toBe('checkout')
    expect(combineFindings(investigation, null).candidates[0]?.service).toBe('checkout')
  })

  it('keeps one candidate when both agree', () => {
    const agreeing = {
      ...investigation,
      outcome: 'inconclusive',
      candidates: [candidate('inventory-service', 0.4)],
    } as const
    const combined = combineFindings(agreeing, analyse([noise, complaint, own]))
    expect(combined.candidates.map(({ service }) => service)).toEqual(['inventory-service'])
    expect(combined.outcome).toBe('probable')
  })
})
