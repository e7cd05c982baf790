/** Trouble of what is no service, moments of a crash, codes, stores and callers: in three trades that no round has. */
import { describe, expect, it } from 'vitest'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, type Trade, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

const TRADES = {
  dentist: {
    gateway: 'front-desk-gw',
    routes: { 'POST /appointments': 'calendar-api', 'POST /xrays': 'xray-api', 'GET /patients/{id}': 'patient-api' },
    failing: 'POST /appointments',
    store: 'mariadb',
    crash: { service: 'xray-api', line: 'panic: index out of range in decode', minute: 12 },
  },
  tractors: {
    gateway: 'yard-edge',
    routes: { 'POST /v1/leases': 'lease-core', 'POST /v1/inspections': 'inspect-svc', 'GET /v1/tractors': 'fleet-svc' },
    failing: 'POST /v1/leases',
    store: 'oracle',
    crash: { service: 'inspect-svc', line: 'panic: runtime error: slice bounds out of range', minute: 40 },
  },
  museum: {
    gateway: 'museum-proxy',
    routes: {
      'POST /api/donations': 'donation-svc',
      'POST /api/tours': 'tour-svc',
      'GET /api/exhibits': 'exhibit-svc',
    },
    failing: 'POST /api/donations',
    store: 'mysql',
    crash: { service: 'tour-svc', line: 'panic: nil map', minute: 50 },
  },
} as const satisfies Record<string, Trade>

type Name = keyof typeof TRADES
const stores = Object.fromEntries(
  Object.entries(TRADES).map(([name, trade]) => [name, storeWithWorld(worldOf(trade))]),
) as Record<Name, ReturnType<typeof storeWithWorld>>

async function answer(name: Name, question: string): Promise<string> {
  return (await new Conversation(rememberingStore(await stores[name])).ask(question, END_MS)).text
}
const first = async (name: Name, question: string): Promise<string> =>
  (await answer(name, question)).split('\n')[0] ?? ''

describe('a noun that is said to fail', { timeout: 60_000 }, () => {
  it.each([
    ['dentist', 'why are xrays failing?', 'POST /xrays'],
    ['tractors', 'why do inspections fail?', 'POST /v1/inspections'],
    ['museum', 'how come tours are broken?', 'POST /api/tours'],
  ] as const)('and did not (%s: %s) is said first, then what fails', async (name, question, route) => {
    const text = await answer(name, question)
    expect(text).toContain(`**No**: \`${route}\``)
    expect(text.split('\n')[0]).toMatch(/did not fail: \*\*0\*\* of 240 requests/)
    expect(text).toMatch(/since \*\*14:2\d/)
  })

  it.each([
    ['dentist', 'why are appointments failing?'],
    ['tractors', 'why do leases fail?'],
    ['museum', 'what happened to donations?'],
  ] as const)('and did (%s: %s) has the cause, and how many failed', async (name, question) => {
    const text = await answer(name, question)
    expect(text.split('\n')[0]).not.toMatch(/\*\*No\*\*/)
    expect(text).toMatch(/\*\*25(?:\.\d)? %\*\* failed: 60 of 240/)
  })

  it('is the last of its words: the "xray shop" is no xray', async () => {
    expect(await answer('dentist', 'what is wrong with the xray shop?')).not.toContain('did not fail')
  })

  it.each([
    ['dentist', 'were xrays affected by the incident', /^No\b.*\(0 of \d+\).*\(0 of \d+\)/],
    ['tractors', 'were leases affected by the outage?', /^Yes\b.*\(0 of \d+\).*\(60 of \d+\)/],
    ['museum', 'were tours hit by it?', /^No\b/],
    ['dentist', 'was patient-api affected?', /^\*\*No\*\*: `patient-api` itself was not affected/],
  ] as const)('is told for its own requests where "affected" is asked (%s: %s)', async (name, question, said) => {
    expect(await first(name, question)).toMatch(said)
  })
})

describe('the moment of a crash', { timeout: 60_000 }, () => {
  it.each([
    ['dentist', 'when did xray-api panic?', '14:12:00'],
    ['tractors', 'at what time did inspect-svc crash', '14:40:00'],
    ['museum', 'what time did tour-svc die?', '14:50:00'],
  ] as const)('is that of its line, and not when trouble began (%s: %s)', async (name, question, moment) => {
    expect(await first(name, question)).toContain(moment)
  })

  it.each([
    ['dentist', 'any NullPointerException?'],
    ['tractors', 'any OutOfMemoryError in fleet-svc?'],
    ['museum', 'do we see ECONNREFUSED?'],
  ] as const)('is none where no line has the name of an error (%s: %s)', async (name, question) => {
    expect(await first(name, question)).toMatch(/^No: \*\*0\*\* log records/)
  })
})

describe('everyday questions about codes, stores and callers', { timeout: 60_000 }, () => {
  it.each([
    ['dentist', 'when did the last 503 happen', /last of the requests with status 503 was at \*\*14:44/],
    ['tractors', 'first 503 today - when', /first of the requests with status 503 was at \*\*14:25/],
    ['museum', '503 of donation-svc last 40m', /\*\*60\*\* requests of `donation-svc` with status 503/],
    ['museum', 'is donation-svc still answering 503?', /^No: \*\*0\*\*/],
    ['tractors', 'who is calling lease-core', /is called by `yard-edge`/],
    ['dentist', 'which services does front-desk-gw call directly?', /`calendar-api`/],
    ['tractors', 'what database is behind lease-core?', /`oracle`/],
    ['museum', 'which databases do we have', /`mysql`/],
    ['dentist', 'where do most errors come from', /^`calendar-api` has the most/],
    ['museum', 'donation-svc responses by status code', /`200`/],
    ['tractors', 'is fleet-svc sending', /^\*\*Yes\*\*/],
    ['dentist', 'can assistants make appointments again?', /^Yes: \*\*100 %\*\*/],
    ['museum', 'museum-proxy requests without exhibit', /\*\*480\*\* requests/],
  ] as const)('%s: %s', async (name, question, said) => {
    expect(await first(name, question)).toMatch(said)
  })
})

describe('what a service has, and follow-ups of one word', { timeout: 60_000 }, () => {
  it.each([
    ['dentist', 'what routes has front-desk-gw', /`front-desk-gw (?:POST|GET) \/\w+/],
    ['tractors', 'what runs in production for lease-core', /`lease-core` runs version `1\.0\.0`/],
    ['museum', 'last line of tour-svc', /newest 1/],
    [
      'dentist',
      'did appointments get slower during the incident?',
      /95th percentile duration on `POST \/appointments`/,
    ],
    [
      'tractors',
      'what fraction of submitted leases failed',
      /\*\*25(?:\.\d)? %\*\* of requests on `POST \/v1\/leases`/,
    ],
    ['museum', 'Visitors wrote that they could not donate. what was it?', /[Rr]oot cause|suspect/],
  ] as const)('%s: %s', async (name, question, said) => {
    expect(await first(name, question)).toMatch(said)
  })

  it.each(['which one is the most important?', 'which is the most urgent one'])(
    'the gravest of what broke is its cause, and no ranking that is asked back: %s',
    async (question) => {
      const talk = new Conversation(rememberingStore(await stores.dentist))
      await talk.ask('what broke?', END_MS)
      expect((await talk.ask(question, END_MS)).text).toMatch(/[Rr]oot cause|suspect/)
    },
  )

  it('are of the same measure, window and total', async () => {
    const talk = new Conversation(rememberingStore(await stores.tractors))
    await talk.ask('failed requests of lease-core in the last 50 minutes', END_MS)
    const { text: all } = await talk.ask('out of how many', END_MS)
    expect(all).toMatch(/\*\*200\*\* requests of `lease-core`/)
    await talk.ask('max latency of lease-core', END_MS)
    const { text: least } = await talk.ask('minimum?', END_MS)
    expect(least).toMatch(/^Minimum duration/)
  })
})
