import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { newThreadId, objectNameOf } from '../../../src/contracts/thread-ids.ts'
import { script } from '../../support/scripted-agent.ts'

beforeEach(() => script())

/**
 * Calls as the Worker of release 0.1.0 makes them. During a gradual deployment an older Worker meets a newer object:
 * these must go on working as they are, so they are never edited, only added to.
 */
const RECORDED = {
  owner: { organizationId: 'org_a', projectId: '0197b2c4-7d1e-7c3a-9d52-3f1f6f0c1a55' },
  tenants: { organizationIds: ['org_a'], projectId: null },
  message: {
    content: [{ type: 'message' as const, message: 'what broke?' }],
    source: 'api' as const,
    requestKey: 'b3b0a0de-6c3b-4a53-9b7d-0d9d5b9f4a11',
    isRepeat: false,
    waitMs: 5_000,
  },
} as const

describe('calls of the previous release', () => {
  it('are understood by the thread object and answered in the form that the previous release reads', async () => {
    const threadId = newThreadId(Date.now(), (bytes) => crypto.getRandomValues(bytes))
    const stub = env.THREAD.getByName(objectNameOf(threadId))
    const { owner, tenants, message } = RECORDED
    const created = await stub.createThread({ ...message, threadId, owner, region: 'us-east-1' })
    expect(created).toEqual({
      ok: true,
      run: {
        completed: true,
        threadId,
        runId: expect.any(String),
        status: 'completed',
        response: 'echo: what broke?',
        messageId: expect.any(String),
        error: null,
        usage: { inputTokens: 7, outputTokens: 3 },
        source: 'api',
        parentRunId: null,
      },
    })
    expect(await stub.append({ ...message, requestKey: 'another', threadId, tenants })).toMatchObject({ ok: true })
    if (!created.ok) return
    const { runId } = created.run
    expect(await stub.tenantOf(runId)).toEqual(owner)
    expect(await stub.waitForRun({ runId, tenants, waitMs: 0 })).toMatchObject({ status: 'completed' })
    expect(await stub.listRuns({ threadId, tenants, limit: 1, before: null })).toMatchObject({ runs: [{}] })
    expect(await stub.sent({ runId, tenants, withBodies: true, call: null })).toEqual({ runId, threadId, calls: [] })
    expect(await stub.getStatus({ threadId, tenants })).toEqual({ status: 'idle', lastRunStatus: null })
    expect(await stub.setStatus({ threadId, tenants, status: 'archived' })).toMatchObject({ status: 'archived' })
    expect(await stub.cancelRun({ runId, tenants })).toBe(true)
    expect(await stub.stop({ threadId, tenants })).toBe(true)
    for (const input of [
      { kind: 'thread' as const, threadId, tenants },
      { kind: 'messages' as const, threadId, tenants, limit: 50, after: null },
    ]) {
      expect(await stub.read(input)).toMatchObject({ text: expect.stringContaining('what broke?') })
      const headers = { 'x-thread-request': JSON.stringify(input) }
      expect((await stub.fetch('https://thread.internal/', { headers })).status).toBe(200)
    }
    expect(await stub.deleteThread({ threadId, tenants })).toBe(true)
  })

  it('are understood by the search object', async () => {
    const stub = env.SEARCH.getByName('org_a/p/search')
    const thread = {
      id: '019b2c47-d1ee-7c3a-9d52-3f1f6f0c1a55',
      title: 'what broke?',
      status: 'regular' as const,
      createdAtMs: 1_795_000_000_000,
      updatedAtMs: 1_795_000_000_000,
      version: 3,
      isDeleted: false,
    }
    const message = {
      id: '019b2c47-d1ee-7000-9d52-3f1f6f0c1a55',
      order: 1,
      role: 'user' as const,
      text: 'what broke?',
      createdAtMs: 1_795_000_000_000,
    }
    await stub.index({ thread, messages: [message] })
    await stub.index({ thread, messages: [message] })
    const page = { query: 'broke', page: 1, limit: 20 }
    expect(await stub.threads({ ...page, status: null })).toMatchObject({ totalResults: 1, hits: [{ id: thread.id }] })
    expect(await stub.messages({ ...page, threadId: null, role: null })).toMatchObject({ totalResults: 1 })
  })
})
