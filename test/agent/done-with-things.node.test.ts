/** What was done with what a service is named after, "only", "of them" without anything before, and first times. */
import { describe, expect, it } from 'vitest'
import type { LogRow, SpanRow, World } from '../../scripts/eval/questions/records.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

const DEPOTS = ['north', 'harbour', 'hill'] as const

/** A ferry company: parcels are shipped, returned or lost by a service of that name; tickets fail with a lock. */
function ferries(): World {
  const plain = worldOf({
    gateway: 'quay-gate',
    routes: { 'POST /tickets': 'ticket-svc', 'GET /tides': 'tide-svc' },
    failing: 'POST /tickets',
    store: 'postgresql',
  })
  const spans = plain.spans.map(
    (span, index): SpanRow =>
      span.kind === 'server'
        ? {
            ...span,
            attributes: { ...span.attributes, 'app.deck': Math.floor(index / 3) % 2 === 0 ? 'upper' : 'lower' },
          }
        : span,
  )
  const logs = [...plain.logs]
  const line = (minute: number, service: string, body: string, attributes: LogRow['attributes']): void => {
    logs.push({
      ...{ timeMs: END_MS - minute * 60_000 + 1000, service, severity: 'INFO', isSeveritySent: true, message: body },
      ...{ body, attributes, traceId: '', spanId: '', version: '1.0.0', instance: `${service}-1` },
    })
  }
  for (let minute = 59; minute > 0; minute--) {
    const depot = DEPOTS[minute % 3] ?? ''
    const parcel = `PC-${7000 + minute}`
    line(minute, 'parcels', `parcel shipped parcel=${parcel}`, { parcel, depot })
    if (minute % 10 === 0)
      line(minute, 'parcels', `parcel returned by the customs: no form parcel=${parcel}`, { parcel, depot })
    const berth = `B-${minute}`
    line(minute, 'berths', `berth fee paid berth=${berth} fee_eur=${minute}`, { berth })
    if (minute % 7 === 0) line(minute, 'berths', `berth fee refused: no funds berth=${berth} fee_eur=1000`, { berth })
    if (minute % 20 === 0) line(minute, 'tide-svc', 'tide table was incomplete', {})
  }
  return { ...plain, spans, logs, services: [...plain.services, 'parcels', 'berths'] }
}

const store = storeWithWorld(ferries())
const talk = async (): Promise<Conversation> => new Conversation(rememberingStore(await store))
const answer = async (question: string): Promise<string> => (await (await talk()).ask(question, END_MS)).text

describe('what was done with what a service is named after', { timeout: 120_000 }, () => {
  it.each([
    ['how many parcels were returned', /^\*\*5\*\* log records of `parcels` that say `parcels returned`/],
    ['number of parcels shipped to harbour', /^\*\*20\*\* log records that say `shipped` with `depot` `harbour`/],
    ['parcels returned per depot', /In all 5 over 3 groups/],
    ['how many log lines were written by parcels', /^\*\*64\*\* log records of `parcels`,/],
  ])('counts the lines that say so: %s', async (question, expected) => {
    expect(await answer(question)).toMatch(expected)
  })

  it('adds up what was paid, and not what was refused', async () => {
    expect(await answer('how much money did berths bring in')).toMatch(/\*\*1,770\*\*/)
  })
})

describe('the first time', { timeout: 120_000 }, () => {
  it.each([
    'when was the tide table incomplete for the first time?',
    'first time the tide table was incomplete',
    'when was the first time the tide table was incomplete',
  ])('is that of the first such line: %s', async (question) => {
    expect(await answer(question)).toMatch(
      /^The first of the log records .{0,30}say `(?:tide )?table incomplete` was at \*\*14:20/,
    )
  })
})

describe('whether only one value is affected', { timeout: 120_000 }, () => {
  it.each(['are only upper deck users affected?', 'is it limited to upper', 'does it only hit the upper deck?'])(
    'is told by the others: %s',
    async (question) => {
      expect(await answer(question)).toMatch(/^No, not only `upper`: /)
    },
  )
})

describe('"of them" at the beginning of a thread', { timeout: 120_000 }, () => {
  it.each(['and how many of them were upper?', 'how many of those failed?'])('is asked back: %s', async (question) => {
    expect(await answer(question)).toContain('so I give no number')
  })
})

describe('a course of few events', { timeout: 120_000 }, () => {
  it('is steady as long as chance explains it', async () => {
    expect(await answer('are returned parcels getting fewer?')).toMatch(/steady/)
  })
})

describe('people that nothing tells apart', { timeout: 120_000 }, () => {
  it('are said to be counted by something else', async () => {
    expect(await answer('how many customers paid a berth fee')).toContain('Nothing here says which customers these are')
  })
})

describe('a question about a service that names no number', { timeout: 120_000 }, () => {
  it('is told how the service is', async () => {
    expect(await answer('how does ticket-svc look')).toMatch(/`ticket-svc` (?:is|was|has been)/)
  })
})
