import { describe, expect, it } from 'vitest'
import { withBareSpans, withClockSkew, withSampledTraces } from '../../scripts/demo/distort.ts'
import { FAULT_KINDS } from '../../scripts/demo/faults.ts'
import { randomTopology } from '../../scripts/demo/random-topology.ts'
import { simulate } from '../../scripts/demo/simulate.ts'
import { syntheticIncident } from '../../scripts/demo/synthetic.ts'

const END_MS = Date.UTC(2026, 10, 20, 15)
const SEEDS = Array.from({ length: 32 }, (_, index) => index + 1)
const short = (seed: number) => simulate({ seed, endMs: END_MS, durationMinutes: 35, requestsPerSecond: 0.5 })

describe('random systems', () => {
  it.each(SEEDS)('seed %i: calls lead to operations that exist, and never in a circle', (seed) => {
    const { operations, services, flows, entryServices } = randomTopology(seed)
    expect(services.length).toBeGreaterThanOrEqual(8)
    expect(new Set(services.map((service) => service.name)).size).toBe(services.length)
    expect(flows.length).toBeGreaterThan(0)
    expect(entryServices.length).toBe(1)
    const walk = (key: string, above: readonly string[]): void => {
      expect(above).not.toContain(key)
      const operation = operations.get(key)
      expect(operation).toBeDefined()
      for (const call of operation?.calls ?? []) walk(call.to, [...above, key])
    }
    for (const flow of flows) walk(flow.entry, [])
  })
})

describe('synthetic incidents', () => {
  it('shows every kind of fault in any sixteen neighbouring seeds', () => {
    const kinds = SEEDS.slice(3, 19).map((seed) => syntheticIncident({ seed, endMs: END_MS, durationMinutes: 30 }).kind)
    expect(new Set(kinds).size).toBe(FAULT_KINDS.length)
    expect(FAULT_KINDS.length).toBeGreaterThanOrEqual(12)
  })

  it('has no truth and no failing request where no fault was asked for', () => {
    for (const seed of SEEDS.slice(0, 6)) {
      const { simulation, kind } = syntheticIncident({ seed, endMs: END_MS, isFaultless: true, durationMinutes: 30 })
      expect(kind).toBe('none')
      expect(simulation.truth).toBeNull()
      const failing = simulation.spans.filter(
        (span) => Number(span.attributes['http.response.status_code'] ?? 0) >= 500,
      )
      expect(failing.length).toBeLessThan(simulation.spans.length / 200)
    }
  })
})

describe('distortions', () => {
  it('takes kind, status and attributes from spans', () => {
    for (const span of withBareSpans(short(2)).spans) {
      expect([span.kind, span.isError, Object.keys(span.attributes).length]).toEqual(['internal', false, 0])
    }
  })

  it('moves all records of an instance by the same time, at most by the bound', () => {
    const before = short(2)
    const after = withClockSkew(before, 9, 2000)
    const moves = new Map<string, Set<number>>()
    for (const [index, log] of after.logs.entries()) {
      const move = Math.round(log.timeMs - (before.logs[index]?.timeMs ?? 0))
      moves.set(log.instance, (moves.get(log.instance) ?? new Set()).add(move))
      expect(Math.abs(move)).toBeLessThanOrEqual(2000)
    }
    expect([...moves.values()].every((set) => set.size <= 2)).toBe(true)
    expect(new Set([...moves.values()].map((set) => [...set][0])).size).toBeGreaterThan(3)
  })

  it('keeps traces whole or not at all', () => {
    const before = short(2)
    const kept = withSampledTraces(before, 0.1)
    const sizes = (spans: typeof before.spans) => {
      const counts = new Map<string, number>()
      for (const span of spans) counts.set(span.traceId, (counts.get(span.traceId) ?? 0) + 1)
      return counts
    }
    const all = sizes(before.spans)
    for (const [traceId, count] of sizes(kept.spans)) expect(count).toBe(all.get(traceId))
    const ratio = kept.spans.length / before.spans.length
    expect(ratio).toBeGreaterThan(0.05)
    expect(ratio).toBeLessThan(0.17)
  })
})
