import { describe, expect, it } from 'vitest'
import type { AgentContext } from '../../src/agent/contract.ts'
import type { DeliveringSource } from '../../src/agent/sources.ts'
import { agentTools } from '../../src/agent/tools/index.ts'
import { runTool } from '../../src/agent/tools/run-tool.ts'
import type { SourceHealthResult } from '../../src/agent/tools/source-health.ts'
import { MemoryTelemetryStore } from '../telemetry/memory-store.ts'
import { Conversation, embeddedAgent, PROJECT } from './ask.ts'
import { NOW_MS, storeWithErrors } from './small-store.ts'

const ago = (minutes: number) => new Date(NOW_MS - minutes * 60_000).toISOString()

function source(given: Partial<DeliveringSource>): DeliveringSource {
  return {
    id: '01900000-0000-7000-8000-00000000000a',
    kind: 'stream',
    name: 'web drain',
    provider: 'vercel',
    state: 'active',
    error: null,
    lastRecordAt: ago(1),
    recordsLastHour: 100,
    recordsLastDay: 2400,
    usualPerHour: 100,
    isSilent: false,
    dropped: 0,
    repaired: [],
    rejected: [],
    ...given,
  }
}

const SILENT = source({ name: 'checkout drain', lastRecordAt: ago(180), recordsLastHour: 0, isSilent: true })
const REJECTING = source({
  name: 'ci',
  provider: 'splunk_hec',
  rejected: [
    { reason: 'a time is before 2000', count: 2 },
    { reason: 'invalid data format', count: 12 },
  ],
})
const BROKEN = source({ name: 'errors', provider: 'sentry', state: 'error', error: 'The token has expired.' })
const UNUSED = source({ name: 'new', state: 'pending', lastRecordAt: null, recordsLastDay: 0, usualPerHour: null })

const contextOf = (sources: readonly DeliveringSource[], isTruncated = false): Partial<AgentContext> => ({
  sources: { health: async () => ({ sources, isTruncated }) },
})

async function call(extra: Partial<AgentContext>, params: object = {}) {
  const ctx = {
    project: PROJECT,
    telemetry: new MemoryTelemetryStore(),
    askedAtMs: NOW_MS,
    now: () => NOW_MS,
    ...extra,
  }
  const deps = { tools: agentTools(), onToolError: () => undefined }
  const made = { toolCallId: 'call_1', name: 'source_health', params }
  return runTool(deps, ctx, made, new AbortController().signal)
}

async function ask(question: string, extra: Partial<AgentContext>, store = storeWithErrors()) {
  return new Conversation(await store, embeddedAgent(), 24, extra).ask(question, NOW_MS)
}

describe('source_health', () => {
  it('lists silent sources first, then broken ones, then those that are refused most, and counts each problem', async () => {
    const step = await call(contextOf([source({}), UNUSED, REJECTING, BROKEN, SILENT]))
    // The result of this tool.
    const result = step.result as SourceHealthResult
    expect(result.sources.map(({ name }) => name)).toEqual(['checkout drain', 'errors', 'ci', 'new', 'web drain'])
    expect(result.problems).toMatchObject({ silent: 1, error: 1, rejecting: 1, never_sent: 1, paused: 0 })
    expect(result.sources[2]).toMatchObject({ rejectedTotal: 14, rejected: [{ count: 12 }, { count: 2 }] })
    expect(step.artifacts[0]).toMatchObject({
      name: 'table',
      data: { rows: [{ name: 'checkout drain' }, {}, {}, {}, {}] },
    })
  })

  it('is bounded, and says how many more there are and that not all were read', async () => {
    const many = Array.from({ length: 1000 }, (_, i) => source({ name: `${i} ${'long '.repeat(2000)}` }))
    const step = await call(contextOf([...many, SILENT], true))
    const result = step.result as SourceHealthResult
    expect(result).toMatchObject({
      total: 1001,
      more: 941,
      incomplete: ['only the newest 1001 sources were looked at'],
    })
    expect(result.sources[0]?.name).toBe('checkout drain')
    expect(JSON.stringify(step.result).length).toBeLessThan(65_536)
  })

  it('narrows by a name or a provider', async () => {
    const step = await call(contextOf([source({}), REJECTING, SILENT]), { name: 'SPLUNK' })
    expect(step.result).toMatchObject({ total: 1, sources: [{ name: 'ci' }] })
  })

  it('refuses in words where the deployment does not count deliveries', async () => {
    expect(await call({})).toMatchObject({ status: 'error' })
  })
})

describe('the embedded model, asked whether everything arrives', () => {
  it('names the silent source, since when, and its habit', async () => {
    const { text, tools } = await ask('which sources went silent?', contextOf([source({}), SILENT]))
    expect(text).toContain('**1 of 2 sources went silent**')
    expect(text).toContain(
      '`checkout drain` (`vercel`): silent for 3 h, since 12:00:00 UTC; it usually sends 100 records an hour.',
    )
    expect(text).toContain('Without a problem: `web drain` (`vercel`).')
    const id = tools.find(({ name }) => name === 'source_health')?.toolCallId
    expect(text).toContain(`[${id}]`)
  })

  it('says that all send as usual when they do', async () => {
    const { text } = await ask('is everything still sending?', contextOf([source({}), source({ name: 'api' })]))
    expect(text).toContain('**All 2 sources are sending as usual**')
    expect(text).toContain('200 records in this hour, 4,800 in 24 hours')
  })

  it('tells what was refused and why, and what the platform said', async () => {
    const { text } = await ask('why do I see no logs?', contextOf([REJECTING, BROKEN]))
    expect(text).toContain('14 refusals since it was made: `invalid data format` (12), `a time is before 2000` (2)')
    expect(text).toContain('error: `The token has expired.`')
    expect(text).toContain('Records are arriving')
  })

  it('answers about a service that is named from its telemetry', async () => {
    const { text } = await ask('is checkout still logging?', contextOf([source({})]))
    expect(text).toMatch(/`checkout` was last seen 14:59:00 UTC, 1 min before your question/)
  })

  it('tells of a project without telemetry what became of what was sent to it', async () => {
    const refusing = source({ ...REJECTING, lastRecordAt: null, recordsLastDay: 0, recordsLastHour: 0 })
    const empty = Promise.resolve(new MemoryTelemetryStore())
    const { text } = await ask('why do I see no logs?', contextOf([refusing]), empty)
    expect(text).toContain('No telemetry has reached this project yet')
    expect(text).toContain('`invalid data format` (12)')
    expect((await ask('what broke?', contextOf([]), empty)).text).toContain('No telemetry has reached this project yet')
  })

  it('shows names of sources as code, whatever they contain', async () => {
    const hostile = source({ ...SILENT, name: '**x** [y](http://evil.test) ``` \n# head' })
    const { text } = await ask('which sources went silent?', contextOf([hostile]))
    expect(text).not.toMatch(/^# head/m)
    expect(text).toContain('````**x** [y](http://evil.test) ``` # head````')
  })

  it('looks again when it is asked again: health changes', async () => {
    let sources = [SILENT]
    const conversation = new Conversation(await storeWithErrors(), embeddedAgent(), 24, {
      sources: { health: async () => ({ sources, isTruncated: false }) },
    })
    expect((await conversation.ask('which sources went silent?', NOW_MS)).text).toContain('went silent**')
    sources = [source({})]
    expect((await conversation.ask('is everything still sending?', NOW_MS)).text).toContain('sending as usual')
  })

  it('falls back to the telemetry where deliveries are not counted', async () => {
    const { text, failure } = await ask('which sources went silent?', {})
    expect(failure).toBeNull()
    expect(text).toContain('sent telemetry in the 24 hours up to')
  })
})
