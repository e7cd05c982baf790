/** Questions about the incident as a whole, and numbers beside it: who is untouched, what else, a suspicion, a summary. */
import { beforeAll, describe, expect, it } from 'vitest'
import { hotel } from '../../scripts/eval/questions/systems/hotel.ts'
import type { TelemetryStore } from '../../src/telemetry/port.ts'
import { Conversation, embeddedAgent } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { storeWithWorld } from './world-store.ts'

const END_MS = Date.parse('2026-11-20T15:00:07.312Z')
const agent = embeddedAgent()
let store: TelemetryStore | null = null

beforeAll(async () => {
  store = rememberingStore(await storeWithWorld(hotel(END_MS)))
}, 120_000)

async function answer(question: string): Promise<string> {
  if (store === null) throw new Error('no store')
  return (await new Conversation(store, agent).ask(question, END_MS)).text
}

async function first(question: string): Promise<string> {
  return (await answer(question)).split('\n')[0] ?? ''
}

describe('an answer about the incident as a whole', { timeout: 120_000 }, () => {
  it('names the services that it did not reach, and never the one where it began', async () => {
    for (const question of [
      'which services are not affected?',
      'who is unaffected by the outage',
      'which services are fine?',
    ]) {
      const said = await first(question)
      expect(said).toMatch(/^\*\*\d+ of \d+ services\*\* are not affected/)
      expect(said.split('It began in')[0]).not.toContain('rate-service')
    }
  })

  it('does not tell the incident again when something else is asked for', async () => {
    for (const question of ['anything weird besides the outage?', 'anything else wrong?', 'any other problems?'])
      expect(await first(question)).toMatch(
        /^(?:\*\*Nothing else\*\* stands out besides|Besides) the trouble of `rate-service`/,
      )
  })

  it('says whether a suspicion is right, yes or no first', async () => {
    expect(await first('could it be the database?')).toMatch(
      /^(?:\*\*No\*\* sign of|I cannot tell whether it is) “database”/,
    )
    expect(await first('is the network to blame?')).toMatch(/^(?:\*\*Yes\*\*\.|\*\*No\*\* sign of|I cannot tell)/)
  })

  it('gives a summary to pass on', async () => {
    expect(await first('give me a summary for the incident channel')).toMatch(
      /^\*\*(?:Probable r|R)oot cause: `rate-service`/,
    )
    expect(await first('what should we tell the customers?')).toMatch(/requests failed/)
  })

  it('says better or worse, and no yes, when asked for one of them', async () => {
    expect(await first('is it getting better or worse?')).toMatch(
      /^\*\*(?:Better|Worse|Neither, about the same)\*\*: error rate/,
    )
  })
})

describe('numbers beside the incident', { timeout: 120_000 }, () => {
  it('compares a number before and after it began', async () => {
    const said = await first('p99 of booking-service before and after the incident')
    expect(said).toMatch(/^99th percentile duration of `booking-service`: \*\*.* then \*\*/)
    expect(await first('error rate before vs during the outage')).toMatch(/^Error rate: .* then /)
  })

  it('tells the busiest minute, within a stated time as well', async () => {
    expect(await first('busiest minute')).toMatch(/^At \*\*.*in that minute there were the most requests/)
    expect(await first('in which minute were there the most requests in the last hour?')).toMatch(/^At \*\*/)
    expect(await first('worst minute')).toMatch(/the most failed requests/)
  })

  it('has the course of an average that is asked for per minute', async () => {
    expect(await answer('latency of booking-service per minute')).toContain('The chart has it in steps of 1 min.')
  })

  it('gives each number of a table that is asked for', async () => {
    const said = await answer('list all services with their request rate and error rate')
    expect(said).toMatch(/requests/)
    expect(said).toMatch(/error rate/)
  })

  it('does not answer "how many did we get" with yes', async () => {
    expect(await first('how many bookings did we get')).not.toMatch(/^(?:\*\*)?Yes/)
  })

  it('names codes once when they are the groups', async () => {
    expect(await first('4xx vs 5xx')).not.toMatch(/with status 4xx with status 5xx/)
  })

  it('gives no zero for people whom the lines do not tell apart', async () => {
    expect(await first('how many distinct sailors saw a 5xx')).not.toMatch(/^\*\*0\*\*/)
  })
})
