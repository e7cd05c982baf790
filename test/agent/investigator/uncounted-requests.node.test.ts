import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../scripts/demo/random.ts'
import { investigate } from '../../../src/agent/investigator/investigate.ts'
import { memorySource } from '../../../src/agent/investigator/memory-source.ts'
import type { Verdict } from '../../../src/agent/investigator/verdict.ts'
import type { MetricPoint } from '../../../src/telemetry/model.ts'
import { shapeOf } from '../../../src/telemetry/shape/shape.ts'
import { fromMillis } from '../../../src/telemetry/time.ts'

const START_MS = Date.parse('2026-05-05T09:00:00Z')
const STEP_MS = 5 * 60_000
const STEPS = 34
const OTHERS = ['cart', 'basket', 'orders', 'mailer', 'search', 'login', 'wallet', 'rates']

function point(service: string, name: string, unit: string, value: number, step: number): MetricPoint {
  return {
    time: fromMillis(START_MS + step * STEP_MS),
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

/** Readings of each service in each step. */
function readings(services: readonly string[], of: (service: string, step: number) => MetricPoint[]): MetricPoint[] {
  return services.flatMap((service) => Array.from({ length: STEPS }, (_, step) => of(service, step)).flat())
}

async function verdictOn(metrics: MetricPoint[]): Promise<Verdict> {
  const source = memorySource({ logs: [], spans: [], metrics }, ({ body }) => shapeOf(body))
  const now = START_MS + STEPS * STEP_MS + 60_000
  return (await investigate({ source, window: null, incidentStartHint: null, now })).verdict
}

describe('a service that does not count its requests', () => {
  /** `stock` fails a tenth of its requests from step 28 on. */
  const failing = (requests: number): MetricPoint[] => {
    const random = seededRandom(4, 'uncounted')
    return [
      ...readings(OTHERS, (service, step) => [
        point(service, 'http.server.requests', '{request}', requests * (0.95 + 0.1 * random.next()), step),
        point(service, 'http.server.availability', '%', 100, step),
      ]),
      ...readings(['stock'], (service, step) => [
        point(service, 'http.server.availability', '%', step >= 28 ? 90 : 100, step),
      ]),
    ]
  }

  it('is taken to have as many as the others usually have: a tenth of few requests is no incident', async () => {
    expect((await verdictOn(failing(2))).outcome).toBe('no_anomaly')
    const busy = await verdictOn(failing(4_000))
    expect(busy.candidates[0]?.service).toBe('stock')
    expect(busy.outcome).not.toBe('no_anomaly')
  })
})

describe('a service whose readings end', () => {
  const ending = (name: string, unit: string): MetricPoint[] => {
    const random = seededRandom(5, 'ending')
    const level = (service: string, step: number) => point(service, name, unit, 12 * (0.95 + 0.1 * random.next()), step)
    return readings([...OTHERS, 'stock'], (service, step) =>
      service === 'stock' && step >= 28 ? [] : [level(service, step)],
    )
  }

  it('is gone where they are of the service itself, and only not asked where they come with requests', async () => {
    const gone = await verdictOn(ending('process.cpu.utilization', '%'))
    expect(gone.candidates[0]?.service).toBe('stock')
    expect(gone.mechanism?.kind).toBe('gone_silent')
    expect((await verdictOn(ending('http.server.request.duration.avg', 's'))).outcome).toBe('no_anomaly')
  })
})
