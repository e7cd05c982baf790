/** Several suspicions, who of all was hit, what could still be done, metrics by their names, and pasted lines. */
import { describe, expect, it } from 'vitest'
import type { LogRow, PointRow, World } from '../../scripts/eval/questions/records.ts'
import { withPastedQuoted } from '../../src/agent/questions/reader/pasted-template.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

const MINUTE_MS = 60_000
const HALLS = ['east', 'west'] as const

/** A market: stalls are booked and cancelled; bookings fail as the store refuses them, in both halls. */
function market(): World {
  const plain = worldOf({
    gateway: 'market-gate',
    routes: { 'POST /bookings': 'stall-book', 'GET /stalls/{id}': 'stall-list', 'POST /payments': 'till' },
    failing: 'POST /bookings',
    store: 'postgresql',
  })
  const spans = plain.spans.map((span, index) => ({
    ...span,
    attributes: { ...span.attributes, hall: HALLS[Math.floor(index / 3) % 2] ?? 'east' },
  }))
  const line = (minute: number, service: string, severity: LogRow['severity'], body: string): LogRow => ({
    ...{ timeMs: END_MS - minute * MINUTE_MS, service, severity, isSeveritySent: true, message: body, body },
    ...{ attributes: {}, traceId: '', spanId: '', version: '1.0.0', instance: `${service}-1` },
  })
  const failing = Array.from({ length: 20 }, (_, nth) => nth + 16)
  const logs = [
    ...plain.logs,
    ...failing.flatMap((minute) => [
      line(minute, 'stall-book', 'ERROR', 'booking not stored: duplicate key value violates unique constraint'),
      line(minute + 0.5, 'stall-book', 'ERROR', 'booking not stored: duplicate key value violates unique constraint'),
    ]),
    ...[4, 12, 25, 33, 42, 51, 57].map((minute) => line(minute, 'till', 'WARN', `paper of till ${minute} runs low`)),
    line(30, 'till', 'INFO', 'SIGTERM received, draining'),
  ]
  const points = Array.from({ length: 60 }, (_, nth): PointRow[] =>
    HALLS.map((hall) => ({
      ...{ timeMs: END_MS - (60 - nth) * MINUTE_MS, startMs: END_MS - 90 * MINUTE_MS, service: 'stall-list' },
      ...{ name: 'stalls.free', unit: '', type: 'gauge' as const, buckets: null, attributes: { hall } },
      ...{ value: 40 + (nth % 3), version: '1.0.0', instance: 'stall-list-1' },
    })),
  ).flat()
  return { ...plain, spans, logs, points }
}

const store = storeWithWorld(market())
const first = async (question: string): Promise<string> =>
  (await new Conversation(rememberingStore(await store)).ask(question, END_MS)).text.split('\n')[0] ?? ''

describe('several suspicions', { timeout: 120_000 }, () => {
  it('are told one by one, also those that telemetry has no word of', async () => {
    const text = await first('was it the network, the database or the forklift?')
    expect(text).toMatch(/^What was found fits \*\*database\*\*/)
    expect(text).toContain('Nothing that was found points to network or forklift')
  })

  it('may be in front of what they are asked of', async () => {
    expect(await first('is the firewall to blame, or the database?')).toMatch(/fits \*\*database\*\*.*firewall/)
  })

  it('are none where values are told apart', async () => {
    expect(await first('is it east or west?')).not.toMatch(/What was found fits|None of these/)
  })
})

describe('who of all was hit', { timeout: 120_000 }, () => {
  it.each(['only east or all halls?', 'did every hall suffer or only east', 'was only one hall hit or all of them'])(
    '%j tells each of them',
    async (question) => {
      const text = await new Conversation(rememberingStore(await store)).ask(question, END_MS)
      expect(text.text).toMatch(/east[\s\S]*west|west[\s\S]*east/)
    },
  )

  it('is no for what fails no more than before', async () => {
    expect(await first('were payments hit by the outage too?')).toMatch(/^No\b/)
    expect(await first('were bookings hit by the outage?')).toMatch(/^Yes\b/)
  })

  it('is told of what could still be done meanwhile', async () => {
    expect(await first('could people still make payments during the outage?')).toMatch(/^Yes: \*\*100 %\*\*.*payments/)
  })
})

describe('few words', { timeout: 120_000 }, () => {
  it('of a restart, a metric, a length of time', async () => {
    expect(await first('till restarted?')).toMatch(/^Yes: \*\*1\*\* restart/)
    expect(await first('stalls.free normal?')).toMatch(/^\*\*Yes\*\*: nothing unusual/)
    expect(await first('whats wrong with stalls.free')).toMatch(/^\*\*No\*\*: nothing unusual/)
    expect(await first('how long could people not book a stall?')).toMatch(/^It lasted/)
  })

  it('that go on from nothing are asked back', async () => {
    expect(await first('only the late ones')).toMatch(/^You name nothing/)
  })

  it('behind a greeting are the question', async () => {
    expect(await first('morning, anything broken?')).toMatch(/stall-book/)
  })
})

describe('a pasted line', () => {
  const templates = [
    '{"level":"<*>","msg":"paper of till <*> runs low"}',
    '<*> WARN [till] drawer of T-<*> stuck, tried again',
  ]

  it('is quoted by the words of its pattern, whatever stands around it', () => {
    expect(withPastedQuoted('{"level":"warn","msg":"paper of till 3 runs low"}\nhow often?', templates)).toBe(
      '"paper of till ... runs low" how often?',
    )
    expect(withPastedQuoted('drawer of T-3 stuck, tried again <- how often today?', templates)).toMatch(
      /^"stuck, tried again" how often today\?$/,
    )
  })

  it('is compared with before where somebody asks whether it is new or bad', () => {
    expect(withPastedQuoted('drawer of T-3 stuck, tried again <- is this bad?', templates)).toBe(
      'are there more "stuck, tried again" since the incident than before',
    )
  })

  it('stays as it is where nothing is asked, or none of its kind is known', () => {
    expect(withPastedQuoted('drawer of T-3 stuck, tried again', templates)).toBe('drawer of T-3 stuck, tried again')
    expect(withPastedQuoted('roof is leaking <- is this bad?', templates)).toBe('roof is leaking <- is this bad?')
  })
})
