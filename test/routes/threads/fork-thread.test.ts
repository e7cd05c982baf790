import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ThreadStore } from '../../../src/durable/thread/thread-store.ts'
import { longWork } from '../../../src/fair-queue.ts'
import { call } from '../../support/api.ts'
import { asked, gate, says, script } from '../../support/scripted-agent.ts'
import { describeSecurity } from '../../support/security-suite.ts'
import { addTenant, type TestTenant } from '../../support/tenants.ts'

beforeEach(() => script())

interface Message {
  readonly id: string
  readonly role: string
  readonly createdAt: string
  readonly content: readonly { readonly type: string; readonly message?: string }[]
}

async function conversation(tenant: TestTenant) {
  const token = tenant.secretKey
  const { threadId } = (await call('POST /threads', { token, body: { message: 'one' } })).body
  await call(`POST /threads/${threadId}/messages`, { token, body: { message: 'two' } })
  const messages: Message[] = (await call(`GET /threads/${threadId}`, { token })).body.messages
  return { token, threadId: threadId as string, messages }
}

describe('POST /threads/{threadId}/fork', () => {
  it('a fork copies the messages up to the chosen one under new ids, and names where they came from', async () => {
    const { token, threadId, messages } = await conversation(await addTenant())
    const messageId = messages[1]?.id
    const answer = await call(`POST /threads/${threadId}/fork`, { token, body: { messageId } })
    expect(answer.status).toBe(201)
    const forkId = answer.body.thread.id
    expect(answer.body.thread).toMatchObject({ title: 'one', status: 'regular' })
    const copied: Message[] = (await call(`GET /threads/${forkId}`, { token })).body.messages
    expect(copied.map(({ role, createdAt }) => ({ role, createdAt }))).toEqual(
      messages.slice(0, 2).map(({ role, createdAt }) => ({ role, createdAt })),
    )
    expect(copied.some((message) => messages.some((other) => other.id === message.id))).toBe(false)
    expect(copied[0]?.content).toEqual([
      { type: 'fork', sourceThreadId: threadId, sourceMessageId: messageId, sourceThreadTitle: 'one' },
      { type: 'message', message: 'one' },
    ])
    expect((await call('GET /threads', { token })).body.threads[0].id).toBe(forkId)
    expect((await call(`GET /threads/${forkId}/status`, { token })).body).toEqual({
      status: 'idle',
      lastRunStatus: null,
    })
    expect((await call(`GET /threads/${forkId}/stream`, { token })).status).toBe(204)
  })

  it('a fork of a thread larger than a slice is complete, is found by search, and outlives the thread it came from', async () => {
    const tenant = await addTenant()
    const token = tenant.secretKey
    const texts = Array.from({ length: 24 }, (_, turn) => `turn${turn} ${'word '.repeat(1_900)}`)
    const { threadId } = (await call('POST /threads', { token, body: { message: texts[0] } })).body
    for (const message of texts.slice(1)) await call(`POST /threads/${threadId}/messages`, { token, body: { message } })
    const source: Message[] = (await call(`GET /threads/${threadId}`, { token })).body.messages
    const answer = await call(`POST /threads/${threadId}/fork`, { token, body: { messageId: source.at(-1)?.id } })
    expect(answer.status).toBe(201)
    expect((await call(`DELETE /threads/${threadId}`, { token })).status).toBe(204)
    const forkId = answer.body.thread.id
    const copied: Message[] = (await call(`GET /threads/${forkId}`, { token })).body.messages
    const said = (messages: readonly Message[]) =>
      messages.map(({ content }) => content.filter(({ type }) => type === 'message').map((block) => block.message))
    expect(said(copied)).toEqual(said(source))
    const found = async () =>
      (await call(`GET /search/messages?role=user&q=turn23&threadId=${forkId}`, { token })).body.messages.length
    await vi.waitFor(async () => expect(await found()).toBe(1), { timeout: 20_000, interval: 300 })
    expect(
      (await call(`GET /search/messages?role=user&q=turn0&threadId=${forkId}`, { token })).body.messages,
    ).toHaveLength(1)
  })

  it('a fork continues from the copied messages', async () => {
    const { token, threadId, messages } = await conversation(await addTenant())
    const body = { messageId: messages[3]?.id }
    const forkId = (await call(`POST /threads/${threadId}/fork`, { token, body })).body.thread.id
    script({ model: (input) => says(input.history.map((message) => message.role).join(' ')) })
    const answer = await call(`POST /threads/${forkId}/messages`, { token, body: { message: 'three' } })
    expect(answer.body.response).toBe('user assistant user assistant user')
    expect(asked).toEqual(['model three'])
  })

  it('a fork is refused at a message whose run has not finished, and at one of another thread', async () => {
    const { token, threadId, messages } = await conversation(await addTenant())
    const slow = gate()
    script({ model: () => slow.passed.then(() => says('late')) })
    const running = await call(`POST /threads/${threadId}/messages`, { token, body: { message: 'x', wait: false } })
    const fork = (messageId: unknown) => call(`POST /threads/${threadId}/fork`, { token, body: { messageId } })
    expect((await fork(running.body.messageId)).status).toBe(409)
    const live = (await call(`GET /threads/${threadId}`, { token })).body.messages.at(-1)
    expect(live.role).toBe('assistant')
    expect((await fork(live.id)).status).toBe(409)
    expect((await fork(threadId)).status).toBe(404)
    expect((await fork('0197b2c4-7d1e-7c3a-9d52-3f1f6f0c1a55')).status).toBe(404)
    expect((await fork('nope')).body.issues[0].path).toBe('body.messageId')
    expect((await fork(messages[0]?.id)).status).toBe(201)
    slow.open()
  })

  it('a fork is refused with 429 while too much long work of the organization waits, as messages are, and stores nothing', async () => {
    const tenant = await addTenant()
    const { token, threadId, messages } = await conversation(tenant)
    const turn = gate()
    const owner = tenant.organizationId
    // Two are under way and a hundred wait.
    const others = Array.from({ length: 102 }, () => longWork.run({ owner, waitMaxMs: 60_000 }, () => turn.passed))
    const fork = () => call(`POST /threads/${threadId}/fork`, { token, body: { messageId: messages[0]?.id } })
    const say = (path: string) => call(path, { token, body: { message: 'why?' } })
    const threads = async () => (await call('GET /threads', { token })).body.threads.length
    const before = await threads()
    for (const refused of [await fork(), await say('POST /threads'), await say(`POST /threads/${threadId}/messages`)]) {
      expect([refused.status, refused.body.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
      expect(refused.headers.get('retry-after')).toBe('10')
    }
    expect(await threads()).toBe(before)
    expect((await call(`GET /threads/${threadId}`, { token })).body.messages).toHaveLength(messages.length)
    // Another organization is not held up.
    const other = await conversation(await addTenant())
    const body = { messageId: other.messages[0]?.id }
    expect((await call(`POST /threads/${other.threadId}/fork`, { token: other.token, body })).status).toBe(201)
    turn.open()
    await Promise.all(others)
    expect((await fork()).status).toBe(201)
  })

  it('a fork is refused with 409 if the messages are larger than a fork may be', async () => {
    const { token, threadId, messages } = await conversation(await addTenant())
    const large = vi.spyOn(ThreadStore.prototype, 'messageIndex').mockImplementation(function (this: ThreadStore) {
      return this.ordersAfter(0, 100).map((ord) => ({ ord, run: 1, role: 'user', chars: 40_000_000 }))
    })
    const fork = (message: Message | undefined) =>
      call(`POST /threads/${threadId}/fork`, { token, body: { messageId: message?.id } })
    expect(await fork(messages[1])).toMatchObject({ status: 409, body: { message: expect.stringContaining('64 MiB') } })
    expect((await fork(messages[0])).status).toBe(201)
    large.mockRestore()
  })
})

describeSecurity('POST /threads/{threadId}/fork', {
  operation: async (tenant) => `POST /threads/${(await conversation(tenant)).threadId}/fork`,
  body: () => ({ messageId: '0197b2c4-7d1e-7c3a-9d52-3f1f6f0c1a55' }),
  foreign: 404,
  forbidden: ['partnerKey'],
})
