/**
 * The model of poor-turn.ts behind the chat-completions protocol: as a `fetch` for tests, and on a loopback port for a
 * real server. It reads everything it needs from the request, so it may be asked twice.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type PoorTurn, poorTurn } from './poor-turn.ts'

interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly content?: unknown
  readonly tool_calls?: readonly { readonly id: string }[]
}
interface ChatRequest {
  readonly messages: readonly ChatMessage[]
  readonly tool_choice?: unknown
}

/** @param seed of the whole evaluation; with the question it decides what the model does. */
export function poorOrderFetch(seed: number): typeof fetch {
  return async (input, init) => {
    // Requests of the provider package, which speaks this protocol.
    const request = (await new Request(input, init).json()) as ChatRequest
    return new Response(eventsOf(turnFor(seed, request)), { headers: { 'content-type': 'text/event-stream' } })
  }
}

function turnFor(seed: number, { messages, tool_choice: toolChoice }: ChatRequest): PoorTurn {
  const asked = messages.findLastIndex(({ role }) => role === 'user')
  const question = textOf(messages[asked]?.content)
  return poorTurn({
    seed: seed + checksum(question),
    question,
    turn: messages.slice(asked + 1).filter(({ role }) => role === 'assistant').length,
    callIds: messages.flatMap(({ tool_calls: calls = [] }) => calls.map(({ id }) => id)),
    mustAnswer: toolChoice === 'none',
  })
}

function textOf(content: unknown): string {
  return typeof content === 'string' ? content : JSON.stringify(content ?? '')
}

function checksum(text: string): number {
  let sum = 0
  for (const character of text) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003
  return sum
}

/** Text in pieces that cut citations in the middle, then the calls, then usage. */
function eventsOf({ say, calls }: PoorTurn): string {
  const pieces = say.match(/.{1,5}/gsu) ?? []
  const deltas = [
    ...pieces.map((content) => ({ content })),
    ...calls.map(({ id, name, input }, index) => ({
      tool_calls: [{ index, id, type: 'function', function: { name, arguments: input } }],
    })),
  ]
  const base = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_790_000_000, model: 'poor-order' }
  const finish = calls.length > 0 ? 'tool_calls' : 'stop'
  const chunks = [
    ...deltas.map((delta) => ({ ...base, choices: [{ index: 0, delta, finish_reason: null }] })),
    { ...base, choices: [{ index: 0, delta: {}, finish_reason: finish }] },
    { ...base, choices: [], usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 } },
  ]
  return [...chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`), 'data: [DONE]\n\n'].join('')
}

export interface PoorOrderServer {
  readonly settings: Readonly<Record<string, string>>
  close(): Promise<void>
}

/** The provider on a free loopback port, and the settings that make a server use it. */
export async function startPoorOrderServer(seed: number): Promise<PoorOrderServer> {
  const answer = poorOrderFetch(seed)
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', async () => {
      const reply = await answer('http://localhost/', { method: 'POST', body: Buffer.concat(parts) })
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(await reply.text())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Listening on a port, so the address is not a pipe's.
  const { port } = server.address() as AddressInfo
  return {
    settings: {
      AGENT_MODEL: 'openai-compatible',
      OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
      OPENAI_MODEL: 'poor-order',
      OPENAI_API_KEY: 'none',
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
