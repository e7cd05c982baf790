import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { newThreadId, objectNameOf } from '../../../src/contracts/thread-ids.ts'
import type { CreateInput } from '../../../src/contracts/thread-protocol.ts'
import { asked, gate, says, script, wants } from '../../support/scripted-agent.ts'

const tenants = { organizationIds: ['org_a'], projectId: null }
const owner = { organizationId: 'org_a', projectId: '0197b2c4-7d1e-7c3a-9d52-3f1f6f0c1a55' }

function newThread() {
  const threadId = newThreadId(Date.now(), (bytes) => crypto.getRandomValues(bytes))
  return { threadId, stub: () => env.THREAD.getByName(objectNameOf(threadId)) }
}

const said = (text: string, waitMs = 5_000) => ({
  content: [{ type: 'message' as const, message: text }],
  source: 'api' as const,
  requestKey: crypto.randomUUID(),
  isRepeat: false,
  waitMs,
})
const creation = (threadId: string, text: string, waitMs?: number): CreateInput => ({
  ...said(text, waitMs),
  threadId,
  owner,
  region: 'us-east-1',
})

async function messagesOf(thread: ReturnType<typeof newThread>) {
  const input = { kind: 'thread', threadId: thread.threadId, tenants }
  const response = await thread
    .stub()
    .fetch('https://thread/', { headers: { 'x-thread-request': JSON.stringify(input) } })
  return (await response.json<{ messages: { role: string; content: { type: string; message?: string }[] }[] }>())
    .messages
}

/** Ends the instance as a crash would: what was only in memory is lost, work under way never reports. */
async function crash(thread: ReturnType<typeof newThread>): Promise<void> {
  await runInDurableObject(thread.stub(), (_, state) => state.abort('crash')).catch(() => {})
}

beforeEach(() => script())

describe('a thread object', () => {
  it('answers the first message and keeps both messages', async () => {
    const thread = newThread()
    const reply = await thread.stub().createThread(creation(thread.threadId, 'what broke?'))
    expect(reply).toMatchObject({
      ok: true,
      run: {
        completed: true,
        status: 'completed',
        threadId: thread.threadId,
        response: 'echo: what broke?',
        usage: { inputTokens: 7, outputTokens: 3 },
        error: null,
      },
    })
    expect((await messagesOf(thread)).map((message) => message.content)).toEqual([
      [{ type: 'message', message: 'what broke?' }],
      [{ type: 'message', message: 'echo: what broke?' }],
    ])
    const row = await env.DB.prepare('select title, status, project_id from threads where id = ?')
      .bind(thread.threadId)
      .first()
    expect(row).toEqual({ title: 'what broke?', status: 'regular', project_id: owner.projectId })
  })

  it('runs tools as steps and shows them as blocks', async () => {
    script({ model: (input) => (input.steps.length === 0 ? wants('log_volume', 'log_search') : says('found it')) })
    const thread = newThread()
    const reply = await thread.stub().createThread(creation(thread.threadId, 'why?'))
    expect(reply).toMatchObject({
      ok: true,
      run: { response: 'found it', usage: { inputTokens: 12, outputTokens: 5 } },
    })
    expect(asked).toEqual(['model why?', 'tool log_volume', 'tool log_search', 'model why?'])
    expect((await messagesOf(thread))[1]?.content).toEqual([
      expect.objectContaining({
        type: 'tool_call',
        name: 'log_volume',
        status: 'success',
        result: { found: 'log_volume' },
      }),
      expect.objectContaining({ type: 'tool_call', name: 'log_search', status: 'success' }),
      { type: 'message', message: 'found it' },
    ])
  })

  it('hands off a slow run and gives its result later', async () => {
    const slow = gate()
    script({
      model: async () => {
        await slow.passed
        return says('late')
      },
    })
    const thread = newThread()
    const reply = await thread.stub().createThread(creation(thread.threadId, 'slow', 20))
    expect(reply).toMatchObject({ ok: true, run: { completed: false, status: 'processing', response: null } })
    if (!reply.ok) return
    expect(await thread.stub().getStatus({ threadId: thread.threadId, tenants })).toEqual({
      status: 'processing',
      lastRunStatus: null,
    })
    const waiting = thread.stub().waitForRun({ runId: reply.run.runId, tenants, waitMs: 5_000 })
    slow.open()
    expect(await waiting).toMatchObject({ completed: true, status: 'completed', response: 'late' })
  })

  it('repeats an unfinished step in a new instance and answers once', async () => {
    const never = gate()
    let calls = 0
    script({
      model: async (input) => {
        calls += 1
        if (calls === 1) await never.passed
        return input.steps.length === 0 ? wants('log_volume') : says('done')
      },
    })
    const thread = newThread()
    const reply = await thread.stub().createThread(creation(thread.threadId, 'survive', 1))
    if (!reply.ok) throw new Error(reply.reason)
    await crash(thread)
    const view = await thread.stub().waitForRun({ runId: reply.run.runId, tenants, waitMs: 5_000 })
    expect(view).toMatchObject({ status: 'completed', response: 'done' })
    expect((await messagesOf(thread)).map((message) => message.content.map((block) => block.type))).toEqual([
      ['message'],
      ['tool_call', 'message'],
    ])
  })

  it('answers a foreign scope as if the id were unknown, and writes nothing when an unknown id is read', async () => {
    const thread = newThread()
    await thread.stub().createThread(creation(thread.threadId, 'mine'))
    const foreign = { organizationIds: ['org_b'], projectId: null }
    expect(await thread.stub().getStatus({ threadId: thread.threadId, tenants: foreign })).toBeNull()
    const unknown = newThread()
    expect(await unknown.stub().getStatus({ threadId: unknown.threadId, tenants })).toBeNull()
    await runInDurableObject(unknown.stub(), async (_, state) => {
      expect(state.storage.sql.exec('select name from sqlite_master').toArray()).toEqual([])
      expect(await state.storage.getAlarm()).toBeNull()
    })
  })

  it('lets the alarm resume a run that nobody asks for', async () => {
    const never = gate()
    let calls = 0
    script({
      model: async () => {
        calls += 1
        if (calls === 1) await never.passed
        return says('by alarm')
      },
    })
    const thread = newThread()
    await thread.stub().createThread(creation(thread.threadId, 'alone', 1))
    await crash(thread)
    expect(await runDurableObjectAlarm(thread.stub())).toBe(true)
    await expect
      .poll(async () => (await messagesOf(thread))[1]?.content)
      .toEqual([{ type: 'message', message: 'by alarm' }])
  })
})
