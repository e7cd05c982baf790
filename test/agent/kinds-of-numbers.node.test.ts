/** Sums of money, lengths of time, ids with other zeros, what lines lack, the day of a thread, and work that is done. */
import { describe, expect, it } from 'vitest'
import { examhall } from '../../scripts/eval/questions/systems/examhall.ts'
import { fulfil } from '../../scripts/eval/questions/systems/fulfil.ts'
import { parking } from '../../scripts/eval/questions/systems/parking.ts'
import { racetiming } from '../../scripts/eval/questions/systems/racetiming.ts'
import { realEstate } from '../../scripts/eval/questions/systems/realestate.ts'
import { signing } from '../../scripts/eval/questions/systems/signing.ts'
import { taxOffice } from '../../scripts/eval/questions/systems/taxoffice.ts'
import { waterSupply } from '../../scripts/eval/questions/systems/watersupply.ts'
import { withPaddedIds } from '../../src/agent/tools/padded-ids.ts'
import { threadsAmong } from './threads-over.ts'

const END_MS = Date.parse('2026-11-20T15:00:07.312Z')
const last = threadsAmong(
  {
    examhall,
    fulfil,
    parking,
    racetiming,
    realEstate,
    signing,
    taxOffice,
    waterSupply,
  },
  END_MS,
)

describe('money', { timeout: 240_000 }, () => {
  it.each([
    ['fulfil', 'order value accepted per shop', /highest sum of `value_eur`/],
    ['fulfil', 'total order value accepted', /^Sum of `value_eur`/],
    ['fulfil', 'value of accepted orders', /^Sum of `value_eur`/],
    ['taxOffice', 'euros paid out in refunds today', /^Sum of `eur`/],
    ['taxOffice', 'euros refunded per form', /highest sum of `eur`.*by `form`/],
  ])('of %s: %s', async (name, question, told) => {
    expect(await last(name, question)).toMatch(told)
  })
})

describe('a length of time is no count and no level of a queue', { timeout: 240_000 }, () => {
  it.each([
    'typical time to grade an essay',
    'time needed to grade an essay',
    'how quickly do we grade an essay',
    'how many seconds to grade an essay',
    'worst time to grade an essay',
    'how many seconds to upload a chunk',
    'worst time to upload a chunk',
  ])('%s', async (question) => {
    expect(await last('examhall', question)).toMatch(/\*\*[\d.,]+ (?:ms|s|min)\*\*|so I give no number/)
  })
})

describe('how much of something, and what runs out', { timeout: 240_000 }, () => {
  it.each([
    ['how much rent did we collect in the last hour', /^Increase of `rent_collected_euros_total`/],
    ['how many contracts were signed between 13 and 15h', /13:00:00–15:00|so I give no number/],
    ['which city is running out of viewing slots', /has the lowest minimum of `viewing_slots_free`/],
  ])('%s', async (question, told) => {
    expect(await last('realEstate', question)).toMatch(told)
  })
})

describe('an id with other zeros', { timeout: 240_000 }, () => {
  it('is that of the data, which the answer says', async () => {
    expect(await last('fulfil', 'parcels packed at PS-2')).toMatch(/^I took "PS-2" as PS-02\. \*\*[1-9]/)
  })

  it('is left alone where it is said, where several are, and where none is', async () => {
    const hits = (said: readonly string[]) => (words: readonly string[]) =>
      Promise.resolve(Object.fromEntries(words.map((word) => [word, said.includes(word) ? 3 : 0])))
    expect((await withPaddedIds('at ps-2', hits(['ps-2', 'ps-02']))).question).toBe('at ps-2')
    expect((await withPaddedIds('at ps-2', hits(['ps-02', 'ps-002']))).question).toBe('at ps-2')
    expect((await withPaddedIds('at ps-2', hits([]))).notes).toEqual([])
    expect((await withPaddedIds('at PS-007', hits(['ps-7']))).question).toBe('at PS-7')
  })
})

describe('what lines say is missing', { timeout: 240_000 }, () => {
  it('is counted, and not all lines without the word', async () => {
    expect(await last('racetiming', 'photos w/o readable number')).toMatch(/that say `photos without readable`/)
  })
})

describe('a thread about a day', { timeout: 240_000 }, () => {
  it('stays in it for another thing', async () => {
    const line = await last(
      'waterSupply',
      'water samples out of limits today, how many',
      'how many bottles had no label',
    )
    expect(line).toMatch(/00:00:00–15:00:07/)
  })

  it('tells the first failure of more than the last minutes', async () => {
    const line = await last('waterSupply', 'does the overview dashboard work', 'first failure when')
    expect(line).toMatch(/^The first of the failed requests with `dashboard` `overview` was at \*\*14:2\d/)
  })
})

describe('work that is done', { timeout: 240_000 }, () => {
  it.each([
    ['is statement-export dead?', /^\*\*No\*\*: `statement-export` ended by itself at .*exiting with code 0/],
    ['is statement-export ok?', /^`statement-export` no longer runs: it ended by itself/],
    ['did statement export die?', /ended by itself/],
    ['is statement-export stuck?', /^\*\*No\*\*: `statement-export` ended by itself/],
  ])('is not silent: %s', async (question, told) => {
    expect(await last('parking', question)).toMatch(told)
  })
})

describe('behind a guess of which there was none', { timeout: 240_000 }, () => {
  it('why is not asked of everything that fails', async () => {
    expect(await last('signing', 'how many crls failed')).toMatch(/I could not find "crls"/)
    expect(await last('signing', 'how many crls failed', 'what was the reason')).toMatch(/was not answered/)
  })
})

describe('a thread about one tenant', { timeout: 240_000 }, () => {
  const FIRST = 'orio-energy says they get no webhooks, is that true?'
  it('keeps it where only what was done is said', async () => {
    expect(await last('signing', FIRST, 'how many undelivered')).toMatch(/`not delivered` with `tenant` `orio-energy`/)
  })

  it('counts who else has it by the key of that tenant', async () => {
    expect(await last('signing', FIRST, 'how many undelivered', 'anyone else with that problem')).toMatch(
      /has the most log records that say `not delivered` without `tenant` `orio-energy`: \*\*\d+\*\*, by `tenant`/,
    )
  })
})
