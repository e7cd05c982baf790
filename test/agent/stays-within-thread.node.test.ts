/** Short follow-ups stay with what the last answer was about, or are asked back: they never tell of the whole system. */
import { describe, expect, it } from 'vitest'
import { bakeryWorld } from './bakery-world.ts'
import { threadsOver } from './threads-over.ts'
import { END_MS } from './trade-world.ts'

const last = threadsOver(bakeryWorld, END_MS)

describe('behind lines of an event', () => {
  it.each([
    ['reasons?', /^The most frequent of log records that say `loafs held`/],
    ['still?', /^No: \*\*0\*\* log records that say `loafs held`/],
    ['show one', /the table has the newest 1/],
    ['full line', /the table has the newest 1/],
    ['show me the full line of one', /the table has the newest 1/],
    ['full line of the last one', /the table has the newest 1/],
    ['3 examples', /the table has the newest 3/],
    ['since when?', /^The first of the log records that say `loafs held` was at \*\*14:00:20 UTC/],
  ])('%j is of them', async (asked, said) => {
    expect(await last('loafs held', asked)).toMatch(said)
  })

  it.each(['who is affected?', 'how long did it last?', 'so up or down?'])(
    '%j is asked back where they do not tell it',
    async (asked) => {
      expect(await last('loafs held', asked)).not.toMatch(/\*\*Root cause|requests failed/)
    },
  )

  it('a pronoun that is read without them is asked back', async () => {
    expect(await last('loafs held', 'cake order for it accepted?')).toMatch(
      /^I could not tell what that says of "loafs held"/,
    )
  })
})

describe('behind a question that was not answered', () => {
  it.each(['why', 'still?', 'who is affected'])('%j goes on from nothing', async (asked) => {
    expect(await last('glazed loafs', asked)).toMatch(/was not answered/)
  })

  it('a count that says what it counts is a question of its own', async () => {
    expect(await last('glazed loafs', 'and how many loafs got held')).toMatch(/^\*\*10\*\* log records/)
  })
})

describe('the service of a thread', () => {
  it.each([
    ['how many of its requests failed?', /`bake-desk`/],
    ['who calls it?', /`bake-desk` is called by `shop-edge`/],
    ['what else calls it', /`bake-desk` is called by `shop-edge`/],
  ])('is meant by %j', async (asked, said) => {
    expect(await last('is bake-desk ok?', asked)).toMatch(said)
  })

  it('keeps the window that "then" means', async () => {
    expect(await last('p95 of bake-desk in the last 20 minutes', 'p95 of recipe-list then')).toMatch(/14:40:\d\d–15:00/)
  })
})

describe('a gauge in a thread', () => {
  it('is told at the moment that is named', async () => {
    expect(await last('dough queue depth now', 'and at 14:20')).toMatch(/14:05:00–14:21:00/)
  })

  it('is told with when it was highest', async () => {
    expect(await last('dough queue depth', 'max', 'when')).toMatch(/^At \*\*14:5\d:00 UTC/)
  })

  it('is told with what is normal, and its course', async () => {
    expect(await last('dough queue depth', 'normal value?')).toMatch(/above its everyday range/)
    expect(await last('when did the dough queue start to grow?', 'is it growing still')).toMatch(/^Yes, rising/)
  })

  it('by a key is what each series stands at', async () => {
    expect(await last('fuel by oven')).toMatch(/highest last value of `oven\.fuel\.percent`.*: \*\*90 %/)
  })
})

describe('parts of what was counted', () => {
  it('are a share of all requests on the route', async () => {
    expect(await last('requests on POST /pulls in bay B', 'share of all pulls')).toMatch(
      /^\*\*33\.3 %\*\*: 80 requests .* of all 240 requests on `POST \/pulls`/,
    )
  })

  it('are told up to a window before', async () => {
    expect(await last('loafs held in the last 30 min', 'half hour before')).toMatch(/14:00:\d\d–14:30:\d\d/)
  })
})

describe('a value in the place of people', () => {
  it.each([
    ["are acme's pulls fine", /^Yes: \*\*100 %\*\* of requests on `POST \/pulls` with `customer` `acme` succeeded/],
    ['can acme pull?', /^Yes: .*`customer` `acme`/],
    [
      'are pulls of acme working again?',
      /^Yes: \*\*100 %\*\* of requests on `POST \/pulls` with `customer` `acme` succeeded/,
    ],
  ])('restricts %j', async (asked, said) => {
    expect(await last(asked)).toMatch(said)
  })
})

describe('wordings that are no others', () => {
  it.each([
    ['held loafs since 14', /14:00:00/],
    ['one in how many loafs is held', /\*\*1\d(?:\.\d)? %\*\*/],
    ['first line that says the licence has expired - when?', /was at \*\*14:34:20 UTC/],
    ['bake-desk restarted at some point?', /^(?:\*\*)?No/],
    ['POST /batches on bake-desk last 20 min', /^\*\*80\*\* requests of `bake-desk` on `POST \/batches`/],
    ['u still there?', /^Hello/],
  ])('%j', async (asked, said) => {
    expect(await last(asked)).toMatch(said)
  })
})

describe('a follow-up that asks for another number of the same', () => {
  it('is the share that fails, where errors are asked behind durations', async () => {
    expect(await last('p95 of POST /batches', 'and errors there?')).toMatch(
      /^\*\*25\.0 %\*\* of requests on `POST \/batches` failed: 60 of 240/,
    )
  })

  it('keeps what was counted when it names where', async () => {
    expect(await last('how many loafs were baked', 'for bay B')).toMatch(/^\*\*20\*\* .*`loafs baked`/)
  })

  it('says which of several things it goes on from', async () => {
    expect(await last('how many loafs baked and how many cakes taken back', 'in bay A only')).toMatch(
      /^This goes on from the last of the things that were asked/,
    )
  })

  it('is asked back where it would tell a thing apart without what was counted', async () => {
    expect(await last('how many pulls for acme', 'how many different customers')).toMatch(/^I could not tell what that/)
  })
})
