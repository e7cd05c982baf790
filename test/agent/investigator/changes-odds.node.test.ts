import { describe, expect, it } from 'vitest'
import { graphFrom } from '../../../src/agent/investigator/graph.ts'
import { judge, type Look } from '../../../src/agent/investigator/judgement.ts'
import { DEFAULT_PARAMETERS } from '../../../src/agent/investigator/parameters.ts'
import type { ChangeRecord } from '../../../src/agent/investigator/verdict.ts'

const ONSET_MS = Date.UTC(2026, 4, 1, 12)
const MINUTE_MS = 60_000

function look(healthy: readonly string[] = []): Look {
  const ranked = ['api', 'cart', 'web'].map((service) => {
    return { service, score: 20, rawScore: 20, findings: [], onset: 5, weight: 1, explainedBy: null }
  })
  const scores = { surprise: 30, everydayScore: 12, calmScore: 12, anomalyScale: 4, rankScale: 2 }
  const times = { onsetMs: ONSET_MS, baselineMs: 600_000, healthyNew: new Set(healthy) }
  return { signals: 'spans', ranked, ...scores, ...times }
}

function changed(service: string, minutesBefore: number): ChangeRecord {
  const startedMs = ONSET_MS - minutesBefore * MINUTE_MS
  const said = { kind: 'deployment', environment: null, version: null, author: null, title: service, url: null }
  return { id: `${service}-${minutesBefore}`, ...said, services: [service], startedMs, endedMs: startedMs }
}

/** What a service has more than another one that did not change, in log-odds. */
function oddsOf(service: string, changes: readonly ChangeRecord[], healthy: readonly string[] = []): number {
  const { ranked } = judge(look(healthy), { changes, services: 10, isStated: false }, [], DEFAULT_PARAMETERS)
  const scoreOf = (name: string): number => ranked.find((scored) => scored.service === name)?.score ?? 0
  return (scoreOf(service) - scoreOf('web')) / 2
}

describe('a change before the onset', () => {
  it('speaks for its service, and less with every minute in between', () => {
    const [now, later, longAgo] = [0, 5, 30].map((minutes) => oddsOf('cart', [changed('cart', minutes)]))
    expect(now).toBeGreaterThan(later ?? 0)
    expect(later).toBeGreaterThan(longAgo ?? 0)
    expect(longAgo).toBeLessThan(0.1)
  })

  it('says less the more other services changed within the hour before', () => {
    const own = changed('cart', 1)
    const others = ['api', 'ads', 'mail', 'pay'].map((service, i) => changed(service, 20 + i))
    const [alone, amongTwo, amongFive] = [0, 1, 4].map((count) => oddsOf('cart', [own, ...others.slice(0, count)]))
    expect(alone).toBeGreaterThan(amongTwo ?? 0)
    expect(amongTwo).toBeGreaterThan((amongFive ?? 0) + 0.5)
    expect(amongFive).toBeGreaterThan(1)
  })

  it('brings no resource of another service to one that shows nothing itself', () => {
    const leads = (role: 'processor' | 'latency', own: number): string | undefined => {
      const found = {
        kind: 'metric' as const,
        service: 'api',
        role,
        subject: role,
        strength: 6,
        onsetMs: ONSET_MS,
        text: role,
        peer: null,
        reach: 'own' as const,
        queries: [],
        selector: null,
      }
      const ranked = look().ranked.map((scored) => ({
        ...scored,
        score: scored.service === 'api' ? 6 : scored.service === 'cart' ? own : 0,
        findings: scored.service === 'api' ? [found] : [],
      }))
      const beside = { changes: [changed('cart', 1)], services: 10, isStated: false }
      return judge({ ...look(), signals: 'metrics', ranked }, beside, [], DEFAULT_PARAMETERS).ranked[0]?.service
    }
    expect(leads('latency', 0)).toBe('cart')
    expect(leads('processor', 0)).toBe('api')
    expect(leads('processor', 3)).toBe('cart')
  })

  it('says nothing of a service that the leader neither calls nor is called by, where their calls are known', () => {
    const leads = (calls: readonly (readonly [string, string])[]): string | undefined => {
      const ranked = look().ranked.map((scored) => ({ ...scored, score: scored.service === 'api' ? 6 : 3 }))
      const beside = { changes: [changed('cart', 1)], services: 10, isStated: false }
      const seen = { ...look(), signals: 'metrics' as const, ranked, graph: graphFrom(calls) }
      return judge(seen, beside, [], DEFAULT_PARAMETERS).ranked[0]?.service
    }
    expect(leads([])).toBe('cart')
    expect(leads([['web', 'api']])).toBe('cart')
    expect(
      leads([
        ['api', 'web'],
        ['web', 'cart'],
      ]),
    ).toBe('cart')
    expect(leads([['cart', 'api']])).toBe('cart')
    expect(
      leads([
        ['web', 'api'],
        ['web', 'cart'],
      ]),
    ).toBe('api')
  })

  it('says little where its new instances behave like their siblings', () => {
    const own = [changed('cart', 1), changed('api', 3)]
    expect(oddsOf('cart', own, ['cart'])).toBeLessThan(oddsOf('cart', own) - 2)
    expect(oddsOf('cart', own, ['cart'])).toBeLessThan(oddsOf('api', own))
  })
})
