import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RECHECK_MS, type Standing, watchRight } from '../../src/domain/recheck.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Answers one after another, the last one for ever. */
function watched(...standings: (Standing | Error)[]) {
  let asked = 0
  const end = vi.fn()
  const stop = watchRight(async () => {
    const standing = standings[Math.min(asked, standings.length - 1)] ?? 'allowed'
    asked += 1
    if (standing instanceof Error) throw standing
    return standing
  }, end)
  return { end, stop, asked: () => asked }
}

const after = (checks: number) => vi.advanceTimersByTimeAsync(RECHECK_MS * checks)

describe('the right of a reader', () => {
  it('the right of a reader is checked every 30 s', async () => {
    const { asked, end } = watched('allowed')
    await vi.advanceTimersByTimeAsync(29_999)
    expect(asked()).toBe(0)
    await after(3)
    expect([asked(), end.mock.calls.length]).toEqual([3, 0])
  })

  it('an answer ends once when the right of its reader is gone', async () => {
    const { asked, end } = watched('allowed', 'refused')
    await after(10)
    expect([asked(), end.mock.calls.length]).toEqual([2, 1])
  })

  it('an answer survives a database that is unavailable for a moment, but not for longer', async () => {
    const moment = watched('unknown', new Error('D1'), 'unknown', 'allowed')
    const gone = watched('unknown')
    await after(10)
    expect([moment.end.mock.calls.length, gone.end.mock.calls.length, gone.asked()]).toEqual([0, 1, 4])
  })

  it('the right of a reader is not checked after the answer ended by itself', async () => {
    const { asked, end, stop } = watched('refused')
    stop()
    await after(3)
    expect([asked(), end.mock.calls.length]).toEqual([0, 0])
  })
})
