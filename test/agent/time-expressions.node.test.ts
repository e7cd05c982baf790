import { describe, expect, it } from 'vitest'
import { readTime } from '../../src/agent/questions/reader/time-expression.ts'

/** A Friday. */
const NOW_MS = Date.parse('2026-11-20T15:00:00Z')
const SERVICES = ['sun', 'may-api', 'checkout']

/** Times without a date are of 2026-11-20. */
function at(text: string): string {
  return new Date(text.includes('T') ? `${text}Z` : `2026-11-20T${text}Z`).toISOString()
}

const WINDOWS: readonly (readonly [string, string, string])[] = [
  ['errors in the last hour', '14:00', '15:00'],
  ['errors in the past hour', '14:00', '15:00'],
  ['last 30 minutes', '14:30', '15:00'],
  ['last 30 min', '14:30', '15:00'],
  ['past 30m', '14:30', '15:00'],
  ['in the last 90 seconds', '14:58:30', '15:00'],
  ['over the past 2 hours', '13:00', '15:00'],
  ['last two hours', '13:00', '15:00'],
  ['in the last couple of hours', '13:00', '15:00'],
  ['the last 2.5 hours', '12:30', '15:00'],
  ['last half hour', '14:30', '15:00'],
  ['last few minutes', '14:57', '15:00'],
  ['past 24h', '2026-11-19T15:00', '15:00'],
  ['last day', '2026-11-19T15:00', '15:00'],
  ['last 3 days', '2026-11-17T15:00', '15:00'],
  ['last week', '2026-11-13T15:00', '15:00'],
  ['last 2 weeks', '2026-11-06T15:00', '15:00'],
  ['last month', '2026-10-21T15:00', '15:00'],
  ['today', '00:00', '15:00'],
  ['yesterday', '2026-11-19T00:00', '00:00'],
  ['the day before yesterday', '2026-11-18T00:00', '2026-11-19T00:00'],
  ['this morning', '05:00', '12:00'],
  ['this afternoon', '12:00', '15:00'],
  ['last night', '2026-11-19T20:00', '06:00'],
  ['tonight', '2026-11-19T18:00', '15:00'],
  ['yesterday evening', '2026-11-19T17:00', '00:00'],
  ['this week', '2026-11-16T00:00', '15:00'],
  ['right now', '14:45', '15:00'],
  ['on monday', '2026-11-16T00:00', '2026-11-17T00:00'],
  ['on Nov 3', '2026-11-03T00:00', '2026-11-04T00:00'],
  ['2026-11-18', '2026-11-18T00:00', '2026-11-19T00:00'],
  ['between 9:00 and 10:15', '09:00', '10:15'],
  ['from 9:00 to 10:15', '09:00', '10:15'],
  ['from 14:00 until 14:30', '14:00', '14:30'],
  ['14:00-15:00', '14:00', '15:00'],
  ['14:00 \u2013 14:20', '14:00', '14:20'],
  ['between 23:30 and 00:30', '2026-11-19T23:30', '00:30'],
  ['from 16:00 to 17:00', '2026-11-19T16:00', '2026-11-19T17:00'],
  ['from Nov 19 22:00 to Nov 20 01:00', '2026-11-19T22:00', '01:00'],
  ['between 2026-11-18T10:00:00Z and 2026-11-18T11:00:00Z', '2026-11-18T10:00', '2026-11-18T11:00'],
  ['yesterday between 10:00 and 11:00', '2026-11-19T10:00', '2026-11-19T11:00'],
  ['between 10:00 and 11:00 yesterday', '2026-11-19T10:00', '2026-11-19T11:00'],
  ['between 10am and 11am', '10:00', '11:00'],
  ['from 1763600000 to 1763603600', '2025-11-20T00:53:20', '2025-11-20T01:53:20'],
]

const MOMENTS: readonly (readonly [string, 'since' | 'around' | 'before', string])[] = [
  ['since 14:05', 'since', '14:05'],
  ['since 14:05 UTC', 'since', '14:05'],
  ['since about 14:05', 'since', '14:05'],
  ['after 13:00', 'since', '13:00'],
  ['starting at 13:30', 'since', '13:30'],
  ['since an hour ago', 'since', '14:00'],
  ['since 2pm', 'since', '14:00'],
  ['since yesterday 22:00', 'since', '2026-11-19T22:00'],
  ['around 09:30 UTC', 'around', '09:30'],
  ['at 09:30', 'around', '09:30'],
  ['about 9:30', 'around', '09:30'],
  ['~09:30', 'around', '09:30'],
  ['at 3pm CET', 'around', '14:00'],
  ['at 14:00+02:00', 'around', '12:00'],
  ['yesterday at 5pm', 'around', '2026-11-19T17:00'],
  ['at 23:50', 'around', '2026-11-19T23:50'],
  ['today at 10', 'around', '10:00'],
  ['2 hours ago', 'around', '13:00'],
  ['five minutes ago', 'around', '14:55'],
  ['half an hour ago', 'around', '14:30'],
  ['on monday at 10:00', 'around', '2026-11-16T10:00'],
  ['2026-11-19 14:00', 'around', '2026-11-19T14:00'],
  ['2026-11-19T14:00:00.250Z', 'around', '2026-11-19T14:00:00.250'],
  ['started around 2023-01-29T08:43:04.000Z?', 'around', '2023-01-29T08:43:04'],
  ['2026-11-19T14:00:00+01:00', 'around', '2026-11-19T13:00'],
  ['14:05:30.123', 'around', '14:05:30.123'],
  ['1763600000', 'around', '2025-11-20T00:53:20'],
  ['1763600000500', 'around', '2025-11-20T00:53:20.500'],
  ['before 12:00', 'before', '12:00'],
  ['until 12:00', 'before', '12:00'],
]

const NONE = [
  'why is the sun service slow',
  'errors in sun',
  'errors of may-api',
  'top 5 errors',
  'last 10 errors',
  'show me 20 warnings',
  'order 4711 failed',
  'trace 0af7651916cd43dd8448eb211c80319c',
  'find "at 10:30" in the logs',
  'status 503 from checkout',
  'may I see the errors',
  'what broke?',
]

describe('the window a question names', () => {
  it.each(WINDOWS)('%s: %s to %s', (question, from, to) => {
    const read = readTime(question, NOW_MS, SERVICES)
    expect(read && [new Date(read.fromMs).toISOString(), new Date(read.toMs).toISOString()]).toEqual([at(from), at(to)])
  })

  it.each(MOMENTS)('%s: %s %s', (question, kind, moment) => {
    const read = readTime(question, NOW_MS, SERVICES)
    expect(read?.kind).toBe(kind)
    const ms = kind === 'before' ? read?.toMs : read?.aroundMs
    expect(new Date(ms ?? 0).toISOString()).toBe(at(moment))
  })

  it.each(NONE)('%s names none', (question) => {
    expect(readTime(question, NOW_MS, SERVICES)).toBeNull()
  })

  it('never lies in the future', () => {
    for (const [question] of [...WINDOWS, ...MOMENTS]) {
      expect(readTime(question, NOW_MS, SERVICES)?.toMs).toBeLessThanOrEqual(NOW_MS)
    }
  })
})
