/** How the embedded model reads a prompt: turns of a question, tool calls with their results, and an answer. */
import type { LanguageModelV4Prompt, LanguageModelV4ToolResultOutput } from '@ai-sdk/provider'
import { alertHints } from '../prompt/alert-hints.ts'
import { quotedAlertIn } from '../prompt/build-prompt.ts'

export interface CallRecord {
  readonly id: string
  readonly name: string
  readonly params: unknown
  /** Undefined while there is no result yet. */
  readonly result: unknown
  readonly isError: boolean
}
export interface Turn {
  readonly question: string
  readonly calls: readonly CallRecord[]
  readonly answer: string
  /** Services and labels of the alert that the question is about. */
  readonly hints?: readonly string[]
}
export interface Conversation {
  readonly earlier: readonly Turn[]
  readonly current: Turn
  /** Number of tool calls in the whole prompt, to name the next one. */
  readonly callCount: number
}

/** Reads the turns of a prompt: questions, calls with their results, and answers. */
export function readConversation(prompt: LanguageModelV4Prompt): Conversation {
  const turns: { question: string; calls: CallRecord[]; answer: string; hints: readonly string[] }[] = []
  const results = new Map<string, { result: unknown; isError: boolean }>()
  for (const message of prompt) {
    if (message.role !== 'tool') continue
    for (const part of message.content) {
      if (part.type === 'tool-result') results.set(part.toolCallId, readOutput(part.output))
    }
  }
  for (const message of prompt) {
    if (message.role === 'user') {
      // The question is the first part. Further parts are the chat messages that were sent with it.
      const first = message.content.find((part) => part.type === 'text')
      const question = first?.type === 'text' ? first.text : ''
      const further = message.content.slice(1).flatMap((part) => (part.type === 'text' ? [part.text] : []))
      turns.push({ question, calls: [], answer: '', hints: hintsIn(further) })
    }
    const turn = turns.at(-1)
    if (message.role !== 'assistant' || turn === undefined) continue
    for (const part of message.content) {
      if (part.type === 'text') turn.answer = turn.answer === '' ? part.text : `${turn.answer}\n${part.text}`
      if (part.type === 'tool-call') {
        const found = results.get(part.toolCallId)
        const { result, isError } = found ?? { result: undefined, isError: false }
        turn.calls.push({ id: part.toolCallId, name: part.toolName, params: part.input, result, isError })
      }
    }
  }
  const current = turns.pop() ?? { question: '', calls: [], answer: '' }
  const callCount = [...turns, current].reduce((sum, turn) => sum + turn.calls.length, 0)
  return { earlier: turns, current, callCount }
}

function hintsIn(parts: readonly string[]): readonly string[] {
  return alertHints(parts.map(quotedAlertIn).find((found) => found !== null))
}

function readOutput(output: LanguageModelV4ToolResultOutput): { result: unknown; isError: boolean } {
  switch (output.type) {
    case 'json':
      return { result: output.value, isError: false }
    case 'error-json':
      return { result: output.value, isError: true }
    case 'text':
      return { result: output.value, isError: false }
    case 'error-text':
      return { result: output.value, isError: true }
    default:
      return { result: null, isError: true }
  }
}
