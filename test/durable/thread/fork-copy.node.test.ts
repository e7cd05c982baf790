import { describe, expect, it, vi } from 'vitest'
import { idAt, objectNameOf, orderOf } from '../../../src/contracts/thread-ids.ts'
import { copyBody } from '../../../src/durable/thread/fork.ts'
import { FORK_CHARS_MAX } from '../../../src/durable/thread/limits.ts'
import type { ThreadState } from '../../../src/durable/thread/thread-state.ts'
import type { ThreadStore } from '../../../src/durable/thread/thread-store.ts'

const THREAD_ID = '0197b2c4-7d1e-7c3a-9d52-3f1f6f0c1a55'
const FIRST = orderOf(THREAD_ID)
const MESSAGES = 30
const BODY = JSON.stringify({ id: 'x', role: 'user', content: [{ type: 'message', message: 'y'.repeat(20_000) }] })

/** As much of a store and a state as a copy reads; `deletedAfter` messages were read the thread is deleted. */
function source(
  deletedAfter: number,
  chars = BODY.length,
): { readonly store: ThreadStore; readonly state: ThreadState } {
  let read = 0
  const store = {
    messageIndex: () => Array.from({ length: MESSAGES }, (_, n) => ({ ord: FIRST + n, run: 1, role: 'user', chars })),
    messageBody: () => (read++ < deletedAfter ? BODY : null),
  }
  const thread = { id: THREAD_ID, organizationId: 'o', projectId: 'p', region: '', retentionDays: 0, title: 't' }
  const state = { thread: { ...thread, openRuns: [] }, open: [], steps: [] }
  return { store: store as unknown as ThreadStore, state: state as unknown as ThreadState }
}

const lastId = idAt(FIRST + MESSAGES - 1, objectNameOf(THREAD_ID))

describe('the copy of a thread', () => {
  it('has a line for its head and one for each message', async () => {
    const { store, state } = source(MESSAGES)
    const lines = (await copyBody(store, state, lastId).text()).split('\n')
    expect(lines.slice(1, -1)).toEqual(Array.from({ length: MESSAGES }, () => BODY))
    expect(lines.at(-1)).toBe('')
  })

  it('is refused before any message is read when it exceeds the maximum size of a fork', async () => {
    const each = FORK_CHARS_MAX / MESSAGES
    const { store, state } = source(MESSAGES, Math.ceil(each) + 1)
    const read = vi.spyOn(store, 'messageBody')
    expect(copyBody(store, state, lastId).status).toBe(413)
    expect(read).not.toHaveBeenCalled()
    // What counts is what is copied: up to an earlier message it is less.
    expect(copyBody(store, state, idAt(FIRST + MESSAGES - 2, objectNameOf(THREAD_ID))).status).toBe(200)
    expect(copyBody(source(MESSAGES, Math.floor(each)).store, state, lastId).status).toBe(200)
  })

  it('fails when the thread is deleted meanwhile, so that a part is never taken for the whole', async () => {
    const { store, state } = source(12)
    await expect(copyBody(store, state, lastId).text()).rejects.toThrow('deleted while it was being copied')
  })
})
