import { beforeEach, describe, expect, it } from 'vitest'
import { call } from '../../support/api.ts'
import { gate, says, script } from '../../support/scripted-agent.ts'
import { describeSecurity } from '../../support/security-suite.ts'
import { addTenant, type TestTenant } from '../../support/tenants.ts'

beforeEach(() => script())

const idOf = (one: { id: string }) => one.id

async function newThread(tenant: TestTenant, message = 'what broke?'): Promise<string> {
  const answer = await call('POST /threads', { token: tenant.secretKey, body: { message } })
  return answer.body.threadId
}

describe('PATCH /threads/{threadId}', () => {
  it('a thread is archived and made active again, and the list filter follows', async () => {
    const tenant = await addTenant()
    const token = tenant.secretKey
    const [first, second] = [await newThread(tenant), await newThread(tenant)]
    const archived = await call(`PATCH /threads/${first}`, { token, body: { status: 'archived' } })
    expect(archived.body.thread).toMatchObject({ id: first, status: 'archived' })
    const list = async (query: string) => (await call(`GET /threads${query}`, { token })).body.threads.map(idOf)
    expect(await list('')).toEqual([second, first])
    expect(await list('?status=regular')).toEqual([second])
    expect(await list('?status=archived')).toEqual([first])
    await call(`POST /threads/${first}/messages`, { token, body: { message: 'more' } })
    expect((await call(`GET /threads/${first}`, { token })).body.thread.status).toBe('archived')
    await call(`PATCH /threads/${first}`, { token, body: { status: 'regular' } })
    expect(await list('?status=archived')).toEqual([])
  })

  it('a change of a thread refuses any other status', async () => {
    const tenant = await addTenant()
    const threadId = await newThread(tenant)
    const answer = await call(`PATCH /threads/${threadId}`, { token: tenant.secretKey, body: { status: 'deleted' } })
    expect(answer.status).toBe(400)
    expect(answer.body.issues[0].path).toBe('body.status')
  })
})

describe('GET /threads', () => {
  it('the list of threads pages newest first by an opaque cursor that need not exist', async () => {
    const tenant = await addTenant()
    const token = tenant.secretKey
    const ids: string[] = []
    for (let index = 0; index < 5; index += 1) ids.unshift(await newThread(tenant, `q${index}`))
    const first = await call('GET /threads?limit=2', { token })
    expect(first.body.threads.map(idOf)).toEqual(ids.slice(0, 2))
    expect(first.body.nextCursor).toBe(ids[1])
    await call(`DELETE /threads/${ids[1]}`, { token })
    const rest = await call(`GET /threads?limit=100&cursor=${first.body.nextCursor}`, { token })
    expect(rest.body.threads.map(idOf)).toEqual(ids.slice(2))
    expect(rest.body.nextCursor).toBeNull()
  })

  it.each(['limit=0', 'limit=101', 'limit=x', 'cursor=x', 'status=open', 'page=1'])(
    'the list of threads refuses %s',
    async (query) => {
      const { secretKey } = await addTenant()
      const answer = await call(`GET /threads?${query}`, { token: secretKey })
      expect(answer.status).toBe(400)
      expect(answer.body.issues[0].path).toBe(`query.${query.split('=')[0]}`)
    },
  )
})

describe('GET /threads/{threadId}/status', () => {
  it('the status of a thread names the error of its latest run, until a later one ends well', async () => {
    const tenant = await addTenant()
    const token = tenant.secretKey
    script({ model: () => ({ ok: false, reason: 'the model refused', isRetryable: false }) })
    const answer = await call('POST /threads', { token, body: { message: 'x' } })
    expect(answer.body).toMatchObject({
      completed: true,
      status: 'error',
      response: null,
      error: { code: 'MODEL_ERROR', message: 'the model refused' },
    })
    const status = () => call(`GET /threads/${answer.body.threadId}/status`, { token })
    expect((await status()).body).toEqual({ status: 'idle', lastRunStatus: 'error' })
    script()
    await call(`POST /threads/${answer.body.threadId}/messages`, { token, body: { message: 'again' } })
    expect((await status()).body).toEqual({ status: 'idle', lastRunStatus: null })
  })
})

describe('DELETE /threads/{threadId}', () => {
  it('a deleted thread is removed everywhere, and its run is stopped', async () => {
    const tenant = await addTenant()
    const token = tenant.secretKey
    const slow = gate()
    script({ model: () => slow.passed.then(() => says('late')) })
    const { threadId, runId } = (await call('POST /threads', { token, body: { message: 'x', wait: false } })).body
    expect((await call(`DELETE /threads/${threadId}`, { token })).status).toBe(204)
    slow.open()
    for (const path of [`/threads/${threadId}`, `/threads/${threadId}/status`, `/runs/${runId}`]) {
      expect((await call(`GET ${path}`, { token })).status).toBe(404)
    }
    expect((await call(`DELETE /threads/${threadId}`, { token })).status).toBe(404)
    expect((await call('GET /threads', { token })).body.threads).toEqual([])
  })
})

describe('POST /threads/{threadId}/stop', () => {
  it('stopping a thread ends the running run with what it has, and withdraws waiting messages', async () => {
    const tenant = await addTenant()
    const token = tenant.secretKey
    const slow = gate()
    script({
      model: async (input) => {
        input.onChunk({ type: 'text', delta: 'so far' })
        await slow.passed
        return says('late')
      },
    })
    const first = (await call('POST /threads', { token, body: { message: 'one', wait: false } })).body
    const path = `/threads/${first.threadId}`
    const second = (await call(`POST ${path}/messages`, { token, body: { message: 'two', wait: false } })).body
    await expect.poll(async () => (await call(`GET ${path}`, { token })).text).toContain('so far')
    for (const _ of [1, 2]) {
      const stopped = await call(`POST ${path}/stop`, { token })
      expect([stopped.status, stopped.body]).toEqual([200, { success: true }])
    }
    expect((await call(`GET /runs/${first.runId}`, { token })).body).toMatchObject({
      status: 'aborted',
      response: 'so far',
    })
    expect((await call(`GET /runs/${second.runId}`, { token })).body).toMatchObject({
      status: 'aborted',
      response: null,
    })
    const messages = (await call(`GET ${path}/messages`, { token })).body.messages
    expect(
      messages.map((one: { content: { message: string }[] }) => one.content.map((block) => block.message)),
    ).toEqual([['one'], ['so far', 'The run was stopped before it finished.']])
    expect((await call(`GET ${path}/status`, { token })).body).toEqual({ status: 'idle', lastRunStatus: null })
    const replayed = await call(`GET ${path}/stream`, { token })
    expect(replayed.text).toContain(`"runId":"${first.runId}"`)
    expect(replayed.text).toContain('data: [DONE]')
    slow.open()
  })
})

const onThread = (method: string, suffix = '') => ({
  operation: async (tenant: TestTenant) => `${method} /threads/${await newThread(tenant)}${suffix}`,
  foreign: 404 as const,
  forbidden: ['partnerKey' as const],
})
describeSecurity('GET /threads/{threadId}', onThread('GET'))
describeSecurity('PATCH /threads/{threadId}', { ...onThread('PATCH'), body: () => ({ status: 'archived' }) })
describeSecurity('DELETE /threads/{threadId}', onThread('DELETE'))
describeSecurity('GET /threads/{threadId}/status', onThread('GET', '/status'))
describeSecurity('POST /threads/{threadId}/stop', onThread('POST', '/stop'))
describeSecurity('GET /threads/{threadId}/messages', onThread('GET', '/messages'))
describeSecurity('GET /threads/{threadId}/runs', onThread('GET', '/runs'))
describeSecurity('POST /threads/{threadId}/messages', {
  ...onThread('POST', '/messages'),
  body: () => ({ message: 'x' }),
})
describeSecurity('GET /threads', {
  operation: (tenant) => `GET /threads?projectId=${tenant.projectId}`,
  foreign: 404,
  forbidden: ['partnerKey'],
})
