/**
 * The evaluations of root causes with a language model that calls the tools in a poor order and cites whatever it
 * likes. Over the real service: `npm run eval:incidents -- <folder> --model poor-order`.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ALL_SIGNALS, readCase, readIndex } from '../../scripts/eval/incident-cases.ts'
import { citationsOf, citedIn } from '../../scripts/eval/poor-order/citations.ts'
import { poorOrderFetch } from '../../scripts/eval/poor-order/provider.ts'
import { makeIncident } from '../../scripts/eval/synthetic/incident.ts'
import { createAgent } from '../../src/agent/index.ts'
import type { RecordArrays } from '../../src/agent/investigator/memory-source.ts'
import { agentSettingsOf } from '../../src/agent/settings.ts'
import { MemoryTelemetryStore } from '../telemetry/memory-store.ts'
import { blocksOf, Conversation, PROJECT } from './ask.ts'

const SETTINGS = { AGENT_MODEL: 'openai-compatible', OPENAI_BASE_URL: 'https://models.test/v1', OPENAI_MODEL: 'poor' }

async function storeOf({ logs, spans, metrics }: RecordArrays): Promise<MemoryTelemetryStore> {
  const store = new MemoryTelemetryStore()
  const source = { keyId: 'k', payloadHash: 'h' }
  await store.append(PROJECT, { logs, spans, metrics, source, billedBytes: 1, deduplicate: false })
  return store
}

interface Tally {
  runs: number
  cited: number
  refusedCalls: number
  readonly invented: string[]
  readonly tools: Set<string>
}

/** Asks, now and then twice in one thread (the second answer can cite calls of the first), and looks at all that was said. */
async function tally(into: Tally, seed: number, records: RecordArrays, startMs: number, nowMs: number): Promise<void> {
  const agent = createAgent(agentSettingsOf(SETTINGS), { fetch: poorOrderFetch(seed) })
  const talk = new Conversation(await storeOf(records), agent)
  const start = new Date(startMs).toISOString()
  const made = new Set<string>()
  const first = `What is the root cause of the incident that started around ${start}?`
  for (const question of seed % 3 === 0 ? [first, 'and before that?'] : [first]) {
    const answer = await talk.ask(question, nowMs)
    expect(answer.failure).toBeNull()
    const calls = answer.tools.map(({ toolCallId }) => toolCallId)
    expect(new Set([...made, ...calls]).size).toBe(made.size + calls.length)
    for (const id of calls) made.add(id)
    const earlier = [...made].map((toolCallId) => ({
      type: 'tool_call' as const,
      name: '',
      params: {},
      status: 'success' as const,
      toolCallId,
    }))
    const { real, invented } = citationsOf([...earlier, ...blocksOf(talk, answer)])
    const streamed = citedIn(answer.chunks.map(({ delta }) => delta).join(''))
    into.runs += 1
    into.cited += real
    into.refusedCalls += answer.tools.filter(({ status }) => status === 'error').length
    into.invented.push(...invented, ...streamed.filter((id) => !made.has(id)))
    for (const { name } of answer.tools) into.tools.add(name)
  }
}

const newTally = (): Tally => ({ runs: 0, cited: 0, refusedCalls: 0, invented: [], tools: new Set() })

function expectSound(result: Tally): void {
  expect(result.invented).toEqual([])
  // The model really was poor: it cited and it failed.
  expect(result.cited).toBeGreaterThan(result.runs * 2)
  expect(result.refusedCalls).toBeGreaterThan(result.runs)
  expect(result.tools).toContain('investigate')
}

/** The labelled incidents lie beside the repository and are never part of it. */
const places = [process.env['EVAL_DATA'], process.env['SHARED_DIR'], '../shared', '../../shared'].flatMap((place) =>
  place === undefined ? [] : [resolve(place), resolve(place, 'incidents')],
)
const folder = places.find((place) => existsSync(join(place, 'index.json')))

describe('a language model that calls the tools in a poor order', { timeout: 300_000 }, () => {
  it('cites only calls that were made, over synthetic incidents and cases without a fault', async () => {
    const result = newTally()
    for (let seed = 0; seed < 12; seed += 1) {
      const { records, hintMs, endMs } = makeIncident(seed, seed % 3 !== 2)
      await tally(result, seed, records, hintMs, endMs + 60_000)
    }
    expectSound(result)
  })

  it.skipIf(folder === undefined)(
    'cites only calls that were made, over every other labelled incident (skipped without the data)',
    async () => {
      const result = newTally()
      for (const [seed, incident] of (readIndex(folder ?? '') ?? []).entries()) {
        if (seed % 2 === 1) continue
        const records = readCase(folder ?? '', incident.id, ALL_SIGNALS)
        await tally(result, seed, records, Date.parse(incident.incidentStart), Date.parse(incident.end) + 60_000)
      }
      expectSound(result)
    },
  )
})
