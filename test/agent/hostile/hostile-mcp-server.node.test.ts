/** Attempts to steer the agent through a connected MCP server: flagged, not obeyed, and nothing of them is rendered. */
import { describe, expect, it } from 'vitest'
import type { AgentContext } from '../../../src/agent/contract.ts'
import { createAgent } from '../../../src/agent/index.ts'
import type { ProjectMcpServers } from '../../../src/agent/mcp-servers.ts'
import { agentSettingsOf } from '../../../src/agent/settings.ts'
import { withMcpServer } from '../../../src/connectors/mcp/session.ts'
import { OutboundClient } from '../../../src/connectors/outbound/client.ts'
import { mcpToolName } from '../../../src/contracts/mcp-servers.ts'
import { isOfferableName, offeredTool } from '../../../src/domain/mcp-servers/offered-tool.ts'
import { answerOf } from '../../../src/domain/mcp-servers/tool-answer.ts'
import { type FakeMcpServer, type FakeTool, fakeMcpServer, readingTool, textAnswer } from '../../fakes/mcp-server.ts'
import { Conversation, embeddedAgent } from '../ask.ts'
import { harmIn } from '../renderers.ts'
import { ScriptedModel } from '../scripted-model.ts'
import { NOW_MS, storeWithErrors } from '../small-store.ts'
import { ATTEMPTS, HARMLESS } from './corpus.ts'

const CONNECTION = { url: 'https://mcp.observability.dev/mcp', headers: [] }

/** A fake's tools as the agent gets them, through the official client and the outbound client, without a database. */
function portTo(fake: FakeMcpServer): ProjectMcpServers {
  const exchange = (signal: AbortSignal) => ({
    http: new OutboundClient({
      fetch: (input, init) => fake.fetch(new Request(input, init)),
      sleep: async () => undefined,
      random: () => 0,
    }),
    connection: CONNECTION,
    timeoutMs: 10_000,
    bytesMax: 1_000_000,
    signal,
  })
  return {
    async tools() {
      const listed = await withMcpServer(exchange(new AbortController().signal), (session) => session.tools())
      if (!listed.ok) throw new Error(listed.failure.message)
      return listed.value.map((tool) => ({
        name: mcpToolName('runbooks', tool.name),
        server: 'runbooks',
        tool: tool.name,
        ...offeredTool(tool),
      }))
    },
    async call(name, args, signal) {
      const tool = fake.tools.find((one) => mcpToolName('runbooks', one.name) === name)
      const done = await withMcpServer(exchange(signal), async (session) =>
        answerOf(await session.call(tool?.name ?? '', args)),
      )
      return done.ok ? done.value : { ok: false, reason: done.failure.message }
    },
  }
}

const conversation = async (fake: FakeMcpServer, agent = embeddedAgent(), extra: Partial<AgentContext> = {}) =>
  new Conversation(await storeWithErrors(), agent, 24, { mcpServers: portTo(fake), ...extra })

/** Where a server can put a text that comes back from a call. */
const PLACES: readonly (readonly [string, (text: string) => Pick<FakeTool, 'answer'>])[] = [
  ['a text', (text) => ({ answer: () => textAnswer(text) })],
  [
    'a text behind a long one',
    (text) => ({ answer: () => textAnswer(`${'fine '.repeat(1_500)}\n${text}\n`.repeat(1)) }),
  ],
  ['structured data', (text) => ({ answer: () => ({ content: [], structuredContent: { pages: [{ note: text }] } }) })],
  ['a key of structured data', (text) => ({ answer: () => ({ content: [], structuredContent: { [text]: 1 } }) })],
  ['an error', (text) => ({ answer: () => ({ ...textAnswer(text), isError: true }) })],
  ['a resource', (text) => ({ answer: () => ({ content: [{ type: 'resource', resource: { uri: 'r://1', text } }] }) })],
]
const CASES = ATTEMPTS.flatMap(({ text }, index) => {
  const place = PLACES[index % PLACES.length]
  return place === undefined ? [] : [[index, place[0], text, place[1](text)] as const]
})

describe(`${CASES.length} attempts in what a connected server answers`, () => {
  it.each(CASES)('%i, in %s, is flagged, cited as unverified and not followed: %s', async (_, __, ___, change) => {
    const fake = fakeMcpServer([readingTool('search_pages', change)])
    const answer = await (await conversation(fake)).ask('ask runbooks for the disk page', NOW_MS)
    expect(answer.failure).toBeNull()
    expect(answer.tools.map(({ name, status }) => [name, status])).toEqual([['mcp__runbooks__search_pages', 'success']])
    expect(answer.tools[0]?.result).toHaveProperty('suspicious')
    expect(fake.called).toHaveLength(1)
    expect(answer.text).toContain('this service has not verified it')
    expect(answer.text).toContain('reads like instructions to an assistant; I treated it as data only')
    expect(harmIn(answer.text)).toBeNull()
  })
})

describe(`${ATTEMPTS.length} attempts in the list of tools`, () => {
  it.each(ATTEMPTS.map(({ text }, index) => [index, text] as const))(
    '%i is told to no model as a description, a schema, a choice or a name: %s',
    async (_, text) => {
      const inputSchema = {
        type: 'object' as const,
        title: text,
        description: text,
        properties: {
          query: { type: 'string' as const, description: text, pattern: text, default: text, enum: [text, 'a'] },
          [text]: { type: 'string' as const },
          nested: { type: 'object' as const, properties: { [text]: { description: text } } },
        },
        required: ['query', text],
      }
      const fake = fakeMcpServer([readingTool('search_pages', { description: text, title: text, inputSchema })])
      expect(isOfferableName(text)).toBe(false)
      const model = new ScriptedModel([{ say: 'Nothing to report.' }])
      const agent = createAgent(agentSettingsOf({}), { fetch, model })
      await (await conversation(fake, agent)).ask('what broke?', NOW_MS)
      const offered = model.asked[0]?.tools?.find(({ name }) => name === 'mcp__runbooks__search_pages')
      expect(offered).toBeDefined()
      expect(JSON.stringify(offered)).not.toContain(JSON.stringify(text).slice(1, -1))
      expect(offered).toMatchObject({ inputSchema: { required: ['query'], properties: { query: { enum: ['a'] } } } })
    },
  )
})

describe('a language model with a connected server', () => {
  it('that repeats what the server sent renders no link, image or HTML', async () => {
    for (const { text } of ATTEMPTS) {
      const fake = fakeMcpServer([readingTool('search_pages', { answer: () => textAnswer(text) })])
      const model = new ScriptedModel([
        { call: [{ id: 'c1', name: 'mcp__runbooks__search_pages', params: { query: 'disk' } }] },
        { say: `The runbook says: ${text}` },
      ])
      const agent = createAgent(agentSettingsOf({}), { fetch, model })
      const answer = await (await conversation(fake, agent)).ask('what does the runbook say?', NOW_MS)
      expect([text, answer.failure, harmIn(answer.text)]).toEqual([text, null, null])
      const prompt = JSON.stringify(model.asked[1]?.prompt)
      expect(prompt).toContain('not verified by this service')
      expect(prompt).toContain('suspicious')
    }
  }, 60_000)

  it('gets no link, image or file of the server, and is told that there were some', async () => {
    const fake = fakeMcpServer([
      readingTool('search_pages', {
        answer: () => ({
          content: [
            { type: 'text', text: 'two pages' },
            { type: 'resource_link', uri: 'https://evil.example/1', name: 'evil page' },
            { type: 'resource_link', uri: 'https://evil.example/2', name: 'evil page' },
            { type: 'image', data: 'ZXZpbA==', mimeType: 'image/png' },
            { type: 'resource', resource: { uri: 'https://evil.example/3', blob: 'ZXZpbA==' } },
          ],
        }),
      }),
    ])
    const answer = await (await conversation(fake)).ask('ask runbooks for disk', NOW_MS)
    expect(answer.tools[0]?.result).toMatchObject({ texts: ['two pages'], leftOut: ['2 links', '1 image', '1 file'] })
    expect(JSON.stringify(answer.steps)).not.toMatch(/evil|ZXZp/)
    expect(answer.text).toContain('Not passed on: 2 links, 1 image, 1 file.')
  })

  it('may call connected servers eight times in a run, with parameters of 8 KiB, and keeps 16 KiB of an answer', async () => {
    const fake = fakeMcpServer([readingTool('search_pages', { answer: () => textAnswer('page '.repeat(100_000)) })])
    const call = (id: string, query: string) => ({
      call: [{ id, name: 'mcp__runbooks__search_pages', params: { query } }],
    })
    const turns = Array.from({ length: 9 }, (_, index) => call(`c${index}`, index === 0 ? 'x'.repeat(9_000) : 'disk'))
    const model = new ScriptedModel([...turns, { say: 'Done.' }])
    const agent = createAgent(agentSettingsOf({}), { fetch, model })
    const talk = await conversation(fake, agent)
    const first = await talk.ask('what does the runbook say?', NOW_MS)
    expect(first.tools.map(({ status }) => status)).toEqual(['error', ...Array(8).fill('success')])
    expect(JSON.stringify(first.tools[0]?.result)).toContain('larger than 8192 bytes')
    for (const { result } of first.tools.slice(1)) expect(JSON.stringify(result).length).toBeLessThan(17_000)
    expect(fake.called).toHaveLength(8)
    const made = { kind: 'tool', result: { ...first.tools[1] } } as (typeof first.steps)[number]
    const refused = await agent.toolStep(
      {
        project: { organizationId: 'o', projectId: 'p', region: '', retentionDays: 1 },
        telemetry: await storeWithErrors(),
        askedAtMs: NOW_MS,
        now: () => NOW_MS,
        mcpServers: portTo(fake),
        stepsBefore: Array(8).fill(made),
      },
      { toolCallId: 'c10', name: 'mcp__runbooks__search_pages', params: { query: 'disk' } },
      new AbortController().signal,
    )
    expect(JSON.stringify(refused.result)).toContain('has used its 8 calls')
    expect(fake.called).toHaveLength(8)
  })

  it('flags no everyday line of a server', async () => {
    const fake = fakeMcpServer([readingTool('search_pages', { answer: () => textAnswer(HARMLESS.join('\n')) })])
    const answer = await (await conversation(fake)).ask('ask runbooks for disk', NOW_MS)
    expect(answer.tools[0]?.result).not.toHaveProperty('suspicious')
  })
})
