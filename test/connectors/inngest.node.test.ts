import { expect, it } from 'vitest'
import type { Connector, PullPosition } from '../../src/connectors/connector.ts'
import { inngest } from '../../src/connectors/inngest/index.ts'
import { createInngestFake } from '../fakes/platforms/inngest.ts'
import type { FakeOptions } from '../fakes/platforms/platform-fake.ts'
import { NOW_MS } from './clock.ts'
import { benchOf, type ConnectorSuite, describeConnector } from './connector-suite.ts'

const FROM_MS = NOW_MS - 3_600_000
const EVENT = 'shop/order.paid'

/** Events are known by their names once they have occurred. */
function create(options: FakeOptions) {
  const fake = createInngestFake(options)
  const atMs = NOW_MS - 7_200_000
  fake.control.seedLogs(
    fake.resources().map((resource, index) => ({ atMs: atMs + index, message: 'earlier', resource })),
  )
  return fake
}

const suite: ConnectorSuite = {
  connector: inngest as Connector,
  create,
  resourceOf: (config) => String(config['event']),
}

describeConnector(suite)

const { pull, query } = inngest
if (!pull || !query) throw new Error('it reads and answers')

async function rigOf(count: number) {
  const bench = await benchOf(suite)
  bench.fake.control.seedLogs(
    Array.from({ length: count }, (_, index) => ({
      atMs: FROM_MS + index * 1000,
      message: `line-${index}`,
      level: index % 5 === 0 ? ('error' as const) : ('info' as const),
      resource: index % 2 === 0 ? EVENT : 'shop/mail.sent',
    })),
  )
  return bench
}

it('reads one record per ended run of the event, over all pages', async () => {
  const { deps, good } = await rigOf(160)
  const seen = new Map<string, { body: string; severityNumber: number }>()
  let position: PullPosition | null = null
  for (let pulls = 0; ; pulls += 1) {
    expect(pulls).toBeLessThan(20)
    const outcome: Awaited<ReturnType<NonNullable<Connector['pull']>>> = await pull(deps, {
      metadata: good as never,
      config: { event: EVENT },
      position: position && JSON.parse(JSON.stringify(position)),
      fromMs: FROM_MS,
      // The clock goes on while pages are read.
      toMs: NOW_MS - 60_000 + pulls * 1000,
    })
    if (!outcome.ok) throw new Error(outcome.message)
    outcome.value.logs?.forEach((log, index) => {
      seen.set(outcome.value.recordIds[index] ?? '', log)
    })
    position = outcome.value.position
    if (outcome.value.isCaughtUp) break
  }
  expect(seen.size).toBe(80)
  const errors = [...seen.values()].filter(({ severityNumber }) => severityNumber === 17)
  expect(errors.map(({ body }) => body).sort()).toEqual(Array.from({ length: 16 }, (_, i) => `line-${i * 10}`).sort())
})

it('finds events of a window by words, and failed runs as issues', async () => {
  const { deps, good } = await rigOf(40)
  const ask = async (signal: 'events' | 'issues', text: string) => {
    const asked = { signal, text, isNative: false, fromMs: FROM_MS, toMs: NOW_MS, limit: 50 }
    const outcome = await query(deps, { metadata: good as never, query: asked })
    if (!outcome.ok) throw new Error(outcome.message)
    return outcome.value
  }
  expect((await ask('events', 'line-7')).rows).toHaveLength(1)
  expect((await ask('issues', '')).rows).toHaveLength(8)
})

it('reports that the window has runs it did not read', async () => {
  const askOf = async (count: number) => {
    const { deps, good } = await rigOf(count)
    const asked = { signal: 'issues', text: '', isNative: false, fromMs: FROM_MS, toMs: NOW_MS, limit: 50 } as const
    const outcome = await query(deps, { metadata: good as never, query: asked })
    if (!outcome.ok) throw new Error(outcome.message)
    return outcome.value.isTruncated
  }
  expect(await askOf(40)).toBe(false)
  expect(await askOf(60)).toBe(true)
})
