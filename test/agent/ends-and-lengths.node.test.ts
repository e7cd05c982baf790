/** The first and the last, both numbers of a share, lines around a record, and lengths of time of two units. */
import { describe, expect, it } from 'vitest'
import { inWholeTimes } from '../../src/agent/questions/reader/whole-times.ts'
import { Conversation } from './ask.ts'
import { orchard } from './orchard-world.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

const store = storeWithWorld(orchard())
const answer = async (question: string): Promise<string> =>
  (await new Conversation(rememberingStore(await store)).ask(question, END_MS)).text

describe('two in one breath', { timeout: 120_000 }, () => {
  it('the first and the last are both told', async () => {
    const text = await answer('first and last pallet not closed')
    expect(text).toMatch(/The first of .* at \*\*14:57:00 UTC/)
    expect(text).toMatch(/The last of .* at \*\*14:59:00 UTC/)
  })

  it('all and those that failed are told of each group', async () => {
    expect(await answer('total vs failed per service')).toMatch(/`price-api`: 25\.0 % \(60 of 240\)/)
  })

  it('lines around a record are those beside it in time', async () => {
    const text = await answer('logs around the last pallet not closed')
    expect(text).toMatch(/The last of .* at \*\*14:59:00 UTC/)
    expect(text).toMatch(/14:58:45–14:59:15 UTC/)
  })
})

describe('a length of time of two units', { timeout: 120_000 }, () => {
  it('is put into the smaller one', () => {
    for (const [said, whole] of [
      ['errors in the last 1h 20m', 'errors in the last 80 minutes'],
      ['errors in the last 12 minutes and 30 seconds', 'errors in the last 750 seconds'],
      ['errors in the last hour and 20 minutes', 'errors in the last 80 minutes'],
      ['errors in the last minute and a half', 'errors in the last 90 seconds'],
      ['errors between 1h 20m and 40m ago', 'errors between 80 minutes ago and 40 m ago'],
      ['errors in one or two minutes', 'errors in one or two minutes'],
      ['errors at 10:30 m', 'errors at 10:30 m'],
    ] as const)
      expect(inWholeTimes(said), said).toBe(whole)
  })

  it('bounds a count', async () => {
    expect(await answer('crates weighed in the last 22 minutes and 30 seconds')).toMatch(/^\*\*3\*\* log records/)
  })
})
