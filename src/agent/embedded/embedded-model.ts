/**
 * The embedded model: a language model with the AI SDK's interface. It needs no network and always gives the same
 * answer to the same prompt. Like any other model of the loop, it reads the thread, plans, asks for tools and writes
 * the answer.
 */
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider'
import { connectedTool } from './connected-server.ts'
import { readConversation } from './conversation.ts'
import { planNext } from './plan.ts'

/** The answer is streamed in pieces of this many characters, so that readers see it grow as with any model. */
const CHUNK_CHARS = 48

/** Returns the built-in planner as a language model: no network, and the same answer for the same prompt. */
export function embeddedModel(): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'embedded',
    modelId: 'embedded-1',
    supportedUrls: {},
    async doGenerate(options) {
      const { content, finishReason, usage } = think(options)
      return { content, finishReason, usage, warnings: [] }
    },
    async doStream(options) {
      const { content, finishReason, usage } = think(options)
      return { stream: streamOf(content, finishReason, usage) }
    },
  }
}

interface Thought {
  readonly content: LanguageModelV4Content[]
  readonly finishReason: LanguageModelV4FinishReason
  readonly usage: LanguageModelV4Usage
}

function think(options: LanguageModelV4CallOptions): Thought {
  const conversation = readConversation(options.prompt)
  const tools = options.tools ?? []
  const names = new Set(tools.map((tool) => tool.name))
  const connected = tools.flatMap((tool) => (tool.type === 'function' ? connectedTool(tool) : []))
  const action = planNext(conversation, askedAt(options), names, connected)
  if (action.type === 'answer' || options.toolChoice?.type === 'none') {
    const text =
      action.type === 'answer'
        ? action.text
        : 'I ran out of steps before the answer was complete. What was found so far is shown above; please ask for a narrower window or one service.'
    return { content: [{ type: 'text', text }], finishReason: { unified: 'stop', raw: 'stop' }, usage: NO_TOKENS }
  }
  const calls = action.calls.map(
    (call, index): LanguageModelV4Content => ({
      type: 'tool-call',
      toolCallId: `call_${conversation.callCount + index + 1}`,
      toolName: call.name,
      input: JSON.stringify(call.params),
    }),
  )
  return {
    content: [{ type: 'reasoning', text: action.reasoning }, ...calls],
    finishReason: { unified: 'tool-calls', raw: 'tool_calls' },
    usage: NO_TOKENS,
  }
}

/** No language model was used, so no tokens were used. */
const NO_TOKENS: LanguageModelV4Usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
}

function askedAt(options: LanguageModelV4CallOptions): number {
  const given = options.providerOptions?.['embedded']?.['askedAtMs']
  if (typeof given !== 'number') throw new Error('The embedded model needs providerOptions.embedded.askedAtMs.')
  return given
}

function streamOf(
  content: readonly LanguageModelV4Content[],
  finishReason: LanguageModelV4FinishReason,
  usage: LanguageModelV4Usage,
): ReadableStream<LanguageModelV4StreamPart> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue({ type: 'stream-start', warnings: [] })
      for (const [index, part] of content.entries()) {
        if (part.type === 'text' || part.type === 'reasoning') {
          const id = String(index)
          controller.enqueue({ type: `${part.type}-start`, id })
          for (const delta of chunksOf(part.text)) controller.enqueue({ type: `${part.type}-delta`, id, delta })
          controller.enqueue({ type: `${part.type}-end`, id })
        } else {
          // This model makes only text, reasoning and tool calls, and a tool call is a stream part already.
          controller.enqueue(part as LanguageModelV4StreamPart)
        }
      }
      controller.enqueue({ type: 'finish', finishReason, usage })
      controller.close()
    },
  })
}

function chunksOf(text: string): string[] {
  const points = [...text]
  return Array.from({ length: Math.ceil(points.length / CHUNK_CHARS) }, (_, index) =>
    points.slice(index * CHUNK_CHARS, (index + 1) * CHUNK_CHARS).join(''),
  )
}
