import { describe, expect, it } from 'vitest'
import { letOthersIn, WorkPace } from '../src/work-pace.ts'

function counting(): { readonly pace: WorkPace; readonly pauses: () => number } {
  let pauses = 0
  const pace = new WorkPace(async () => {
    pauses++
  })
  return { pace, pauses: () => pauses }
}

describe('the pace of long work', () => {
  it('is one pause for every eight thousand units, however they are counted', async () => {
    for (const each of [1, 10, 2_000]) {
      const { pace, pauses } = counting()
      for (let units = 0; units < 800_000; units += each) await pace.spend(each)
      expect(pauses()).toBe(100)
    }
  })

  it('has no pause for little work, and one at most for one large step', async () => {
    const { pace, pauses } = counting()
    await pace.spend(7_999)
    expect(pauses()).toBe(0)
    await pace.spend(1_000_000)
    expect(pauses()).toBe(1)
    await pace.spend(7_999)
    expect(pauses()).toBe(1)
  })

  it('gives every item in order, with pauses between', async () => {
    const { pace, pauses } = counting()
    const items = Array.from({ length: 24_000 }, (_, n) => n)
    const seen: number[] = []
    for await (const item of pace.over(items, 1)) seen.push(item)
    expect(seen).toEqual(items)
    expect(await pace.map(items, 1, (n) => n * 2)).toEqual(items.map((n) => n * 2))
    expect(pauses()).toBe(6)
  })

  it('ends the work where a pause rejects', async () => {
    const pace = new WorkPace(() => Promise.reject(new Error('The caller has left.')))
    let steps = 0
    const work = async () => {
      for await (const _ of pace.over(Array.from({ length: 10_000 }), 1)) steps++
    }
    await expect(work()).rejects.toThrow('The caller has left.')
    expect(steps).toBe(8_000)
  })

  it('makes no room at a pause for a task that only waits', async () => {
    const waits: number[] = []
    const waiting = new WorkPace(() => new Promise<void>(() => {}))
    void waiting.rest(10)
    await new WorkPace(async (waitMs) => {
      waits.push(waitMs)
    }).pause()
    expect(waits).toEqual([0])
  })

  it('gives each of the tasks that pause at the same time a turn of its own, and one that is alone no wait', async () => {
    const waits: number[] = []
    const ends: (() => void)[] = []
    const pause = (waitMs: number) =>
      new Promise<void>((resolve) => {
        waits.push(waitMs)
        ends.push(resolve)
      })
    const pauses = Array.from({ length: 20 }, () => new WorkPace(pause).pause())
    expect(waits.slice(0, 4)).toEqual([0, 1, 2, 3])
    expect(Math.max(...waits)).toBe(10)
    const all = Promise.all(pauses)
    let isDone = false
    void all.then(() => {
      isDone = true
    })
    while (!isDone) {
      for (const end of ends.splice(0)) end()
      await letOthersIn()
    }
    await new WorkPace(async (waitMs) => void waits.push(waitMs)).pause()
    expect(waits.at(-1)).toBe(0)
  })

  it('lets one task go on for each look at what else is waiting, in turns', async () => {
    const went: number[] = []
    let [clockMs, timers]: [number, { readonly dueMs: number; readonly end: () => void }[]] = [0, []]
    const pause = (waitMs: number) =>
      new Promise<void>((end) => {
        timers.push({ dueMs: clockMs + waitMs, end })
      })
    const task = async (number: number) => {
      const pace = new WorkPace(pause)
      for (let slice = 0; slice < 3; slice++) {
        await pace.pause()
        went.push(number)
      }
    }
    const all = Promise.all([0, 1, 2].map(task))
    const wentByLook: number[] = []
    while (went.length < 9) {
      const before = went.length
      // The timers that are due go off together, the earliest first.
      clockMs += 10
      const due = timers.sort((a, b) => a.dueMs - b.dueMs)
      timers = []
      for (const { end } of due) {
        end()
        await letOthersIn()
      }
      wentByLook.push(went.length - before)
    }
    await all
    expect(Math.max(...wentByLook)).toBe(1)
    for (const number of [0, 1, 2]) expect(went.filter((one) => one === number)).toHaveLength(3)
    expect(new Set(went.slice(0, 3)).size).toBe(3)
  })

  it('counts a task no longer whose pause ended it', async () => {
    await expect(new WorkPace(() => Promise.reject(new Error('gone'))).pause()).rejects.toThrow('gone')
    const waits: number[] = []
    await new WorkPace(async (waitMs) => void waits.push(waitMs)).pause()
    expect(waits).toEqual([0])
  })

  it('lets events in that came before', async () => {
    const order: string[] = []
    setTimeout(() => order.push('other'), 0)
    await letOthersIn()
    order.push('own')
    expect(order).toEqual(['other', 'own'])
  })
})
