/** A language model that says what a script says, whatever it is asked. */
import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider'

export type Turn =
  | { readonly say: string }
  | {
      readonly call: readonly { readonly id: string; readonly name: string; readonly params: unknown }[]
      readonly say?: string
    }

const usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
}

export class ScriptedModel implements LanguageModelV4 {
  readonly specificationVersion = 'v4'
  readonly provider = 'scripted'
  readonly modelId = 'scripted-1'
  readonly supportedUrls = {}
  readonly asked: LanguageModelV4CallOptions[] = []
  readonly #turns: Turn[]

  constructor(turns: readonly Turn[]) {
    this.#turns = [...turns]
  }

  async doGenerate(): Promise<never> {
    throw new Error('The loop streams.')
  }

  async doStream(options: LanguageModelV4CallOptions) {
    this.asked.push(options)
    const turn = this.#turns.shift() ?? { say: 'The script is over.' }
    const parts: LanguageModelV4StreamPart[] = [{ type: 'stream-start', warnings: [] }]
    if (turn.say !== undefined) {
      parts.push(
        { type: 'text-start', id: 't' },
        { type: 'text-delta', id: 't', delta: turn.say },
        { type: 'text-end', id: 't' },
      )
    }
    const calls = 'call' in turn ? turn.call : []
    for (const { id, name, params } of calls) {
      parts.push({ type: 'tool-call', toolCallId: id, toolName: name, input: JSON.stringify(params) })
    }
    const unified = calls.length > 0 ? ('tool-calls' as const) : ('stop' as const)
    parts.push({ type: 'finish', finishReason: { unified, raw: undefined }, usage })
    return {
      stream: new ReadableStream<LanguageModelV4StreamPart>({
        start(controller) {
          for (const part of parts) controller.enqueue(part)
          controller.close()
        },
      }),
    }
  }
}
