import { listDurableObjectIds, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { objectNameOf } from '../../../src/contracts/thread-ids.ts'
import { call } from '../../support/api.ts'
import { gate, says, script, wants } from '../../support/scripted-agent.ts'
import { addTenant } from '../../support/tenants.ts'

beforeEach(() => script())

const stubOf = (threadId: string) => env.THREAD.getByName(objectNameOf(threadId))

/** Ends the instance as a crash would: what was only in memory is lost, work under way never reports. */
async function crash(threadId: string): Promise<void> {
  await runInDurableObject(stubOf(threadId), (_, state) => state.abort('crash')).catch(() => {})
}

/** A model that asks for two tools before it answers, and takes its time with everything. */
function busy(): void {
  script({
    model: async (input, question) => {
      input.onChunk({ type: 'text', delta: 'done: ' })
      await scheduler.wait(30)
      return input.steps.length === 0 ? wants('log_volume', 'log_search') : says(`done: ${question}`)
    },
    tool: async ({ toolCallId, name }) => {
      await scheduler.wait(10)
      return { toolCallId, name, status: 'success', result: name, artifacts: [], durationMs: 10 }
    },
  })
}

describe('a thread object that is ended at any moment', () => {
  it('answers every accepted message once and in order, and repeats no block', async () => {
    busy()
    const { secretKey: token } = await addTenant()
    const { threadId } = (await call('POST /threads', { token, body: { message: 'm0', wait: false } })).body
    const runIds: string[] = []
    for (let index = 1; index <= 8; index += 1) {
      const body = { message: `m${index}`, wait: false }
      const answer = await call(`POST /threads/${threadId}/messages`, { token, body })
      expect(answer.status).toBe(201)
      runIds.push(answer.body.runId)
      await scheduler.wait((index * 37) % 60)
      await crash(threadId)
    }
    const idle = async () => (await call(`GET /threads/${threadId}/status`, { token })).body.status
    await expect.poll(idle, { timeout: 10_000, interval: 50 }).toBe('idle')
    const { messages } = (await call(`GET /threads/${threadId}`, { token })).body
    interface Shown {
      readonly role: string
      readonly content: readonly { readonly type: string; readonly message?: string }[]
    }
    const of = (role: string) => messages.filter((message: Shown) => message.role === role)
    expect(of('user').map((message: Shown) => message.content[0]?.message)).toEqual(
      Array.from({ length: 9 }, (_, index) => `m${index}`),
    )
    expect(of('assistant').map((message: Shown) => message.content.map((block) => block.type))).toEqual(
      Array.from({ length: 9 }, () => ['tool_call', 'tool_call', 'message']),
    )
    expect(of('assistant').map((message: Shown) => message.content[2]?.message)).toEqual(
      Array.from({ length: 9 }, (_, index) => `done: m${index}`),
    )
    for (const runId of runIds) expect((await call(`GET /runs/${runId}`, { token })).body.status).toBe('completed')
  }, 20_000)

  it('keeps a caller waiting while the object is replaced, and then answers it', async () => {
    const held = gate()
    let calls = 0
    script({
      model: async () => {
        calls += 1
        if (calls === 1) await held.passed
        return says('after the crash')
      },
    })
    const { secretKey: token } = await addTenant()
    const { threadId } = (await call('POST /threads', { token, body: { message: 'x', wait: false } })).body
    const waiting = call(`POST /threads/${threadId}/messages`, { token, body: { message: 'y' } })
    await expect.poll(async () => (await call(`GET /threads/${threadId}`, { token })).text).toContain('"y"')
    expect(calls).toBe(1)
    await crash(threadId)
    const answer = await waiting
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ status: 'completed', response: 'after the crash' })
    const { messages } = (await call(`GET /threads/${threadId}`, { token })).body
    expect(messages).toHaveLength(4)
    held.open()
  })

  it('delivers by its alarm what D1 and search do not have yet', async () => {
    const { secretKey: token } = await addTenant()
    const { threadId } = (await call('POST /threads', { token, body: { message: 'undelivered' } })).body
    await crash(threadId)
    await env.DB.prepare('delete from threads where id = ?').bind(threadId).run()
    await call(`PATCH /threads/${threadId}`, { token, body: { status: 'archived' } })
    await runDurableObjectAlarm(stubOf(threadId))
    const { threads } = (await call('GET /threads?status=archived', { token })).body
    expect(threads.map((thread: { id: string }) => thread.id)).toEqual([threadId])
    const found = async () => (await call('GET /search/threads?q=undelivered', { token })).body.threads.length
    await expect.poll(found, { timeout: 3_000 }).toBe(1)
  })

  it('is empty after the deletion of its thread has been delivered everywhere', async () => {
    script({
      model: () => ({
        ok: true,
        result: {
          parts: [{ type: 'text', text: 'free' }],
          usage: { inputTokens: 0, outputTokens: 0 },
          finishReason: 'stop',
        },
      }),
    })
    const { secretKey: token } = await addTenant()
    const { threadId } = (await call('POST /threads', { token, body: { message: 'gone soon' } })).body
    expect((await call(`DELETE /threads/${threadId}`, { token })).status).toBe(204)
    await runInDurableObject(stubOf(threadId), async (_, state) => {
      expect(state.storage.sql.exec('select name from sqlite_master').toArray()).toEqual([])
      expect(await state.storage.getAlarm()).toBeNull()
    })
    expect((await call(`GET /threads/${threadId}`, { token })).status).toBe(404)
    expect((await listDurableObjectIds(env.THREAD)).length).toBeGreaterThan(0)
  })
})
