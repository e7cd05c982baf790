import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { newThreadId, objectNameOf } from '../../../src/contracts/thread-ids.ts'
import type { ForkInput } from '../../../src/contracts/thread-protocol.ts'
import { longWork } from '../../../src/fair-queue.ts'
import { script } from '../../support/scripted-agent.ts'

const owner = { organizationId: 'org_forks', projectId: '0197b2c4-7d1e-7c3a-9d52-3f1f6f0c1a55' }
const tenants = { organizationIds: [owner.organizationId], projectId: null }
const newId = () => newThreadId(Date.now(), (bytes) => crypto.getRandomValues(bytes))
const objectOf = (threadId: string) => env.THREAD.getByName(objectNameOf(threadId))

interface Message {
  readonly id: string
}

async function messagesOf(threadId: string): Promise<Message[]> {
  const headers = { 'x-thread-request': JSON.stringify({ kind: 'thread', threadId, tenants }) }
  const response = await objectOf(threadId).fetch('https://thread/', { headers })
  if (!response.ok) return []
  return (await response.json<{ messages: Message[] }>()).messages
}

/** A thread of so many turns of 10,000 characters each. */
async function sourceOf(turns: number): Promise<string> {
  const threadId = newId()
  const said = (turn: number) => ({
    content: [{ type: 'message' as const, message: `turn ${turn} ${'word '.repeat(2_000)}` }],
    source: 'api' as const,
    requestKey: crypto.randomUUID(),
    isRepeat: false,
    waitMs: 5_000,
  })
  await objectOf(threadId).createThread({ ...said(0), threadId, owner, region: 'us-east-1' })
  for (let turn = 1; turn < turns; turn++) await objectOf(threadId).append({ ...said(turn), threadId, tenants })
  return threadId
}

async function forkOf(sourceThreadId: string): Promise<ForkInput> {
  const messageId = (await messagesOf(sourceThreadId)).at(-1)?.id ?? ''
  return { threadId: newId(), sourceThreadId, messageId, tenants, source: 'api' }
}

const rowsOf = (threadId: string) =>
  runInDurableObject(objectOf(threadId), (_, { storage }) => {
    const tables = storage.sql.exec(`select name from sqlite_master where name = 'messages'`).toArray()
    return tables.length === 0 ? 0 : Number(storage.sql.exec('select count(*) as n from messages').one()['n'])
  })

beforeEach(() => script())

describe('an object that becomes a fork', () => {
  it('copies once, for calls during the copy and for later calls', async () => {
    const input = await forkOf(await sourceOf(12))
    const calls = Array.from({ length: 4 }, () => objectOf(input.threadId).forkFrom(input))
    const replies = [...(await Promise.all(calls)), await objectOf(input.threadId).forkFrom(input)]
    for (const reply of replies) expect(reply).toMatchObject({ ok: true, thread: { id: input.threadId } })
    expect(await messagesOf(input.threadId)).toHaveLength(24)
  })

  it('answers that there is no thread when the source is deleted during the copy, and keeps nothing of it', async () => {
    const input = await forkOf(await sourceOf(80))
    const forking = objectOf(input.threadId).forkFrom(input)
    await vi.waitFor(async () => expect(await rowsOf(input.threadId)).toBeGreaterThan(0), {
      timeout: 20_000,
      interval: 1,
    })
    await objectOf(input.sourceThreadId).deleteThread({ threadId: input.sourceThreadId, tenants })
    expect(await forking).toEqual({ ok: false, reason: 'not_found' })
    expect(await rowsOf(input.threadId)).toBe(0)
    expect(await messagesOf(input.threadId)).toEqual([])
  })

  it('is not begun while too much long work of its organization waits', async () => {
    const input = await forkOf(await sourceOf(1))
    const full = vi.spyOn(longWork, 'isFull').mockReturnValue(true)
    expect(await objectOf(input.threadId).forkFrom(input)).toEqual({ ok: false, reason: 'busy' })
    full.mockRestore()
    expect(await objectOf(input.threadId).forkFrom(input)).toMatchObject({ ok: true })
  })
})
