/** The same asked in other grammar is put in the order and form that the reader knows; what is quoted stays. */
import { describe, expect, it } from 'vitest'
import { inPlainOrder } from '../../src/agent/questions/reader/plain-order.ts'

const KNOWN = {
  services: ['mill-gate', 'cut-svc'].map((name) => ({ name, records: 1, lastMs: 0 })),
} as unknown as Parameters<typeof inPlainOrder>[1]
const plain = (message: string): string => inPlainOrder(message, KNOWN)

describe('a message in plain order', () => {
  it.each([
    // Times.
    ['errors of cut-svc from 14:05 on', 'errors of cut-svc since 14:05'],
    ['errors of cut-svc from 14:05 until now', 'errors of cut-svc since 14:05'],
    ['cuts from 14:05 up to 14:30', 'cuts from 14:05 to 14:30'],
    ['cuts in the 10 min leading up to 14:05', 'cuts in the 10 min before 14:05'],
    ['cuts in the past hour and a half', 'cuts in the past 90 minutes'],
    ['Before 14:05, how many cuts failed?', 'how many cuts failed Before 14:05?'],
    ['over the last half hour, what failed', 'what failed over the last half hour'],
    ['last 30 min: number of cuts', 'number of cuts in the last 30 min'],
    // Rates.
    ['how many requests a minute does cut-svc get?', 'how many requests per minute does cut-svc get?'],
    ['how many cuts took more than a minute?', 'how many cuts took more than a minute?'],
    ['how many cuts were there a minute ago?', 'how many cuts were there a minute ago?'],
    // Groups and exclusions.
    ['cuts broken down per yard', 'cuts by yard'],
    ['warnings, mill-gate not included', 'warnings except mill-gate'],
    ['number of cuts by gold customers', 'number of cuts from gold customers'],
    ['number of cuts by customer', 'number of cuts by customer'],
    // What stands in front, and what is asked behind it.
    ['cut-svc, is it still up', 'is cut-svc still up'],
    ['mill-gate, how many 503 did we see', 'how many 503 did we see on mill-gate'],
    ['the yard, how many 503 did we see', 'the yard, how many 503 did we see'],
    ['free blades, do they become less?', 'are free blades going down?'],
    ['POST /cuts with 502, how many?', 'how many POST /cuts with 502?'],
    ['POST /cuts since 14:05, how many percent fail', 'what share of POST /cuts since 14:05 fail?'],
    ['I need the number of cuts, and the number of pallets', 'how many cuts and how many pallets?'],
    ['on mill-gate I need the number of 401, and the number of 429', 'how many 401 and how many 429 on mill-gate?'],
    // Everyday verbs.
    ['how many planks did we cut in the last hour?', 'how many planks were cut in the last hour?'],
    ['how many planks did we saw today', 'how many planks were sawed today'],
    ['how many users did we lose', 'how many users did we lose'],
    ['time of the most recent 503', 'when was the last 503'],
    ['what is it that stopped working?', 'what broke?'],
    ['which of our services does this affect?', 'which services are affected?'],
    ['did 5.3.0 make cut-svc quicker', 'did cut-svc get faster with 5.3.0'],
    ['cut-svc is called by which services', 'which services call cut-svc'],
    ['Could you please give cut-svc a restart?', 'restart cut-svc'],
  ])('%j is %j', (message, right) => {
    expect(plain(message)).toBe(right)
  })

  it.each([
    'how often "from 14:05 on, how many"',
    '2026-11-20 14:31:02 ERROR cut-svc: 3 cuts a minute, how many?\nwhy',
    'what broke?',
  ])('leaves %j as it is', (message) => {
    expect(plain(message)).toBe(message)
  })

  it('reads long messages of nothing but commas and times in no time', () => {
    for (const part of ['a, ', '14:05 from ', 'how many ', 'by which ', '"'])
      expect(plain(part.repeat(130).slice(0, 400)).length).toBeGreaterThan(0)
  })
})
