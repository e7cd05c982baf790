/** Amounts and different values: of the unit and kind that is asked for, over lines of what was done, by groups, and over requests. */
import { describe, expect, it } from 'vitest'
import type { LogRow, SpanRow, World } from '../../scripts/eval/questions/records.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

const MINUTE_MS = 60_000
const LINES = ['north', 'south', 'island'] as const
const SOLD = 30

/** Ferries: tickets are sold or held back, boats take on fuel and cars, requests carry the passenger and the port. */
function ferries(): World {
  const plain = worldOf({
    gateway: 'quay-gate',
    routes: { 'POST /tickets': 'ticket-desk', 'GET /boats/{id}': 'boat-svc' },
    failing: 'POST /tickets',
    store: 'postgresql',
  })
  const spans = plain.spans.map((span, index): SpanRow => {
    const own = {
      'passenger.id': `P-${100 + (index % 60)}`,
      'ferry.port': ['Kiel', 'Oslo', 'Riga'][Math.floor(index / 3) % 3] ?? '',
    }
    return span.name === 'POST /tickets' ? { ...span, attributes: { ...span.attributes, ...own } } : span
  })
  const line = (at: number, service: string, body: string, attributes: LogRow['attributes'] = {}): LogRow => ({
    ...{ timeMs: END_MS - at * MINUTE_MS, service, severity: 'INFO', isSeveritySent: true, message: body, body },
    ...{ attributes, traceId: '', spanId: '', version: '1.0.0', instance: `${service}-1` },
  })
  const logs: LogRow[] = [...plain.logs]
  for (let at = 0; at < SOLD; at++) {
    const route = LINES[at % 3] ?? 'north'
    const own = { ticket: `T-${500 + at}`, line: route, euros: 10 + at, passenger: `P-${100 + (at % 20)}` }
    const fields = `ticket=${own.ticket} line=${route} euros=${own.euros} passenger=${own.passenger}`
    logs.push(line(1 + at, 'ticket-desk', `level=info msg="ticket sold" ${fields}`, own))
    if (at % 3 === 0)
      logs.push(line(1 + at, 'ticket-desk', `level=warn msg="ticket held: sale not confirmed" ${fields}`, own))
    logs.push(line(1 + at, 'boat-svc', `slow chart lookup: ${200 + at} ms`))
    logs.push(line(1 + at, 'boat-svc', `Boat B-${at} loaded: ${at % 5} cars, ${100 + at} EUR, ${route}`))
  }
  return { ...plain, spans, logs }
}

const store = storeWithWorld(ferries())
const answer = async (question: string): Promise<string> => {
  const talk = new Conversation(rememberingStore(await store))
  return (await talk.ask(question, END_MS)).text
}

/** 10 to 39. */
const EUROS = 735

describe('sums over lines', () => {
  it.each(['total euros of sold tickets', 'how many euros were sold in tickets?', 'sum of euros in tickets sold'])(
    'are those of what was done: %s',
    async (question) => {
      expect(await answer(question)).toContain(`**${EUROS}**`)
    },
  )

  it('are told by groups', async () => {
    const text = await answer('euros sold per line')
    expect(text).toContain('`island`: 255')
    expect(text).toContain('`north`: 235')
  })
})

describe('a superlative over a thing', () => {
  it('asks for the greatest amount, and not for the thing with most lines', async () => {
    expect(await answer('biggest ticket that was sold?')).toMatch(/Maximum of `euros`.*\*\*39\*\*/)
    expect(await answer('cheapest ticket sold')).toMatch(/Minimum of `euros`.*\*\*10\*\*/)
  })
})

describe('the kind of an amount', () => {
  it('is the unit that is named, and no participle', async () => {
    expect(await answer('average value of a loaded boat in EUR')).toContain('**114.5**')
  })

  it('is a time, told with its unit', async () => {
    expect(await answer('longest chart lookup that boat-svc logs')).toContain('**229 ms**')
  })
})

describe('different values', () => {
  it('are those of requests, where these tell more of them', async () => {
    expect(await answer('how many different passengers in the last hour?')).toMatch(
      /^\*\*\d{2}\*\* distinct passengers/,
    )
    expect(await answer('how many different passengers in the last hour?')).toMatch(/^\*\*40\*\*/)
  })

  it('are counted of what stands behind a preposition', async () => {
    expect(await answer('in how many ports do we sell?')).toContain('**3** distinct ports')
    expect(await answer('how many ports do we sail to')).toContain('**3** distinct ports')
  })

  it('tell people apart by the one key that identifies persons', async () => {
    expect(await answer('how many sailors ran into a 503')).toMatch(/\*\*\d{1,2}\*\* distinct sailors with status 503/)
    expect(await answer('how many boats hit an error')).not.toContain('distinct')
  })
})
