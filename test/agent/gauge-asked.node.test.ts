/** Numbers that only gauges hold, asked in everyday words: how full, how many now, the fullest, of which series. */
import { describe, expect, it } from 'vitest'
import type { LogRow, PointRow, World } from '../../scripts/eval/questions/records.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

const TANKS = { milk: 62, cream: 81, whey: 35 } as const
const SHEDS = { north: 40, south: 25 } as const

/** A dairy: tanks by what is in them, cows in sheds, the queue at each gate and the lag of each partition. */
function dairy(): World {
  const plain = worldOf({
    gateway: 'dairy-gate',
    routes: { 'POST /deliveries': 'intake-svc', 'GET /cows/{id}': 'herd-svc' },
    failing: 'POST /deliveries',
    store: 'postgresql',
  })
  const point = (minute: number, name: string, unit: string, value: number, by: PointRow['attributes']): PointRow => ({
    ...{ timeMs: END_MS - minute * 60_000, startMs: END_MS - 90 * 60_000, service: 'herd-svc', name, unit },
    ...{ type: 'gauge' as const, value, buckets: null, attributes: by, version: '1.0.0', instance: 'herd-svc-1' },
  })
  const points: PointRow[] = []
  const logs: LogRow[] = [...plain.logs]
  for (let minute = 60; minute > 0; minute--) {
    for (const [content, fill] of Object.entries(TANKS))
      points.push(point(minute, 'tank_fill_percent', '%', content === 'cream' ? fill - minute / 2 : fill, { content }))
    for (const [shed, cows] of Object.entries(SHEDS))
      points.push(point(minute, 'shed.cows.active', '{cow}', cows, { 'shed.name': shed }))
    for (const partition of [1, 2, 3])
      points.push(point(minute, 'broker.consumer.lag', '{message}', partition * 10, { 'partition.id': `${partition}` }))
    points.push(
      point(minute, 'gate.queue.length', '{lorry}', 7, { gate: 'east' }),
      point(minute, 'gate.queue.length', '{lorry}', 4, { gate: 'west' }),
      point(minute, 'barn.temperature', 'Cel', 19, { barn: 'old' }),
      point(minute, 'barn.temperature', 'Cel', 23, { barn: 'new' }),
    )
    logs.push({
      ...{ timeMs: END_MS - minute * 60_000, service: 'herd-svc', severity: 'INFO', isSeveritySent: true },
      ...{ message: 'cow came too late', body: `cow came too late, shed=${minute % 2 ? 'north' : 'south'}` },
      ...{ attributes: {}, traceId: '', spanId: '', version: '1.0.0', instance: 'herd-svc-1' },
    })
  }
  return { ...plain, logs, points }
}

const store = storeWithWorld(dairy())
const answer = async (...questions: readonly string[]): Promise<string> => {
  const talk = new Conversation(rememberingStore(await store))
  let text = ''
  for (const question of questions) text = (await talk.ask(question, END_MS)).text
  return text
}

describe('numbers that gauges hold, in everyday words', () => {
  it.each([
    ['how full is the whey tank now in percent', /`content` `whey`.*\*\*35 %/],
    ['how many cows stand in north at the moment?', /`north`.*\*\*40 cows/],
    ['cows in sheds right now, all sheds together', /together: \*\*65 cows/],
    ['how warm is the old barn?', /`barn` `old`.*\*\*19/],
    ['highest lag of partition 3?', /^Maximum of `broker\.consumer\.lag` with `partition\.id` `3`: \*\*30/],
  ])('tell one: %s', async (question, said) => {
    expect(await answer(question)).toMatch(said)
  })

  it.each([
    ['which tank is the fullest, milk, cream or whey?', /^`cream` has the highest/],
    ['which tanks are the emptiest?', /^`whey` has the lowest/],
    ['which shed has the most cows in it at the moment?', /^`north` has the highest last value.*\*\*40/],
    ['lag of partitions 2 and 3', /`3` has the highest.*\*\*30 messages\*\*; `2` \*\*20/],
    ['which is the warmest barn? i mean which barn is the warmest now', /`new`.*\*\*23/],
  ])('tell each: %s', async (question, said) => {
    expect(await answer(question)).toMatch(said)
  })

  it('tell a course', async () => {
    expect(await answer('does the cream tank fill up over the time?')).toMatch(/^Yes, rising.*`cream`/)
  })

  it('go on with another series and another statistic', async () => {
    expect(await answer('highest lag of partition 3?', 'and partition 1?')).toMatch(/`1`: \*\*10/)
    expect(await answer('how many cows are in south now', 'what was the most?')).toMatch(/^Maximum.*`south`.*\*\*25/)
    expect(await answer('how many cows are in south now', 'What was it at the most?')).toMatch(
      /^Maximum.*`south`.*\*\*25/,
    )
  })

  it.each(['gates open now?', 'how expensive is the whey tank now?', 'how many lame cows are in north right now?'])(
    'are no answer to something else: %s',
    async (question) => {
      expect(await answer(question)).not.toMatch(/\*\*(?:4|7|11|35|40)\b/)
    },
  )
})
