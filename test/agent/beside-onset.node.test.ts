/** Windows that trouble or a release bounds, numbers as words, and parts of the day. */
import { describe, expect, it } from 'vitest'
import { withoutBeside } from '../../src/agent/questions/reader/beside-onset.ts'
import { readTime } from '../../src/agent/questions/reader/time-expression.ts'
import { NUMBER, numberOfWords } from '../../src/agent/questions/vocabulary/number-words.ts'

const MINUTE_MS = 60_000

describe('a window beside the beginning of trouble or a release', () => {
  it.each([
    ['how many 502 in the first five minutes of the outage', 'after', 5],
    ['error rate in the first 10 min after it started', 'after', 10],
    ['requests in the 15 minutes before the incident', 'before', 15],
    ['p95 of search before it started', 'before', null],
    ['errors in the half hour before the release', 'before', null],
    ['how many errors 30 minutes after the release of web', 'after', 30],
    ['error rate before the web release', 'before', null],
    ['compare the error rate before and after the release', 'both', null],
    ['p99 of web 10 minutes before and after the deploy', 'both', 10],
    ['returns accepted before vs during the outage', 'both', null],
    ['uploads per minute before and after the incident', 'both', null],
  ] as const)('is read from %j', (text, side, minutes) => {
    const { beside } = withoutBeside(text.replace('half hour', '30 minutes'))
    expect(beside?.side).toBe(side)
    if (minutes !== null) expect(beside?.lengthMs).toBe(minutes * MINUTE_MS)
  })

  it.each([
    'did it start before the deploy?',
    'errors before the release (14:02)',
    'errors before the release at 14:02',
    'compare the error rate before and after 14:31',
    'how many orders were placed before 14:31',
  ])('is none in %j', (text) => {
    expect(withoutBeside(text)).toEqual({ text, beside: null })
  })

  it('keeps whose release it was', () => {
    expect(withoutBeside('error rate before the web release').text).toBe('error rate since the release of web')
  })
})

describe('numbers as words', () => {
  it.each([
    ['five', 5],
    ['a couple of', 2],
    ['half an', 0.5],
    ['twenty-five', 25],
    ['1.5', 1.5],
    ['86400', 86_400],
  ])('%j is %d', (said, number) => {
    expect(new RegExp(`^(?:${NUMBER})$`).test(said)).toBe(true)
    expect(numberOfWords(said)).toBe(number)
  })
})

describe('a part of the day', () => {
  it.each([
    ['what happened tonight?', '2026-11-22T03:00:00Z', '2026-11-21T18:00:00.000Z', '2026-11-22T03:00:00.000Z'],
    ['what happened tonight?', '2026-11-22T21:00:00Z', '2026-11-22T18:00:00.000Z', '2026-11-22T21:00:00.000Z'],
    ['errors this morning', '2026-11-22T03:00:00Z', '2026-11-22T00:00:00.000Z', '2026-11-22T03:00:00.000Z'],
    ['errors this morning', '2026-11-22T15:00:00Z', '2026-11-22T05:00:00.000Z', '2026-11-22T12:00:00.000Z'],
  ])('of %j, asked at %s, reaches from %s to %s', (text, now, from, to) => {
    const read = readTime(text, Date.parse(now), [])
    expect([new Date(read?.fromMs ?? 0).toISOString(), new Date(read?.toMs ?? 0).toISOString()]).toEqual([from, to])
  })
})
