import { describe, expect, it } from 'vitest'
import { Lane, letOthersIn, NewCode, WorkPace } from '../src/work-pace.ts'

function counting(): { readonly pace: WorkPace; readonly pauses: () => number } {
  let pauses = 0
  const pace = new WorkPace(async () => {
    pauses++
  })
  return { pace, pauses: () => pauses }
}

/** Timers of a millisecond. Those that are due go off one after another, and then the runtime looks at its sockets. */
class Timers {
  #set: (() => void)[] = []
  readonly pause = () =>
    new Promise<void>((resolve) => {
      this.#set.push(resolve)
    })

  waiting(): number {
    return this.#set.length
  }

  async look(): Promise<void> {
    const due = this.#set
    this.#set = []
    for (const goOff of due) {
      goOff()
      await new Promise(setImmediate)
    }
  }

  async looksUntil(work: Promise<unknown>): Promise<number> {
    let isDone = false
    void work.then(() => {
      isDone = true
    })
    for (let looks = 0; ; looks++) {
      if (isDone) return looks
      await this.look()
    }
  }
}

async function task(timers: Timers, lane: Lane, slices: number, work: () => void): Promise<void> {
  const pace = new WorkPace(timers.pause, lane)
  for (let slice = 0; slice < slices; slice++) {
    await pace.pause()
    work()
  }
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

  it('goes on while another task only waits', async () => {
    const lane = new Lane()
    void new WorkPace(() => new Promise<void>(() => {}), lane).rest(10)
    let pauses = 0
    await new WorkPace(async () => void pauses++, lane).pause()
    expect(pauses).toBe(1)
  })

  it('has one timer for all tasks of a lane, which go on in the order in which they paused', async () => {
    const timers = new Timers()
    const lane = new Lane()
    const went: number[] = []
    const all = Promise.all([0, 1, 2, 3].map((number) => task(timers, lane, 3, () => went.push(number))))
    while (went.length < 12) {
      expect(timers.waiting()).toBe(1)
      await timers.look()
    }
    await all
    expect(went).toEqual([0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3])
  })

  it('sleeps no longer for many tasks of a lane than for one', async () => {
    const looksOf = async (tasks: number, slices: number) => {
      const timers = new Timers()
      const lane = new Lane()
      const all = Array.from({ length: tasks }, () => task(timers, lane, slices, () => {}))
      return timers.looksUntil(Promise.all(all))
    }
    // One look for what waited while the task before worked, and one for what that brought.
    expect(await looksOf(1, 240)).toBe(240)
    expect(await looksOf(12, 20)).toBeLessThanOrEqual(480)
  })

  it('lets one task go on for each look at what else is waiting, lanes in turns', async () => {
    const timers = new Timers()
    const went: number[] = []
    const all = Promise.all([0, 1, 2].map((number) => task(timers, new Lane(), 3, () => went.push(number))))
    while (went.length < 9) {
      const before = went.length
      await timers.look()
      expect(went.length - before).toBeLessThanOrEqual(1)
    }
    await all
    for (const round of [0, 3, 6]) expect(new Set(went.slice(round, round + 3)).size).toBe(3)
  })

  it('gives a lane of one task as many turns as one of many', async () => {
    const timers = new Timers()
    const [many, went] = [new Lane(), [] as string[]]
    const all = [1, 2, 3, 4].map(() => task(timers, many, 3, () => went.push('many')))
    all.push(task(timers, new Lane(), 3, () => went.push('one')))
    await timers.looksUntil(Promise.all(all))
    expect(went.slice(0, 6).filter((lane) => lane === 'one')).toHaveLength(3)
  })

  it('leaves no turn for long to a request that has ended without a word', async () => {
    const looksBeside = async (gone: number) => {
      for (let n = 0; n < gone; n++) void new WorkPace(() => new Promise<void>(() => {})).pause()
      const timers = new Timers()
      return timers.looksUntil(Promise.all([1, 2].map(() => task(timers, new Lane(), 100, () => {}))))
    }
    const alone = await looksBeside(0)
    expect(await looksBeside(5)).toBeLessThanOrEqual(alone + 100)
    expect(await looksBeside(0)).toBe(alone)
  })

  it('lets the others of its lane go on where a pause ends a task', async () => {
    const lane = new Lane()
    const timers = new Timers()
    const gone = new WorkPace(() => Promise.reject(new Error('gone')), lane).pause()
    let steps = 0
    const other = task(timers, lane, 3, () => steps++)
    await expect(gone).rejects.toThrow('gone')
    await timers.looksUntil(other)
    expect(steps).toBe(3)
  })

  it('lets events in that came before', async () => {
    const order: string[] = []
    setTimeout(() => order.push('other'), 0)
    await letOthersIn()
    order.push('own')
    expect(order).toEqual(['other', 'own'])
  })
})

describe('code that is new to the isolate', () => {
  it('counts several times at first, and what it costs from then on', () => {
    const code = new NewCode()
    expect(code.units(100)).toBeGreaterThan(100)
    for (let run = 0; run < 1_000; run++) code.units(100)
    expect(code.units(100)).toBe(100)
  })
})
