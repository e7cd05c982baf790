import { expect, it } from 'vitest'
import type { Connector } from '../../src/connectors/connector.ts'
import { prometheus } from '../../src/connectors/prometheus/index.ts'
import { toMillis } from '../../src/telemetry/time.ts'
import { createPrometheusFake } from '../fakes/platforms/prometheus.ts'
import { NOW_MS } from './clock.ts'
import { benchOf, type ConnectorSuite, describeConnector, expectFailure } from './connector-suite.ts'

const suite: ConnectorSuite = {
  connector: prometheus as Connector,
  create: createPrometheusFake,
  resourceOf: (config) => String(config['job']),
}

describeConnector(suite)

const { pull, query } = prometheus
if (!pull || !query) throw new Error('it reads and answers')

it('reads each point of a job once, on whole minutes, and leaves out points that are not numbers', async () => {
  const { deps, good } = await benchOf(suite)
  const [fromMs, toMs] = [NOW_MS - 3_600_000 + 7_000, NOW_MS]
  const seen = new Map<string, number>()
  let position = null
  for (let pulls = 0; ; pulls += 1) {
    expect(pulls).toBeLessThan(20)
    const input = { metadata: good as never, config: { job: 'shop-api' }, position, fromMs, toMs }
    const outcome: Awaited<ReturnType<typeof pull>> = await pull(deps, input)
    if (!outcome.ok) throw new Error(outcome.message)
    const { metrics = [], recordIds } = outcome.value
    expect(recordIds).toHaveLength(metrics.length)
    metrics.forEach((point, index) => {
      expect(seen.has(recordIds[index] ?? '')).toBe(false)
      expect(toMillis(point.time) % 60_000).toBe(0)
      expect(point).toMatchObject({ resource: { service: 'shop-api' }, value: expect.any(Number) })
      expect(point.type).toBe(point.name === 'http_requests_total' ? 'sum' : 'gauge')
      seen.set(recordIds[index] ?? '', toMillis(point.time))
    })
    position = outcome.value.position
    if (outcome.value.isCaughtUp) break
  }
  // 59 whole minutes of `up` and of the counter; the ratio is NaN throughout.
  expect(seen.size).toBe(2 * 59)
})

it('answers PromQL with one row per series and explains a query that fails', async () => {
  const { deps, good, fake } = await benchOf(suite)
  const asked = { signal: 'metrics', isNative: true, fromMs: NOW_MS - 3_600_000, toMs: NOW_MS, limit: 10 } as const
  const answer = await query(deps, { metadata: good as never, query: { ...asked, text: 'up{job="shop-web"}' } })
  if (!answer.ok) throw new Error(answer.message)
  expect(answer.value.rows).toHaveLength(1)
  expect(answer.value.rows[0]?.slice(0, 1)).toEqual(['up'])
  expectFailure(await query(deps, { metadata: good as never, query: { ...asked, text: 'up{' } }), 'bad_config', fake)
})

it('an engine without build information is tested with a query', async () => {
  const bench = await benchOf({
    ...suite,
    create: (options) => createPrometheusFake({ ...options, isBuildInfoMissing: true }),
  })
  expect(await prometheus.validate(bench.deps, bench.good as never)).toMatchObject({ ok: true })
})

it.each(['none', 'basic', 'bearer', 'header'] as const)('authenticates by %s', async (auth) => {
  const bench = await benchOf({ ...suite, create: (options) => createPrometheusFake({ ...options, auth }) })
  expect(await prometheus.validate(bench.deps, bench.good as never)).toMatchObject({ ok: true })
})

it('refuses an internal address before anything is sent', async () => {
  const { deps, good, fake } = await benchOf(suite)
  const metadata = { ...good, url: 'https://169.254.169.254/latest' }
  expectFailure(await prometheus.validate(deps, metadata as never), 'bad_config', fake)
  expect(fake.control.requests).toHaveLength(0)
})
