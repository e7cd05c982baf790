import type { LanguageModelV4Prompt } from '@ai-sdk/provider'
import { describe, expect, it } from 'vitest'
import { fitPrompt } from '../../src/agent/prompt/context-window.ts'
import { jsonBytes } from '../../src/agent/tools/bound-result.ts'

function turn(number: number, resultChars: number): LanguageModelV4Prompt {
  const toolCallId = `call_${number}`
  return [
    { role: 'user', content: [{ type: 'text', text: `question ${number}` }] },
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId, toolName: 'search_logs', input: {} }] },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId,
          toolName: 'search_logs',
          output: { type: 'json', value: 'x'.repeat(resultChars) },
        },
      ],
    },
    { role: 'assistant', content: [{ type: 'text', text: `answer ${number} ${'y'.repeat(400)}` }] },
  ]
}
const question: LanguageModelV4Prompt = [{ role: 'user', content: [{ type: 'text', text: 'and now?' }] }]

describe('the context window', () => {
  it('changes nothing that fits', () => {
    const turns = [...turn(1, 10), ...question]
    expect(fitPrompt(turns, [], 4_000)).toEqual({ messages: turns })
  })

  it('folds older turns into a summary of questions and answers, and keeps the newest and the question whole', () => {
    const turns = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].flatMap((number) => turn(number, 4_000))
    const { messages, summary } = fitPrompt([...turns, ...question], [], 8_000)
    expect(summary).toContain('Asked: question 1\n')
    expect(summary).toContain('Answered: answer 1')
    expect(messages.at(-1)).toEqual(question[0])
    expect(JSON.stringify(messages)).toContain('question 12')
    expect(jsonBytes(messages)).toBeLessThan(8_000 * 2.5)
  })

  it('never parts a tool call from its result', () => {
    const turns = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((number) => turn(number, 6_000))
    const { messages } = fitPrompt([...turns, ...question], [], 6_000)
    const calls = messages.flatMap((message) =>
      message.role === 'assistant'
        ? message.content.flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : []))
        : [],
    )
    const results = messages.flatMap((message) =>
      message.role === 'tool'
        ? message.content.flatMap((part) => (part.type === 'tool-result' ? [part.toolCallId] : []))
        : [],
    )
    expect(results).toEqual(calls)
  })

  it('shortens the results of older calls of the run before the newest', () => {
    const steps = [1, 2, 3, 4].flatMap((number) => turn(number, 6_000).slice(1, 3))
    const { messages, summary } = fitPrompt(question, steps, 8_000)
    expect(summary).toBeUndefined()
    const sizes = messages.filter(({ role }) => role === 'tool').map((message) => jsonBytes(message))
    expect(sizes.at(-1)).toBeGreaterThan(6_000)
    expect(sizes[0]).toBeLessThan(2_000)
  })

  it('folds the same way when a step is repeated', () => {
    const turns = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((number) => turn(number, 6_000))
    expect(fitPrompt([...turns, ...question], [], 6_000)).toEqual(fitPrompt([...turns, ...question], [], 6_000))
  })
})
