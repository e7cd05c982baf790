import { beforeEach, describe, expect, it } from 'vitest'
import { call } from '../../support/api.ts'
import { asked, gate, says, script } from '../../support/scripted-agent.ts'
import { addTenant } from '../../support/tenants.ts'

beforeEach(() => script())

describe('a thread that gets many messages at once', () => {
  it('runs 50 of them one by one in the order of acceptance', async () => {
    let under = 0
    script({
      model: async (_, question) => {
        under += 1
        expect(under).toBe(1)
        await scheduler.wait(2)
        under -= 1
        return says(`echo: ${question}`)
      },
    })
    const { secretKey: token } = await addTenant()
    const { threadId } = (await call('POST /threads', { token, body: { message: 'first' } })).body
    asked.length = 0
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        call(`POST /threads/${threadId}/messages`, { token, body: { message: `message ${index}` } }),
      ),
    )
    for (const [index, answer] of answers.entries()) {
      expect(answer.body).toMatchObject({ status: 'completed', response: `echo: message ${index}` })
    }
    const { messages } = (await call(`GET /threads/${threadId}/messages?limit=100`, { token })).body
    const users = messages.filter((message: { role: string }) => message.role === 'user').slice(1)
    const accepted = users.map((message: { content: { message: string }[] }) => `model ${message.content[0]?.message}`)
    expect(asked).toEqual(accepted)
    expect(new Set(accepted).size).toBe(50)
  })

  it('refuses the 101st waiting message with 429 and stores nothing of it', async () => {
    const slow = gate()
    script({ model: (_, question) => slow.passed.then(() => says(question)) })
    const { secretKey: token } = await addTenant()
    const start = { message: 'running', wait: false }
    const { threadId } = (await call('POST /threads', { token, body: start })).body
    const append = (message: string) =>
      call(`POST /threads/${threadId}/messages`, { token, body: { message, wait: false } })
    const waiting = await Promise.all(Array.from({ length: 100 }, (_, index) => append(`waiting ${index}`)))
    expect(new Set(waiting.map((answer) => answer.status))).toEqual(new Set([201]))
    const refused = await append('one too many')
    expect(refused.status).toBe(429)
    expect(refused.body).toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 5 })
    expect(refused.headers.get('retry-after')).toBe('5')
    const { text } = await call(`GET /threads/${threadId}`, { token })
    expect(text).not.toContain('one too many')
    expect(text).toContain('waiting 99')
    expect((await call(`GET /threads/${threadId}/runs?limit=1`, { token })).body.runs[0]).toMatchObject({
      status: 'processing',
      assistantMessageId: null,
    })
    await call(`POST /threads/${threadId}/stop`, { token })
    slow.open()
    expect((await call(`GET /threads/${threadId}/status`, { token })).body.status).toBe('idle')
  })
})

describe('GET /threads/{threadId}/messages', () => {
  it('pages in chronological order, also from a cursor that is not one of its messages', async () => {
    const { secretKey: token } = await addTenant()
    const { threadId } = (await call('POST /threads', { token, body: { message: 'q0' } })).body
    for (const index of [1, 2]) {
      await call(`POST /threads/${threadId}/messages`, { token, body: { message: `q${index}` } })
    }
    const all = (await call(`GET /threads/${threadId}/messages`, { token })).body
    expect(all.nextCursor).toBeNull()
    const paged: unknown[] = []
    let cursor: string | null = threadId
    while (cursor !== null) {
      const page = await call(`GET /threads/${threadId}/messages?limit=4&cursor=${cursor}`, { token })
      paged.push(...page.body.messages)
      cursor = page.body.nextCursor
    }
    expect(paged).toEqual(all.messages)
    expect(paged).toHaveLength(6)
  })

  it('shows the growing answer in its place', async () => {
    const slow = gate()
    script({
      model: async (input) => {
        input.onChunk({ type: 'reasoning', delta: 'thinking' })
        await slow.passed
        return says('done')
      },
    })
    const { secretKey: token } = await addTenant()
    const { threadId } = (await call('POST /threads', { token, body: { message: 'one', wait: false } })).body
    await call(`POST /threads/${threadId}/messages`, { token, body: { message: 'two', wait: false } })
    const page = async (query = '') => (await call(`GET /threads/${threadId}/messages${query}`, { token })).body
    await expect
      .poll(async () => (await page()).messages[1]?.content)
      .toEqual([{ type: 'reasoning', reasoning: 'thinking', status: 'in_progress' }])
    const first = await page('?limit=2')
    expect(first.messages.map((message: { role: string }) => message.role)).toEqual(['user', 'assistant'])
    expect((await page(`?cursor=${first.nextCursor}`)).messages).toMatchObject([{ content: [{ message: 'two' }] }])
    slow.open()
  })
})
