/** "Which ferry gets the most bookings?": ferries are ranked, and bookings are what is counted. */
import { describe, expect, it } from 'vitest'
import { Conversation } from './ask.ts'
import { NOW_MS, type SmallLog, storeWith } from './small-store.ts'

interface Trade {
  readonly question: string
  readonly group: string
  readonly thing: string
  readonly done: string
  readonly best: string
  readonly other: string
}

const TRADES: readonly Trade[] = [
  {
    question: 'which ferry gets the most bookings?',
    ...{ group: 'ferry', thing: 'booking', done: 'booking confirmed', best: 'aurora', other: 'borealis' },
  },
  {
    question: 'which depot has the most repairs',
    ...{ group: 'depot', thing: 'repair', done: 'repair finished', best: 'harbour', other: 'airport' },
  },
  {
    question: 'which orchard had the most pickings?',
    ...{ group: 'orchard', thing: 'picking', done: 'picking weighed', best: 'hillside', other: 'riverside' },
  },
]

/** Twelve lines of one group and seven of the other, each with an id of its own. */
function linesOf({ group, thing, done, best, other }: Trade): SmallLog[] {
  return Array.from({ length: 19 }, (_, index) => ({
    body: done,
    service: `${thing}-api`,
    severityNumber: 9,
    minutesAgo: 1 + index,
    attributes: { [group]: index < 12 ? best : other, [thing]: `${thing.slice(0, 2)}-${1000 + index}` },
  }))
}

describe('a question which of some has the most', { timeout: 60_000 }, () => {
  it.each(TRADES)('"$question" ranks $group alone', async (trade) => {
    const { text } = await new Conversation(await storeWith(linesOf(trade))).ask(trade.question, NOW_MS)
    const [first = ''] = text.split('\n')
    expect(first).toContain(`\`${trade.best}\``)
    expect(first).toContain('**12**')
    expect(first).not.toContain(` and ${trade.thing}`)
  })
})
