/**
 * What a follow-up goes on from: the share of what the thread counts, what was counted for a share, a thing of its own
 * behind a turn that was not answered, and a superlative that names only what it goes by.
 */
import { describe, expect, it } from 'vitest'
import type { LogRow, PointRow, World } from '../../scripts/eval/questions/records.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

const DEPOTS = ['north', 'north', 'south'] as const

/** A depot: of each four parcels one is refused and three are accepted, pallets are stacked, a belt has a load. */
function depot(): World {
  const plain = worldOf({
    gateway: 'depot-gate',
    routes: { 'POST /labels': 'label-svc' },
    failing: 'POST /labels',
    store: 'postgresql',
  })
  const logs: LogRow[] = [...plain.logs]
  const points: PointRow[] = []
  const line = (minute: number, message: string, attributes: LogRow['attributes']): LogRow => ({
    ...{ timeMs: END_MS - minute * 60_000, service: 'sorter', severity: 'INFO', isSeveritySent: true, message },
    ...{ body: message, attributes, traceId: '', spanId: '', version: '1.0.0', instance: 'sorter-1' },
  })
  for (let minute = 48; minute > 0; minute--) {
    const attributes = { depot: DEPOTS[minute % 3] ?? '' }
    logs.push(line(minute, minute % 4 === 0 ? 'parcel refused: too heavy' : 'parcel accepted at the belt', attributes))
    if (minute % 6 === 0) logs.push(line(minute, 'pallet stacked in the yard', attributes))
    points.push({
      ...{ timeMs: END_MS - minute * 60_000, startMs: END_MS - 90 * 60_000, service: 'sorter', name: 'belt.load' },
      ...{ unit: '1', type: 'gauge' as const, value: minute === 20 ? 77 : 31, buckets: null, attributes: {} },
      ...{ version: '1.0.0', instance: 'sorter-1' },
    })
  }
  return { ...plain, logs, points }
}

const store = storeWithWorld(depot())
const answer = async (...questions: readonly string[]): Promise<string> => {
  const talk = new Conversation(rememberingStore(await store))
  let text = ''
  for (const question of questions) text = (await talk.ask(question, END_MS)).text
  return text
}
const REFUSED = 'how many parcels were refused?'

describe('A share of what the thread counts', () => {
  it('has the noun of the thread, whether it is said or not', async () => {
    expect(await answer(REFUSED, 'what share of all parcels is that?')).toMatch(/\*\*25(?:\.0)? %\*\*: 12 .* of 48/)
    expect(await answer('parcels refused?', 'as a percentage of all parcels')).toMatch(/\*\*25(?:\.0)? %\*\*/)
  })

  it('goes by the verb that the rate is called after', async () => {
    expect(await answer('how many parcels were accepted?', 'so what is the refusal rate?')).toMatch(
      /\*\*25(?:\.0)? %\*\*: 12 .* of 48/,
    )
  })

  it('is of what the last answer counted, and not of the first question', async () => {
    const thread = ['how many parcels were accepted?', 'and refused?', 'which depot most often?'] as const
    expect(await answer(...thread, 'what share of all parcels is that?')).toMatch(/\*\*25(?:\.0)? %\*\*: 12 .* of 48/)
  })

  it('is of what the thread is restricted to', async () => {
    expect(await answer(REFUSED, 'only depot south', 'what share of all parcels is that?')).toMatch(/`south`.*of 16/)
  })

  it('leaves what was counted for it as the subject', async () => {
    expect(await answer(REFUSED, 'what share of all parcels is that?', 'which depot most often?')).toMatch(
      /^`north` .*parcels refused.*\*\*8\*\*/,
    )
  })
})

describe('Behind a turn that was not answered', () => {
  it('a thing of its own is read by itself', async () => {
    expect(await answer('is the yard haunted?', 'belt load max?')).toContain('**77')
  })

  it('a superlative that names only what it goes by is not of everything', async () => {
    const text = await answer(REFUSED, 'how many zorks were frobbed?', 'which depot most often?')
    expect(text).toContain('I give no number')
  })

  it('goes on from the last answer where nothing new was named', async () => {
    const text = await answer(REFUSED, 'parcels refused compared how?', 'which depot most often?')
    expect(text).toMatch(/parcels refused/)
  })
})

describe('Another thing with its own verb', () => {
  it('is counted by itself behind when and behind a gauge', async () => {
    expect(await answer(REFUSED, 'when was the last one?', 'pallets stacked?')).toMatch(/^\*\*8\*\* .*pallets stacked/)
    expect(await answer('belt load max?', 'pallets stacked?')).toMatch(/^\*\*8\*\* .*pallets stacked/)
  })
})
