import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../scripts/demo/random.ts'
import { investigate } from '../../../src/agent/investigator/investigate.ts'
import { memorySource } from '../../../src/agent/investigator/memory-source.ts'
import { isOfGateway, metricRole } from '../../../src/agent/investigator/metric-roles.ts'
import type { Verdict } from '../../../src/agent/investigator/verdict.ts'
import type { MetricPoint } from '../../../src/telemetry/model.ts'
import { shapeOf } from '../../../src/telemetry/shape/shape.ts'
import { fromMillis } from '../../../src/telemetry/time.ts'

const START_MS = Date.parse('2026-05-05T09:00:00Z')
const MINUTE_MS = 60_000
const COUNT = 40
const ONSET = 35

/** Readings of five minutes: `[service, metric, unit, value]`; null is not sent. */
type Reading = readonly [string, string, string, number | null]

async function ask(
  readingsAt: (i: number, noise: () => number) => Reading[],
  stepMs = 5 * MINUTE_MS,
): Promise<Verdict> {
  const random = seededRandom(11, 'cloud')
  const noise = () => 0.95 + 0.1 * random.next()
  const metrics = Array.from({ length: COUNT }, (_, i) => i).flatMap((i) =>
    readingsAt(i, noise).flatMap(([service, name, unit, value]): MetricPoint[] =>
      value === null ? [] : [point(service, name, unit, value, START_MS + i * stepMs)],
    ),
  )
  const source = memorySource({ logs: [], spans: [], metrics }, ({ body }) => shapeOf(body))
  const now = START_MS + COUNT * stepMs + MINUTE_MS
  return (await investigate({ source, window: null, incidentStartHint: null, now })).verdict
}

function point(service: string, name: string, unit: string, value: number, timeMs: number): MetricPoint {
  return {
    time: fromMillis(timeMs),
    startTime: null,
    name,
    unit,
    description: '',
    type: 'gauge',
    temporality: 'unspecified',
    isMonotonic: false,
    value,
    resource: { service, environment: '', attributes: {} },
    scopeName: '',
    attributes: {},
  }
}

/** A function that is asked all the time and well. */
function served(service: string, noise: () => number, { ms = 80, times = 1 } = {}): Reading[] {
  return [
    [service, 'Invocations', 'Count', Math.round(600 * noise() * times)],
    [service, 'Duration.avg', 'Milliseconds', ms * noise()],
  ]
}

describe('readings of a managed cloud', () => {
  it.each([
    ['AWS/DynamoDB/SuccessfulRequestLatency', 'latency'],
    ['run.googleapis.com/request_latencies', 'latency'],
    ['AWS/Lambda/Throttles', 'refusals'],
    ['container_cpu_cfs_throttled_seconds_total', 'processor'],
    ['AWS/Lambda/ConcurrentExecutions', 'waiting'],
    ['ApproximateAgeOfOldestMessage', 'waiting'],
    ['kafka_consumergroup_lag', 'waiting'],
    ['messaging.dead_letter.messages', 'errors'],
    ['NumberOfMessagesMovedToDLQ', 'errors'],
    ['aws_elasticache_cache_hits', 'cache'],
    ['monitor_hits_sum', 'cache'],
    ['AWS/RDS/Queries', 'traffic'],
  ])('are read by their names: %s is about %s', (name, role) => {
    expect(metricRole(name)).toBe(role)
  })

  it.each([
    ['aws_apigateway_latency_p95', true],
    ['loadbalancing.googleapis.com/https/request_count', true],
    ['PetStatus/prod_AWS::ApiGateway::Stage', true],
    ['search.us-west-2.elb.amazonaws.com_remote', true],
    ['orders-api', false],
    ['rebalancing', false],
  ])('are those of a gateway by a name of its own or of a metric: %s %s', (name, expected) => {
    expect(isOfGateway(name)).toBe(expected)
  })

  it('count things: a first message that waits in a queue is no incident', async () => {
    const verdict = await ask((i, noise) => [
      ...['get', 'put', 'list'].flatMap((service) => served(service, noise)),
      ['jobs', 'ApproximateNumberOfMessagesVisible', 'Count', i >= ONSET ? 1 : 0],
      ['jobs', 'ApproximateAgeOfOldestMessage', 'Seconds', i >= ONSET ? 0.4 : 0],
    ])
    expect(verdict.outcome).toBe('no_anomaly')
  })

  it('are none where a count is not sent: a function that never refused and refuses now is named', async () => {
    const verdict = await ask((i, noise) => [
      ...['get', 'put', 'list', 'sign'].flatMap((service) => served(service, noise)),
      ['sign', 'Throttles', 'Count', i >= ONSET ? Math.round(300 * noise()) : null],
    ])
    expect(verdict.outcome).not.toBe('no_anomaly')
    expect(verdict.candidates[0]?.service).toBe('sign')
  })

  it('name the cache that lost its contents, and not the store that is asked more since', async () => {
    const verdict = await ask((i, noise) => {
      const isEmpty = i >= ONSET
      return [
        ...['get', 'put', 'list'].flatMap((service) => served(service, noise, { ms: isEmpty ? 130 : 80 })),
        ['sessions', 'GetTypeCmds', 'Count', Math.round(1_800 * noise())],
        ['sessions', 'CacheHits', 'Count', Math.round((isEmpty ? 300 : 1_600) * noise())],
        ['users', 'Queries', 'Count', Math.round((isEmpty ? 1_600 : 300) * noise())],
        ['users', 'QueryLatency.avg', 'Milliseconds', (isEmpty ? 60 : 12) * noise()],
      ]
    })
    expect(verdict.candidates[0]?.service).toBe('sessions')
  })

  it('contain those of a callee: of two that became slow the one inside is named', async () => {
    const verdict = await ask((i, noise) => {
      const inside = (i >= ONSET ? 400 : 60) * noise() * noise()
      return [
        ...['put', 'list', 'sign'].flatMap((service) => served(service, noise)),
        ['front', 'Invocations', 'Count', Math.round(600 * noise())],
        ['front', 'Duration.avg', 'Milliseconds', 2 * inside + 2 * noise()],
        ['prices', 'Invocations', 'Count', Math.round(600 * noise())],
        ['prices', 'Duration.avg', 'Milliseconds', inside],
      ]
    })
    expect(verdict.candidates[0]?.service).toBe('prices')
  })

  it('tell waiting from a busy processor: one that is measured and does no more than before is none', async () => {
    const verdict = await ask((i, noise) => [
      ...['get', 'put', 'list', 'sign'].flatMap((service) =>
        served(service, noise, { ms: service === 'sign' && i >= ONSET ? 400 : 80 }),
      ),
      ['sign', 'CPUUtilization', 'Percent', 40 * noise()],
    ])
    expect(verdict.candidates[0]?.service).toBe('sign')
    expect(verdict.mechanism?.kind).not.toBe('processor')
  })

  it('name the table that refuses by a limit of its own, and not who fails and waits more since', async () => {
    const verdict = await ask((i, noise) => {
      const isLimited = i >= ONSET
      return [
        ...['put', 'list', 'sign'].flatMap((service) => served(service, noise)),
        ...served('get', noise, { ms: isLimited ? 300 : 80 }),
        ['get', 'Errors', 'Count', Math.round((isLimited ? 200 : 1) * noise())],
        ['prices', 'RequestCount', 'Count', Math.round((isLimited ? 500 : 600) * noise())],
        ['prices', 'ThrottledRequests', 'Count', isLimited ? Math.round(300 * noise()) : 0],
      ]
    })
    expect(verdict.candidates[0]?.service).toBe('prices')
  })

  it('name who became slowest, though who waits for it has a few failures more', async () => {
    const verdict = await ask((i, noise) => [
      ...['put', 'list', 'sign'].flatMap((service) => served(service, noise)),
      ...served('get', noise, { ms: i >= ONSET ? 160 : 80, times: 3 }),
      ['get', 'Errors', 'Count', i >= ONSET ? 4 : 0],
      ['prices', 'Invocations', 'Count', Math.round(500 * noise())],
      ['prices', 'Duration.avg', 'Milliseconds', (i >= ONSET ? 400 : 60) * noise()],
    ])
    expect(verdict.candidates[0]?.service).toBe('prices')
  })

  it('of a gateway show what is behind it: alone they assert nothing, and who changed more behind it comes first', async () => {
    const front = (ms: number, noise: () => number): Reading[] => [
      ['shop', 'AWS/ApiGateway/Count', 'Count', Math.round(900 * noise())],
      ['shop', 'AWS/ApiGateway/Latency', 'Milliseconds', ms * noise()],
      ['shop', 'AWS/ApiGateway/5XXError', 'Count', ms > 100 ? 60 : 0],
    ]
    const others = (noise: () => number) => ['put', 'list', 'sign'].flatMap((service) => served(service, noise))
    const alone = await ask((i, noise) => [...others(noise), ...front(i >= ONSET ? 400 : 90, noise)])
    expect(alone.candidates[0]?.service).toBe('shop')
    expect(alone.outcome).toBe('inconclusive')
    const behind = await ask((i, noise) => [
      ...others(noise),
      ...front(i >= ONSET ? 400 : 90, noise),
      ...served('get', noise, { ms: i >= ONSET ? 500 : 80 }),
    ])
    expect(behind.candidates[0]?.service).toBe('get')
  })

  it('rise together in a surge: who takes longer because all ask more is not at fault', async () => {
    const verdict = await ask((i, noise) => {
      const times = i >= ONSET ? 1.6 : 1
      return [
        ...['get', 'put', 'list', 'sign', 'find'].flatMap((service) => served(service, noise, { times })),
        ...served('users', noise, { times, ms: i >= ONSET ? 115 : 80 }),
      ]
    })
    expect(verdict.outcome).toBe('no_anomaly')
  })
})
