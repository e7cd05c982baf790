import { describe, expect, it } from 'vitest'
import type { AgentContext } from '../../src/agent/contract.ts'
import { boundResult, jsonBytes } from '../../src/agent/tools/bound-result.ts'
import { agentTools } from '../../src/agent/tools/index.ts'
import { runTool } from '../../src/agent/tools/run-tool.ts'
import type { TelemetryStore } from '../../src/telemetry/port.ts'
import { MemoryTelemetryStore } from '../telemetry/memory-store.ts'
import { PROJECT } from './ask.ts'
import { NOW_MS, storeWith, storeWithErrors } from './small-store.ts'

const tools = agentTools()
const signal = new AbortController().signal

function contextOf(telemetry: TelemetryStore, extra: Partial<AgentContext> = {}): AgentContext {
  return { project: PROJECT, telemetry, askedAtMs: NOW_MS, now: () => NOW_MS, ...extra }
}

async function call(telemetry: TelemetryStore, name: string, params: unknown, extra: Partial<AgentContext> = {}) {
  const errors: unknown[] = []
  const deps = { tools, onToolError: (_: string, error: unknown) => void errors.push(error) }
  const step = await runTool(deps, contextOf(telemetry, extra), { toolCallId: 'call_1', name, params }, signal)
  return { ...step, errors }
}

describe('every tool', () => {
  it.each([...tools.values()].map((tool) => [tool.name, tool] as const))(
    '%s describes itself and its parameters as an object schema',
    (_, tool) => {
      expect(tool.description.length).toBeGreaterThan(40)
      expect(tool.inputSchema.type).toBe('object')
      expect(tool.readOnly).toBe(true)
    },
  )

  it.each([...tools.keys()])('%s refuses unknown parameters with a sentence', async (name) => {
    const step = await call(await storeWithErrors(), name, { nonsense: 1 })
    expect(step.status).toBe('error')
    expect(JSON.stringify(step.result)).toContain('parameters do not fit')
    expect(step.errors).toEqual([])
  })

  it.each([
    'coverage',
    'investigate',
    'log_volume',
    'log_patterns',
    'compare_log_patterns',
    'search_logs',
    'span_stats',
    'search_spans',
    'dependencies',
    'list_metrics',
  ])('%s answers without parameters, also over an empty project, and repeats itself exactly', async (name) => {
    for (const store of [await storeWithErrors(), new MemoryTelemetryStore()]) {
      const first = await call(store, name, {})
      expect(first.status).toBe('success')
      expect(await call(store, name, {})).toEqual(first)
    }
  })
})

describe('a tool call', () => {
  it('takes the last hour that has telemetry when no window is given, and says so', async () => {
    const store = await storeWithErrors()
    const step = await call(store, 'log_volume', {}, { askedAtMs: NOW_MS + 30 * 86_400_000 })
    expect(step.result).toMatchObject({
      total: 3,
      window: { basis: 'last_with_telemetry', to: '2026-11-20T14:59:00.001Z' },
    })
  })

  it.each([
    [{ from: '2026-11-20T15:00:00Z', to: '2026-11-20T14:00:00Z' }, 'must be earlier'],
    [{ from: 'yesterday' }, 'ISO 8601'],
    [{ from: '2024-01-01', to: '2026-11-20' }, '400 days'],
    [{ from: '2026-11-20T10:00:00Z', to: '2026-11-20T15:00:00Z', intervalSeconds: 1 }, 'more than 500 intervals'],
  ])('refuses the window %j in words', async (params, words) => {
    const step = await call(await storeWithErrors(), 'log_volume', params)
    expect(step.status).toBe('error')
    expect(JSON.stringify(step.result)).toContain(words)
  })

  it('reads a time without a zone as UTC', async () => {
    const step = await call(await storeWithErrors(), 'log_volume', {
      from: '2026-11-20T14:57:30',
      to: '2026-11-20 15:00:00',
    })
    expect(step.result).toMatchObject({ total: 2 })
  })

  it('keeps its result below 64 KiB and says what was cut', async () => {
    const store = await storeWith(
      Array.from({ length: 100 }, (_, index) => ({ body: `${index} ${'long '.repeat(500)}` })),
    )
    const step = await call(store, 'search_logs', { limit: 100 })
    expect(jsonBytes(step.result)).toBeLessThan(65_536)
    expect(JSON.stringify(step.result)).toMatch(/"cut":\["records: \d+ of 100"\]/)
    for (const artifact of step.artifacts) expect(jsonBytes(artifact.data)).toBeLessThan(65_536)
  })

  it('hides why a tool failed from the reader and tells the operator', async () => {
    const broken = new Proxy(new MemoryTelemetryStore(), {
      get: () => () => Promise.reject(new Error('D1_ERROR: secret at /internal/path')),
    })
    const step = await call(broken, 'log_volume', {})
    expect(step.status).toBe('error')
    expect(JSON.stringify(step.result)).not.toContain('secret')
    expect(step.errors).toHaveLength(1)
  })

  it('names what to connect when a signal was never sent', async () => {
    const step = await call(await storeWithErrors(), 'span_stats', {})
    expect(step.artifacts[0]).toMatchObject({
      name: 'integration_required',
      data: { dataSourceTypes: expect.arrayContaining(['honeycomb']) },
    })
    const logs = await call(await storeWithErrors(), 'log_volume', { text: 'nothing like this' })
    expect(logs.artifacts).toEqual([])
  })

  it('shows a record whole, with its neighbours', async () => {
    const store = await storeWithErrors()
    const found = (await call(store, 'search_logs', {})).result as { records: { id: string }[] }
    const step = await call(store, 'log_detail', { id: found.records[1]?.id })
    expect(step.result).toMatchObject({
      record: { body: 'payment 2 declined', severity: 'error' },
      context: { before: [{ body: 'payment 3 declined' }], after: [{ body: 'payment 1 declined' }] },
    })
    expect(step.artifacts[0]?.name).toBe('log_detail')
    expect((await call(store, 'log_detail', { id: 'gone' })).status).toBe('error')
  })
})

describe('tools over connected platforms', () => {
  const connections = {
    list: async () => [
      {
        id: 'c1',
        type: 'sentry',
        displayName: 'Sentry',
        canQuery: true,
        canQueryNatively: false,
        streams: { active: 1, error: 0, total: 1 },
      },
    ],
    query: async (id: string) =>
      id === 'c1'
        ? ({ ok: true, columns: ['title', 'count'], rows: [['TypeError', 3]], isTruncated: false } as const)
        : ({ ok: false, reason: 'There is no such connection in this project.' } as const),
  }
  const params = { connectionId: 'c1', signal: 'issues', text: '' }

  it('ask a connection and show its rows', async () => {
    const step = await call(await storeWithErrors(), 'query_connection', params, { connections })
    expect(step.result).toMatchObject({ rows: [['TypeError', 3]] })
    expect(step.artifacts[0]).toMatchObject({ name: 'table', data: { rows: [{ c0: 'TypeError', c1: 3 }] } })
  })

  it('pass a refusal on, and refuse where the deployment has none', async () => {
    const unknown = await call(
      await storeWithErrors(),
      'query_connection',
      { ...params, connectionId: 'x' },
      { connections },
    )
    expect(JSON.stringify(unknown.result)).toContain('no such connection')
    expect((await call(await storeWithErrors(), 'list_connections', {})).status).toBe('error')
  })
})

describe('a bounded result', () => {
  it('cuts the longest list first and keeps small values', () => {
    const result = {
      note: 'kept',
      small: [1, 2],
      rows: Array.from({ length: 5000 }, (_, index) => ({ index, text: 'x'.repeat(40) })),
    }
    const bounded = boundResult(result, 10_000) as typeof result & { cut: string[] }
    expect(bounded.note).toBe('kept')
    expect(bounded.small).toEqual([1, 2])
    expect(bounded.cut).toEqual([`rows: ${bounded.rows.length} of 5000`])
    expect(jsonBytes(bounded)).toBeLessThan(10_100)
  })

  it('keeps something of a value that has no list to cut', () => {
    const bounded = boundResult({ text: 'y'.repeat(100_000) }, 10_000)
    expect(jsonBytes(bounded)).toBeLessThan(10_000)
    expect(JSON.stringify(bounded)).toContain('too large')
  })
})
