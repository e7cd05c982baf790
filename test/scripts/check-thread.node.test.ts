import { describe, expect, it } from 'vitest'
import { checkThread } from '../../scripts/chaos/check-thread.ts'
import type { Message } from '../../scripts/server/api.ts'

let count = 0
const message = (role: 'user' | 'assistant', content: Message['content']): Message => ({
  id: `m${++count}`,
  role,
  content,
  createdAt: '2026-01-01T00:00:00.000Z',
})
const asked = (text: string) => message('user', [{ type: 'message', message: text }])
const call = { type: 'tool_call', name: 'search_logs', toolCallId: 'c1', params: { a: 1 }, status: 'success' } as const
const answered = (...blocks: Message['content']) =>
  message('assistant', [...blocks, { type: 'message', message: 'done' }])
const problems = (messages: readonly Message[], acknowledged: readonly string[], cutOff: readonly string[] = []) =>
  checkThread({ threadId: 't', messages, acknowledged, cutOff }).map((finding) => finding.problem)

describe('the check of a thread after kills', () => {
  it('is content with every message once and every answer once', () => {
    expect(problems([asked('a'), answered(call), asked('b'), answered()], ['a', 'b'])).toEqual([])
  })

  it('allows a cut-off message to be there once or not at all', () => {
    expect(problems([asked('a'), answered()], ['a'], ['x'])).toEqual([])
    expect(problems([asked('a'), answered(), asked('x'), answered()], ['a'], ['x'])).toEqual([])
  })

  it('finds a lost, a doubled and an unknown message', () => {
    expect(problems([asked('a'), answered()], ['a', 'b'])).toEqual(['acknowledged message "b" is there 0 times'])
    expect(problems([asked('a'), answered(), asked('a'), answered()], ['a'])).toContain(
      'acknowledged message "a" is there 2 times',
    )
    expect(problems([asked('a'), answered(), asked('z'), answered()], ['a'])).toContain('nobody sent "z"')
  })

  it('finds a lost and a doubled answer', () => {
    expect(problems([asked('a')], ['a'])).toEqual(['1 messages have 0 answers'])
    expect(problems([asked('a'), answered(), answered()], ['a'])).toEqual(['1 messages have 2 answers'])
  })

  it('finds doubled blocks, even when the second try has another id and duration', () => {
    const again = { ...call, toolCallId: 'c2', durationMs: 4 }
    expect(problems([asked('a'), answered(call, again)], ['a'])[0]).toContain('a block is there twice')
    expect(problems([asked('a'), answered(call, { ...call, params: { a: 2 } })], ['a'])).toEqual([
      'tool call c1 is there twice',
    ])
  })

  it('finds blocks that never ended and answers without text', () => {
    expect(problems([asked('a'), answered({ ...call, status: 'in_progress' })], ['a'])).toEqual([
      '1 blocks are still in progress',
    ])
    expect(problems([asked('a'), message('assistant', [call])], ['a'])).toEqual(['the answer has no text'])
  })

  it('finds messages out of the order of acceptance', () => {
    expect(problems([asked('b'), answered(), asked('a'), answered()], ['a', 'b'])).toEqual([
      'the messages are not in the order of acceptance',
    ])
  })
})
