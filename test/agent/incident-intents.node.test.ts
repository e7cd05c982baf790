/** Questions of any incident in words that no form knows, told by their words as a whole. */
import { describe, expect, it } from 'vitest'
import { classifyIntent, withoutServices } from '../../src/agent/questions/intents/classify.ts'
import { featuresOf } from '../../src/agent/questions/intents/features.ts'
import { bakeryWorld } from './bakery-world.ts'
import { threadsOver } from './threads-over.ts'
import { END_MS } from './trade-world.ts'

const last = threadsOver(bakeryWorld, END_MS)

describe('the words of a question', () => {
  it('are written out, known by what they are about, and unknown where they are of a trade', () => {
    const features = featuresOf("what's the trigger for sourdough", new Set(['what', 'is', 'the', 'for']))
    expect(features).toEqual(expect.arrayContaining(['w:what', 'w:is', 'c:trigger', 'w:xunk', 'u:1']))
  })

  it('have one word for each name of a service', () => {
    expect(withoutServices('is mix-api the victim of mix-api-2', ['mix-api', 'mix-api-2'])).toBe(
      ' is xsvc the victim of xsvc ',
    )
  })

  it.each(['how many loaves were sold today', 'average weight of batches by oven', 'restart the oven please'])(
    '%j is about something else',
    (asked) => {
      expect(classifyIntent(asked, [])).toBeNull()
    },
  )
})

describe('a question of any incident that no form knows', () => {
  it.each([
    [
      'which services came through untouched',
      /^I read this as "which services are not affected"\. \*\*\d of 9 services/,
    ],
    ['name every service with elevated errors', /\*\*\d of 9 services\*\* are affected since 14:25:00/],
    ['is this a repeat of an earlier incident', /\*\*No\*\*, not in what is stored: from .* was never logged/],
    ['has this happened before', /^I read this as "did this happen before"\. \*\*No\*\*, not in what is stored/],
    ['are the errors getting better or worse', /\*\*(?:Better|Worse|Neither, about the same)\*\*: error rate/],
    ['how solid is the diagnosis of the current incident', /(?:Quite|Fairly) sure/],
    ['should we roll back', /^I read this as "is a release to blame"\. \*\*(?:No|Yes)\*\*/],
    ['is this noise or a real problem', /^I read this as "is this usual"\. \*\*No\*\*, higher than before/],
  ])('%j is read as the plain question of its intent, which is said first', async (asked, said) => {
    expect(await last(asked)).toMatch(said)
  })

  it.each([
    ['what triggered it?', /before/],
    ['seen it before?', /^I read this as "did this happen before"/],
    [
      'is it getting better or worse?',
      /^(?:I read this as .*)?\*\*(?:Better|Worse|Neither, about the same)\*\*: error rate/,
    ],
    ['which services are affected', /bake-desk/],
    ['did it spread', /bake-desk/],
  ])('%j behind "what broke?" is about that incident', async (asked, said) => {
    expect(await last('what broke?', asked)).toMatch(said)
  })

  it('keeps a count that asks for one thing of the trade', async () => {
    expect(await last('how many batches failed')).not.toMatch(/^I read this as/)
  })
})
