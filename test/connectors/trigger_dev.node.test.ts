import { expect, it } from 'vitest'
import type { Connector, PullPosition } from '../../src/connectors/connector.ts'
import { triggerDev } from '../../src/connectors/trigger_dev/index.ts'
import {
  createTriggerDevFake,
  TRIGGER_DEV_PERSONAL_TOKEN,
  TRIGGER_DEV_PROJECT_REF,
} from '../fakes/platforms/trigger_dev.ts'
import { NOW_MS } from './clock.ts'
import { benchOf, type ConnectorSuite, describeConnector } from './connector-suite.ts'

const FROM_MS = NOW_MS - 3_600_000

const suite: ConnectorSuite = {
  connector: triggerDev as Connector,
  create: createTriggerDevFake,
  resourceOf: (config) => String(config['task']),
}

describeConnector(suite)

const { pull, query } = triggerDev
if (!pull || !query) throw new Error('it reads and answers')

async function rigOf(runs: number) {
  const bench = await benchOf(suite)
  bench.fake.control.seedLogs(
    Array.from({ length: runs * 2 }, (_, index) => ({
      atMs: FROM_MS + index * 1000,
      message: `line-${index}`,
      level: index % 10 === 0 ? ('error' as const) : ('info' as const),
      resource: 'send-mail',
      attributes: { run: String(Math.floor(index / 2)).padStart(4, '0') },
    })),
  )
  return bench
}

it('reads the lines of each ended run, and one record for a run that logged nothing', async () => {
  const { deps, good } = await rigOf(60)
  const seen = new Map<string, string>()
  let position: PullPosition | null = null
  for (let pulls = 0; ; pulls += 1) {
    expect(pulls).toBeLessThan(20)
    const outcome: Awaited<ReturnType<NonNullable<Connector['pull']>>> = await pull(deps, {
      metadata: good as never,
      config: { task: 'send-mail' },
      position: position && JSON.parse(JSON.stringify(position)),
      fromMs: FROM_MS,
      toMs: NOW_MS - 60_000 + pulls * 1000,
    })
    if (!outcome.ok) throw new Error(outcome.message)
    outcome.value.logs?.forEach((log, index) => {
      seen.set(outcome.value.recordIds[index] ?? '', log.body)
    })
    position = outcome.value.position
    if (outcome.value.isCaughtUp) break
  }
  // Every tenth of the 60 runs has no events: its two lines are one record of how it ended.
  expect(seen.size).toBe(54 * 2 + 6)
  expect([...seen.values()].filter((body) => body.startsWith('send-mail '))).toHaveLength(6)
})

it('queries the lines, runs and failures of a window', async () => {
  const { deps, good } = await rigOf(20)
  const ask = async (signal: 'logs' | 'events' | 'issues', text: string) => {
    const asked = { signal, text, isNative: false, fromMs: FROM_MS, toMs: NOW_MS, limit: 50 }
    const outcome = await query(deps, { metadata: good as never, query: asked })
    if (!outcome.ok) throw new Error(outcome.message)
    return outcome.value.rows
  }
  expect(await ask('logs', 'line-31')).toHaveLength(1)
  expect(await ask('events', 'completed')).toHaveLength(16)
  expect(await ask('issues', '')).toHaveLength(4)
})

it('reports that the window has runs it did not read', async () => {
  const askOf = async (runs: number) => {
    const { deps, good } = await rigOf(runs)
    const asked = { signal: 'logs', text: '', isNative: false, fromMs: FROM_MS, toMs: NOW_MS, limit: 500 } as const
    const outcome = await query(deps, { metadata: good as never, query: asked })
    if (!outcome.ok) throw new Error(outcome.message)
    return outcome.value.isTruncated
  }
  expect(await askOf(20)).toBe(false)
  expect(await askOf(21)).toBe(true)
})

it('a personal token works for its project', async () => {
  const { deps } = await rigOf(20)
  const metadata = { secret_key: TRIGGER_DEV_PERSONAL_TOKEN, project_ref: TRIGGER_DEV_PROJECT_REF }
  expect(await triggerDev.validate(deps, metadata)).toEqual({ ok: true, value: { account: 'Shop' } })
  expect(await triggerDev.listResources(deps, metadata, null)).toMatchObject({
    value: { resources: [{ config: { task: 'send-mail' } }] },
  })
  expect(await triggerDev.validate(deps, { ...metadata, project_ref: 'proj_other' })).toMatchObject({
    kind: 'not_found',
  })
})
