import { describe, expect, it } from 'vitest'
import { FAULT_KINDS } from '../../scripts/demo/faults.ts'
import type { SimulatedLog, Simulation } from '../../scripts/demo/model.ts'
import { SHOP } from '../../scripts/demo/shop.ts'
import { simulate } from '../../scripts/demo/simulate.ts'

const END_MS = Date.UTC(2026, 10, 20, 15)
const MINUTE_MS = 60_000
interface Incident {
  readonly truth: NonNullable<Simulation['truth']>
  readonly logs: readonly SimulatedLog[]
}
const incidents = new Map<number, Incident>()

function incident(seed: number): Incident {
  const known = incidents.get(seed)
  if (known !== undefined) return known
  const { truth, logs } = simulate({ seed, endMs: END_MS, durationMinutes: 60 })
  if (truth === null) throw new Error(`seed ${seed} has no fault`)
  const made = { truth, logs }
  incidents.set(seed, made)
  return made
}

/** By the sender's severity, or by the level a plain-text line states. */
function isError(log: SimulatedLog): boolean {
  if (log.severity !== null) return log.severity === 'ERROR' || log.severity === 'FATAL'
  return / (ERROR|FATAL|CRITICAL) \[|\[error\]/.test(log.body)
}

function errorsByService(logs: readonly SimulatedLog[], fromMs: number, toMs: number): Map<string, number> {
  const counts = new Map<string, number>()
  for (const log of logs) {
    if (log.timeMs < fromMs || log.timeMs >= toMs || !isError(log)) continue
    counts.set(log.service, (counts.get(log.service) ?? 0) + 1)
  }
  return counts
}

const CALLERS = new Map<string, Set<string>>()
for (const operation of SHOP.operations.values()) {
  for (const call of operation.calls) {
    const callee = call.to.split(' ')[0] ?? ''
    CALLERS.set(callee, (CALLERS.get(callee) ?? new Set()).add(operation.service))
  }
}

const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1)

describe('the demo simulator', () => {
  it('gives the same telemetry for the same seed', () => {
    expect(simulate({ seed: 7, endMs: END_MS, durationMinutes: 60 })).toEqual(
      simulate({ seed: 7, endMs: END_MS, durationMinutes: 60 }),
    )
  })

  it.each(SEEDS)('seed %i: at least eight services log, the fault starts 10 to 25 minutes before the end', (seed) => {
    const { logs, truth } = incident(seed)
    expect(new Set(logs.map((log) => log.service)).size).toBeGreaterThanOrEqual(8)
    const beforeEndMs = END_MS - Date.parse(truth.startedAt)
    expect(beforeEndMs).toBeGreaterThanOrEqual(10 * MINUTE_MS)
    expect(beforeEndMs).toBeLessThanOrEqual(25 * MINUTE_MS)
    expect(logs.every((log) => log.timeMs >= END_MS - 60 * MINUTE_MS && log.timeMs < END_MS)).toBe(true)
  })

  it.each(SEEDS)(
    'seed %i: the first trace of the fault comes within two minutes of its start, and not before it',
    (seed) => {
      const { logs, truth } = incident(seed)
      const startMs = Date.parse(truth.startedAt)
      if (truth.faultKind === 'goes_quiet') return expectSilence(logs, truth.faultyService, startMs)
      const said = (log: SimulatedLog) =>
        (log.service === truth.faultyService || log.body.includes(truth.faultyService)) && isTrouble(log)
      const rate = (fromMs: number, toMs: number) =>
        logs.filter((log) => log.timeMs >= fromMs && log.timeMs < toMs && said(log)).length /
        ((toMs - fromMs) / MINUTE_MS)
      const before = rate(END_MS - 60 * MINUTE_MS, startMs)
      expect(rate(startMs, startMs + 2 * MINUTE_MS)).toBeGreaterThan(4 * before + 1)
    },
  )

  it.each([1, 11])(
    'of the seeds %i and the nine after it, callers are louder in 4 and a burst comes first in 3',
    (first) => {
      const ten = SEEDS.slice(first - 1, first + 9).map(incident)
      const louder = ten.filter(({ logs, truth }) => {
        const errors = errorsByService(logs, Date.parse(truth.startedAt), END_MS)
        const own = errors.get(truth.faultyService) ?? 0
        return [...(CALLERS.get(truth.faultyService) ?? [])].some((caller) => (errors.get(caller) ?? 0) > own)
      })
      expect(louder.length).toBeGreaterThanOrEqual(4)
      const withEarlierBurst = ten.filter(({ logs, truth }) => {
        const startMs = Date.parse(truth.startedAt)
        return [...errorsByService(logs, startMs - 15 * MINUTE_MS, startMs)].some(
          ([service, count]) => service !== truth.faultyService && count >= 20,
        )
      })
      expect(withEarlierBurst.length).toBeGreaterThanOrEqual(3)
    },
  )

  it.each([1, 11])('the seeds %i and the nine after it show at least six kinds and four services', (first) => {
    const ten = SEEDS.slice(first - 1, first + 9).map((seed) => incident(seed).truth)
    expect(new Set(ten.map((truth) => truth.faultKind)).size).toBeGreaterThanOrEqual(6)
    expect(new Set(ten.map((truth) => truth.faultyService)).size).toBeGreaterThanOrEqual(4)
  })

  it('never names the answer in a line', () => {
    const telling = /root cause|injected|fault|simulat|chaos/i
    for (const kind of FAULT_KINDS) {
      const { logs } = simulate({ seed: 3, endMs: END_MS, durationMinutes: 40, fault: kind })
      expect(logs.filter((log) => telling.test(log.body) && !/DEFAULT/.test(log.body)).map((log) => log.body)).toEqual(
        [],
      )
    }
  })

  it('makes an hour without a fault when asked to', () => {
    const quiet = simulate({ seed: 5, endMs: END_MS, durationMinutes: 60, fault: 'none' })
    expect(quiet.truth).toBeNull()
    const statuses = quiet.spans.filter((span) => span.kind === 'server' && span.isError)
    expect(statuses).toEqual([])
  })

  it('links every span to its parent in the same trace', () => {
    const { spans } = simulate({ seed: 2, endMs: END_MS, durationMinutes: 60 })
    const ids = new Set(spans.map((span) => `${span.traceId} ${span.spanId}`))
    const orphans = spans.filter((span) => span.parentSpanId !== '' && !ids.has(`${span.traceId} ${span.parentSpanId}`))
    // Parents that end after the window are not sent, as in a real export.
    expect(orphans.length).toBeLessThan(spans.length / 500)
    expect(spans.every((span) => span.endMs >= span.startMs)).toBe(true)
  })
})

/** Nobody complains: the sign is what the service no longer says. */
function expectSilence(logs: readonly SimulatedLog[], service: string, startMs: number): void {
  const own = logs.filter((log) => log.service === service)
  expect(own.filter((log) => log.timeMs < startMs - 2 * MINUTE_MS).length).toBeGreaterThan(100)
  expect(own.filter((log) => log.timeMs > startMs + MINUTE_MS)).toEqual([])
}

function isTrouble(log: SimulatedLog): boolean {
  return isError(log) || log.severity === 'WARN' || log.body.includes(' WARNING [')
}
