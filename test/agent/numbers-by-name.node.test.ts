/** Amounts, scores and metrics that a question calls by a part of their name, and requests of services without kinds. */
import { describe, expect, it } from 'vitest'
import { BRANCHES, HIRES, hireWorld } from './hire-world.ts'
import { threadsOver } from './threads-over.ts'
import { END_MS } from './trade-world.ts'

const last = threadsOver(hireWorld, END_MS)

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length

describe('amounts that lines carry', () => {
  const amount = mean(HIRES.map((one) => one.amount))

  it.each(['average hire', 'average amount of hires', 'average amount per hire', 'average hire amount'])(
    '%j is the mean of them, and no duration',
    async (asked) => {
      expect(await last(asked)).toMatch(new RegExp(`Mean of \`amount_eur\`.*\\*\\*${amount.toFixed(2)}\\*\\*`))
    },
  )

  it('are told of each value of a key', async () => {
    const said = await last('average amount per hire by branch')
    for (const branch of BRANCHES) {
      const own = mean(HIRES.filter((one) => one.branch === branch).map((one) => one.amount))
      expect(said).toContain(`\`${branch}\`: ${own.toFixed(2)}`)
    }
  })

  it('are added up for one value, which lines carry under a key of their own', async () => {
    const own = HIRES.filter((one) => one.branch === 'mill').reduce((sum, one) => sum + one.amount, 0)
    expect(await last('how much was paid in mill?')).toContain(`**${own}**`)
  })

  it('are no values of a key that holds names', async () => {
    expect(await last('average amount per branch')).not.toMatch(/Mean of `branch`/)
  })

  it('are not what "most" counts', async () => {
    expect(await last('who has the most failures')).toMatch(/the most failed requests/)
  })
})

describe('a number under a key of two words', () => {
  it('is found by both of them', async () => {
    expect(await last('average lift score')).toMatch(/Mean of `lift.score`/)
  })

  it('is told by a key that only lines carry beside their own number', async () => {
    const said = await last('average lift.score by branch')
    const own = mean(HIRES.filter((one) => one.branch === 'store24').map((one) => one.score))
    expect(said).toContain(`\`store24\`: ${own.toFixed(2)}`)
  })
})

describe('metrics', () => {
  it('are split by a key that only their points carry', async () => {
    const said = await last('tickets_total by outcome')
    expect(said).toMatch(/`printed` has the highest increase/)
    expect(said).toMatch(/`torn`: 1\d\d/)
  })

  it('have the rate that is asked for', async () => {
    expect(await last('tickets_total per minute')).toMatch(/Rate of `tickets_total`: \*\*8\.\d+\*\* per minute/)
    expect(await last('tickets_total per hour')).toMatch(/\*\*4\d\d(?:\.\d)?\*\* per hour/)
  })

  it('that only stand at a value are told minute by minute', async () => {
    expect(await last('crate_queue_length per minute')).toMatch(/Mean of `crate_queue_length`[\s\S]*in steps of 1 min/)
  })

  it('are in the unit that their name ends in', async () => {
    expect(await last('memory of hire-desk')).toMatch(/250\.\d MB/)
  })

  it.each(['max crate_queue_length and when', 'peak queue length and when was it?'])(
    '%j tells the moment beside the value',
    async (asked) => {
      expect(await last(asked)).toMatch(/At \*\*14:40:00 UTC\*\*.*\*\*17\*\*/)
    },
  )
})

describe('requests of a service without kinds', () => {
  it('are among the slowest', async () => {
    expect(await last('slowest requests')).toMatch(
      /^The slowest of 1,020 requests took \*\*1\.59 s\*\*: `crate-lift lift crate`/,
    )
  })

  it('are its entries alone', async () => {
    expect(await last('show the last 3 requests of crate-lift')).not.toContain('turn winch')
  })
})

describe('what is worst', () => {
  it('fails most, by any key', async () => {
    expect(await last('which branch is worst')).not.toMatch(/the most log records/)
    expect(await last('worst host')).not.toMatch(/the most log records/)
  })
})

describe('shorthand for several numbers', () => {
  it('is as many questions', async () => {
    const said = await last('p50/p99 of tool-list')
    expect(said).toMatch(/Median duration of requests of `tool-list`/)
    expect(said).toMatch(/99th percentile duration of requests of `tool-list`/)
  })

  it('"time per" is how long each takes', async () => {
    expect(await last('time per hire by service')).toMatch(/mean duration/)
  })

  it('"last 3 requests" is a list', async () => {
    expect(await last('last 3 requests')).toMatch(/the table has the newest 3/)
  })

  it('"and how many" asks for the number that stands beside a name', async () => {
    const said = await last('which service has the most errors and how many')
    expect(said).toMatch(/^`hire-desk` has the most errors/)
    expect(said).not.toMatch(/\*\*\d+\*\* errors,/)
  })
})
