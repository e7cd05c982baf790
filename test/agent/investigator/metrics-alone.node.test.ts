import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../scripts/demo/random.ts'
import { changeEventOf, changesOf, withoutRepeats } from '../../../src/agent/investigator/change-events.ts'
import { investigate } from '../../../src/agent/investigator/investigate.ts'
import { everydayOfMetrics } from '../../../src/agent/investigator/looks.ts'
import { memorySource } from '../../../src/agent/investigator/memory-source.ts'
import type { Verdict } from '../../../src/agent/investigator/verdict.ts'
import type { LogRecord, MetricPoint } from '../../../src/telemetry/model.ts'
import { shapeOf } from '../../../src/telemetry/shape/shape.ts'
import { fromMillis } from '../../../src/telemetry/time.ts'

const START_MS = Date.parse('2026-05-05T09:00:00Z')
const SERVICES = ['cart', 'basket', 'stock', 'orders', 'mailer', 'search', 'login', 'wallet', 'rates']

interface Scene {
  readonly stepMs: number
  readonly points: number
  /** Index of the first faulty point; null: none. */
  readonly onset: number | null
}

/** Readings of two metrics of nine services; `stock` is busy and slow from the onset on. */
function readings({ stepMs, points, onset }: Scene): MetricPoint[] {
  const random = seededRandom(7, 'readings')
  const found: MetricPoint[] = []
  for (let i = 0; i < points; i++) {
    for (const service of SERVICES) {
      const isFaulty = service === 'stock' && onset !== null && i >= onset
      const noise = () => 0.9 + 0.2 * random.next()
      const timeMs = START_MS + i * stepMs
      found.push(point(service, 'process.cpu.utilization', '%', (isFaulty ? 97 : 12) * noise(), timeMs))
      found.push(point(service, 'http.server.request.duration', 's', (isFaulty ? 2 : 0.05) * noise(), timeMs))
    }
  }
  return found
}

function point(service: string, name: string, unit: string, value: number, timeMs: number): MetricPoint {
  return {
    time: fromMillis(timeMs),
    startTime: null,
    name,
    unit,
    description: '',
    type: 'gauge',
    temporality: 'cumulative',
    isMonotonic: false,
    value,
    resource: { service, environment: '', attributes: { 'service.name': service } },
    scopeName: '',
    attributes: {},
  }
}

async function ask(scene: Scene, statedMs: number | null): Promise<Verdict> {
  const source = memorySource({ logs: [], spans: [], metrics: readings(scene) }, ({ body }) => shapeOf(body))
  const now = START_MS + scene.points * scene.stepMs + 60_000
  return (await investigate({ source, window: null, incidentStartHint: statedMs, now })).verdict
}

describe('metrics by themselves', () => {
  it.each([
    ['1 s', { stepMs: 1_000, points: 600, onset: 300 }],
    ['15 s', { stepMs: 15_000, points: 80, onset: 50 }],
    ['1 min', { stepMs: 60_000, points: 34, onset: 24 }],
    ['5 min', { stepMs: 300_000, points: 34, onset: 28 }],
  ])('assert a busy and slow service at a resolution of %s, and when it began', async (_, scene) => {
    const verdict = await ask(scene, null)
    expect(verdict.candidates[0]?.service).toBe('stock')
    expect(['identified', 'probable']).toContain(verdict.outcome)
    expect(verdict.mechanism?.kind).toBe('processor')
    const offMs = Math.abs((verdict.onset?.atMs ?? 0) - (START_MS + scene.onset * scene.stepMs))
    expect(offMs).toBeLessThanOrEqual(2 * Math.max(scene.stepMs, 30_000))
  })

  it('are quiet where nothing happened', async () => {
    const scene = { stepMs: 60_000, points: 34, onset: null }
    expect((await ask(scene, null)).outcome).toBe('no_anomaly')
    expect((await ask(scene, START_MS + 25 * 60_000)).outcome).toBe('no_anomaly')
  })

  it('take a stated time as a late witness, fifteen minutes after the onset', async () => {
    const scene = { stepMs: 60_000, points: 40, onset: 20 }
    const verdict = await ask(scene, START_MS + 35 * 60_000)
    expect(verdict.candidates[0]?.service).toBe('stock')
    expect(Math.abs((verdict.onset?.statedLateMs ?? 0) - 15 * 60_000)).toBeLessThanOrEqual(120_000)
  })
})

describe('what explains a reading', () => {
  const askOf = async (metrics: MetricPoint[], endMs: number): Promise<Verdict> => {
    const source = memorySource({ logs: [], spans: [], metrics }, ({ body }) => shapeOf(body))
    return (await investigate({ source, window: null, incidentStartHint: null, now: endMs + 60_000 })).verdict
  }
  const MINUTE_MS = 60_000
  const ends = START_MS + 34 * MINUTE_MS

  it('is the load of all: no service stands out when all get three times the requests', async () => {
    const random = seededRandom(3, 'load')
    const metrics = SERVICES.flatMap((service) =>
      Array.from({ length: 34 }, (_, i) => {
        const load = i >= 24 ? 3 : 1
        const at = START_MS + i * MINUTE_MS
        return [
          point(service, 'http.server.requests', '{request}', 300 * load * (0.95 + 0.1 * random.next()), at),
          point(service, 'process.cpu.utilization', '%', 12 * load * (0.95 + 0.1 * random.next()), at),
        ]
      }).flat(),
    )
    expect((await askOf(metrics, ends)).outcome).toBe('no_anomaly')
  })

  it('is how few requests it sums up: one failure among ten is no incident, a tenth of thousands is', async () => {
    const scene = (requests: number): MetricPoint[] => {
      const random = seededRandom(4, 'failures')
      return SERVICES.flatMap((service) =>
        Array.from({ length: 34 }, (_, i) => {
          const failing = service === 'stock' && i >= 28 ? 10 : 0
          const count = (service === 'stock' ? requests : 5_000) * (0.95 + 0.1 * random.next())
          const at = START_MS + i * 5 * MINUTE_MS
          return [
            point(service, 'http.server.requests', '{request}', count, at),
            point(service, 'http.server.availability', '%', 100 - failing, at),
          ]
        }).flat(),
      )
    }
    const endMs = START_MS + 34 * 5 * MINUTE_MS
    expect((await askOf(scene(10), endMs)).outcome).toBe('no_anomaly')
    const busy = await askOf(scene(4_000), endMs)
    expect(busy.candidates[0]?.service).toBe('stock')
    expect(busy.outcome).not.toBe('no_anomaly')
  })

  it('names a service that no longer reports', async () => {
    const random = seededRandom(5, 'gone')
    const metrics = SERVICES.flatMap((service) =>
      Array.from({ length: 34 }, (_, i) => {
        const value = 12 * (0.95 + 0.1 * random.next())
        return point(service, 'process.cpu.utilization', '%', value, START_MS + i * MINUTE_MS)
      }).filter((_, i) => service !== 'stock' || i < 26),
    )
    const verdict = await askOf(metrics, ends)
    expect(verdict.candidates[0]?.service).toBe('stock')
    expect(verdict.mechanism?.kind).toBe('gone_silent')
  })

  it('names the origin rather than its callers, whose requests do other things as well', async () => {
    const random = seededRandom(6, 'diluted')
    const usualS: Readonly<Record<string, number>> = { stock: 0.05, orders: 0.2, cart: 0.4 }
    const metrics = SERVICES.flatMap((service) =>
      Array.from({ length: 34 }, (_, i) => {
        const added = i >= 28 && usualS[service] !== undefined ? 0.2 : 0
        const value = ((usualS[service] ?? 0.1) + added) * (0.98 + 0.04 * random.next())
        return point(service, 'http.server.request.duration.avg', 's', value, START_MS + i * 5 * MINUTE_MS)
      }),
    )
    const verdict = await askOf(metrics, START_MS + 34 * 5 * MINUTE_MS)
    expect(verdict.candidates[0]?.service).toBe('stock')
  })
})

describe('a change told by a log line', () => {
  const line = (body: string, eventName = ''): LogRecord => ({
    time: fromMillis(START_MS),
    observedTime: null,
    severityNumber: 9,
    severityText: 'INFO',
    body,
    eventName,
    resource: { service: 'stock', environment: '', attributes: { 'service.version': 'v2' } },
    scopeName: '',
    attributes: {},
    traceId: '',
    spanId: '',
  })

  it.each([
    ['deployment stock started', 'deployment.started', 'deployment'],
    ['Rollout of stock completed', '', 'rollout'],
    ['Scaled up replica set stock-6f7c to 3', '', 'scaling'],
    ['deployed version 2.4.1', '', 'deployment'],
    ['', 'feature_flag.updated', 'feature_flag'],
  ])('is recognised: %s %s', (body, eventName, kind) => {
    expect(changeEventOf(line(body, eventName))?.kind).toBe(kind)
  })

  it('is one change with what a pipeline stored of the same version, and not with another version', () => {
    const told = changesOf(
      [changeEventOf(line('deployment stock started', 'deployment.started'))].flatMap((e) => e ?? []),
    )
    const stored = told.map((change) => ({ ...change, id: 'chg_1', startedMs: change.startedMs - 60_000 }))
    expect(withoutRepeats([...stored, ...told])).toEqual(stored)
    const other = stored.map((change) => ({ ...change, version: 'v1' }))
    expect(withoutRepeats([...other, ...told])).toHaveLength(2)
  })

  it.each(['lock released', 'the deployment of funds is late', 'GET /releases 200', 'scaled image to 200 px'])(
    'is not every line alike: %s',
    (body) => {
      expect(changeEventOf(line(body))).toBeNull()
    },
  )

  it('is one change from its beginning to its end', () => {
    const begin = changeEventOf(line('deployment stock started', 'deployment.started'))
    const end = changeEventOf(line('deployment stock completed', 'deployment.completed'))
    if (begin === null || end === null) throw new Error('both are changes')
    const changes = changesOf([{ ...end, atMs: START_MS + 60_000 }, begin])
    expect(changes).toMatchObject([
      { services: ['stock'], version: 'v2', startedMs: START_MS, endedMs: START_MS + 60_000 },
    ])
  })
})

describe('the everyday score of metrics', () => {
  it('falls with how few things are measured, and never so far that chance raises', () => {
    expect(everydayOfMetrics(4.4, 150)).toBeCloseTo(4.4)
    expect(everydayOfMetrics(4.4, 30)).toBeCloseTo(4.4 - Math.log(5))
    expect(everydayOfMetrics(4.4, 1)).toBeCloseTo(Math.log(10))
  })
})
