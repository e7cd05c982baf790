import { describe, expect, it } from 'vitest'
import { withClauseTimes } from '../../src/agent/questions/reader/clause-time.ts'
import { asPutRight, partsOf } from '../../src/agent/questions/reader/message-parts.ts'
import { withoutQuoted } from '../../src/agent/questions/reader/quoted.ts'
import { readWhen } from '../../src/agent/questions/reader/when.ts'

const NOW_MS = Date.parse('2026-11-22T15:00:00Z')
const FIRST_MS = Date.parse('2026-11-22T13:18:07Z')
const CONTEXT = { askedAtMs: NOW_MS, lastMs: NOW_MS, firstMs: FIRST_MS, names: [] }

describe('the questions of a message', () => {
  it.each([
    ['what broke? since when?', ['what broke?', 'since when?']],
    ['label-printer keeps crashing, why', ['label-printer keeps crashing why']],
    ['parcels scanned at LYS, how many', ['parcels scanned at LYS how many']],
    ['web requests over 3 s, how many since 14:16?', ['web requests over 3 s how many since 14:16?']],
    ['out of all web requests, how many percent are 401?', ['out of all web requests how many percent are 401?']],
    ['did web restart, and why?', ['did web restart', 'why?']],
    [
      'p95 of POST /orders before and during? i need 14:04-14:14 and 14:17-14:27',
      ['p95 of POST /orders before and during i need 14:04-14:14 and 14:17-14:27'],
    ],
  ])('of %j are %j', (message, parts) => {
    expect(partsOf(message)).toEqual(parts)
  })

  it.each([
    ['p99.9? no, p99 of search', 'p99 of search'],
    ['logins... no wait, joins per minute at lobby', 'joins per minute at lobby'],
    ['errors of checkout, sorry, i mean cart', 'errors of cart'],
    ['is it over? no, really?', 'is it over? no, really?'],
    ['errors without timeouts', 'errors without timeouts'],
    // Nothing but the cause of a pasted line is asked.
    ['found this in the logs:\n2026-11-22T14:04:28.552Z ERROR web: order refused\nwhy', 'what broke?'],
    [
      'found this in the logs:\n2026-11-22T14:04:28.552Z ERROR web: order refused\nhow often?',
      '2026-11-22T14:04:28.552Z ERROR web: order refused\nhow often?',
    ],
    ['found this in the shop: errors', 'found this in the shop: errors'],
  ])('%j is put right as %j', (message, right) => {
    expect(asPutRight(message)).toBe(right)
  })
})

describe('a clause that says when', () => {
  it.each([
    ['errors before the 4.3.0 release (14:02)', 'errors before 14:02'],
    ['how many 502 while web 4.3.0 was live (14:02 to 14:25)', 'how many 502 14:02 to 14:25'],
    ['p95 of db before it broke, say 13:50 to 14:23', 'p95 of db say 13:50 to 14:23'],
    ['errors of web (checkout)', 'errors of web (checkout)'],
    ['errors since 14:02', 'errors since 14:02'],
  ])('%j is read as %j', (text, read) => {
    expect(withClauseTimes(text)).toBe(read)
  })
})

describe('a text in quotes', () => {
  it.each([
    ['lines that say "planned in N ms"', ['planned in', 'ms'].slice(0, 1)],
    ['lines that say "finished: ... statements"', ['finished:', 'statements']],
    ['lines that say "no space left"', ['no space left']],
    ['lines without "planned in N ms"', ['planned in n ms'.replace('n ms', 'N ms')]],
  ])('%j is searched for as %j', (text, pieces) => {
    expect(withoutQuoted(text).quoted.map((one) => one.text.replace(/:$/, ':'))).toEqual(pieces)
  })
})

describe('a window beside a clock time', () => {
  const window = (text: string) => {
    const { time, against } = readWhen(text, CONTEXT)
    const clock = (iso = '') => iso.slice(11, 16)
    const own = time === null ? null : `${clock(time.from)}-${clock(time.to)}`
    return against !== null && 'from' in against ? `${clock(against.from)}-${clock(against.to)} ${own}` : own
  }
  it.each([
    ['errors in the 10 minutes before 14:16', '14:06-14:16'],
    ['errors in the first ten minutes after 14:16', '14:16-14:26'],
    ['how many by 14:26', '13:18-14:26'],
    ['errors in the minute from 14:26 on', '14:26-14:27'],
    ['errors per minute before 14:23', '13:18-14:23'],
    ['errors in the first 30 minutes of the telemetry', '13:18-13:48'],
    ['errors 10 min before 14:16 vs 10 min after it', '14:06-14:16 14:16-14:26'],
    ['errors in the 15 minutes before 14:16 and in the 5 minutes after', '14:01-14:16 14:16-14:21'],
    ['errors in the 10 min before 14:12 vs the 10 min after 14:13', '14:02-14:12 14:13-14:23'],
  ])('%j is %s', (text, expected) => {
    expect(window(text)).toBe(expected)
  })
})
