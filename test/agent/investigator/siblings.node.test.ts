import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../scripts/demo/random.ts'
import { investigate } from '../../../src/agent/investigator/investigate.ts'
import { everydayScoreOf } from '../../../src/agent/investigator/judgement.ts'
import { memorySource } from '../../../src/agent/investigator/memory-source.ts'
import type { ChangeRecord, Verdict } from '../../../src/agent/investigator/verdict.ts'
import type { MetricPoint } from '../../../src/telemetry/model.ts'
import { shapeOf } from '../../../src/telemetry/shape/shape.ts'
import { fromMillis, toMillis } from '../../../src/telemetry/time.ts'

const MINUTE_MS = 60_000
const START_MS = Date.parse('2026-05-05T09:00:00Z')
const POINTS = 36
const BORN = 26
const SERVICES = ['basket', 'stock', 'orders', 'mailer', 'search', 'login', 'wallet', 'rates']
const ELDERS = ['a', 'b', 'c', 'd']

type Reading = readonly [name: string, unit: string, value: number]
/** What an instance reads in a minute. */
type Habit = (random: { next(): number }) => readonly Reading[]

const usual: Habit = (random) => [
  ['rpc.server.success_rate', '%', 100],
  ['rpc.server.duration', 's', 0.05 * (0.9 + 0.2 * random.next())],
  ['k8s.pod.cpu_limit_utilization', '%', 12 * (0.9 + 0.2 * random.next())],
  ['k8s.pod.memory_limit_utilization', '%', 30 * (0.98 + 0.04 * random.next())],
]
const failing: Habit = (random) =>
  usual(random).map(([name, unit, value]) => [name, unit, unit === '%' && value === 100 ? 20 : value])
const idle: Habit = () => [
  ['k8s.pod.cpu_limit_utilization', '%', 0],
  ['k8s.pod.memory_limit_utilization', '%', 0],
]

/** Requests succeed; how long they take and what they use is not sent. */
const hardlyRead: Habit = () => [['rpc.server.success_rate', '%', 100]]

/** Four old instances of each service, and one new one of each of `born`. */
function readings(born: Readonly<Record<string, Habit>>): MetricPoint[] {
  const random = seededRandom(11, 'instances')
  return SERVICES.flatMap((service) => {
    const fresh = born[service]
    const instances = [
      ...ELDERS.map((name) => ({ name, first: 0, habit: usual })),
      ...(fresh === undefined ? [] : [{ name: 'new', first: BORN, habit: fresh }]),
    ]
    return instances.flatMap(({ name, first, habit }) =>
      Array.from({ length: POINTS - first }, (_, i) =>
        habit(random).map(([metric, unit, value]) =>
          point(service, `${service}-${name}`, metric, unit, value, first + i),
        ),
      ).flat(),
    )
  })
}

function point(
  service: string,
  instance: string,
  name: string,
  unit: string,
  value: number,
  minute: number,
): MetricPoint {
  return {
    time: fromMillis(START_MS + minute * MINUTE_MS),
    startTime: null,
    name,
    unit,
    description: '',
    type: 'gauge',
    temporality: 'cumulative',
    isMonotonic: false,
    value,
    resource: { service, environment: '', attributes: { 'service.name': service, 'service.instance.id': instance } },
    scopeName: '',
    attributes: {},
  }
}

function release(service: string, minute: number): ChangeRecord {
  const startedMs = START_MS + minute * MINUTE_MS
  const base = { environment: null, version: 'v2', author: null, url: null, kind: 'deployment' }
  return {
    ...base,
    id: service,
    services: [service],
    title: `deploy ${service}`,
    startedMs,
    endedMs: startedMs + MINUTE_MS,
  }
}

async function verdictOf(metrics: MetricPoint[], changes: readonly ChangeRecord[] = []): Promise<Verdict> {
  const source = memorySource({ logs: [], spans: [], metrics }, ({ body }) => shapeOf(body))
  const now = START_MS + (POINTS + 1) * MINUTE_MS
  return (await investigate({ source, window: null, incidentStartHint: null, now, changes })).verdict
}

describe('a new instance', () => {
  it('that fails while its siblings do not names its service, however many of them there are', async () => {
    const verdict = await verdictOf(readings({ stock: failing, orders: usual }))
    expect(verdict.candidates[0]?.service).toBe('stock')
    expect(['identified', 'probable']).toContain(verdict.outcome)
    const reasons = verdict.candidates[0]?.reasons.map(({ text }) => text) ?? []
    expect(reasons.join('\n')).toContain('on the new instance stock-new')
  })

  it('that does nothing of what its siblings do names its service', async () => {
    const verdict = await verdictOf(readings({ stock: idle, orders: usual }))
    expect(verdict.candidates[0]?.service).toBe('stock')
    expect(verdict.outcome).not.toBe('no_anomaly')
    expect(verdict.mechanism?.kind).toBe('bad_release')
  })

  it('that is started anew again and again names its service, one that was so twice does not', async () => {
    const counted = (most: number): Habit => {
      let starts = 0
      return (random) => [...usual(random), ['k8s.container.restarts', '', Math.min(most, starts++)]]
    }
    // Old instances count none.
    const all = (most: number) => [
      ...readings({ stock: counted(most) }),
      ...ELDERS.flatMap((name) =>
        Array.from({ length: POINTS }, (_, i) => point('stock', `stock-${name}`, 'k8s.container.restarts', '', 0, i)),
      ),
    ]
    const verdict = await verdictOf(all(9))
    expect(verdict.candidates[0]?.service).toBe('stock')
    expect(['identified', 'probable']).toContain(verdict.outcome)
    expect(verdict.candidates[0]?.reasons.map(({ text }) => text).join('\n')).toContain('started anew again and again')
    expect((await verdictOf(all(2))).outcome).toBe('no_anomaly')
  })

  it('that does as its siblings do is no alarm', async () => {
    expect((await verdictOf(readings({ stock: usual, orders: usual }))).outcome).toBe('no_anomaly')
  })

  it('whose requests succeed works, though nothing else of it is sent', async () => {
    expect((await verdictOf(readings({ stock: hardlyRead }))).outcome).toBe('no_anomaly')
  })

  it('that does as its siblings do clears the release that brought it, though it came last', async () => {
    const metrics = readings({ orders: usual }).map((one) => {
      // Nothing new is seen of the other release but that its callers fail.
      const isHit = one.resource.service === 'stock' && toMillis(one.time) >= START_MS + BORN * MINUTE_MS
      return isHit && one.name === 'rpc.server.success_rate' ? { ...one, value: 97 } : one
    })
    const verdict = await verdictOf(metrics, [release('stock', BORN - 2), release('orders', BORN - 1)])
    expect(verdict.candidates[0]?.service).toBe('stock')
    expect(verdict.changes.find(({ state }) => state === 'culprit')?.change.id).toBe('stock')
  })
})

describe('the everyday score', () => {
  const calm = { score: 6, perNat: 0.8, weight: 1 }

  it('is lower where the baseline showed nothing at placebo onsets, and never higher than usual', () => {
    expect(everydayScoreOf(12, [0, 0, 0, 0, 0], calm)).toBeCloseTo(7)
    expect(everydayScoreOf(12, [0, 5, 0, 0, 0], calm)).toBeCloseTo((12 + 5 * 10) / 6)
    expect(everydayScoreOf(12, [30, 40], calm)).toBe(12)
  })

  it('is the usual one where the baseline is too short for a placebo onset', () => {
    expect(everydayScoreOf(12, [], calm)).toBe(12)
  })
})
