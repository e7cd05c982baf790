/** Limits on numbers that lines carry or state: over, under, at least. */
import { describe, expect, it } from 'vitest'
import { boundAsked } from '../../src/agent/questions/reader/bound-asked.ts'
import { Conversation } from './ask.ts'
import { orchard } from './orchard-world.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

const store = storeWithWorld(orchard())
const answer = async (question: string): Promise<string> =>
  (await new Conversation(rememberingStore(await store)).ask(question, END_MS)).text

describe('a limit on a number', { timeout: 120_000 }, () => {
  it('restricts lines that carry it under the noun beside it', async () => {
    expect(await answer('how many crates had a ripeness under 0.2?')).toMatch(/^\*\*9\*\* /)
    expect(await answer('crates weighed with ripeness of at least 0.6')).toMatch(/^\*\*11\*\* log records/)
  })

  it('restricts lines that carry it in the unit that is said', async () => {
    expect(await answer('crates over 30 kg')).toMatch(/^\*\*10\*\* log records/)
    expect(await answer('how many crates of more than 30 kg per grower?')).toMatch(/`northfield`: 5/)
  })

  it('restricts lines that state it in their text', async () => {
    expect(await answer('how many payouts above 350 eur?')).toMatch(/^\*\*5\*\* log records/)
    expect(await answer('payouts over 350 that were declined')).toMatch(/^\*\*2\*\* log records/)
    expect(await answer('how many labels had more than 3 stripes?')).toMatch(/^\*\*8\*\* log records/)
    expect(await answer('how many crates were more than 20 s late?')).toMatch(/^\*\*3\*\* log records/)
  })

  it('is asked back where nothing carries or states such a number', async () => {
    expect(await answer('how many crates with a sugar content over 12?')).not.toMatch(/^\*\*\d/)
    expect(await answer('payouts over 20 kg')).not.toMatch(/^\*\*\d/)
  })

  it('is none where a number is a window, a share or a moment', () => {
    expect(boundAsked('errors over 5 minutes')).toBeNull()
    expect(boundAsked('did more than 10 % of the requests fail')).toBeNull()
    expect(boundAsked('was it less than 10 minutes ago')).toBeNull()
    expect(boundAsked('orders over 500 eur')?.names).toEqual(['eur', 'order'])
  })
})
