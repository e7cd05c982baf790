/** Whose things were not done, sums and slowest of a thing, and shares of what was done. */
import { describe, expect, it } from 'vitest'
import { shareOfDone } from '../../src/agent/questions/reader/slow-asked.ts'
import { Conversation } from './ask.ts'
import { orchard } from './orchard-world.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

const store = storeWithWorld(orchard())
const answer = async (question: string): Promise<string> =>
  (await new Conversation(rememberingStore(await store)).ask(question, END_MS)).text

describe('whose things were not done', { timeout: 120_000 }, () => {
  it('is told by the lines that deny it, in groups of the key', async () => {
    for (const question of ['which growers failed to graft trees?', 'trees not grafted by grower'])
      expect(await answer(question), question).toMatch(/`hillside` has the most .*\*\*3\*\*.*In all 4 over 2 groups/)
    expect(await answer('which growers lost trees?')).toMatch(/^I took "lost" as failed\. `hillside`.*\*\*3\*\*/)
  })
})

describe('a sum of a thing', { timeout: 120_000 }, () => {
  it('is of lines that say the thing, and not of a verb like it', async () => {
    expect(await answer('total amount of shipments')).toMatch(/\*\*40\*\*, over 4 records/)
    expect(await answer('sum of shipments received')).toMatch(/\*\*40\*\*, over 4 records/)
  })
})

describe('slow ones of a thing', { timeout: 120_000 }, () => {
  it('are its slowest requests and no cause', async () => {
    for (const question of ['slow crates', 'show me slow crates in the last 30 minutes'])
      expect(await answer(question), question).toMatch(/^The slowest of \d+ requests on `POST \/crates` took/)
  })
})

describe('a rate of what was done', { timeout: 120_000 }, () => {
  it('is the share of the thing', async () => {
    expect(shareOfDone('capture rate of payments since 14:00')).toBe('what share of payments was captured since 14:00')
    expect(await answer('decline rate of payouts')).toMatch(/^\*\*25(?:\.0)? %\*\*: 10 log records/)
  })

  it('is asked back where nobody says of what', async () => {
    expect(await answer('completion rate?')).not.toMatch(/\*\*\d/)
  })
})
