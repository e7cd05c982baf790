import { describe, expect, it } from 'vitest'
import { marginOf } from '../../../src/agent/investigator/judgement.ts'
import { strongerOf } from '../../../src/agent/investigator/looks.ts'
import type { MetricLook } from '../../../src/agent/investigator/metric-look.ts'
import { DEFAULT_PARAMETERS } from '../../../src/agent/investigator/parameters.ts'
import type { ChangeRecord } from '../../../src/agent/investigator/verdict.ts'

const GRID = { startMs: Date.UTC(2026, 4, 5), intervalMs: 60_000, count: 40 }
const ONSET = 20
const NOBODY: ReadonlyMap<string, ReadonlySet<string>> = new Map()
const SERVICES = Array.from({ length: 10 }, (_, i) => `service-${i}`)

function lookWith(leader: string, surprise: number, healthy: readonly string[] = []): MetricLook {
  const candidates = [leader, ...SERVICES.filter((one) => one !== leader)].map((service) => {
    const nats = service === leader ? surprise : 0
    return { service, score: nats, own: nats, surprise: nats, symptoms: [], handsOn: false }
  })
  const judgedOf = new Map(SERVICES.map((service) => [service, 8]))
  const examination = {
    rows: [],
    judged: 80,
    judgedOf,
    onset: ONSET,
    to: 30,
    graph: { callers: NOBODY, callees: NOBODY },
    healthyNew: new Set(healthy),
    candidates,
  }
  return { activity: { grid: GRID, series: [], points: 0, pointsUnlisted: 0 }, query: 'q1', examination, ranked: [] }
}

function changeOf(service: string, minutesBefore: number, kind = 'rollout'): ChangeRecord {
  const atMs = GRID.startMs + (ONSET - minutesBefore) * GRID.intervalMs
  return {
    id: `${kind}:${service}`,
    kind,
    services: [service],
    environment: null,
    version: null,
    author: null,
    title: kind,
    url: null,
    startedMs: atMs,
    endedMs: atMs,
  }
}

function marginWith(metrics: MetricLook, changes: readonly ChangeRecord[]): number {
  const seen = strongerOf({ looked: null, metrics, changes }, null, DEFAULT_PARAMETERS)
  return seen === null ? Number.NaN : marginOf(seen.look)
}

describe('a leader that was released right before', () => {
  const look = lookWith('service-3', 3)

  it('stands out of those that were released then, and needs less to be believed than of all', () => {
    expect(marginWith(look, [])).toBeLessThan(0)
    expect(marginWith(look, [changeOf('service-3', 1)])).toBeGreaterThan(0)
  })

  it('needs the more, the more services were released at the same time', () => {
    const rollout = SERVICES.map((service) => changeOf(service, 1))
    expect(marginWith(look, rollout)).toBeCloseTo(marginWith(look, []), 6)
    expect(marginWith(look, rollout.slice(2, 5))).toBeLessThan(marginWith(look, [changeOf('service-3', 1)]))
  })

  it('needs what all need where the release is long ago, or was of another service', () => {
    expect(marginWith(look, [changeOf('service-3', 8)])).toBeCloseTo(marginWith(look, []), 6)
    expect(marginWith(look, [changeOf('service-3', -3)])).toBeCloseTo(marginWith(look, []), 6)
    expect(marginWith(look, [changeOf('service-4', 1)])).toBeCloseTo(marginWith(look, []), 6)
  })

  it('needs what all need where it was only scaled, because load does that', () => {
    expect(marginWith(look, [changeOf('service-3', 1, 'scaling')])).toBeCloseTo(marginWith(look, []), 6)
  })

  it('needs what all need where an instance only ended, or where the new ones do as their siblings', () => {
    expect(marginWith(look, [changeOf('service-3', 1, 'replacement')])).toBeCloseTo(marginWith(look, []), 6)
    const healthy = lookWith('service-3', 3, ['service-3'])
    expect(marginWith(healthy, [changeOf('service-3', 1)])).toBeCloseTo(marginWith(healthy, []), 6)
  })

  it('needs as much as one of ten shows by chance, however few were released', () => {
    expect(marginWith(lookWith('service-3', 2), [changeOf('service-3', 1)])).toBeLessThan(0)
  })
})
