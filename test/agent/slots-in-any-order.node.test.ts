/** Follow-ups whose words say in any order what to do with the last set. */
import { describe, expect, it } from 'vitest'
import { bakeryWorld } from './bakery-world.ts'
import { hireWorld } from './hire-world.ts'
import { threadsOver } from './threads-over.ts'
import { END_MS } from './trade-world.ts'

const ofBakery = threadsOver(bakeryWorld, END_MS)
const ofHires = threadsOver(hireWorld, END_MS)

describe('a follow-up that tells the last set apart', () => {
  it.each([
    [
      'which bay does the most',
      /has the most requests on `POST \/pulls`: \*\*80\*\* \(as many as `B` and `C`\), by `bay`/,
    ],
    ['top bay?', /has the most requests on `POST \/pulls`: \*\*80\*\* \(as many as `B` and `C`\), by `bay`/],
    ['from how many bays', /^\*\*3\*\* distinct bays on `POST \/pulls`/],
    ['is it bay A mostly', /^(?:Yes|No): `[ABC]` has the most requests on `POST \/pulls`/],
  ])('%j is of that set', async (asked, said) => {
    expect(await ofBakery('requests on POST /pulls', asked)).toMatch(said)
  })

  it('turns the order of groups around', async () => {
    expect(await ofBakery('requests on POST /pulls', 'by bay', 'and the fewest')).toMatch(/^`[ABC]` has the fewest/)
  })

  it('behind a cause says that what failed does not tell it, instead of counting all traffic', async () => {
    expect(await ofBakery('what broke?', 'which customers')).toMatch(/^What failed does not say of which customer/)
  })
})

describe('what was done with the same thing otherwise', () => {
  it.each([
    [['and refused ones'], /^\*\*3\*\* log records that say `hires refused`/],
    [['only mill', 'how many were refused'], /^\*\*1\*\* log records that say `hires refused` with `branch` `mill`/],
    [['only mill', 'and refused ones, all branches'], /^\*\*3\*\* log records that say `hires refused`,/],
    [
      ['and refused ones', 'which branch most'],
      /the most log records that say `hires refused`: \*\*1\*\* \(as many as .+\), by `branch`.*In all 3 /,
    ],
    [['why refused'], /^The most frequent of log records that say `hires refused`: \*\*3\*\* times/],
    [['example of a refused one'], /^\*\*3\*\* log records that say `hires refused`.*table has all/],
  ])('%j keeps the thing and its values', async (asked, said) => {
    expect(await ofHires('how many hires were paid', ...asked)).toMatch(said)
  })

  it('a share of all branches is that of the one that was counted', async () => {
    expect(await ofHires('how many hires were paid', 'only mill', 'as a share of all branches')).toMatch(
      /^\*\*33\.3 %\*\*: 20 .* of 60/,
    )
  })

  it('another thing is a question of its own', async () => {
    expect(await ofHires('how many hires were paid', 'how many cards were declined')).toMatch(
      /^\*\*10\*\* log records that say `cards? declined`/,
    )
  })
})

describe('behind trouble', () => {
  it('others that it reached are the services whose requests failed', async () => {
    expect(await ofBakery('what broke?', 'who else suffered from it')).toMatch(
      /has the most failed requests.*by `service/,
    )
  })

  it('one error line is one of the service that is blamed', async () => {
    expect(await ofBakery('what broke?', 'show me one of the error lines')).toMatch(/errors of `[a-z-]+`.*oldest 1\./)
  })

  it('after the recovery is the time since it was over', async () => {
    expect(await ofBakery('cake orders accepted', 'after the recovery')).toMatch(/14:45:00–14:59:43 UTC/)
    expect(await ofBakery('cake orders accepted after it was over')).toMatch(/14:45:00–14:59:43 UTC/)
  })
})

describe('a question about the one that was named first', () => {
  it('is restricted to it, in whatever words it is counted', async () => {
    expect(
      await ofHires('hires paid by branch', 'which branch has the most', 'how many hires did it refuse'),
    ).not.toMatch(/^\*\*3\*\*/)
  })
})

describe('behind groups and numbers', () => {
  it('the second one is the group in that place', async () => {
    const [first, second] = await Promise.all([
      ofHires('hires paid', 'by branch'),
      ofHires('hires paid', 'by branch', 'and the second one?'),
    ])
    const names = [...first.matchAll(/^- `([a-z0-9]+)`/gm)].map(([, name = '']) => name)
    expect(second).toMatch(new RegExp(`^\\*\\*20\\*\\* log records .* with \`branch\` \`${names[1]}\``))
  })

  it('all of them are what it was before the last value', async () => {
    expect(await ofHires('how many hires were paid', 'only mill', 'back to all of them')).toMatch(/^\*\*60\*\*/)
  })

  it.each([
    ['was it slower before 14:30?', /^\*\*No\*\*/],
    ['was it faster before 14:30?', /^\*\*Yes\*\*/],
  ])('%j is told by both sides of the moment', async (asked, said) => {
    const text = await ofBakery('p95 of POST /pulls', asked)
    expect(text).toMatch(said)
    expect(text).toMatch(/in 14:30:00–14:59:43 UTC; before that/)
  })
})

describe('behind how one service is', () => {
  it.each([
    [['is oven-watch healthy?', 'why'], /^`oven-watch` is not failing/],
    [['is oven-watch healthy?', 'is it back'], /`oven-watch`/],
    [['is oven-watch healthy?', 'why', 'is it still happening'], /`oven-watch`/],
  ])('%j is of that service, and not of the trouble of others', async (asked, said) => {
    const [first, ...others] = asked
    const text = await ofBakery(first ?? '', ...others)
    expect(text).toMatch(said)
    expect(text).not.toMatch(/^\*\*Root cause|% of requests failed \(\d/)
  })

  it('a service that went down is silent or fails', async () => {
    expect(await ofBakery('did oven-watch go down?')).toMatch(/^\*\*(?:Yes|No)\*\*: `oven-watch`/)
  })
})
