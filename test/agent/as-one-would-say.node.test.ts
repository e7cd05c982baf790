/** Words of now, of first and longest, names of exceptions, gauges by the value of a series, and one against another. */
import { describe, expect, it } from 'vitest'
import { hireWorld } from './hire-world.ts'
import { threadsOver } from './threads-over.ts'
import { END_MS } from './trade-world.ts'

const last = threadsOver(hireWorld, END_MS)

describe('"right now" before a group', () => {
  it('is the last minutes', async () => {
    expect(await last('requests right now by service')).toMatch(/14:5\d:\d\d–(?:14:59:5\d|15:00:00)/)
  })

  it('goes on with the same time where it begins a follow-up', async () => {
    expect(await last('requests since 14:20', 'now by service')).toMatch(/14:20:00/)
  })
})

describe('the first of something', () => {
  it.each(['when did the first hire refused line appear', 'when did the very first hire refused message show up?'])(
    '%j is its moment, and not that of the trouble',
    async (asked) => {
      expect(await last(asked)).toMatch(
        /^The first of the log records that say `.*hire refused.*` was at \*\*14:00:50 UTC/,
      )
    },
  )
})

describe('the name of an exception', () => {
  it.each(['how many rusty winch exceptions', 'rusty winch errors'])('%j is found in its words', async (asked) => {
    expect(await last(asked)).toMatch(/\*\*5\*\* log records .*`rustywinchexception`/)
  })
})

describe('how long or big a thing is', () => {
  it('is what its lines state', async () => {
    expect(await last('longest haul')).toMatch(/Maximum of `seconds`.*\*\*119\*\*/)
    expect(await last('average size of a haul in mb')).toMatch(/Mean of `megabytes`.*\*\*34\.50\*\*/)
  })

  it('is told by the lines of what was done with it', async () => {
    expect(await last('biggest upload')).toMatch(/Maximum of `megabytes`.*\*\*900\*\*/)
  })

  it('is no number of lines where it is a length of time', async () => {
    expect(await last('time to haul by yard')).not.toMatch(/log records/)
  })
})

describe('what was done', () => {
  it('is told by lines that say so, and not by a noun of the same word', async () => {
    expect(await last('how many archives were uploaded')).toMatch(/\*\*30\*\* log records/)
    expect(await last('are archives being uploaded?')).toMatch(/^No: \*\*0\*\*/)
  })
})

describe('a gauge by the value of one of its series', () => {
  it('is told though lines have the same words', async () => {
    expect(await last('wind speed of hoist-west')).toMatch(/`hoist\.wind_speed` with `hoist` `hoist-west`: \*\*39/)
    expect(await last('which hoist has the highest wind speed')).toMatch(/^`hoist-west` has the highest/)
  })

  it('leaves lines to those who ask for them', async () => {
    expect(await last('how many lines say wind speed')).toMatch(/\*\*3\*\* log records/)
  })
})

describe('one against another', () => {
  it('is by what fails where one is hit harder', async () => {
    expect(await last('is hire-desk hit harder than tool-list?')).toMatch(
      /^Yes: `hire-desk` has the highest error rate/,
    )
    expect(await last('are harbour hires more affected than mill hires')).not.toMatch(/the most requests/)
  })

  it('names those without errors', async () => {
    expect(await last('any branch without errors?')).not.toMatch(/log records not of severity/)
  })
})

describe('restarts', () => {
  it('are those of a process, and no work that begins', async () => {
    expect(await last('any restarts?')).not.toMatch(/stock run/)
  })
})

describe('what a service says', () => {
  it.each(['what does haul-svc say?', 'what is haul-svc logging', 'what do the logs of haul-svc say'])(
    '%j is told by its most frequent lines',
    async (asked) => {
      expect(await last(asked)).toMatch(/^The most frequent of log records of `haul-svc`: \*\*60\*\* times/)
    },
  )
})

describe('one thing by its id', () => {
  it.each(['history of HL-307', 'what did HL-307 do'])('%j lists what tells of it', async (asked) => {
    expect(await last(asked)).toMatch(/`?HL-307`?/i)
    expect(await last(asked)).not.toMatch(/^\*\*0\*\*/)
  })
})

describe('an amount', () => {
  it('is no number of lines', async () => {
    expect(await last('open amount of declined hires')).not.toMatch(/\*\*\d+\*\* log records/)
  })

  it('of one thing in another is no length of time', async () => {
    expect(await last('crates per hire on average')).not.toMatch(/duration/)
  })
})

describe('how far behind a service is', () => {
  it('asks for its lag, and not for what it calls', async () => {
    expect(await last('how far behind is haul-svc?')).not.toMatch(/calls|is called by/)
  })
})

describe('a few words behind an answer', () => {
  it('"worst one?" is the value with most failures', async () => {
    expect(await last('how many hosts had failed requests', 'worst one?')).not.toMatch(/could not find/)
  })

  it('"when was it worst" keeps what the number was of', async () => {
    expect(await last('error rate of hire-desk', 'when was it worst')).toMatch(/error rate of `hire-desk` was highest/)
  })

  it('"oldest first" turns a list around', async () => {
    expect(await last('show errors', 'oldest first')).toMatch(/the table has the oldest/)
  })

  it('"what does it call" turns callers around', async () => {
    expect(await last('who calls hire-desk', 'what does it call?')).toMatch(/^`hire-desk` calls/)
    expect(await last('what does hire-desk call', 'who calls it?')).toMatch(/^`hire-desk` is called by `counter-edge`/)
  })

  it('"why?" behind refusals tells what their lines say', async () => {
    expect(await last('how many hires were refused', 'why?')).toMatch(/hire refused by the deposit check/)
  })

  it('"when did it start" behind a gauge is about the gauge', async () => {
    expect(await last('crate_queue_length', 'when did it start growing?')).toMatch(/crate_queue_length/)
  })

  it('"failed ones" behind lines of what was done are others, and never the same again', async () => {
    const counted = await last('archives uploaded')
    expect(await last('archives uploaded', 'failed ones?')).not.toBe(counted)
    expect(await last('archives uploaded', 'failed ones?')).not.toMatch(/\*\*30\*\*/)
  })

  it('"they" behind a question that was not answered are nobody', async () => {
    expect(await last('which zorblat', 'how long did they take')).not.toMatch(/duration of requests/)
  })
})

describe('when a gauge left its everyday', () => {
  it('is a moment, and not what it stands at', async () => {
    expect(await last('when did crate_queue_length rise?')).not.toMatch(/^Last value|^Mean of/)
  })
})

describe('why things were refused', () => {
  it.each(['why are hires refused?', 'reasons for refused hires'])('%j tells what their lines say', async (asked) => {
    expect(await last(asked)).toMatch(/hire refused by the deposit check/)
    expect(await last(asked)).not.toMatch(/Root cause/)
  })
})

describe('how many of one thing are in another', () => {
  it('is no length of time', async () => {
    expect(await last('average crates per haul')).not.toMatch(/duration/i)
  })

  it('has a name for an answer where one is asked for', async () => {
    expect(await last('which hoist jams most')).not.toMatch(/^\*\*\d+\*\* log records/)
  })
})

describe('short questions', () => {
  it('"tool-list slow?" asks whether it is', async () => {
    expect(await last('tool-list slow?')).toMatch(/^\*\*No\*\*: `tool-list` is not slow/)
  })

  it('"who else calls" asks for callers', async () => {
    expect(await last('who else calls hire-desk')).toMatch(/^`hire-desk` is called by/)
  })

  it('"is 1.0.0 the reason" asks for the guilt of a release', async () => {
    expect(await last('is 1.0.0 the reason?')).not.toMatch(/could not tell what is asked/)
  })
})
