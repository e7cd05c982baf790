/** The events of a run's stream, and the message that they add up to. */
import type { ContentBlock } from './generated/types.gen.ts'

export type RunEvent =
  | { readonly type: 'run_started'; readonly runId: string }
  | { readonly type: 'message_started' | 'stream_reset'; readonly messageId: string }
  | {
      readonly type: 'text_chunk' | 'reasoning_chunk' | 'text_complete' | 'reasoning_complete'
      readonly messageId: string
      readonly content: string
    }
  | { readonly type: 'tool_call_start'; readonly toolCallId: string; readonly name: string; readonly params: unknown }
  | {
      readonly type: 'tool_call_complete'
      readonly toolCallId: string
      readonly status: 'success' | 'error' | 'unknown'
      readonly result?: unknown
      readonly durationMs?: number
    }
  | { readonly type: 'artifact'; readonly name: ArtifactName; readonly data: unknown; readonly toolCallId?: string }
  | { readonly type: 'error'; readonly message: string; readonly name?: string }

type ArtifactName = Extract<ContentBlock, { type: 'artifact' }>['name']

/** Builds the content of the message that is being written, as `GET /messages` shows it. */
export class MessageBuilder {
  #messageId: string | null = null
  #blocks: ContentBlock[] = []
  #openText: 'message' | 'reasoning' | null = null

  get messageId(): string | null {
    return this.#messageId
  }

  /** The blocks so far. A new array after each event that changes them. */
  get content(): readonly ContentBlock[] {
    return this.#blocks
  }

  add(event: RunEvent): void {
    switch (event.type) {
      case 'message_started':
        if (event.messageId !== this.#messageId) this.#blocks = []
        this.#messageId = event.messageId
        this.#openText = null
        return
      case 'stream_reset':
        this.#blocks = []
        this.#openText = null
        return
      case 'text_chunk':
      case 'text_complete':
        this.#addText('message', event.content, event.type === 'text_complete')
        return
      case 'reasoning_chunk':
      case 'reasoning_complete':
        this.#addText('reasoning', event.content, event.type === 'reasoning_complete')
        return
      case 'tool_call_start': {
        const { toolCallId, name, params } = event
        this.#push({ type: 'tool_call', toolCallId, name, params, status: 'in_progress' })
        return
      }
      case 'tool_call_complete':
        this.#completeCall(event)
        return
      case 'artifact': {
        const { name, data, toolCallId } = event
        this.#push({ type: 'artifact', name, data, ...(toolCallId === undefined ? {} : { toolCallId }) })
        return
      }
      case 'run_started':
      case 'error':
        return
    }
  }

  #push(block: ContentBlock): void {
    this.#openText = null
    this.#blocks = [...this.#blocks, block]
  }

  #addText(type: 'message' | 'reasoning', text: string, isComplete: boolean): void {
    const isOpen = this.#openText === type
    const last = isOpen ? this.#blocks.at(-1) : undefined
    const before = last?.type === 'message' ? last.message : last?.type === 'reasoning' ? last.reasoning : ''
    // The complete text stands for all its chunks.
    const whole = isComplete ? text : before + text
    const block: ContentBlock =
      type === 'message'
        ? { type, message: whole }
        : { type, reasoning: whole, status: isComplete ? 'complete' : 'in_progress' }
    this.#blocks = [...(isOpen ? this.#blocks.slice(0, -1) : this.#blocks), block]
    this.#openText = isComplete ? null : type
  }

  #completeCall(event: Extract<RunEvent, { type: 'tool_call_complete' }>): void {
    const at = this.#blocks.findLastIndex(
      (block) => block.type === 'tool_call' && block.toolCallId === event.toolCallId,
    )
    const block = this.#blocks[at]
    if (block?.type !== 'tool_call') return
    const { status, result, durationMs } = event
    this.#blocks = this.#blocks.with(at, {
      ...block,
      status,
      ...(result === undefined ? {} : { result }),
      ...(durationMs === undefined ? {} : { durationMs }),
    })
  }
}
