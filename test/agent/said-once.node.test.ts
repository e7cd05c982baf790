/** Calls of one service to another, exclusions in other words, and what is said once and meant twice. */
import { describe, expect, it } from 'vitest'
import type { LogRow, World } from '../../scripts/eval/questions/records.ts'
import { saidTwice } from '../../src/agent/questions/reader/said-once.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

/** A mill whose looms fail, and whose scales say why they refuse. */
function mill(): World {
  const plain = worldOf({
    gateway: 'mill-gate',
    routes: { 'POST /fleeces/weigh': 'weigh-svc', 'GET /looms': 'loom-svc' },
    failing: 'GET /looms',
    store: 'postgresql',
  })
  const line = (minute: number, body: string): LogRow => ({
    ...{ timeMs: END_MS - minute * 60_000, service: 'weigh-svc', severity: 'ERROR', isSeveritySent: true },
    ...{ message: body, body, attributes: {}, traceId: '', spanId: '', version: '1.0.0', instance: 'weigh-svc-1' },
  })
  const logs = [...plain.logs]
  for (let minute = 1; minute <= 12; minute++) {
    logs.push(line(minute, 'fleece refused: label is missing'))
    if (minute % 4 === 0) logs.push(line(minute, 'drum stuck'))
  }
  return { ...plain, logs }
}

const store = storeWithWorld(mill())
const answer = async (question: string): Promise<string> =>
  (await new Conversation(rememberingStore(await store)).ask(question, END_MS)).text

describe('calls of one service to another', { timeout: 120_000 }, () => {
  it('are counted by themselves, and never the requests of both', async () => {
    for (const question of [
      'requests from mill-gate to loom-svc',
      'how many calls does mill-gate make to loom-svc',
      'how often does mill-gate call loom-svc',
      'traffic between mill-gate and loom-svc in the last 30 minutes',
    ])
      expect(await answer(question), question).toMatch(/^\*\*[\d,]+\*\* calls from `mill-gate` to `loom-svc`/)
  })

  it('are told with what failed and how long they took', async () => {
    expect(await answer('how many calls from mill-gate to loom-svc failed')).toMatch(/^\*\*\d+\*\* of \d+ calls from/)
    expect(await answer('error rate of calls from mill-gate to loom-svc')).toMatch(
      /^\*\*[\d.]+ %\*\* of the calls from/,
    )
    expect(await answer('how long does mill-gate wait for loom-svc')).toMatch(/took \*\*[\d.]+ m?s\*\* in the median/)
  })

  it('are not counted where the question says more of them', async () => {
    expect(await answer('calls from mill-gate to loom-svc with purple yarn')).not.toMatch(/calls from `mill-gate`/)
  })
})

describe('errors by endpoint', { timeout: 120_000 }, () => {
  it('are the requests that failed, since lines have no route', async () => {
    const text = await answer('which endpoint has the most errors')
    expect(text).toMatch(/GET \/looms` has the most failed requests/)
    expect(text).not.toContain('(none)')
  })
})

describe('an exclusion', { timeout: 120_000 }, () => {
  it('of lines by what they say is never the lines that say it', async () => {
    for (const question of [
      'how many errors of weigh-svc do not mention label',
      'errors of weigh-svc that are not about label',
      'error lines of weigh-svc without the word label',
      'errors of weigh-svc that do not say fleece refused',
    ])
      expect(await answer(question), question).toMatch(/\*\*3\*\*/)
  })

  it('of a status or a level may be said with a verb', async () => {
    const others = /requests of `loom-svc` without status 200/
    expect(await answer('how many requests to loom-svc did not return 200')).toMatch(others)
    expect(await answer('requests to loom-svc that were not 200')).toMatch(others)
    expect(await answer('log lines of weigh-svc that are not info')).toMatch(/not of severity info/)
    expect(await answer('how many requests of loom-svc did not fail')).toMatch(/successful requests of `loom-svc`/)
  })
})

describe('what is said once', () => {
  const services = [{ name: 'mill-gate' }, { name: 'loom-svc' }] as never
  const twice = (question: string): string =>
    saidTwice(question, { services } as never, Date.parse('2026-11-20T10:00:00Z'))

  it('is meant of both', () => {
    expect(twice('how many 502s did mill-gate return and how many did loom-svc?')).toBe(
      'how many 502s did mill-gate return? how many 502s did loom-svc return?',
    )
    expect(twice('how many 502s did mill-gate return and how many did they log?')).toMatch(/they log/)
    expect(twice('errors between 10 and 40 minutes ago')).toBe('errors between 09:20:00 and 09:50:00')
    expect(twice('any 504s on loom-svc, and since when')).toBe(
      'any 504s on loom-svc? when was the first of the 504s on loom-svc?',
    )
    expect(twice('any trouble, and since when')).toBe('any trouble, and since when')
  })
})
