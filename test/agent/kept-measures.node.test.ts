/** What a short question keeps of the last one, windows of an earlier time, ids that are nowhere, and orders. */
import { beforeAll, describe, expect, it } from 'vitest'
import { hotel } from '../../scripts/eval/questions/systems/hotel.ts'
import { remarkOf } from '../../src/agent/questions/reader/remark-of.ts'
import { readWhen, shifted } from '../../src/agent/questions/reader/when.ts'
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

describe('a status with an s', () => {
  it('is no length of time', () => {
    const context = { askedAtMs: END_MS, lastMs: END_MS, names: [] }
    expect(readWhen('was there a spike in 401s on login', context).time).toBeNull()
    expect(readWhen('errors in the last 300s', context).time).not.toBeNull()
  })
})

describe('the share of a status', () => {
  it('is of all requests, however the failures are called', async () => {
    expect(await last('error rate of 503 in the last hour')).not.toMatch(/^\*\*100 %/)
  })
})

describe('an earlier window', () => {
  it.each([
    'p99 of checkout last 15m vs previous 15m',
    'errors last 15 min vs prev 15 min',
    'p50 last 15m vs the 15m before',
  ])('is the one just before: %s', (text) => {
    expect(minutes(text)).toEqual([
      [15, 0],
      [30, 15],
    ])
  })

  const context = { askedAtMs: END_MS, lastMs: END_MS, names: [] }
  const minutes = (text: string): readonly (readonly [number, number])[] => {
    const { time, against } = readWhen(text, context)
    if (time === null || against === null) return []
    const ago = ({ from, to }: { from: string; to: string }): readonly [number, number] => [
      Math.round((END_MS - Date.parse(from)) / 60_000),
      Math.round((END_MS - Date.parse(to)) / 60_000),
    ]
    return [ago(time), ago(shifted(time, against))]
  }

  it.each([
    'rides of dispatch in the last 10 min vs the same time an hour ago',
    'visits of the front desk: last 10 min against the 10 min an hour ago',
    'scans in the last 10 minutes compared to the same 10 minutes an hour ago',
    'meals in the last 10 minutes against the same window 1h ago',
  ])('has the same length and lies that far back: %s', (text) => {
    expect(minutes(text)).toEqual([
      [10, 0],
      [70, 60],
    ])
  })

  it('has the length that is said', () => {
    expect(minutes('scans in the last 10 minutes against the 20 min an hour ago')).toEqual([
      [10, 0],
      [80, 60],
    ])
  })
})

describe('a follow-up', { timeout: 120_000 }, () => {
  it('of a service alone keeps the measure', async () => {
    expect(await last('failure rate of search-service in the last 10 min', 'booking-service?')).toMatch(
      /% ?\*\* of requests of `booking-service` failed/,
    )
    expect(await last('is search-service ok', 'booking-service?')).toMatch(/`booking-service` is \*\*/)
  })

  it('of a value alone restricts by it', async () => {
    for (const only of ['ios only', 'only ios', 'just the ios ones', 'by ios only'])
      expect(await last('requests on api-gateway in the last 30 min', only), only).toMatch(
        only.includes('ones') ? /ios/ : /with `app\.platform` `ios`/,
      )
  })

  it('asks since when the lines came that were counted', async () => {
    expect(await last('how many lines mention stayhub?', 'since when')).toMatch(/^The first of the log records/)
  })
})

describe('a question', { timeout: 120_000 }, () => {
  it('for an id that is nowhere says so, whatever service its noun names', async () => {
    for (const question of ['status of booking BKG-1', 'why did booking BKG-1 fail', 'is payment PAY-1 ok'])
      expect(await last(question), question).toMatch(/^I have no telemetry of "(?:BKG|PAY)-1"/)
  })

  it('whether something still does what is bad is one for its failing', async () => {
    expect(await last('is booking-service still refusing?')).toMatch(/^\*\*Yes\*\*: `booking-service` is failing/)
  })
})

describe('what is no question', () => {
  it('is an order, where a thing is to be filled up or mended', () => {
    for (const text of ['please refill tank-4', 'restock the shelves', 'can you reprint label-17'])
      expect(remarkOf(text), text).toEqual({ kind: 'refusal', what: 'change' })
  })

  it('is thanks with how much it helped', () => {
    for (const text of ['ok thanks, that helps a lot', 'great, this really helped us'])
      expect(remarkOf(text), text).toEqual({ kind: 'thanks' })
  })
})
