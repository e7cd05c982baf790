import { beforeEach, describe, expect, it } from 'vitest'
import { call } from '../../support/api.ts'
import { gate, says, script } from '../../support/scripted-agent.ts'
import { describeSecurity } from '../../support/security-suite.ts'
import { addTenant } from '../../support/tenants.ts'

beforeEach(() => script())

describe('POST /threads', () => {
  it('creating a thread returns the finished run, and the thread with both messages', async () => {
    const { member, projectId } = await addTenant()
    const answer = await call('POST /threads', { token: member.token, body: { message: 'what broke?' } })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      completed: true,
      status: 'completed',
      response: 'echo: what broke?',
      error: null,
      usage: { inputTokens: 7, outputTokens: 3 },
    })
    const thread = await call(`GET /threads/${answer.body.threadId}`, { token: member.token })
    expect(thread.body.thread).toMatchObject({ projectId, title: 'what broke?', status: 'regular', source: 'api' })
    expect(thread.body.messages.map((message: { role: string }) => message.role)).toEqual(['user', 'assistant'])
    expect(thread.body.messages[0].id).toBe(answer.body.messageId)
    const list = await call('GET /threads', { token: member.token })
    expect(list.body.threads.map((one: { id: string }) => one.id)).toEqual([answer.body.threadId])
    const run = await call(`GET /runs/${answer.body.runId}`, { token: member.token })
    expect(run.body).toEqual(answer.body)
  })

  it('creating a thread hands off a slow run at timeoutSeconds', async () => {
    const slow = gate()
    script({ model: () => slow.passed.then(() => says('late')) })
    const { secretKey } = await addTenant()
    const answer = await call('POST /threads', { token: secretKey, body: { message: 'slow', timeoutSeconds: 1 } })
    expect(answer.body).toMatchObject({ completed: false, status: 'processing', response: null })
    const status = await call(`GET /threads/${answer.body.threadId}/status`, { token: secretKey })
    expect(status.body).toEqual({ status: 'processing', lastRunStatus: null })
    slow.open()
    await expect
      .poll(async () => (await call(`GET /runs/${answer.body.runId}`, { token: secretKey })).body)
      .toMatchObject({ completed: true, status: 'completed', response: 'late' })
  })

  it('creating a thread answers at once without wait', async () => {
    const slow = gate()
    script({ model: () => slow.passed.then(() => says('late')) })
    const { secretKey } = await addTenant()
    const answer = await call('POST /threads', { token: secretKey, body: { message: 'slow', wait: false } })
    expect(answer.body).toMatchObject({ completed: false, status: 'processing' })
    slow.open()
  })

  it('a new thread keeps the chat context after the message, and the source of the client', async () => {
    const { secretKey } = await addTenant()
    const context = [
      {
        type: 'chat_context',
        channelId: 'C1',
        messages: [{ timestamp: '1700000000.1', displayName: 'Ada', text: 'it is slow', isBot: false }],
      },
    ]
    const answer = await call('POST /threads', {
      token: secretKey,
      body: { message: 'why?', context },
      headers: { 'x-oas-client-source': 'chat' },
    })
    const { body } = await call(`GET /threads/${answer.body.threadId}`, { token: secretKey })
    expect(body.thread.source).toBe('chat')
    expect(body.messages[0]).toMatchObject({
      source: 'chat',
      content: [{ type: 'message', message: 'why?' }, context[0]],
    })
  })

  it.each([
    ['no message', {}, 'body.message'],
    ['an empty message', { message: '' }, 'body.message'],
    ['10,001 characters', { message: 'x'.repeat(10_001) }, 'body.message'],
    ['a message of another type', { message: 1 }, 'body.message'],
    ['timeoutSeconds 21', { message: 'x', timeoutSeconds: 21 }, 'body.timeoutSeconds'],
    ['wait as text', { message: 'x', wait: 'yes' }, 'body.wait'],
    ['an unknown key', { message: 'x', model: 'y' }, 'body.model'],
    ['a wrong context', { message: 'x', context: [{ type: 'message', message: 'y' }] }, 'body.context.0.type'],
    [
      'a huge context',
      {
        message: 'x',
        context: [
          {
            type: 'chat_context',
            channelId: 'C1',
            messages: [{ timestamp: '1', displayName: 'A', text: 'x'.repeat(600_000), isBot: false }],
          },
        ],
      },
      'body.context',
    ],
  ])('creating a thread refuses %s, naming the field', async (_, body, path) => {
    const { secretKey } = await addTenant()
    const answer = await call('POST /threads', { token: secretKey, body })
    expect(answer.status).toBe(400)
    expect(answer.body.issues.map((issue: { path: string }) => issue.path)).toContain(path)
    expect((await call('GET /threads', { token: secretKey })).body.threads).toEqual([])
  })
})

describeSecurity('POST /threads', {
  operation: (tenant) => `POST /threads?projectId=${tenant.projectId}`,
  body: () => ({ message: 'x' }),
  foreign: 404,
  forbidden: ['partnerKey'],
})
