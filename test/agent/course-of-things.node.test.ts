/** What is asked of the course of a thing is told by its own past, the incident, or the beginning of another thing. */
import { beforeAll, describe, expect, it } from 'vitest'
import { parking } from '../../scripts/eval/questions/systems/parking.ts'
import { subtitles } from '../../scripts/eval/questions/systems/subtitles.ts'
import { tyres } from '../../scripts/eval/questions/systems/tyres.ts'
import { changeOf, episodeOf, levelChange, shiftOf } from '../../src/agent/questions/execute/more-or-less.ts'
import { beginningAsked } from '../../src/agent/questions/reader/beginning-asked.ts'
import { courseAsked } from '../../src/agent/questions/reader/course-asked.ts'
import type { TelemetryStore } from '../../src/telemetry/port.ts'
import { Conversation, embeddedAgent } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { storeWithWorld } from './world-store.ts'

const END_MS = Date.parse('2026-11-27T23:00:00.000Z')
const agent = embeddedAgent()
const stores = new Map<string, TelemetryStore>()

beforeAll(async () => {
  for (const [name, make] of Object.entries({ parking, subtitles, tyres }))
    stores.set(name, rememberingStore(await storeWithWorld(make(END_MS))))
}, 240_000)

/** The first line of each answer of a thread. */
async function thread(name: string, ...questions: string[]): Promise<string[]> {
  const store = stores.get(name)
  if (store === undefined) throw new Error('no store')
  const talk = new Conversation(store, agent)
  const lines: string[] = []
  for (const question of questions) lines.push((await talk.ask(question, END_MS)).text.split('\n')[0] ?? '')
  return lines
}

async function ask(name: string, question: string): Promise<string> {
  return (await thread(name, question))[0] ?? ''
}

describe('the form of a question for a course', () => {
  it.each([
    ['stale cache warnings, normal or not?', 'stale cache warnings', 'usual', false],
    ['is the settlement warning new', 'settlement warning', 'new', false],
    ['gc pauses > worth worrying? count em', 'gc pauses', 'part', false],
    ['duplicate keys: background noise or part of it?', 'duplicate keys', 'part', true],
    ['host did not answer - noise?', 'host did not answer', 'part', true],
    ['calendar missing warnings. always been there?', 'calendar missing warnings', 'new', true],
    ['articles per minute, is it steady', 'articles per minute', 'usual', false],
    ['did traffic drop after the incident began', 'traffic', 'less', false],
    ['how are the timeouts doing', 'timeouts', 'usual', true],
    ['is grader starving', 'grader', 'fed', false],
  ])('%s', (question, thing, asks, isEither) => {
    expect(courseAsked(question)).toMatchObject({ thing, asks, isEither })
  })

  it.each(['is everything back to normal?', 'is web ok?', 'which service is new', 'how many errors since it started'])(
    'is none of %s',
    (question) => expect(courseAsked(question)).toBeNull(),
  )

  it.each([
    ['did the failover do it?', 'failover', '', 'cause'],
    ['does the expired cert explain the 502s', 'expired cert', '502s', 'cause'],
    ['could rb-311 be behind the deadlocks?', 'rb-311', 'deadlocks', 'cause'],
    ['did dns.errors start before the bookings failed', 'dns.errors', 'bookings failed', 'before'],
    ['throttling before or after the cuda errors?', 'throttling', 'cuda errors', 'order'],
  ])('%s', (question, thing, other, asks) => {
    expect(beginningAsked(question)).toEqual({ thing, other, asks })
  })
})

describe('more or less', () => {
  it('is beyond chance, and of what varies by itself beyond that', () => {
    expect(changeOf({ count: 20, minutes: 40 }, { count: 12, minutes: 20 })).toBe('same')
    expect(changeOf({ count: 20, minutes: 40 }, { count: 60, minutes: 20 })).toBe('more')
    expect(changeOf({ count: 20, minutes: 40 }, { count: 60, minutes: 20 }, 20)).toBe('same')
    expect(changeOf({ count: 60, minutes: 30 }, { count: 8, minutes: 30 })).toBe('less')
    expect(changeOf({ count: 0, minutes: 30 }, { count: 6, minutes: 30 })).toBe('new')
    expect(changeOf({ count: 1, minutes: 30 }, { count: 1, minutes: 30 })).toBe('few')
  })

  it('is no change of a level that only climbs on', () => {
    const climbing = Array.from({ length: 60 }, (_, at) => 100 + at)
    expect(levelChange(climbing.slice(0, 40), climbing.slice(40))).toBe('same')
    expect(levelChange([10, 11, 10, 9, 10], [30, 31, 30])).toBe('more')
  })

  it('finds the minute of a change, and a stretch that stands out', () => {
    const counts = [...Array.from({ length: 30 }, () => 12), ...Array.from({ length: 20 }, () => 3)]
    expect(shiftOf(counts)).toMatchObject({ at: 30, before: 12, after: 3 })
    expect(episodeOf(counts, 'less')).toMatchObject({ from: 30, to: 50 })
    const rare = Array.from({ length: 80 }, (_, at) => (at >= 40 && at < 66 && at % 5 === 0 ? 1 : 0))
    expect(episodeOf(rare, 'more')).toMatchObject({ from: 40, outside: 0, count: 6 })
    expect(
      episodeOf(
        Array.from({ length: 60 }, (_, at) => (at % 3 === 0 ? 2 : 1)),
        'more',
      ),
    ).toBeNull()
  })
})

describe('the course of a thing', { timeout: 240_000 }, () => {
  it('is background where it goes on as before the incident', async () => {
    expect(await ask('parking', 'kerb-api payment failed upstream timeout: known noise?')).toMatch(
      /^Background: it goes on as before: \*\*6\*\* log records/,
    )
    expect(await ask('subtitles', 'SlowDown from object store, normal noise or part of this?')).toMatch(
      /^Background: it goes on as before: \*\*24\*\* log records/,
    )
  })

  it('is new, or was always there', async () => {
    expect(await ask('tyres', 'nextval errors: is this a new thing?')).toMatch(
      /^\*\*Yes\*\*, new: \*\*489\*\* errors .+ none before/,
    )
    expect(await ask('parking', 'holiday calendar missing warnings. always been there?')).toMatch(
      /^Not new: \*\*22\*\* warnings/,
    )
  })

  it('of a metric is told by its level, and of a route by its requests', async () => {
    expect(await ask('subtitles', 'did viewers drop when it broke')).toMatch(
      /^\*\*No\*\*, about as before: Mean of `viewers\.connected`/,
    )
    expect(await ask('subtitles', 'did traffic drop after the incident began')).toMatch(
      /^\*\*No\*\*, about as before: .+ requests/,
    )
  })

  it('goes on from what was counted', async () => {
    const [, isNew] = await thread('tyres', 'how many nextval errors', 'is that new?')
    expect(isNew).toMatch(/^\*\*Yes\*\*, new: /)
  })
})

describe('the beginning of a thing', { timeout: 240_000 }, () => {
  it('is held against that of another', async () => {
    expect(await ask('parking', 'GPU throttling before or after the CUDA errors?')).toMatch(
      /^\*\*Before\*\*, 4 min 2 s before: /,
    )
    expect(await ask('tyres', 'movement ids almost used up - did that come before the failures')).toMatch(
      /^\*\*Yes\*\*, 23 min/,
    )
  })

  it('in another service some minutes before is no cause', async () => {
    expect(await ask('subtitles', 'did the CAP-503 reload cause it?')).toMatch(
      /^\*\*Probably not\*\*: it came 2 min 13 s before, in another service/,
    )
  })
})

describe('how a service is', { timeout: 240_000 }, () => {
  it('tells of a kind of warning that came for a time', async () => {
    expect(await ask('subtitles', 'is cue-publisher ok?')).toMatch(
      /^\*\*Yes\*\*: `cue-publisher` is healthy now; earlier it logged a new warning from 22:29:00 UTC to .+cue late/,
    )
  })

  it('tells of less to do', async () => {
    expect(await ask('parking', 'is occupancy-tracker starved')).toMatch(
      /earlier it got less to do from 22:21:00 UTC to 22:47:00 UTC/,
    )
    expect(await ask('subtitles', 'is punctuator starving')).toMatch(
      /^\*\*Yes\*\*: `punctuator` is healthy; nothing unusual/,
    )
  })
})
