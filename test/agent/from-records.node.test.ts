/** What a thread asks of the record that it was shown: the one before, what else was then, and why something restarted. */
import { describe, expect, it } from 'vitest'
import { lastAnswer } from './ask.ts'
import { orchard } from './orchard-world.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

const store = storeWithWorld(orchard())
const thread = async (...questions: string[]): Promise<string> =>
  lastAnswer(rememberingStore(await store), questions, END_MS)

describe('behind one record', { timeout: 120_000 }, () => {
  it('the one before and the one after are its neighbours', async () => {
    const last = 'when was the last label not printed?'
    expect(await thread(last)).toMatch(/was at \*\*14:14:00 UTC/)
    expect(await thread(last, 'and the one before that?')).toMatch(/was at \*\*14:13:00 UTC/)
    expect(await thread(last, 'and the one before that?', 'the previous one')).toMatch(/was at \*\*14:12:00 UTC/)
    expect(await thread(last, 'and the one before that?', 'and the next one?')).toMatch(/was at \*\*14:14:00 UTC/)
  })

  it('then is the time around it', async () => {
    expect(await thread('when was the last label not printed?', 'errors then')).toMatch(
      /^\*\*2\*\* errors, 14:13:00–14:15:00 UTC/,
    )
  })
})

describe('behind a restart', { timeout: 120_000 }, () => {
  it('why asks for what was logged around it', async () => {
    expect(await thread('did price-api restart?', 'why?')).toContain('node is drained for a new kernel')
    expect(await thread('why did price-api restart?')).toContain('node is drained for a new kernel')
  })
})

describe('behind a gauge', { timeout: 120_000 }, () => {
  it('how fast asks for its course and for no duration', async () => {
    const text = await thread('how many pallets are open?', 'how fast?')
    expect(text).toContain('`pallets.open`')
    expect(text).not.toMatch(/duration/)
  })
})
