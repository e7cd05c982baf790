/** One model call: reads the stream of a language model into the parts that a step stores. */
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4Usage,
} from '@ai-sdk/provider'
import type { ModelChunk, ModelPart, ModelStepResult } from './contract.ts'

/** Thrown if a stream ended without saying that it is complete: the last sentence may be cut. */
export class CutStreamError extends Error {
  override readonly name = 'CutStreamError'
}

/**
 * The most parts that a model may send in one call. A model in a loop is stopped by this and by its output token limit.
 */
const PARTS_MAX = 200

/**
 * Calls a language model once and returns its parts when the stream has ended. Throws if the stream was cut, and for
 * every error of the provider.
 */
export async function callModel(
  model: LanguageModelV4,
  options: LanguageModelV4CallOptions,
  onChunk: (chunk: ModelChunk) => void,
): Promise<ModelStepResult> {
  const { stream } = await model.doStream(options)
  const open = new Map<string, { type: 'text' | 'reasoning'; text: string }>()
  const parts: ({ type: 'text' | 'reasoning'; text: string } | Extract<ModelPart, { type: 'tool_call' }>)[] = []
  let end: { finishReason: LanguageModelV4FinishReason; usage: LanguageModelV4Usage } | null = null
  for await (const part of readParts(stream)) {
    if (part.type === 'text-start' || part.type === 'reasoning-start') {
      const started = { type: part.type === 'text-start' ? ('text' as const) : ('reasoning' as const), text: '' }
      open.set(`${started.type} ${part.id}`, started)
      parts.push(started)
    } else if (part.type === 'text-delta' || part.type === 'reasoning-delta') {
      const type = part.type === 'text-delta' ? 'text' : 'reasoning'
      const current = open.get(`${type} ${part.id}`)
      if (current) current.text += part.delta
      if (part.delta !== '') onChunk({ type, delta: part.delta })
    } else if (part.type === 'tool-call') {
      parts.push({
        type: 'tool_call',
        toolCallId: part.toolCallId,
        name: part.toolName,
        params: parseInput(part.input),
      })
    } else if (part.type === 'finish') {
      end = { finishReason: part.finishReason, usage: part.usage }
    } else if (part.type === 'error') {
      throw part.error
    }
    if (parts.length > PARTS_MAX) break
  }
  if (end === null || end.finishReason.unified === 'interrupted')
    throw new CutStreamError('The model stopped in the middle of its answer.')
  const kept = parts.filter((part) => part.type === 'tool_call' || part.text !== '')
  return {
    parts: uniqueCalls(kept),
    usage: { inputTokens: end.usage.inputTokens.total ?? 0, outputTokens: end.usage.outputTokens.total ?? 0 },
    finishReason: finishReasonOf(end.finishReason, kept),
  }
}

async function* readParts<T>(stream: ReadableStream<T>): AsyncGenerator<T> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    // Also reached when the consumer stops early: a provider's connection must not stay open.
    await reader.cancel().catch(() => undefined)
  }
}

/** Models sometimes write broken JSON. The tool then refuses it with a sentence, and the model can try again. */
function parseInput(input: string): unknown {
  if (input.trim() === '') return {}
  try {
    return JSON.parse(input) as unknown
  } catch {
    return { invalidJson: input.slice(0, 2000) }
  }
}

function uniqueCalls(parts: readonly ModelPart[]): ModelPart[] {
  const seen = new Set<string>()
  return parts.filter((part) => {
    if (part.type !== 'tool_call') return true
    if (seen.has(part.toolCallId)) return false
    seen.add(part.toolCallId)
    return true
  })
}

function finishReasonOf(
  reason: LanguageModelV4FinishReason,
  parts: readonly { type: string }[],
): ModelStepResult['finishReason'] {
  // Some servers report "stop" although the model asked for tools. The tool calls decide.
  if (parts.some((part) => part.type === 'tool_call')) return 'tool_calls'
  switch (reason.unified) {
    case 'stop':
      return 'stop'
    case 'length':
      return 'length'
    case 'content-filter':
      return 'content_filter'
    case 'error':
      return 'error'
    default:
      return 'other'
  }
}
