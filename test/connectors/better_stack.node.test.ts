import { expect, it } from 'vitest'
import { betterStack } from '../../src/connectors/better_stack/index.ts'
import type { Connector } from '../../src/connectors/connector.ts'
import { createBetterStackFake } from '../fakes/platforms/better_stack.ts'
import { NOW_MS } from './clock.ts'
import { benchOf, type ConnectorSuite, describeConnector, expectFailure } from './connector-suite.ts'

const suite: ConnectorSuite = {
  connector: betterStack as Connector,
  create: createBetterStackFake,
  resourceOf: (config) => String(config['source_id']),
  reading: { lines: 2500 },
}

describeConnector(suite)

it('leaves no connection behind, even when answers are lost', async () => {
  const { deps, good, fake } = await benchOf(suite)
  const pull = () =>
    betterStack.pull?.(deps, {
      metadata: good as never,
      config: { source_id: '1000', table: 't123456_shop_0' },
      position: null,
      fromMs: NOW_MS - 3_600_000,
      toMs: NOW_MS,
    })
  expect(await pull()).toMatchObject({ ok: true })
  fake.control.failNext({ kind: 'answer_lost' }, 1, ({ path }) => path === '/api/v1/connections')
  expect(await pull()).toMatchObject({ ok: false, kind: 'unreachable' })
  fake.control.failNext({ kind: 'server_error' }, 200, ({ path }) => path === '/')
  expect(await pull()).toMatchObject({ ok: false, kind: 'vendor_error' })
  expect(fake.destinations().filter(({ isForeign }) => !isForeign)).toEqual([])
  expect(fake.destinations()).toHaveLength(1)
})

it('an error after rows that were already sent counts as a failure', async () => {
  const bench = await benchOf(suite)
  const fake = bench.fake as ReturnType<typeof createBetterStackFake>
  fake.state.failsInBody = true
  const outcome = await betterStack.pull?.(bench.deps, {
    metadata: bench.good as never,
    config: { source_id: '1000', table: 't123456_shop_0' },
    position: null,
    fromMs: NOW_MS - 3_600_000,
    toMs: NOW_MS,
  })
  if (outcome) expectFailure(outcome, 'vendor_error', bench.fake)
})
