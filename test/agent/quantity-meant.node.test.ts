/** Which quantity a question means, and by which key: a number of the lines, the lines themselves, a metric or a duration. */
import { describe, expect, it } from 'vitest'
import type { LogRow, World } from '../../scripts/eval/questions/records.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

/** A market: stalls sell by card or coin, vans unload crates, inspectors check scales, and sensors report their radio. */
function market(): World {
  const plain = worldOf({
    gateway: 'market-gate',
    routes: { 'GET /stall-search': 'stall-api', 'POST /orders': 'order-svc' },
    failing: 'POST /orders',
    store: 'postgresql',
  })
  const logs: LogRow[] = [...plain.logs]
  const add = (minute: number, service: string, body: string, attributes: Record<string, string> = {}): void => {
    logs.push({
      ...{ timeMs: END_MS - minute * 60_000, service, severity: 'INFO', isSeveritySent: true, message: body, body },
      ...{ attributes, traceId: '', spanId: '', version: '1.0.0', instance: `${service}-1` },
    })
  }
  for (let nth = 1; nth <= 20; nth++) {
    const stall = nth % 4 === 0 ? 'cheese' : 'fish'
    const cents = nth % 4 === 0 ? 900 : 200
    add(nth * 2, 'till', `sale K-${nth} done by ${nth % 2 === 0 ? 'card' : 'coin'}: ${cents} cents stall=${stall}`, {
      stall,
    })
    if (nth % 5 === 0) add(nth * 2, 'till', `refund paid to card: ${cents} cents stall=${stall}`, { stall })
    const isLate = nth % 4 === 0
    add(nth, 'yard', `van-${isLate ? 7 : 3} unloaded at ${isLate ? 'north' : 'south'}: ${isLate ? 40 : 5} crates`)
    const verdict = nth % 3 === 0 ? 'failed: seal is broken' : 'passed in 4 minutes'
    add(nth, 'scales', `inspection of SC-${nth} by ${nth % 6 === 0 ? 'mira' : 'tom'} ${verdict}`)
    add(nth, 'radio-watch', `S-${nth % 5} signal is weak: -${100 + (nth % 5)} dBm`)
    const shop = nth % 3 === 0 ? 'green' : 'blue'
    add(nth, 'order-svc', `level=info msg="order withdrawn" tenant=${shop} order=OR-${nth}`, { tenant: shop })
    add(nth, 'stall-api', `level=info msg="stall search done" free=${nth}`, { free: String(nth) })
  }
  return { ...plain, logs }
}

const store = storeWithWorld(market())
const answer = async (question: string): Promise<string> =>
  (await new Conversation(rememberingStore(await store)).ask(question, END_MS)).text

describe('which quantity is meant', { timeout: 60_000 }, () => {
  it.each([
    ['what did we take by card in the last hour', /Sum of `cents`.*\*\*5,500\*\*/],
    ['which stall brings in the most', /`cheese` has the highest sum of `cents`.*\*\*4,500\*\*/],
    ['total of all sales, in euros', /Sum of `cents`.*\*\*7,500\*\*/],
    ['how much went back in refunds', /Sum of `cents`.*\*\*1,500\*\*/],
    ['most expensive sale', /Maximum of `cents`.*\*\*900\*\*/],
    ['which stall has the weakest signal', /^(?!.*dBm)/s],
  ])('money: %s', async (question, said) => {
    expect(await answer(question)).toMatch(said)
  })

  it.each([
    ['which van unloads the most crates', /`van-7` has the highest sum of `crates`.*\*\*200\*\*/],
    ['which sensor reported the weakest signal', /`S-4` has the lowest minimum of `dBm`.*\*\*-104\*\*/],
  ])('numbers of lines by key: %s', async (question, said) => {
    expect(await answer(question)).toMatch(said)
  })

  it.each([
    ['which inspector lets the most scales fail', /`mira`|`tom`/],
    ['which shop withdraws the most orders', /I took "shop" as tenant. `blue` has the most .*\*\*14\*\*/],
    ['where were the most crates unloaded', /`north` has the highest sum of `crates`.*\*\*200\*\*/],
  ])('what things are told apart by: %s', async (question, said) => {
    expect(await answer(question)).toMatch(said)
  })

  it('a percentile of a search is how long it takes', async () => {
    expect(await answer('p95 of the stall search')).toMatch(/duration .*ms\*\*/)
  })

  it.each(['total weight of the sales', 'which stall sold the most litres', 'average weight of those'])(
    'no number of another kind: %s',
    async (question) => {
      expect(await answer(question)).not.toMatch(/cents|crates|\*\*\d/)
    },
  )
})
