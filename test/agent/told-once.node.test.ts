/** Things that are told twice or by another name, values that look like ids, and questions about what is to come. */
import { describe, expect, it } from 'vitest'
import { hireWorld } from './hire-world.ts'
import { threadsOver } from './threads-over.ts'
import { END_MS } from './trade-world.ts'

const last = threadsOver(hireWorld, END_MS)

describe('what is told at its beginning and at its end', () => {
  it('is counted once', async () => {
    expect(await last('how many stock runs were there')).toMatch(/\*\*6\*\* log records that say `stock.* started`/)
  })

  it('is counted by its ends where they are asked for', async () => {
    expect(await last('stock runs finished')).toMatch(/\*\*6\*\* log records that say `.*finished`/)
    expect(await last('how many stock lines')).toMatch(/\*\*12\*\*/)
  })
})

describe('what is refused under another name', () => {
  it('is what the lines with the word say, where they name the thing in a field', async () => {
    const said = await last('declined hires')
    expect(said).toMatch(/I took "hires" that are declined as the lines that say "card declined"/)
    expect(said).toMatch(/\*\*10\*\* log records/)
    expect(await last('refused hires')).toMatch(/\*\*3\*\* log records that say `refused hires`/)
  })
})

describe('a value with digits', () => {
  it('is a value of its key and no id', async () => {
    const said = await last('hires paid for store24')
    expect(said).not.toMatch(/with the text `store24`/)
    expect(said).toMatch(/\*\*20\*\*/)
    expect(await last('last hire of store24')).not.toMatch(/with the text `store24`/)
  })
})

describe('two metrics that differ in their first word', () => {
  it('are both told where nothing says which', async () => {
    const said = await last('how much rope is left')
    expect(said).toContain('`winch_rope_left`')
    expect(said).toContain('`spare_rope_left`')
    expect(await last('winch rope left')).not.toContain('`spare_rope_left`')
  })
})

describe('what is to come', () => {
  it.each(['eta?', 'when will it be fixed?', 'how much longer will this take?'])(
    '%j is told as it is now',
    async (asked) => {
      expect(await last(asked)).toMatch(/^When it will be over is not in the telemetry; how it is now is\./)
    },
  )
})

describe('whom to wake', () => {
  it('is asked as whether it is their part', async () => {
    expect(await last('do I need to wake up the network team?')).toMatch(/"?network"?|“network”/)
    expect(await last('do I need to wake up the network team?')).not.toMatch(/\*\*\d+\*\* requests/)
  })
})

describe('a throttled client', () => {
  it('is asked for by the code', async () => {
    expect(await last('rate-limited branches')).not.toMatch(/log records with the words/)
  })
})
