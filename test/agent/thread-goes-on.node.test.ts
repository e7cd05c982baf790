/**
 * Follow-ups that say little: a length beside a moment, another statistic with a time, "it" of the one that was named
 * first, another thing that is counted, "when" after a release, and what comes after a turn that was not understood.
 */
import { describe, expect, it } from 'vitest'
import type { LogRow, PointRow, SpanRow, World } from '../../scripts/eval/questions/records.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

const FARMS = ['oak-hill', 'oak-hill', 'brook', 'ashby'] as const
const RELEASED_MS = END_MS - 50 * 60_000

/** A dairy: pickups fail for a while, payouts stand in lines alone, tanks and tankers in gauges alone. */
function dairy(): World {
  const plain = worldOf({
    gateway: 'dairy-gate',
    routes: { 'POST /pickups': 'pickup-svc', 'POST /crates': 'crate-svc', 'GET /lots': 'lot-svc' },
    failing: 'POST /pickups',
    store: 'postgresql',
  })
  const released = <T extends { readonly service: string; readonly version: string }>(row: T, timeMs: number): T =>
    row.service === 'lot-svc' && timeMs >= RELEASED_MS ? { ...row, version: '1.1.0' } : row
  const spans = plain.spans.map((span, index): SpanRow => {
    const farm = FARMS[Math.floor(index / 3) % 4] ?? ''
    const attributes = span.name.includes('pickups') ? { ...span.attributes, 'pickup.farm': farm } : span.attributes
    return released({ ...span, attributes }, span.startMs)
  })
  const logs = plain.logs.map((log) => released(log, log.timeMs))
  const points: PointRow[] = []
  const point = (minute: number, name: string, value: number, attributes: PointRow['attributes']): PointRow => ({
    ...{ timeMs: END_MS - minute * 60_000, startMs: END_MS - 90 * 60_000, service: 'lot-svc', name, unit: '' },
    ...{ type: 'gauge' as const, value, buckets: null, attributes, version: '1.0.0', instance: 'lot-svc-1' },
  })
  for (let minute = 60; minute > 0; minute--) {
    const body = `payout made to farm, eur=${minute}.00`
    logs.push({
      ...{ timeMs: END_MS - minute * 60_000, service: 'purse', severity: 'INFO', isSeveritySent: true, message: body },
      ...{ body, attributes: {}, traceId: '', spanId: '', version: '1.0.0', instance: 'purse-1' },
    } satisfies LogRow)
    points.push(
      point(minute, 'cellar.used_percent', 90 - minute / 2, { tank: 't-north' }),
      point(minute, 'cellar.used_percent', 55, { tank: 't-south' }),
      point(minute, 'tankers_online', minute === 30 ? 41 : 12, { carrier: 'blueline' }),
      point(minute, 'tankers_online', minute === 20 ? 73 : 25, { carrier: 'greenway' }),
    )
  }
  return { ...plain, spans, logs, points }
}

const store = storeWithWorld(dairy())
const answer = async (...questions: readonly string[]): Promise<string> => {
  const talk = new Conversation(rememberingStore(await store))
  let text = ''
  for (const question of questions) text = (await talk.ask(question, END_MS)).text
  return text
}
const PICKUPS = 'how many pickups between 14:30 and 14:40'

describe('a length that a follow-up names', { timeout: 120_000 }, () => {
  it.each([
    'how many in the same time before 14:20?',
    'and in as much time before 14:20',
    'how many in an equally long window before 14:20?',
  ])('is that of the last window: %s', async (question) => {
    expect(await answer(PICKUPS, question)).toMatch(/^\*\*40\*\* .*14:10:00–14:20:00/)
  })

  it.each([
    ['and the hour before that?', '13:30:00–14:30:00'],
    ['and the quarter of an hour before?', '14:15:00–14:30:00'],
    ['and the half hour before that?', '14:00:00–14:30:00'],
  ])('is as it is said: %s', async (question, window) => {
    expect(await answer(PICKUPS, question)).toContain(window)
  })
})

describe('another statistic', { timeout: 120_000 }, () => {
  const ONLINE = 'how many tankers are online with blueline now'

  it.each(['highest today?', 'peak in the last hour', 'how high did it get today?', "and today's maximum?"])(
    'is taken with its time: %s',
    async (question) => {
      expect(await answer(ONLINE, question)).toMatch(/^Maximum of `tankers_online`.*`blueline`: \*\*41\*\*/)
    },
  )

  it('is kept for another value', async () => {
    expect(await answer(ONLINE, 'highest today?', 'and greenway')).toMatch(/^Maximum .*`greenway`: \*\*73\*\*/)
  })

  it('of lines that were counted is of the amount that they state', async () => {
    const counted = 'how many payouts were made in the last 30 minutes'
    expect(await answer(counted, 'the biggest one?')).toMatch(/^Maximum of `eur`.*\*\*30\*\*/)
    expect(await answer(counted, 'and the smallest')).toMatch(/^Minimum of `eur`.*\*\*1\*\*/)
  })
})

describe('a gauge without the word that is asked', { timeout: 120_000 }, () => {
  it('is found by its percentage and the value of its series', async () => {
    expect(await answer('how full is t-north now')).toMatch(/`cellar\.used_percent`.*\*\*89\.50 %\*\*/)
    expect(await answer('how full is t-north now', 'and t-south?')).toMatch(/`t-south`: \*\*55 %\*\*/)
  })

  it('has a course, over the hour', async () => {
    expect(await answer('how full is t-north now', 'is it filling up?')).toMatch(/^Yes, rising.*`t-north`/)
    expect(await answer('how full is t-north now', 'is it going down?')).toMatch(/^No, rising/)
    expect(await answer('how full is t-north now', 'is it filling up?', 'highest today?')).toMatch(
      /^Maximum of .*\*\*89\.50 %\*\*/,
    )
  })
})

describe('"it" after the first of a ranking', { timeout: 120_000 }, () => {
  const MOST = 'which farm has the most failed pickups?'

  it.each(['how many does it have', 'how many does that farm have?', 'and how many did it have'])(
    'is that one alone: %s',
    async (question) => {
      expect(await answer(MOST, question)).toMatch(/^\*\*\d+\*\* failed requests .*`oak-hill`/)
    },
  )

  it.each(['and its failure rate?', 'show me its last failed pickup', 'what is its failure rate?'])(
    'restricts what is asked of it: %s',
    async (question) => {
      expect(await answer(MOST, question)).toContain('`oak-hill`')
    },
  )

  it('is not meant by what adds up to the whole', async () => {
    expect(await answer(MOST, 'how many is it in all?')).not.toContain('`oak-hill`')
  })

  it('gives way to another one', async () => {
    expect(await answer(MOST, 'how many does it have', 'and brook?')).toMatch(/^\*\*\d+\*\* failed requests .*`brook`/)
  })
})

describe('another thing', { timeout: 120_000 }, () => {
  it.each(['what about payouts?', 'and payouts', 'same for payouts?'])('is counted alike: %s', async (question) => {
    expect(await answer('how many crates did we get in the last 20 minutes', question)).toMatch(
      /^\*\*20\*\* log records that say `payouts/,
    )
  })

  it('is no guess of words that no line has together', async () => {
    const text = await answer('how many payouts were made in the last 20 minutes', 'and crates?')
    expect(text).toMatch(/`POST \/crates`/)
    expect(text).not.toMatch(/crates made/)
  })

  it('keeps what is said of it', async () => {
    expect(await answer('how many pickups failed in the last 30 minutes', 'and crates?')).toMatch(/^\*\*0\*\* failed/)
  })
})

describe('a moment', { timeout: 120_000 }, () => {
  it.each(['when was the first pickup lost', 'when did the first pickup get lost?'])(
    'is that of the first that failed: %s',
    async (question) => {
      expect(await answer(question)).toMatch(/I took "lost" as failed\. The first of the failed requests .*14:25:0\d/)
    },
  )

  it('has a last one, and so many in between', async () => {
    const last = await answer('when was the first pickup lost', 'and the last one?')
    expect(last).toMatch(/^The last of the failed requests .*14:44:2\d/)
    expect(await answer('when was the first pickup lost', 'and the last one?', 'how many in between')).toMatch(
      /^\*\*\d+\*\* failed requests/,
    )
  })

  it('of a release is told after it was asked for', async () => {
    const asked = 'was there a release of lot-svc?'
    expect(await answer(asked, 'when')).toMatch(/^`lot-svc` .*14:1\d:\d\d/)
    expect(await answer(asked, 'did it cause the failures?', 'which one did')).not.toMatch(/You name nothing/)
  })
})

describe('after a turn that was not understood', { timeout: 120_000 }, () => {
  it('the thread goes on from what was answered, where that turn changed no subject', async () => {
    expect(await answer('was there a release of lot-svc?', 'huh', 'when')).toMatch(
      /^"huh" was not answered, so this goes on from "was there a release of lot-svc\?"\. `lot-svc` /,
    )
  })

  it.each(['how many frobs do we have', 'only the frobs'])('it does not after "%s"', async (turn) => {
    expect(await answer(PICKUPS, turn, 'and the half hour before that?')).not.toMatch(/\*\*\d/)
  })
})

describe('"without" trouble', { timeout: 120_000 }, () => {
  it.each([
    'can farmers book pickups without errors at the moment?',
    'are pickups going through without timeouts now?',
    'do pickups work without any problems?',
  ])('asks whether there is some: %s', async (question) => {
    expect(await answer(question)).toMatch(/^Yes: \*\*100 %\*\* of requests on `POST \/pickups` succeeded/)
  })

  it('of a service asks how it is', async () => {
    expect(await answer('is crate-svc running without errors right now?')).toMatch(/^\*\*Yes\*\*: `crate-svc`/)
  })
})
