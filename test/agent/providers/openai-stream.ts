/** Chat-completion streams as OpenAI-compatible servers send them. */
import { eventStream, type Scripted } from './provider-fake.ts'

interface Choice {
  readonly delta?: Record<string, unknown>
  readonly finish_reason?: string | null
}

function chunk(choice: Choice): string {
  const data = {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_790_000_000,
    model: 'test-model',
    choices: [{ index: 0, delta: {}, finish_reason: null, ...choice }],
  }
  return `data: ${JSON.stringify(data)}\n\n`
}

function usage(prompt: number, completion: number): string {
  const data = {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_790_000_000,
    model: 'test-model',
    choices: [],
    usage: { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion },
  }
  return `data: ${JSON.stringify(data)}\n\n`
}

const DONE = 'data: [DONE]\n\n'

export function says(pieces: readonly string[], finish = 'stop'): Scripted {
  return () =>
    eventStream([
      chunk({ delta: { role: 'assistant', content: '' } }),
      ...pieces.map((content) => chunk({ delta: { content } })),
      chunk({ finish_reason: finish }),
      usage(100, 20),
      DONE,
    ])
}

export function calls(
  ...wanted: readonly { readonly id: string; readonly name: string; readonly params: unknown }[]
): Scripted {
  return () => {
    const events = [chunk({ delta: { role: 'assistant', content: null } })]
    for (const [index, { id, name, params }] of wanted.entries()) {
      const text = typeof params === 'string' ? params : JSON.stringify(params)
      const middle = Math.floor(text.length / 2)
      const piece = (fields: object) => chunk({ delta: { tool_calls: [{ index, ...fields }] } })
      events.push(piece({ id, type: 'function', function: { name, arguments: '' } }))
      events.push(piece({ function: { arguments: text.slice(0, middle) } }))
      events.push(piece({ function: { arguments: text.slice(middle) } }))
    }
    return eventStream([...events, chunk({ finish_reason: 'tool_calls' }), usage(200, 30), DONE])
  }
}

export function refuses(text: string): Scripted {
  return () =>
    eventStream([
      chunk({ delta: { role: 'assistant', refusal: text } }),
      chunk({ finish_reason: 'stop' }),
      usage(50, 5),
      DONE,
    ])
}

export function cuts(pieces: readonly string[], how: 'clean' | 'error'): Scripted {
  return () =>
    eventStream(
      [chunk({ delta: { role: 'assistant', content: '' } }), ...pieces.map((content) => chunk({ delta: { content } }))],
      { cut: how },
    )
}

export function filtered(): Scripted {
  return () =>
    eventStream([
      chunk({ delta: { role: 'assistant', content: '' } }),
      chunk({ finish_reason: 'content_filter' }),
      usage(50, 0),
      DONE,
    ])
}
