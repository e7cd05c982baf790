import { describe, expect, it } from 'vitest'
import { call } from '../../support/api.ts'
import { gate, says, script, wants } from '../../support/scripted-agent.ts'
import { addTenant } from '../../support/tenants.ts'

const RESULT = 'x'.repeat(60_000)

describe('a thread longer than one text should be', () => {
  it('is streamed whole, with the growing answer in its place', async () => {
    const slow = gate()
    script({
      model: async (input, question) => {
        if (question === 'last') {
          await slow.passed
          return says('last')
        }
        return input.steps.length === 0 ? wants('a', 'b', 'c', 'd', 'e', 'f') : says('done')
      },
      tool: async ({ toolCallId, name }) => ({
        toolCallId,
        name,
        status: 'success',
        result: RESULT,
        artifacts: [],
        durationMs: 1,
      }),
    })
    const { secretKey: token } = await addTenant()
    const { threadId } = (await call('POST /threads', { token, body: { message: 'q0' } })).body
    for (const index of [1, 2, 3, 4]) {
      await call(`POST /threads/${threadId}/messages`, { token, body: { message: `q${index}` } })
    }
    const append = (message: string) =>
      call(`POST /threads/${threadId}/messages`, { token, body: { message, wait: false } })
    await append('last')
    await append('queued')
    const whole = await call(`GET /threads/${threadId}`, { token })
    expect(whole.headers.get('content-type')).toBe('application/json')
    expect(whole.text.length).toBeGreaterThan(1_500_000)
    const { messages } = whole.body
    expect(messages.map((message: { role: string }) => message.role[0]).join('')).toBe('uauauauauauau')
    expect(messages[1].content[5].result).toBe(RESULT)
    expect(messages[11].content).toEqual([])
    const listed = (await call(`GET /threads/${threadId}/messages?limit=100`, { token })).body
    expect(listed).toEqual({ messages, nextCursor: null })
    slow.open()
  })
})
