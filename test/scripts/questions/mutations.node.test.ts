/** A word that exists nowhere is said to be left out or asked back; what is counted never stays the same without it. */
import { describe, expect, it } from 'vitest'
import { threadsOf } from '../../../scripts/eval/questions/ask.ts'
import { SYSTEMS } from '../../../scripts/eval/questions/catalog/systems.ts'
import { itemsOf } from '../../../scripts/eval/questions/items.ts'
import { isHole, mutantsOf, UNKNOWN } from '../../../scripts/eval/questions/mutations.ts'
import { readerOf } from '../../../scripts/eval/questions/reader-of.ts'

/** Each so many-th question of a system: the whole is `npm run eval:mutations`. */
const EVERY = 3

describe('the words of a question', () => {
  it('are changed one by one: by another one, by another name of its kind, by none', () => {
    const mutants = mutantsOf('errors of web since 14:02', [['web', 'api']])
    expect(mutants.map(({ change, text }) => [change, text])).toEqual([
      ['unknown', `${UNKNOWN} of web since 14:02`],
      ['unknown', `errors of ${UNKNOWN} since 14:02`],
      ['other', 'errors of api since 14:02'],
      ['dropped', 'of web since 14:02'],
      ['dropped', 'errors of since 14:02'],
    ])
  })

  it('that are pasted or quoted stay as they are', () => {
    expect(mutantsOf('how often "card declined"', []).map(({ text }) => text)).not.toContain(
      `how often "${UNKNOWN} declined"`,
    )
  })
})

describe('a word that exists nowhere', { timeout: 120_000 }, () => {
  it.each(['hospital', 'parcel'])('in a question about %s gives no number without being named', async (name) => {
    const system = SYSTEMS.find((one) => one.name === name)
    if (system === undefined) throw new Error(`no system ${name}`)
    const world = system.make(Date.parse('2026-11-20T15:00:07.312Z'))
    const read = await readerOf(world)
    const lost: string[] = []
    const threads = threadsOf(itemsOf(system, world, ['dev'])).filter((_, at) => at % EVERY === 0)
    for (const [item] of threads) {
      if (item === undefined) continue
      const whole = await read(item.text)
      for (const mutant of mutantsOf(item.text, []).filter(({ change }) => change === 'unknown')) {
        const changed = await read(mutant.text)
        const isNumber = changed.plans.some(({ intent }) => intent === 'measure' || intent === 'patterns')
        // "Carrier kurier24": the noun says of what kind the name behind it is, and the name is the condition.
        const isKind = new RegExp(`${UNKNOWN} [\\w-]*\\d`).test(mutant.text)
        if (isNumber && !isKind && isHole(mutant, whole, changed)) lost.push(mutant.text)
      }
    }
    expect(lost).toEqual([])
  })
})
