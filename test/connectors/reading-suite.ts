import { expect, it } from 'vitest'
import type { PullPosition } from '../../src/connectors/connector.ts'
import { toMillis } from '../../src/telemetry/time.ts'
import { NOW_MS } from './clock.ts'
import { type Bench, benchOf, type ConnectorSuite, expectFailure, expectNoSecrets } from './connector-suite.ts'

export interface ReadingSuite {
  /** How many lines are seeded into the window; 25 where left out. More than a page shows that pages are followed. */
  readonly lines?: number
  /** False where lines carry no level of their own. */
  readonly hasLevel?: boolean
  /** True where the platform's fake ignores what resource a line belongs to. */
  readonly isUnnamed?: boolean
  /** A word query that finds one seeded line, where the platform's own search differs from plain words. */
  readonly query?: { readonly text: string; readonly isNative: boolean }
}

const FROM_MS = NOW_MS - 3_600_000
const TO_MS = NOW_MS - 60_000

interface Rig extends Bench {
  readonly config: Readonly<Record<string, unknown>>
  readonly inside: readonly string[]
}

/** Lines in the window, one on each side of it, and one on its open end. */
async function rigOf(suite: ConnectorSuite, reading: ReadingSuite): Promise<Rig> {
  const bench = await benchOf(suite)
  const listed = suite.config ? null : await suite.connector.listResources(bench.deps, bench.good, null)
  const config = suite.config ?? (listed?.ok ? listed.value.resources[0]?.config : undefined)
  if (config === undefined) throw new Error('nothing to read')
  const count = reading.lines ?? 25
  const resource = reading.isUnnamed ? {} : { resource: suite.resourceOf(config) }
  const level = (index: number) => (index % 5 === 0 ? ('error' as const) : ('info' as const))
  const inside = Array.from({ length: count }, (_, index) => ({
    // Several lines share a time, as they do.
    atMs: FROM_MS + Math.floor(index / 3) * 3 * Math.floor((TO_MS - FROM_MS) / (count + 3)),
    message: `line-${String(index).padStart(5, '0')} checkout`,
    level: level(index),
    ...resource,
  }))
  const outside = [FROM_MS - 5_000, TO_MS, TO_MS + 5_000].map((atMs) => ({
    atMs,
    message: `outside-${atMs}`,
    level: 'info' as const,
    ...resource,
  }))
  bench.fake.control.seedLogs([...inside, ...outside])
  bench.fake.control.reset()
  return { ...bench, config, inside: inside.map((line) => line.message) }
}

/** Pulls until caught up, and removes the overlap by the records' ids as the poller does. */
async function pullAll(suite: ConnectorSuite, rig: Rig) {
  const seen = new Map<string, { body: string; ms: number; severity: number; service: string }>()
  let position: PullPosition | null = null
  for (let pulls = 0; pulls < 50; pulls += 1) {
    if (!suite.connector.pull) throw new Error('no pull')
    const outcome = await suite.connector.pull(rig.deps, {
      metadata: rig.good,
      config: rig.config,
      position: position && JSON.parse(JSON.stringify(position)),
      fromMs: FROM_MS,
      toMs: TO_MS,
    })
    if (!outcome.ok) throw new Error(`pull failed: ${outcome.kind} ${outcome.message}`)
    const { logs = [], recordIds } = outcome.value
    expect(recordIds).toHaveLength(logs.length)
    logs.forEach((log, index) => {
      const { severityNumber: severity, body, resource } = log
      seen.set(recordIds[index] ?? '', { body, ms: toMillis(log.time), severity, service: resource.service })
    })
    expectNoSecrets(outcome.value, rig.fake)
    position = outcome.value.position
    if (outcome.value.isCaughtUp) return [...seen.values()]
  }
  throw new Error('pulling does not end')
}

export function describeReading(suite: ConnectorSuite, reading: ReadingSuite): void {
  if (suite.connector.pull) describePull(suite, reading)
  if (suite.connector.query) describeQuery(suite, reading)
}

function describePull(suite: ConnectorSuite, reading: ReadingSuite): void {
  it('pulls every line of the window once, and none outside it', async () => {
    const rig = await rigOf(suite, reading)
    const pulled = await pullAll(suite, rig)
    expect(pulled.map(({ body }) => body).sort()).toEqual([...rig.inside].sort())
    expect(pulled.every(({ ms }) => ms >= FROM_MS && ms < TO_MS)).toBe(true)
    expect(pulled.every(({ service }) => service !== '')).toBe(true)
    if (reading.hasLevel === false) return
    const errors = pulled.filter(({ severity }) => severity === 17)
    expect(errors).toHaveLength(Math.ceil(rig.inside.length / 5))
  })

  it('gives a record the same id each time it is read', async () => {
    const rig = await rigOf(suite, reading)
    const first = await pullAll(suite, rig)
    expect(await pullAll(suite, rig)).toEqual(first)
  })

  it('is caught up at once with an empty window', async () => {
    const bench = await rigOf(suite, { ...reading, lines: 0 })
    expect(await pullAll(suite, bench)).toEqual([])
  })

  it('reports why a pull failed', async () => {
    const rig = await rigOf(suite, reading)
    const pull = () =>
      suite.connector.pull?.(rig.deps, {
        metadata: rig.good,
        config: rig.config,
        position: null,
        fromMs: FROM_MS,
        toMs: TO_MS,
      })
    for (const [fault, kind] of [
      [{ kind: 'server_error' }, 'vendor_error'],
      [{ kind: 'reset' }, 'unreachable'],
      [{ kind: 'rate_limited' }, 'rate_limited'],
      [{ kind: 'unexpected_shape' }, 'unexpected_shape'],
    ] as const) {
      rig.fake.control.reset()
      rig.fake.control.failNext(fault, 200)
      const outcome = await pull()
      if (outcome) expectFailure(outcome, kind, rig.fake)
    }
  })
}

function describeQuery(suite: ConnectorSuite, reading: ReadingSuite): void {
  const ask = (rig: Rig, text: string, limit: number, isNative = false) =>
    suite.connector.query?.(rig.deps, {
      metadata: rig.good,
      query: { signal: 'logs', text, isNative, fromMs: FROM_MS, toMs: TO_MS, limit },
    }) ?? Promise.reject(new Error('no query'))

  it('answers a query about a window with the lines that contain the words', async () => {
    const rig = await rigOf(suite, reading)
    const query = reading.query ?? { text: 'line-00007', isNative: false }
    const outcome = await ask(rig, query.text, 10, query.isNative)
    if (!outcome.ok) throw new Error(`${outcome.kind} ${outcome.message}`)
    expect(outcome.value.rows).toHaveLength(1)
    expect(JSON.stringify(outcome.value.rows)).toContain(query.text.match(/line-\d+/)?.[0] ?? query.text)
    for (const row of outcome.value.rows) expect(row).toHaveLength(outcome.value.columns.length)
    expectNoSecrets(outcome.value, rig.fake)
  })

  it('reports that there are more lines than requested', async () => {
    const rig = await rigOf(suite, reading)
    const outcome = await ask(rig, '', 5)
    if (!outcome.ok) throw new Error(`${outcome.kind} ${outcome.message}`)
    expect(outcome.value.rows).toHaveLength(5)
    expect(outcome.value.isTruncated).toBe(true)
    expect(JSON.stringify(outcome.value.rows)).not.toContain('outside-')
  })
}
