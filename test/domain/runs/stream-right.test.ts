/** Streams of runs and threads end soon after the right to them is gone. The object is played by an open socket. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RECHECK_MS, type Standing } from '../../../src/domain/recheck.ts'
import { streamEvents } from '../../../src/domain/runs/stream.ts'
import type { ThreadScope } from '../../../src/domain/threads/thread-scope.ts'
import { laterContext } from '../../support/filled-project.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

/** A thread's object that accepts a reader and says nothing. */
function silentThread(): ThreadScope {
  const stub = {
    fetch: async () => {
      const pair = new WebSocketPair()
      pair[1].accept()
      return new Response(null, { status: 101, webSocket: pair[0] })
    },
  }
  // Of its object a stream uses `fetch` alone.
  const access = { id: 'x', tenants: { organizationIds: ['org_x'], projectId: null }, stub: () => stub }
  return access as unknown as ThreadScope
}

async function follow(of: 'run' | 'thread', standings: Standing[]) {
  const recheck = async (): Promise<Standing> => standings.shift() ?? 'allowed'
  const response = await streamEvents({
    ctx: laterContext(0),
    scope: silentThread(),
    input: { of, cursor: null, recheck },
  })
  const reader = response.body?.getReader()
  const state = { isEnded: false }
  const read = async () => {
    while (reader && !(await reader.read()).done);
    state.isEnded = true
  }
  void read()
  return { state, leave: () => reader?.cancel() }
}

/** Lets time pass, and what is read be read. */
async function pass(ms: number) {
  await vi.advanceTimersByTimeAsync(ms)
  await scheduler.wait(10)
}

describe.each(['run', 'thread'] as const)('the stream of a %s', (of) => {
  it('a stream goes on while the right to it holds, and ends within 30 s after it is gone', async () => {
    const { state } = await follow(of, ['allowed', 'allowed', 'refused'])
    await pass(2 * RECHECK_MS)
    expect(state.isEnded).toBe(false)
    await pass(RECHECK_MS)
    expect(state.isEnded).toBe(true)
  })

  it('a stream survives a database that is out of reach for a minute, and ends after two', async () => {
    const short = await follow(of, ['unknown', 'unknown', 'allowed'])
    await pass(5 * RECHECK_MS)
    expect(short.state.isEnded).toBe(false)
    await short.leave()
    const long = await follow(of, ['unknown', 'unknown', 'unknown', 'unknown'])
    await pass(4 * RECHECK_MS)
    expect(long.state.isEnded).toBe(true)
  })
})
