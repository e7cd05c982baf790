import { beforeEach, describe, expect, it } from 'vitest'
import { call } from '../../support/api.ts'
import { says, script } from '../../support/scripted-agent.ts'
import { describeSecurity } from '../../support/security-suite.ts'
import { addTenant, type TestTenant } from '../../support/tenants.ts'

beforeEach(() => script())

interface Hit {
  readonly id: string
  readonly role: string
  readonly highlights: string[]
}

async function thread(tenant: TestTenant, message: string): Promise<string> {
  return (await call('POST /threads', { token: tenant.secretKey, body: { message } })).body.threadId
}

function searching(tenant: TestTenant) {
  return async (path: string, query: Record<string, string>) =>
    (await call(`GET /search/${path}?${new URLSearchParams(query)}`, { token: tenant.secretKey })).body
}

describe('GET /search/threads', () => {
  it('a search finds a thread after its run, ranked and highlighted', async () => {
    script({ model: (_, question) => says(question === 'hello' ? 'the checkout is fine' : 'nothing to see') })
    const tenant = await addTenant()
    const search = searching(tenant)
    const inTitle = await thread(tenant, 'why is checkout <slow> & late?')
    const inAnswer = await thread(tenant, 'hello')
    await thread(tenant, 'unrelated')
    await expect.poll(async () => (await search('threads', { q: 'checkout' })).pagination.totalResults).toBe(2)
    const found = await search('threads', { q: '  checkout ' })
    expect(found.threads.map((hit: Hit) => hit.id)).toEqual([inTitle, inAnswer])
    expect(found.threads[0]).toMatchObject({
      projectId: tenant.projectId,
      title: 'why is checkout <slow> & late?',
      status: 'regular',
      labels: [],
    })
    expect(found.threads[0].highlights[0]).toBe('why is <mark>checkout</mark> &lt;slow&gt; &amp; late?')
    expect(found.threads[0].score).toBeGreaterThan(found.threads[1].score)
    expect(found.pagination).toEqual({ page: 1, limit: 20, totalResults: 2, totalPages: 1 })
    const second = await search('threads', { query: 'check', limit: '1', page: '2' })
    expect(second.threads.map((hit: Hit) => hit.id)).toEqual([inAnswer])
    expect(second.pagination).toEqual({ page: 2, limit: 1, totalResults: 2, totalPages: 2 })
    const beyond = await search('threads', { q: 'checkout', page: '9' })
    expect([beyond.threads, beyond.pagination.totalResults]).toEqual([[], 2])
  })

  it('a search of threads filters by status, and never finds a deleted thread', async () => {
    const tenant = await addTenant()
    const search = searching(tenant)
    const token = tenant.secretKey
    const id = await thread(tenant, 'rare word')
    await expect.poll(async () => (await search('threads', { q: 'rare' })).threads.length).toBe(1)
    await call(`PATCH /threads/${id}`, { token, body: { status: 'archived' } })
    await expect.poll(async () => (await search('threads', { q: 'rare', status: 'archived' })).threads.length).toBe(1)
    expect((await search('threads', { q: 'rare', status: 'regular' })).threads).toEqual([])
    await call(`DELETE /threads/${id}`, { token })
    await expect.poll(async () => (await search('threads', { q: 'rare' })).threads.length).toBe(0)
    expect((await search('messages', { q: 'rare' })).messages).toEqual([])
  })

  it.each([
    ['no text', '', 'query.q'],
    ['blank text', 'q=%20%20', 'query.q'],
    ['501 characters', `q=${'x'.repeat(501)}`, 'query.q'],
    ['two texts', 'q=a&query=b', 'query.query'],
    ['limit 101', 'q=a&limit=101', 'query.limit'],
    ['page 0', 'q=a&page=0', 'query.page'],
    ['a cursor', 'q=a&cursor=x', 'query.cursor'],
  ])('a search of threads refuses %s', async (_, query, path) => {
    const { secretKey } = await addTenant()
    const answer = await call(`GET /search/threads?${query}`, { token: secretKey })
    expect(answer.status).toBe(400)
    expect(answer.body.issues[0].path).toBe(path)
  })
})

describe('GET /search/messages', () => {
  it('a search of messages finds them with their threads, by role and thread', async () => {
    const tenant = await addTenant()
    const search = searching(tenant)
    const first = await thread(tenant, 'payment errors')
    await thread(tenant, 'more payment errors')
    await expect.poll(async () => (await search('messages', { q: 'payment' })).pagination.totalResults).toBe(4)
    const users = await search('messages', { q: 'payment err', role: 'user', threadId: first })
    expect(users.messages).toHaveLength(1)
    expect(users.messages[0]).toMatchObject({
      threadId: first,
      threadTitle: 'payment errors',
      role: 'user',
      content: 'payment errors',
      highlights: ['<mark>payment</mark> <mark>errors</mark>'],
    })
  })

  it.each([
    '"',
    '* OR "',
    'a AND (b',
    'NEAR(x',
    'text:payment',
    '-payment',
    '^',
    "'; drop table threads",
    '\u0000x',
    '🙂',
    '%',
  ])('a search of messages takes %j as words, not as syntax', async (q) => {
    const tenant = await addTenant()
    await thread(tenant, 'payment')
    await expect.poll(async () => (await searching(tenant)('messages', { q: 'payment' })).messages.length).toBe(2)
    const answer = await call(`GET /search/messages?${new URLSearchParams({ q })}`, { token: tenant.secretKey })
    expect(answer.status).toBe(200)
  })
})

describeSecurity('GET /search/threads', {
  operation: (tenant) => `GET /search/threads?q=x&projectId=${tenant.projectId}`,
  foreign: 404,
  forbidden: ['partnerKey'],
})
describeSecurity('GET /search/messages', {
  operation: (tenant) => `GET /search/messages?q=x&projectId=${tenant.projectId}`,
  foreign: 404,
  forbidden: ['partnerKey'],
})
