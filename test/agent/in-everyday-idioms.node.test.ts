/** Idioms of everyday speech, weights and money that lines state, bays by their letter, and what changed most. */
import { describe, expect, it } from 'vitest'
import { bakeryWorld } from './bakery-world.ts'
import { threadsOver } from './threads-over.ts'
import { END_MS } from './trade-world.ts'

const last = threadsOver(bakeryWorld, END_MS)

describe('an idiom', () => {
  it.each([
    ['what can i do to stop the bleeding', /^First /],
    ['quickest way to get batches going again?', /^First /],
    ['tell me whether listing recipes works', /^Yes/],
    ['batches still failing or not yet?', /^(?:\*\*)?No/],
    ['last thing heard from crumb-planner was at?', /14:34:20/],
    ['anything red in refund-desk today', /^No: \*\*0\*\* errors/],
    ['did crumb-planner go silent because of the outage?', /licence of the planner has expired/],
    ['ok thx, pager is quiet, going back to sleep', /^You are welcome/],
    ['thanks, handing over to the day shift', /^You are welcome/],
  ])('%j is read as what it means', async (asked, said) => {
    expect(await last(asked)).toMatch(said)
  })

  it.each(['send OV2 to the garage', 'put bake-desk back to 0.9.1', 'call the mill and tell them'])(
    '%j is an order',
    async (asked) => {
      expect(await last(asked)).toMatch(/^I cannot do that/)
    },
  )

  it('about a part of something that was not asked yet is asked back', async () => {
    expect(await last('and the ovens among them?')).toMatch(/^You name nothing/)
  })
})

describe('what lines state', () => {
  it('is a weight where it is in grams, and not by how much another one differs', async () => {
    expect(await last('heaviest loaf')).toMatch(/Maximum of `g`.*\*\*559\*\*/)
    expect(await last('lightest loaf')).toMatch(/Minimum of `g`.*\*\*500\*\*/)
    expect(await last('mean weight of a baked loaf in grams')).toMatch(/Mean of `g`.*\*\*529\.5\*\*/)
  })

  it('is added up over all reasons, also those that sound like failures', async () => {
    expect(await last('total refund for cakes taken back')).toMatch(/\*\*456\*\*, over 12 records/)
  })

  it.each([
    ['worth of the cake orders we did not accept, in euros', /\*\*970\*\*, over 20 records/],
    ['value of accepted cake orders in the last hour, eur', /\*\*2,000\*\*, over 40 records/],
  ])('%j is money, and no count', async (asked, said) => {
    expect(await last(asked)).toMatch(said)
  })

  it('is what a count is worth', async () => {
    expect(await last('how many cake orders were accepted in the last hour', 'what is that worth?')).toMatch(
      /\*\*2,000\*\*/,
    )
  })
})

describe('one of several that go by a letter', () => {
  it('is a value of requests and a text of lines', async () => {
    expect(await last('requests in bay B')).toMatch(/^\*\*80\*\* requests .*`bay` `B`/)
    expect(await last('loaf timeouts in bay B')).toMatch(/^\*\*7\*\* log records/)
    expect(await last('loaf timeouts not in bay B')).toMatch(/^\*\*8\*\* log records/)
  })

  it('narrows what was counted and keeps the rest', async () => {
    expect(await last('loaf timeouts?', 'just bay B')).toMatch(/^\*\*7\*\* log records/)
    expect(await last('requests in bay B', 'same for C')).toMatch(/^\*\*80\*\* requests .*`bay` `C`/)
  })
})

describe('a gauge', () => {
  it.each(['fuel of OV2?', 'OV2 fuel', 'fuel of OV2 now'])('%j is that of one series', async (asked) => {
    expect(await last(asked)).toMatch(/`oven\.fuel\.percent` with `oven` `OV2`: \*\*70 %/)
  })

  it('is told with when it began to rise, before it left its everyday', async () => {
    expect(await last('when did the dough queue start to grow?')).toMatch(
      /began to rise at about \*\*14:(?:29|3\d):00 UTC\*\* and has been above its everyday range .* since \*\*14:/,
    )
  })
})

describe('which changed', () => {
  it('is the one whose durations grew, and not the slowest', async () => {
    expect(await last('which bay got slower since 14:30?')).toMatch(
      /^`B` got slower most: 95th percentile duration went from \*\*60 ms\*\* to \*\*900 ms\*\*, 15 times as much/,
    )
    expect(await last('which bay got faster since 14:30?')).toMatch(/^\*\*None\*\* did/)
  })

  it('counts failures by the minute', async () => {
    expect(await last("which service's errors went up most since 14:25")).toMatch(
      /has the greatest rise: failed requests went from \*\*0\*\*/,
    )
  })
})

describe('two participles before one noun', () => {
  it('are two counts', async () => {
    expect(await last('baked and held loafs')).toMatch(/\*\*60\*\*.*\*\*10\*\*/s)
  })
})

describe('a service that went silent', () => {
  it('is asked for its reason behind a count of its lines', async () => {
    expect(await last('how many recipes did crumb-planner plan?', 'why did it stop')).toMatch(/licence of the planner/)
  })
})

describe('a text that is left out', () => {
  it('is the whole phrase', async () => {
    expect(await last('warnings of oven-watch that are not about waiting for a batch')).toMatch(/^\*\*9\*\* warnings/)
  })
})
