/** The moment of a record or of a gauge's value, which of two came first, and whether a service runs one version alone. */
import { describe, expect, it } from 'vitest'
import { Conversation } from './ask.ts'
import { bakeryWorld } from './bakery-world.ts'
import { orchard } from './orchard-world.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

const bakery = storeWithWorld(bakeryWorld())
const trees = storeWithWorld(orchard())
const ask = async (question: string, store = bakery): Promise<string> =>
  (await new Conversation(rememberingStore(await store)).ask(question, END_MS)).text

describe('a level of a gauge', { timeout: 120_000 }, () => {
  it('is told by the first step that came there, and by the furthest one', async () => {
    expect(await ask('when did dough.queue.depth reach 15')).toMatch(
      /^At \*\*14:47:00 UTC\*\* .*first reached 15 \(15\.90, and 13\.20 one step before\); highest \*\*23\.30\*\*/,
    )
    expect(await ask('when was cpu of crate-scale first above 90 percent', trees)).toMatch(/^At \*\*14:40:00 UTC\*\*/)
  })

  it('is a yes or no where it is asked whether it ever was, of one series as well', async () => {
    expect(await ask('was the dough queue depth ever above 100')).toMatch(/^\*\*No\*\*: .*highest \*\*23\.30\*\*/)
    expect(await ask('has dough queue depth ever been over 20?')).toMatch(/^\*\*Yes\*\*: at \*\*14:5\d:00 UTC/)
    expect(await ask('did oven.fuel.percent of OV3 ever fall below 45 %')).toMatch(/^\*\*No\*\*: .*lowest \*\*50 %\*\*/)
  })

  it('says that it was never there, and what was the most', async () => {
    expect(await ask('at what time did dough.queue.depth hit 400')).toMatch(/^\*\*Never\*\*.*highest \*\*23\.30\*\*/)
  })

  it('leaves units of another kind to be asked back', async () => {
    expect(await ask('when did memory of crate-scale pass 5 seconds', trees)).not.toMatch(/^(?:At|\*\*Never)/)
    expect(await ask('did the memory of crate-scale ever go over 150 MB', trees)).toMatch(/^\*\*Yes\*\*/)
  })

  it('is told with its moment where both are asked for', async () => {
    expect(await ask('max of dough.queue.depth over the hour, and when was that')).toMatch(/^At \*\*14:59:00 UTC\*\*/)
  })

  it('changes by so much a minute', async () => {
    expect(await ask('how fast is dough.queue.depth growing?')).toMatch(
      /^`dough\.queue\.depth`: \*\*\+0\.395 per minute\*\*.*in the last 15 min \*\*\+0\.700 per minute\*\*/,
    )
  })
})

describe('the moment of one record', { timeout: 120_000 }, () => {
  it('is that of the record, and not the beginning of the trouble', async () => {
    expect(await ask('what time did the first loaf go to bay B')).toMatch(
      /^The first of .*`loaf` was at \*\*14:01:20 UTC/,
    )
  })

  it('is no moment of all other lines where something was not done', async () => {
    expect(await ask('what time was the first cake order not accepted')).toMatch(
      /^The first of .* say `cake order not accepted` was at \*\*14:00:20 UTC\*\*; there are 20 /,
    )
  })

  it('is one of those that went well where that is asked', async () => {
    expect(await ask('when was the last cake order accepted successfully')).toMatch(
      /^The last of .* was at \*\*14:59:20 UTC\*\*; there are 40 /,
    )
  })

  it('is that of the last line of a service', async () => {
    for (const question of [
      'when did crumb-planner log for the last time',
      'when did crumb-planner write its last line',
    ])
      expect(await ask(question), question).toMatch(/^`crumb-planner` has been silent since \*\*14:34:20 UTC/)
  })

  it('is told of a service that still sends as well', async () => {
    expect(await ask('when did weigh-desk last write something')).toMatch(
      /^`weigh-desk` still sends, the last time at \*\*14:59:20 UTC\*\*/,
    )
  })

  it('is in the first minutes of what there is', async () => {
    expect(await ask('how many cake orders were accepted in the first 15 minutes?')).toMatch(/^\*\*10\*\* log records/)
  })
})

describe('which came first', { timeout: 120_000 }, () => {
  it('is told of a restart and of what fails or is done', async () => {
    expect(await ask('what came first, the restart of price-api or the errors of price-api', trees)).toMatch(
      /^restart of price-api came first, 5 min 2 s before errors of price-api\./,
    )
    expect(await ask('what happened first, the start of price-api or the first payout declined', trees)).toMatch(
      /^first payout declined came first, 16 min 0 s before start of price-api\./,
    )
  })
})

describe('one version', { timeout: 120_000 }, () => {
  it('is a yes or no', async () => {
    expect(await ask('are all weigh-desk instances on 1.0.0 by now')).toMatch(
      /^\*\*Yes\*\*: `weigh-desk` runs `1\.0\.0`/,
    )
    expect(await ask('do all weigh-desk pods run the same version')).toMatch(/^\*\*Yes\*\*/)
    expect(await ask('does every weigh-desk instance run 2.0.0')).toMatch(/^\*\*No\*\*: .*`2\.0\.0` was not seen/)
  })
})

describe('lines of a process that starts', { timeout: 120_000 }, () => {
  it('tell of no thing that its service is called after', async () => {
    expect(await ask('how many prices were started?', trees)).not.toMatch(/^\*\*1\*\*/)
    expect(await ask('when was price-api started?', trees)).toMatch(/14:2[01]:00 UTC/)
  })

  it('are not named by a word twice', async () => {
    expect(await ask('cake orders accepted accepted')).toMatch(
      /^\*\*40\*\* log records that say `cake orders accepted`/,
    )
  })
})

describe('what stands directly behind a service', { timeout: 120_000 }, () => {
  it('is what it calls', async () => {
    for (const question of ['services directly behind shop-edge?', 'which services are directly called by shop-edge'])
      expect(await ask(question), question).toMatch(/^`shop-edge` calls `bake-desk`, `recipe-list`/)
  })
})
