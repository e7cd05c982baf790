import { describe, expect, it } from 'vitest'
import { FairQueue, QueueBusy } from '../src/fair-queue.ts'

/** A queue with a clock that goes on only by waiting, and tasks that end when they are told to. */
function bench(options: { waitingPerOwnerMax?: number } = {}) {
  let nowMs = 0
  const timers: { atMs: number; fire: () => void }[] = []
  const queue = new FairQueue({
    slots: 3,
    slotsPerOwner: 2,
    waitingPerOwnerMax: options.waitingPerOwnerMax ?? 100,
    holdMaxMs: 120_000,
    now: () => nowMs,
    wait: (ms) => new Promise((resolve) => timers.push({ atMs: nowMs + ms, fire: resolve })),
  })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
  const start = (owner: string, name: string, waitMaxMs = 60_000, signal?: AbortSignal) =>
    queue.run({ owner, waitMaxMs, ...(signal === undefined ? {} : { signal }) }, async () => {
      begun.push(name)
      await new Promise<void>((resolve) => ends.set(name, resolve))
      return name
    })
  const pass = async (ms: number, tick = true) => {
    nowMs += ms
    if (tick) for (const timer of timers.splice(0)) timer.fire()
    await settled()
  }
  const end = async (name: string) => {
    ends.get(name)?.()
    await settled()
    // Those who wait look again.
    await pass(50)
  }
  return { queue, begun, start, end, pass, settled }
}

describe('the fair queue of long work', () => {
  it('begins the first task of one organization at once while another has fifty', async () => {
    const { begun, start, settled } = bench()
    for (let n = 0; n < 50; n++) void start('a', `a${n}`)
    await settled()
    expect(begun).toEqual(['a0', 'a1'])
    void start('b', 'b0')
    await settled()
    expect(begun).toEqual(['a0', 'a1', 'b0'])
  })

  it('lets organizations take turns, each with its own tasks in order', async () => {
    const { begun, start, end, settled } = bench()
    for (const name of ['a0', 'a1', 'a2', 'a3']) void start('a', name)
    for (const name of ['b0', 'b1']) void start('b', name)
    void start('c', 'c0')
    await settled()
    expect(begun).toEqual(['a0', 'a1', 'b0'])
    for (const name of ['a0', 'a1', 'b0', 'c0', 'a2', 'b1', 'a3']) await end(name)
    expect(begun.slice(3)).toEqual(['c0', 'a2', 'b1', 'a3'])
  })

  it('refuses at once what is beyond the bound of an organization, and nothing of another', async () => {
    const { queue, start, settled } = bench({ waitingPerOwnerMax: 3 })
    for (let n = 0; n < 5; n++) void start('a', `a${n}`)
    await settled()
    expect([queue.isFull('a'), queue.isFull('b')]).toEqual([true, false])
    await expect(start('a', 'more')).rejects.toThrow(QueueBusy)
  })

  it('ends a wait at its bound, or when its caller has stopped it, and keeps no place for it', async () => {
    const { begun, start, end, pass } = bench()
    void start('a', 'a0')
    void start('a', 'a1')
    const late = expect(start('a', 'late', 1_000)).rejects.toThrow(QueueBusy)
    const stop = new AbortController()
    const stopped = expect(start('a', 'stopped', 60_000, stop.signal)).rejects.toThrow(QueueBusy)
    stop.abort()
    for (let n = 0; n < 6; n++) await pass(200)
    await Promise.all([late, stopped])
    void start('a', 'a2')
    await end('a0')
    expect(begun).toEqual(['a0', 'a1', 'a2'])
  })

  it('frees the slot of a task that failed', async () => {
    const { queue, begun, start, settled } = bench()
    void start('a', 'a0')
    await expect(queue.run({ owner: 'a', waitMaxMs: 0 }, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    void start('a', 'a1')
    await settled()
    expect(begun).toEqual(['a0', 'a1'])
  })

  it('counts neither slots nor places of requests that ended without a word', async () => {
    const { queue, begun, start, pass, settled } = bench({ waitingPerOwnerMax: 1 })
    void start('a', 'gone0')
    void start('a', 'gone1')
    await settled()
    void start('a', 'gone2', 600_000)
    expect(queue.isFull('a')).toBe(true)
    // Nobody looks any more: the timers of the one who waited never fire.
    await pass(11_000, false)
    expect(queue.isFull('a')).toBe(false)
    await pass(120_000, false)
    void start('a', 'next')
    await settled()
    expect(begun).toEqual(['gone0', 'gone1', 'next'])
  })
})
