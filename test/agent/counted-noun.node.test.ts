/** What is counted is the whole noun: no word of the trade alone, nothing passed over, people before services, things done again. */
import { describe, expect, it } from 'vitest'
import type { LogRow, SpanRow, World } from '../../scripts/eval/questions/records.ts'
import { partsOf } from '../../src/agent/questions/reader/message-parts.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

const ROLES = ['shipper', 'shipper', 'carrier'] as const
const GATES = ['north', 'north', 'south'] as const
const FIRMS = ['alder', 'birch', 'birch'] as const

/** A yard that takes cargo: loads are booked at a portal for shippers, estimates are given, trucks dock. */
function yard(): World {
  const plain = worldOf({
    gateway: 'shipper-portal',
    routes: { 'POST /loads': 'load-desk', 'POST /estimates': 'quote-desk', 'POST /dockings': 'dock-svc' },
    failing: 'POST /loads',
    store: 'postgresql',
  })
  const attributesOf = (span: SpanRow, nth: number): SpanRow['attributes'] => {
    if (span.name === 'POST /loads')
      return {
        ...{ role: ROLES[nth % 3] ?? '', 'dock.gate': GATES[nth % 3] ?? '', 'hauler.firm': FIRMS[nth % 3] ?? '' },
        ...{ 'http.response.status_code': span.isFailed ? 504 : 200 },
      }
    return span.name === 'POST /estimates' ? { 'estimate.attempt': nth % 4 === 0 ? 2 : 1 } : {}
  }
  const spans = plain.spans.map(
    (span): SpanRow => ({
      ...span,
      attributes: { ...span.attributes, ...attributesOf(span, Number.parseInt(span.traceId, 16)) },
    }),
  )
  const line = (minute: number, service: string, body: string, attributes: Record<string, string> = {}): LogRow => ({
    ...{ timeMs: END_MS - minute * 60_000, service, severity: 'INFO', isSeveritySent: true, message: body, body },
    ...{ attributes, traceId: '', spanId: '', version: '1.0.0', instance: `${service}-1` },
  })
  const logs = [...plain.logs]
  for (const service of ['load-desk', 'quote-desk', 'dock-svc'])
    for (let minute = 3; minute < 50; minute += 9) logs.push(line(minute, service, 'cargo tables read'))
  for (let minute = 1; minute <= 20; minute++) {
    logs.push(line(minute, 'dock-svc', `docking K-${700 + minute} accepted`, { load: `L-${minute}` }))
    if (minute <= 7) logs.push(line(minute, 'dock-svc', `docking K-${700 + minute} sent again`))
    if (minute <= 10) logs.push(line(minute, 'dock-svc', `pallet P-${minute} weighed`))
    if (minute <= 6) logs.push(line(minute, 'dock-svc', `pallet P-${minute} wrapped`))
    if (minute <= 5) logs.push(line(minute, 'load-desk', `load L-${minute} refused: already submitted`))
  }
  return { ...plain, spans, logs }
}

const store = storeWithWorld(yard())
const answer = async (question: string): Promise<string> =>
  (await new Conversation(rememberingStore(await store)).ask(question, END_MS)).text

describe('the noun that is counted', { timeout: 120_000 }, () => {
  it('is not told by the word that all of the trade goes by', async () => {
    const text = await answer('how many cargo estimates were asked for')
    expect(text).toMatch(/\*\*240\*\* requests on `POST \/estimates`/)
    expect(text).toMatch(/I took "cargo estimates" as "estimates"/)
  })

  it('is never passed over as a word of asking', async () => {
    expect(await answer('how many north overviews were printed')).not.toMatch(/\*\*\d/)
  })

  it('may be a word that elsewhere means requests', async () => {
    expect(await answer('what percent of the loads failed')).toMatch(/\*\*25(?:\.0)? %\*\*.*`POST \/loads`/)
  })

  it('is not counted with all of its kind where only what somebody returned is asked for', async () => {
    expect(await answer('how many loads did the depot return')).not.toMatch(/\*\*\d/)
  })

  it('is not what was refused because it had been done', async () => {
    expect(await answer('how many loads were submitted')).toMatch(/\*\*240\*\* requests on `POST \/loads`/)
  })

  it('is that of the part before', () => {
    expect(partsOf('how many loads were accepted and how many timed out since 14:10?')[1]).toBe(
      'how many loads timed out since 14:10?',
    )
  })
})

describe('what was done with it', { timeout: 120_000 }, () => {
  it.each(['how many pallets were reported', 'how many times were pallets noted'])(
    'is asked back where no line tells it: %s',
    async (question) => {
      expect(await answer(question)).toMatch(/so I give no number/)
    },
  )

  it('is counted where lines tell it', async () => {
    expect(await answer('how many pallets were weighed')).toMatch(/\*\*10\*\* log records/)
  })
})

describe('what was done again', { timeout: 120_000 }, () => {
  it('is told by lines that say so', async () => {
    expect(await answer('how many dockings were sent again')).toMatch(/\*\*7\*\* log records/)
    expect(await answer('how many dockings had to be sent again?')).toMatch(/\*\*7\*\* log records/)
  })

  it('is told by a key that numbers attempts', async () => {
    expect(await answer('how many estimates were tried again')).toMatch(
      /\*\*60\*\* requests.*`estimate\.attempt` over 1/,
    )
  })

  it('is no number of all where nothing tells it', async () => {
    for (const question of [
      'how many loads were booked again',
      'how many loads were posted twice since 14:10',
      'how many loads were resent?',
      'how many loads were placed more than once',
    ])
      expect(await answer(question), question).not.toMatch(/\*\*\d/)
  })

  it('is nothing that works again', async () => {
    expect(await answer('how many loads failed again since 14:20')).toMatch(
      /\*\*\d+\*\* failed requests on `POST \/loads`/,
    )
  })
})

describe('people', { timeout: 120_000 }, () => {
  it('are told by a value before a part of a service’s name', async () => {
    const text = await answer('how many loads did shippers place?')
    expect(text).toMatch(/\*\*180\*\* requests.*`role` `shipper`/)
    expect(text).toMatch(/I took "shippers" as `role` `shipper`/)
  })

  it('are what a service is called after where only it tells them', async () => {
    expect(await answer('how many estimates did shippers request?')).toMatch(/\*\*240\*\* requests of `shipper-portal`/)
  })

  it('are ranked by the key that names them', async () => {
    expect(await answer('which haulers are affected most')).toMatch(/^`birch` has the most failed requests/)
  })

  it('are told apart by who met a timeout', async () => {
    expect(await answer('how many different hauler firms had a timeout')).toMatch(/\*\*2\*\* distinct .*status 504/)
  })
})

describe('which of them has the most', { timeout: 120_000 }, () => {
  it('groups by the noun behind "which"', async () => {
    const text = await answer('which gate gets the most loads?')
    expect(text).toMatch(/^`north` has the most requests on `POST \/loads`/)
    expect(text).toMatch(/by `dock\.gate`/)
  })

  it('is nobody where nothing goes by the noun', async () => {
    expect(await answer('which ferry gets the most loads?')).not.toMatch(/\*\*\d/)
  })
})
