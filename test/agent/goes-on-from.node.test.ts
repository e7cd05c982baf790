/** What a follow-up goes on from: the metric, the record that was shown, the service, the release, the first question. */
import { describe, expect, it } from 'vitest'
import { bakeryWorld } from './bakery-world.ts'
import { hireWorld } from './hire-world.ts'
import { threadsOver } from './threads-over.ts'
import { END_MS } from './trade-world.ts'

const ofBakery = threadsOver(bakeryWorld, END_MS)
const ofHires = threadsOver(hireWorld, END_MS)

describe('behind the number of a metric', () => {
  it.each([
    [['lowest point?'], /^Minimum of `oven\.fuel\.percent` with `oven` `OV2`: \*\*70 %\*\*/],
    [['and OV3', 'lowest in the hour'], /^Minimum of `oven\.fuel\.percent` with `oven` `OV3`: \*\*50 %\*\*/],
    [['which oven has least'], /^`OV3` has the lowest last value of `oven\.fuel\.percent`: \*\*50 %\*\*/],
    [['and the others'], /^`OV1` has the highest last value of `oven\.fuel\.percent`: \*\*90 %\*\*/],
  ])('%j is of the same metric', async (asked, said) => {
    expect(await ofBakery('last value of oven.fuel.percent of OV2', ...asked)).toMatch(said)
  })

  it('another gauge is named by its noun', async () => {
    expect(await ofHires('wind speed at hoist-east', 'and the crate queue length?')).toMatch(/`crate_queue_length`/)
  })

  it('lines that carry the same value are not counted instead', async () => {
    expect(await ofHires('wind speed at hoist-east', 'is the brake still locked there')).not.toMatch(/^Yes|log records/)
  })

  it('all words of a question in the name of a gauge and its values mean the gauge', async () => {
    expect(await ofHires('what is the wind speed of hoist-east')).toMatch(
      /`hoist\.wind_speed` with `hoist` `hoist-east`/,
    )
  })
})

describe('behind a record that was shown', () => {
  it('whose it was is told by its trace', async () => {
    expect(await ofBakery('slowest request on POST /pulls', 'which customer was that')).toMatch(
      /^`(?:acme|nordic)` is the only `customer` of requests of trace `[0-9a-f]{32}`: \*\*1\*\*/,
    )
  })

  it('the trace is the one of the line, and its length that of the trace', async () => {
    const thread = ['how many hires were paid', 'show me the last one'] as const
    expect(await ofHires(...thread, 'trace for it')).not.toMatch(/distinct traces/)
    expect(await ofBakery('slowest request on POST /pulls', 'full trace', 'how long did it take')).toMatch(
      /took \*\*900 ms\*\*/,
    )
  })
})

describe('behind one service', () => {
  it('what it did is asked of that service', async () => {
    expect(await ofBakery('is oven-watch healthy?', 'did it restart')).toMatch(
      /^\*\*No\*\*: no restart of `oven-watch`/,
    )
  })

  it('a silent one is back when it sends again', async () => {
    expect(await ofBakery('did crumb-planner go down?', 'when exactly', 'is it back')).toMatch(
      /^\*\*No\*\*: `crumb-planner`/,
    )
    expect(await ofBakery('did crumb-planner go down?', 'what did it say last')).toMatch(
      /log records of `crumb-planner`.*newest 1/,
    )
  })
})

describe('before and since', () => {
  it.each([
    ['did latency of POST /pulls go up after 14:30', /^Yes: .* in 14:00:00–14:30:00 UTC.* in 14:30:00–15:00:00 UTC/],
    ['is latency of POST /pulls lower since 14:30', /^No: .* in 14:00:00–14:30:00 UTC/],
  ])('%j compares both sides of the moment', async (asked, said) => {
    expect(await ofBakery(asked)).toMatch(said)
  })

  it('since when something is done is its first line, and not the onset of what fails', async () => {
    expect(await ofHires('since when are cards declined')).toMatch(
      /^The first of the log records that say `cards declined` was at \*\*14:00:50 UTC\*\*; there are 10 in/,
    )
  })
})

describe('what else a thread holds', () => {
  it('the first question is asked again', async () => {
    const first = await ofBakery('requests on POST /pulls')
    const again = await ofBakery(
      'requests on POST /pulls',
      'by bay',
      'p95 of POST /batches',
      'back to the first question',
    )
    expect(again.split('\n')[0]).toBe(first.split('\n')[0])
  })

  it('a share of what was done is of the thing', async () => {
    expect(await ofHires('how many hires were refused', 'what share is that')).toMatch(/^\*\*\d/)
    expect(await ofHires('how many hires were refused', 'what share is that')).not.toMatch(/^\*\*100 %/)
  })

  it('what requests do not carry is told by the lines of the same thing', async () => {
    expect(await ofHires('hires today', 'by branch')).toMatch(
      /^Only log records carry branch, so I counted log records\. `[a-z0-9]+` has the most log records that say `hire paid`: \*\*20\*\* \(as many as `[a-z0-9]+` and `[a-z0-9]+`\), by `branch`/,
    )
  })

  it('groups that no record tells are forgotten', async () => {
    expect(await ofBakery('requests on POST /pulls', 'by colour', 'only bay A')).toMatch(
      /\*\*80\*\* requests on `POST \/pulls` with `bay` `A`, /,
    )
  })

  it('a window without any telemetry has no number', async () => {
    expect(await ofBakery('show errors of order-desk yesterday')).toMatch(/there is no telemetry to answer from in/)
  })

  it('which errors a route gives are the statuses that are errors', async () => {
    const text = await ofBakery('which errors do people get on /batches')
    expect(text).toMatch(/with status 4xx or 5xx/)
    expect(text).not.toMatch(/`200`|`201`/)
  })
})

describe('what a thread holds behind values', () => {
  it.each([
    [['hires paid', 'only mill', 'how many were refused'], /`branch` `mill`/],
    [['requests on POST /pulls', 'only bay A', 'how many with 200'], null],
  ])('%j is counted under them', async (asked, said) => {
    if (said !== null) expect(await ofHires(...asked)).toMatch(said)
    else expect(await ofBakery(...asked)).toMatch(/^\*\*80\*\* requests .*`bay` `A`/)
  })

  it('the first of a ranking is counted by "how many is that"', async () => {
    expect(await ofBakery('which bay has the most requests on POST /pulls', 'how many is that')).toMatch(
      /^\*\*80\*\* requests on `POST \/pulls` with `bay` `[ABC]`/,
    )
  })

  it('reasons that lines say in their words are told by the kinds of lines', async () => {
    expect(await ofBakery('how many cakes were taken back', 'by reason')).toMatch(/^The most frequent of log records/)
  })
})

describe('in plain words', () => {
  it('how an answer is to be told asks nothing', async () => {
    expect(await ofBakery('explain in two sentences what broke tonight')).toMatch(/^\*\*Root cause: `bake-desk`\*\*/)
  })

  it('who sends most is told by what the keys call them', async () => {
    expect(await ofBakery('who sends us the most bay-desk requests?')).toMatch(
      /^`(?:acme|nordic)` has the most requests of `bay-desk`: \*\*120\*\*/,
    )
  })

  it('the minute of a clock is that minute', async () => {
    expect(await ofBakery('requests on POST /pulls in the minute of 14:10')).toMatch(/, 14:10:00–14:11:00 UTC/)
  })

  it('the full line is the line as it was sent', async () => {
    expect(await ofBakery('cake orders accepted', 'full line')).toContain('"order":"O-')
  })
})
