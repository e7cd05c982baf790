/** What may not be in a thread after its server was killed: pure, so that the check itself can be tested. */
import type { ContentBlock } from '../../src/contracts/content-block.ts'
import type { Message } from '../server/api.ts'

export interface Finding {
  readonly threadId: string
  readonly problem: string
}

export interface ThreadCheck {
  readonly threadId: string
  readonly messages: readonly Message[]
  /** Texts answered 201, in the order in which they were sent. */
  readonly acknowledged: readonly string[]
  /** Texts whose answer never came: present once or not at all. */
  readonly cutOff: readonly string[]
}

function textOf(message: Message): string {
  return message.content.flatMap((block) => (block.type === 'message' ? [block.message] : [])).join('\n')
}

/** A block without what differs between two tries of the same step. */
function identity(block: ContentBlock): string {
  if (block.type === 'tool_call') {
    const { durationMs: _duration, toolCallId: _id, ...rest } = block
    return JSON.stringify(rest)
  }
  if (block.type === 'artifact') {
    const { toolCallId: _id, ...rest } = block
    return JSON.stringify(rest)
  }
  return JSON.stringify(block)
}

function doubled(values: readonly string[]): string[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))]
}

function checkAnswer(message: Message): string[] {
  const problems: string[] = []
  const calls = message.content.flatMap((block) => (block.type === 'tool_call' ? [block.toolCallId ?? ''] : []))
  for (const id of doubled(calls)) problems.push(`tool call ${id} is there twice`)
  for (const block of doubled(message.content.map(identity)))
    problems.push(`a block is there twice: ${block.slice(0, 120)}`)
  const open = message.content.filter((block) => 'status' in block && block.status === 'in_progress')
  if (open.length > 0) problems.push(`${open.length} blocks are still in progress`)
  if (textOf(message) === '') problems.push('the answer has no text')
  return problems
}

export function checkThread(check: ThreadCheck): Finding[] {
  const problems: string[] = []
  const ids = check.messages.map((message) => message.id)
  for (const id of doubled(ids)) problems.push(`message ${id} is there twice`)
  const asked = check.messages.filter((message) => message.role === 'user').map(textOf)
  for (const text of check.acknowledged) {
    const times = asked.filter((one) => one === text).length
    if (times !== 1) problems.push(`acknowledged message "${text}" is there ${times} times`)
  }
  for (const text of check.cutOff) {
    const times = asked.filter((one) => one === text).length
    if (times > 1) problems.push(`message "${text}" is there ${times} times`)
  }
  const known = new Set([...check.acknowledged, ...check.cutOff])
  for (const text of asked) if (!known.has(text)) problems.push(`nobody sent "${text}"`)
  const inOrder = asked.filter((text) => check.acknowledged.includes(text))
  if (JSON.stringify(inOrder) !== JSON.stringify(check.acknowledged.filter((text) => asked.includes(text)))) {
    problems.push('the messages are not in the order of acceptance')
  }
  const answers = check.messages.filter((message) => message.role === 'assistant')
  if (answers.length !== asked.length) problems.push(`${asked.length} messages have ${answers.length} answers`)
  problems.push(...answers.flatMap(checkAnswer))
  return problems.map((problem) => ({ threadId: check.threadId, problem }))
}
