/** Money of a business in its own words is added up from the lines that tell of income, or of the event that is named. */
import { describe, expect, it } from 'vitest'
import type { LogRow, World } from '../../scripts/eval/questions/records.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

/** A ferry line: ten tickets are sold for 20 euro each, every fifth on the night boat, two are refunded, one is refused. */
function ferries(): World {
  const plain = worldOf({
    gateway: 'ferry-gate',
    routes: { 'POST /tickets': 'ticket-svc', 'GET /boats': 'boat-svc' },
    failing: 'GET /boats',
    store: 'postgresql',
  })
  const line = (minute: number, message: string, boat: string, severity: 'INFO' | 'WARN' = 'INFO'): LogRow => ({
    ...{ timeMs: END_MS - minute * 60_000, service: 'ticket-svc', severity, isSeveritySent: true, message },
    ...{ body: `${message} boat=${boat}`, attributes: { boat }, traceId: '', spanId: '', version: '1.0.0' },
    instance: 'ticket-svc-1',
  })
  const logs = [...plain.logs]
  for (let ticket = 1; ticket <= 10; ticket++)
    logs.push(line(ticket * 2, `ticket T-${ticket} sold price_eur=20.00`, ticket % 5 === 0 ? 'night' : 'day'))
  logs.push(
    line(3, 'ticket T-1 refunded price_eur=20.00', 'day'),
    line(5, 'ticket T-2 refunded price_eur=20.00', 'day'),
    line(7, 'ticket T-90 not sold, card refused price_eur=20.00', 'day', 'WARN'),
  )
  return { ...plain, logs }
}

const store = storeWithWorld(ferries())
const answer = async (question: string): Promise<string> =>
  (await new Conversation(rememberingStore(await store)).ask(question, END_MS)).text

describe('money that came in', { timeout: 60_000 }, () => {
  it.each([
    ['takings in the last hour', /I took "takings" as price_eur .* Sum of `price_eur`.*\*\*200/],
    ['revenue of the night boat', /`boat` `night`: \*\*40/],
    ['how much money came in without the night boat', /\*\*160/],
    ['which boat brings in the most money', /`day` has the highest sum of `price_eur`.*\*\*160/],
    ['what do people spend on average per boat', /mean of `price_eur`.*\*\*20/],
    ['how much was refunded', /\*\*40/],
  ])('%s', async (question, said) => {
    expect(await answer(question)).toMatch(said)
  })

  it('is not made up for a word that nothing goes by', async () => {
    expect(await answer('revenue of the submarine')).not.toMatch(/\*\*\d/)
  })
})
