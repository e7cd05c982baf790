import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newId } from '../../../src/contracts/ids.ts'
import type { Condition, MonitorDefinition, Transition } from '../../../src/contracts/monitor-protocol.ts'
import { simulate } from '../../../src/domain/monitors/preview-monitor.ts'
import { EVALUATION_DELAY_MS, Evaluator } from '../../../src/durable/monitors/evaluator.ts'
import { MonitorStore } from '../../../src/durable/monitors/monitor-store.ts'
import { newMonitorState } from '../../../src/oncall/monitors/machine.ts'
import type { LogRecord, MetricPoint, SpanRecord } from '../../../src/telemetry/model.ts'
import { fromMillis } from '../../../src/telemetry/time.ts'
import { logRecord } from '../../support/log-record.ts'
import { memoryStorage } from '../../support/memory-storage.ts'
import { projectOf, seeded } from '../../telemetry/corpus.ts'
import { MemoryTelemetryStore } from '../../telemetry/memory-store.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
const START = Date.UTC(2026, 10, 18, 9)
const PROJECT = projectOf('monitors')
const SERVICES = ['checkout', 'cart'] as const

function definition(condition: Partial<Condition> & Pick<Condition, 'measure' | 'comparison'>): MonitorDefinition {
  return {
    name: 'm',
    severity: 'error',
    condition: { windowMinutes: 5, minimumCount: 1, ...condition },
    forMinutes: 0,
    recoverForMinutes: 0,
    noData: 'no_data',
  }
}

const resourceOf = (service: string) => ({ service, environment: '', attributes: { 'service.name': service } })

function span(atMs: number, service: string, isFailed: boolean, durationMs: number): SpanRecord {
  return {
    time: fromMillis(atMs),
    durationNanos: durationMs * 1_000_000,
    traceId: newId().replaceAll('-', ''),
    spanId: newId().replaceAll('-', '').slice(-16),
    parentSpanId: '',
    name: 'GET /',
    kind: 'server',
    status: isFailed ? 'error' : 'unset',
    statusMessage: '',
    resource: resourceOf(service),
    scopeName: '',
    attributes: {},
    events: [],
    links: [],
  }
}

const gauge = (atMs: number, service: string, value: number): MetricPoint =>
  ({
    time: fromMillis(atMs),
    startTime: null,
    name: 'cpu.utilization',
    unit: '1',
    description: '',
    type: 'gauge',
    temporality: 'unspecified',
    isMonotonic: false,
    resource: resourceOf(service),
    scopeName: '',
    attributes: {},
    value,
    histogram: null,
    summary: null,
  }) as unknown as MetricPoint

/** Minutes of telemetry in which rates, failures and durations change, stop and begin again. */
async function telemetry(seed: number, fromMs: number, minutes: number): Promise<MemoryTelemetryStore> {
  const random = seeded(seed)
  const store = new MemoryTelemetryStore()
  const [logs, spans, metrics]: [LogRecord[], SpanRecord[], MetricPoint[]] = [[], [], []]
  let [level, failing, isSilent] = [3, 0.05, false]
  for (let minute = 0; minute < minutes; minute += 1) {
    if (random() < 0.1) {
      level = Math.floor(random() * 8)
      failing = random() < 0.5 ? 0.05 : 0.6
      isSilent = random() < 0.2
    }
    if (isSilent) continue
    for (const service of SERVICES) {
      for (let i = 0; i < level; i += 1) {
        const at = fromMs + minute * MINUTE_MS + Math.floor(random() * MINUTE_MS)
        const isFailed = random() < failing
        const body = isFailed ? `payment ${i} declined by bank${Math.floor(minute / 40)}x` : `served in ${i} ms`
        logs.push(
          logRecord({ time: fromMillis(at), body, severityNumber: isFailed ? 17 : 9, resource: resourceOf(service) }),
        )
        spans.push(span(at, service, isFailed, isFailed ? 900 : 10 + i))
      }
      metrics.push(gauge(fromMs + minute * MINUTE_MS + 10_000, service, failing))
    }
  }
  await store.append(PROJECT, {
    logs,
    spans,
    metrics,
    source: { keyId: 'k', payloadHash: String(seed) },
    billedBytes: 0,
    deduplicate: false,
  })
  return store
}

class Live {
  readonly store = new MonitorStore(memoryStorage())
  evaluator: Evaluator
  queries = 0

  constructor(readonly source: MemoryTelemetryStore) {
    this.evaluator = this.instance()
  }

  /** As after a crash: nothing but what was stored is known. */
  instance(): Evaluator {
    const counted = new Proxy(this.source, {
      get: (target, name) => {
        const value = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        return (...input: unknown[]) => {
          this.queries += 1
          return value.apply(target, input)
        }
      },
    })
    return new Evaluator({
      store: this.store,
      telemetry: counted,
      project: PROJECT,
      newId,
      baseUrl: 'https://service.test',
      onMishap: (error) => {
        throw error
      },
    })
  }

  add(defined: MonitorDefinition, at: number): string {
    const id = newId()
    const view = { id, definition: defined, state: newMonitorState(at), createdAt: at, updatedAt: at }
    this.store.put(view)
    this.evaluator.put(view)
    return id
  }

  run = (at: number) => this.evaluator.run(at + EVALUATION_DELAY_MS)

  transitions(id: string): Transition[] {
    const { transitions } = this.store.history(id, 1_000, null)
    return transitions.map(({ at, from, to, value }) => ({ at, from, to, value })).sort((a, b) => a.at - b.at)
  }
}

const selection = { service: null, severityMin: null, contains: null, attributes: {} } as const
const measure = fc.oneof(
  fc.record({
    signal: fc.constant('logs' as const),
    statistic: fc.constantFrom('count' as const, 'ratio' as const),
    service: fc.constantFrom(null, ...SERVICES),
    severityMin: fc.constantFrom(null, 'error' as const),
    contains: fc.constantFrom(null, 'declined'),
    attributes: fc.constant({}),
  }),
  fc.constant({ signal: 'patterns' as const, statistic: 'new' as const, service: null }),
  fc.record({
    signal: fc.constant('requests' as const),
    statistic: fc.constantFrom('count' as const, 'error_ratio' as const),
    service: fc.constantFrom(null, ...SERVICES),
    operation: fc.constantFrom(null, 'GET /'),
  }),
  fc.record({
    signal: fc.constant('requests' as const),
    statistic: fc.constant('percentile' as const),
    percentile: fc.constantFrom(50 as const, 95 as const),
    service: fc.constantFrom(null, ...SERVICES),
    operation: fc.constant(null),
  }),
  fc.record({
    signal: fc.constant('metric' as const),
    metric: fc.constant('cpu.utilization'),
    statistic: fc.constantFrom('avg' as const, 'max' as const),
    service: fc.constantFrom(null, ...SERVICES),
  }),
)
const comparison = fc.oneof(
  fc.record({
    kind: fc.constantFrom('above' as const, 'below' as const),
    threshold: fc.constantFrom(0.2, 1, 5, 100),
    recoverAt: fc.constant(null),
  }),
  fc.constant({ kind: 'above' as const, threshold: 0.3, recoverAt: 0.1 }),
  fc.constant({ kind: 'absent' as const }),
)
const defined = fc.record({
  name: fc.constant('m'),
  severity: fc.constant('error' as const),
  condition: fc.record({
    measure,
    comparison,
    windowMinutes: fc.constantFrom(1, 5, 15),
    minimumCount: fc.constantFrom(1, 10),
  }),
  forMinutes: fc.nat(3),
  recoverForMinutes: fc.nat(3),
  noData: fc.constantFrom('no_data' as const, 'ok' as const, 'firing' as const),
})

describe('the preview of a monitor', () => {
  it('is what its evaluation then does, minute by minute, through crashes and missed minutes', async () => {
    const met = new Set<string>()
    await fc.assert(
      fc.asyncProperty(fc.nat(1_000), fc.array(defined, { minLength: 1, maxLength: 8 }), async (seed, definitions) => {
        const minutes = 90
        const source = await telemetry(seed, START - 20 * MINUTE_MS, minutes + 20)
        const random = seeded(seed)
        const live = new Live(source)
        const ids = definitions.map((one) => live.add(one, START))
        for (let minute = 1; minute <= minutes; minute += 1) {
          const isMissed = minute > 1 && minute < minutes && random() < 0.2
          if (random() < 0.1) live.evaluator = live.instance()
          if (!isMissed) await live.run(START + minute * MINUTE_MS)
        }
        for (const [index, id] of ids.entries()) {
          const one = definitions[index] as MonitorDefinition
          const preview = await simulate(source, PROJECT, one, START, START + minutes * MINUTE_MS)
          expect(live.transitions(id)).toEqual(preview.transitions)
          expect(preview.firings).toBe(preview.transitions.filter(({ to }) => to === 'firing').length)
          for (const { from, to } of preview.transitions) met.add(`${one.condition.measure.signal}:${from}>${to}`)
        }
      }),
      { numRuns: 25, seed: 3 },
    )
    for (const signal of ['logs', 'patterns', 'requests', 'metric']) expect([...met]).toContain(`${signal}:ok>firing`)
  })

  it('compares with the same hours of the earlier days as the evaluation does', async () => {
    const source = new MemoryTelemetryStore()
    const logs: LogRecord[] = []
    const add = (fromMs: number, perMinute: number, minutes: number) => {
      for (let i = 0; i < perMinute * minutes; i += 1)
        logs.push(
          logRecord({
            time: fromMillis(fromMs + Math.floor((i * MINUTE_MS) / perMinute)),
            resource: resourceOf('checkout'),
          }),
        )
    }
    // Busy every day at nine, and today as well; at ten today is as busy as nine, which ten never is.
    for (let day = 1; day <= 7; day += 1) {
      add(START - day * DAY_MS, 20 + day, 60)
      add(START - day * DAY_MS + HOUR_MS, 2, 60)
    }
    add(START, 24, 120)
    await source.append(PROJECT, { logs, source: { keyId: 'k', payloadHash: 'x' }, billedBytes: 0, deduplicate: false })
    const unusual = definition({
      measure: { signal: 'logs', statistic: 'count', ...selection, service: 'checkout' },
      comparison: { kind: 'unusual', direction: 'above', deviations: 5 },
    })
    const live = new Live(source)
    const id = live.add(unusual, START)
    for (let minute = 1; minute <= 110; minute += 1) await live.run(START + minute * MINUTE_MS)
    const preview = await simulate(source, PROJECT, unusual, START, START + 110 * MINUTE_MS)
    expect(live.transitions(id)).toEqual(preview.transitions)
    expect(preview.transitions.map(({ at, to }) => [to, at - START >= HOUR_MS])).toEqual([['firing', true]])
  })
})

describe('evaluation', () => {
  it('asks the store once for all monitors that differ in service or severity alone', async () => {
    const live = new Live(await telemetry(1, START - 20 * MINUTE_MS, 40))
    for (let i = 0; i < 300; i += 1) {
      live.add(
        definition({
          measure: { signal: 'logs', statistic: 'count', ...selection, service: `s${i}` },
          comparison: { kind: 'above', threshold: 1, recoverAt: null },
        }),
        START,
      )
      live.add(
        definition({
          measure: { signal: 'requests', statistic: 'error_ratio', service: `s${i}`, operation: null },
          comparison: { kind: 'above', threshold: 0.1, recoverAt: null },
        }),
        START,
      )
    }
    await live.run(START + MINUTE_MS)
    expect(live.queries).toBe(2)
    await live.run(START + 2 * MINUTE_MS)
    expect(live.queries).toBe(4)
  })

  it('tells a silence of what was there before, and not of what never was', async () => {
    const live = new Live(await telemetry(1, START - 20 * MINUTE_MS, 30))
    const absent = (service: string) =>
      definition({
        measure: { signal: 'logs', statistic: 'count', ...selection, service },
        comparison: { kind: 'absent' },
      })
    const [known, unknown] = [live.add(absent('cart'), START), live.add(absent('never'), START)]
    for (let minute = 1; minute <= 25; minute += 1) await live.run(START + minute * MINUTE_MS)
    expect(live.transitions(known).at(-1)?.to).toBe('firing')
    expect(live.transitions(unknown).map(({ to }) => to)).toEqual(['no_data'])
  })

  it('stores each alert in the batch of its transition, and tells a batch under one id', async () => {
    const live = new Live(await telemetry(2, START - 20 * MINUTE_MS, 60))
    const count = (threshold: number) =>
      definition({
        measure: { signal: 'logs', statistic: 'count', ...selection },
        comparison: { kind: 'above', threshold, recoverAt: null },
      })
    for (const threshold of [0, 0, 0]) live.add(count(threshold), START)
    await live.run(START + MINUTE_MS)
    const told = live.store.untold()
    expect(told?.alerts.map(({ source, status }) => [source, status])).toEqual(
      Array.from({ length: 3 }, () => ['monitor', 'firing']),
    )
    expect(live.store.untold()).toEqual(told)
    live.store.told(told?.batch ?? '')
    expect(live.store.untold()).toBeNull()
  })
})
