/** Follow-ups of a few words: the slot that they name is replaced, and no word of them is passed over. */
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

/** The first line of the answer to the last of the questions, asked in one thread. */
async function last(...questions: readonly string[]): Promise<string> {
  if (store === null) throw new Error('no store')
  const talk = new Conversation(store, agent)
  let said = ''
  for (const question of questions) said = (await talk.ask(question, END_MS)).text.split('\n')[0] ?? ''
  return said
}

describe('a follow-up', { timeout: 120_000 }, () => {
  it('that names another service keeps what was measured', async () => {
    expect(await last('p95 of search-service', 'of booking-service')).toMatch(
      /^95th percentile duration of requests of `booking-service`/,
    )
    expect(await last('p95 of search-service', 'of booking-service', 'compared to before the incident')).toMatch(
      /^95th percentile duration of `booking-service`: \*\*.* then \*\*/,
    )
  })

  it('cuts the trouble that was found by what it names', async () => {
    expect(await last('what broke?', 'per endpoint')).toMatch(
      /the most failed requests of `rate-service`.*by `operation`/,
    )
    expect(await last('errors in rate-service', 'since when', 'in which pods')).toMatch(/has the most failed requests/)
  })

  it('asks for an example of what was found', async () => {
    expect(await last('what broke?', 'show me an example')).toMatch(/errors of `rate-service`/)
  })

  it('looks at the time before the incident anew', async () => {
    const said = await last('what broke?', 'and before that?')
    expect(said).not.toMatch(/Root cause/)
  })

  it('asks what several errors mean', async () => {
    expect(await last('errors in rate-service', 'what do they mean')).toMatch(/could not be resolved/)
  })

  it('that asks for itself is answered after a question that was not', async () => {
    expect(await last('what broke?', 'flurbs of the glorp?', 'is it over?')).toMatch(
      /^\*\*No\*\*: it is still going on/,
    )
  })
})

describe('one of two services', { timeout: 120_000 }, () => {
  it('calls the other, yes or no', async () => {
    expect(await last('does search-service depend on rate-service?')).toMatch(
      /^\*\*Yes\*\*: `search-service` calls `rate-service`/,
    )
    expect(await last('is rate-service used by booking-service?')).toMatch(/^\*\*Yes\*\*: `booking-service` calls/)
    expect(await last('does rate-service call booking-service?')).toMatch(/^\*\*No\*\* call of `rate-service`/)
  })
})

describe('a time without telemetry', { timeout: 120_000 }, () => {
  it('is no time when all was well', async () => {
    expect(await last('was everything working at 03:10?')).not.toMatch(/^\*\*Yes/)
  })
})

describe('a rate before the incident', { timeout: 120_000 }, () => {
  it('is counted over all the time before it, and no single minute', async () => {
    expect(await last('how many searches per minute before the incident')).toMatch(/per minute .* in \d+ min/)
  })
})

describe('a ranking', { timeout: 120_000 }, () => {
  it('may be asked for as a sorted list', async () => {
    expect(await last('endpoints sorted by latency, slowest first')).toMatch(
      /has the highest .*duration.*by `operation`/,
    )
    expect(await last('services ranked by error rate')).toMatch(/has the highest error rate.*by `service`/)
    expect(await last('how healthy is everything, one line per service')).toMatch(/error rate.*by `service`/)
    expect(await last('top 5 log messages by count')).toMatch(/^The most frequent of log records/)
  })
})
