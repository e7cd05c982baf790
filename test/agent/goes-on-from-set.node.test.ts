/** Follow-ups go on from the set that was counted, also behind turns that were not understood. */
import { describe, expect, it } from 'vitest'
import { areOfSame } from '../../src/agent/questions/reader/open-fragments.ts'
import { bakeryWorld } from './bakery-world.ts'
import { threadsOver } from './threads-over.ts'
import { END_MS } from './trade-world.ts'

const last = threadsOver(bakeryWorld, END_MS)

describe('behind what was counted', () => {
  it.each([
    ['requests on POST /pulls', 'in which bay was it', /^`A` has the most requests on `POST \/pulls`: \*\*80\*\*/],
    ['requests on POST /pulls', 'how many per bay', /by `bay`.*In all 240 over 3 groups/],
    ['requests on POST /pulls', 'A vs B', /`A` or `B`: \*\*80\*\*.*In all 160 over 2 groups/],
    ['requests on POST /pulls', 'how many are there', /^\*\*240\*\* requests on `POST \/pulls`/],
    ['requests on POST /pulls', 'how slow are they', /^95th percentile duration of requests on `POST \/pulls`/],
    ['loafs held', 'did it stop', /^The last of the log records that say `loafs held` was at \*\*14:54:20 UTC/],
    ['what happened to loaf L-8006?', 'where is it now', /^\*\*1\*\* log records with the text `l-8006`/],
  ])('%j, then %j', async (first, asked, said) => {
    expect(await last(first, asked)).toMatch(said)
  })

  it('a sum per minute is a rate', async () => {
    expect(await last('cake orders accepted', 'total value in eur', 'per minute')).toMatch(
      /\*\*33\.\d+ per minute\*\*, in all \*\*2,000\*\*/,
    )
  })

  it('numbers that lines state have no outcome', async () => {
    expect(await last('cake orders accepted', 'total value in eur', 'the ones that failed')).not.toMatch(/\*\*2,000/)
  })
})

describe('behind a cause', () => {
  it('what fails stays what is counted, also behind since when', async () => {
    const told = /^\*\*60\*\* failed requests on `POST \/batches`/
    expect(await last('why do batches fail?', 'how many requests is that')).toMatch(told)
    expect(await last('why do batches fail?', 'since when', 'how many requests is that')).toMatch(told)
  })

  it.each([
    ['how many so far', /^\*\*120\*\* failed requests/],
    [
      'which route has the most',
      /has the most failed requests: \*\*60\*\* \(as many as `shop-edge POST \/batches`\), by `operation`/,
    ],
  ])('%j is of what failed since it began', async (asked, said) => {
    expect(await last('what broke?', asked)).toMatch(said)
  })
})

describe('behind a gauge', () => {
  it.each([
    ['peak?', /^At \*\*14:5\d:00 UTC.*13:59:43/],
    ["what's the trend", /^Rising/],
    ['worst value', /^Maximum of `dough\.queue\.depth`/],
  ])('%j is of it', async (asked, said) => {
    expect(await last('dough queue depth now', asked)).toMatch(said)
  })
})

describe('behind a turn that was not understood', () => {
  it('the thread goes on from what was answered before it, and says so', async () => {
    expect(await last('cake orders accepted', 'the usual share of them', 'list the last 2')).toMatch(
      /^"the usual share of them" was not answered, so this goes on from "cake orders accepted"\..*newest 2/,
    )
  })

  it.each(['by whom', 'how many per pod', 'as a percentage', 'to whom mostly', 'what about the others'])(
    '%j asks of the same thing',
    (question) => {
      expect(areOfSame({ question, words: [] })).toBe(true)
    },
  )

  it.each([
    'and refused ones',
    'its disk',
    'disk usage of that service',
    'how many of those were uploads',
    'how many frobs',
  ])('%j may be about another thing', (question) => {
    expect(areOfSame({ question, words: ['frobs'] })).toBe(false)
  })

  it('a part that nobody knows is not passed over', () => {
    expect(areOfSame({ question: 'only the frobs', words: ['frobs'] })).toBe(false)
  })
})

describe('names that are no orders and no times', () => {
  it('"free bays?" asks', async () => {
    expect(await last('free bays in A?')).not.toMatch(/I only read telemetry/)
  })

  it('the culprit is told beside since when', async () => {
    expect(await last('which service is the culprit and since when?')).toMatch(/^\*\*Root cause: `bake-desk`/)
  })
})
