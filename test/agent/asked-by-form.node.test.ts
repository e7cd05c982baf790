/** Gauges and what was done, owners of services, which of two failed first, and when something was done with a thing that is named by its id. */
import { describe, expect, it } from 'vitest'
import { Conversation } from './ask.ts'
import { orchard } from './orchard-world.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

const store = storeWithWorld(orchard())
const answer = async (question: string): Promise<string> =>
  (await new Conversation(rememberingStore(await store)).ask(question, END_MS)).text

describe('who owns a service', { timeout: 120_000 }, () => {
  it('is nothing that telemetry says, and no count', async () => {
    for (const question of ['who owns price-api?', 'who is on call for payout-svc', 'whose service is crate-scale?'])
      expect(await answer(question), question).toMatch(/^I cannot tell who owns/)
  })
})

describe('what was done beside a gauge of what there is', { timeout: 120_000 }, () => {
  it('is counted by the lines that say so', async () => {
    expect(await answer('how many pallets were opened?')).toMatch(/^\*\*4\*\* log records/)
    expect(await answer('pallets opened in the last half hour')).toMatch(/^\*\*2\*\* log records/)
  })

  it('leaves the gauge for what is open, and tells no event by it', async () => {
    expect(await answer('how many pallets are open?')).toMatch(/`pallets\.open`.*\*\*17 pallets\*\*/)
    expect(await answer('how many pallets were rejected?')).not.toMatch(/17/)
  })
})

describe('whether something still fails to be done', { timeout: 120_000 }, () => {
  it('is yes where lines of the last minutes deny it', async () => {
    for (const question of ['are pallets still failing to close?', 'are pallets still not being closed?'])
      expect(await answer(question), question).toMatch(/^Yes: \*\*3\*\* log records/)
  })

  it('is no where they stopped, though what is done goes on', async () => {
    for (const question of ['are labels still failing to print?', 'do labels still fail to be printed?'])
      expect(await answer(question), question).toMatch(/^No: \*\*0\*\* log records/)
  })
})

describe('whether any metric is unusual', { timeout: 120_000 }, () => {
  it('is told by each metric against its own past, and no cause', async () => {
    for (const question of ['is any metric odd?', 'which metrics look strange?'])
      expect(await answer(question), question).toMatch(/^Yes: 1 of 3 metrics departs .*: process\.cpu\.percent\./)
    expect(await answer('are all metrics normal?')).toMatch(/^No: 1 of 3/)
  })

  it('is told of the resources that are named, and which of them no metric tells', async () => {
    expect(await answer('memory, cpu, disk: something weird?')).toMatch(
      /^Yes: 1 of 2 metrics departs .* No metric tells of disk\. `process\.cpu\.percent`/,
    )
  })
})

describe('which of two failed first', { timeout: 120_000 }, () => {
  it('is told by the first failure of each', async () => {
    expect(await answer('did price-api fail before payout-svc?')).toMatch(/^Yes: price-api failed first, 2\d min/)
    expect(await answer('did payout-svc break before price-api did?')).toMatch(/^No: price-api failed first/)
    expect(await answer('what failed first, payout-svc or price-api?')).toMatch(/^price-api failed first/)
  })

  it('says which of them did not fail', async () => {
    expect(await answer('did crate-scale fail before price-api?')).toMatch(/^No: crate-scale did not fail/)
  })
})

describe('when something was done with a thing', { timeout: 120_000 }, () => {
  it('is the moment of the line that says so', async () => {
    expect(await answer('when was crate CR-6940 shipped?')).toMatch(/say `shipped` was at \*\*14:40:00 UTC\*\*/)
    expect(await answer('has CR-6940 been shipped?')).toMatch(/^Yes: \*\*1\*\*/)
  })

  it('is said to be told by no line where none says so', async () => {
    expect(await answer('when was crate CR-7030 shipped?')).toMatch(/^No line of CR-7030 says "shipped"\./)
    expect(await answer('when was crate CR-7030 juggled?')).toMatch(/^No line of CR-7030 says "juggled"\./)
  })
})
