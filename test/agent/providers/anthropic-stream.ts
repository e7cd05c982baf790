/** Message streams as Anthropic's API sends them. */
import { eventStream, type Scripted } from './provider-fake.ts'

function event(type: string, data: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`
}

const START = event('message_start', {
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'test-model',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 120, output_tokens: 1 },
  },
})

function end(stopReason: string): string[] {
  return [
    event('message_delta', { delta: { stop_reason: stopReason, stop_sequence: null }, usage: { output_tokens: 25 } }),
    event('message_stop', {}),
  ]
}

function textBlock(index: number, pieces: readonly string[]): string[] {
  return [
    event('content_block_start', { index, content_block: { type: 'text', text: '' } }),
    ...pieces.map((text) => event('content_block_delta', { index, delta: { type: 'text_delta', text } })),
    event('content_block_stop', { index }),
  ]
}

export function anthropicSays(pieces: readonly string[], stopReason = 'end_turn'): Scripted {
  return () => eventStream([START, event('ping', {}), ...textBlock(0, pieces), ...end(stopReason)])
}

export function anthropicCalls(before: string, id: string, name: string, params: unknown): Scripted {
  const json = JSON.stringify(params)
  const middle = Math.floor(json.length / 2)
  return () =>
    eventStream([
      START,
      ...textBlock(0, [before]),
      event('content_block_start', { index: 1, content_block: { type: 'tool_use', id, name, input: {} } }),
      event('content_block_delta', {
        index: 1,
        delta: { type: 'input_json_delta', partial_json: json.slice(0, middle) },
      }),
      event('content_block_delta', { index: 1, delta: { type: 'input_json_delta', partial_json: json.slice(middle) } }),
      event('content_block_stop', { index: 1 }),
      ...end('tool_use'),
    ])
}

export function anthropicOverloadsInStream(): Scripted {
  return () => eventStream([START, event('error', { error: { type: 'overloaded_error', message: 'Overloaded' } })])
}

export function anthropicCuts(pieces: readonly string[]): Scripted {
  return () => eventStream([START, ...textBlock(0, pieces)])
}
