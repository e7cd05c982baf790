/** Languages and countries by their names, where a key has their codes. */
import { describe, expect, it } from 'vitest'
import { Conversation } from './ask.ts'
import { orchard } from './orchard-world.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

const store = storeWithWorld(orchard())
const answer = async (question: string): Promise<string> =>
  (await new Conversation(rememberingStore(await store)).ask(question, END_MS)).text

describe('a language or a country', { timeout: 120_000 }, () => {
  it('is the code that a key of languages has', async () => {
    for (const question of ['how many german crates were weighed?', 'crates weighed in german'])
      expect(await answer(question), question).toMatch(/^\*\*10\*\* log records with `lang` `de`/)
  })

  it('is the code that a key of countries has', async () => {
    for (const question of ['how many prices were shown in sweden?', 'swedish prices shown'])
      expect(await answer(question), question).toMatch(/^\*\*8\*\* log records with `country` `se`/)
  })

  it('is asked back where no key has its code', async () => {
    expect(await answer('how many welsh crates were weighed?')).toMatch(/could not find "welsh"/)
    expect(await answer('how many swedish crates were weighed?')).not.toMatch(/^\*\*\d/)
  })
})
