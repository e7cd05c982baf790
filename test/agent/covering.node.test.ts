/**
 * Questions that no slot takes word by word are read as a whole: the lines, requests or metric that have all of their
 * words. Whether there is anything of it is known before a number is given.
 */
import { describe, expect, it } from 'vitest'
import type { LogRow, PointRow, SpanRow } from '../../scripts/eval/questions/records.ts'
import { Conversation } from './ask.ts'
import { storeWithWorld as stored } from './world-store.ts'

const END_MS = Date.parse('2026-11-20T15:00:00Z')
const hex = (value: number, length: number): string => value.toString(16).padStart(length, '0')
const of = (index: number, ...values: readonly string[]): string => values[index % values.length] ?? ''

/** A vineyard: a press that states what it presses, a shop whose requests carry who buys and what, a cellar's gauge. */
function vineyard(): { logs: LogRow[]; spans: SpanRow[]; points: PointRow[] } {
  const logs: LogRow[] = []
  const spans: SpanRow[] = []
  const points: PointRow[] = []
  const base = { version: '1.0.0', isSeveritySent: true, traceId: '', spanId: '', severity: 'INFO' as const }
  const log = (index: number, service: string, body: string, attributes: LogRow['attributes'] = {}): void => {
    logs.push({
      ...{ ...base, timeMs: END_MS - 60_000 - index * 20_000, service, message: body, body, attributes },
      instance: `${service}-1`,
    })
  }
  for (let index = 0; index < 60; index++) {
    log(index, 'press', `VAT ${100 + index} CRUSHED, ${20 + index} GRAPES, ELAPSED ${3 + (index % 9)} S`)
    log(
      index,
      'cooper',
      JSON.stringify({ msg: 'barrel sealed', barrel: `B-${index}`, reason: of(index, 'Full', 'Leak', 'Manual') }),
    )
    if (index % 4 === 0)
      log(
        index,
        'till',
        `receipt RC-${9000 + index} of ${10 + index}.00 EUR printed by ${of(index / 4, 'cash', 'voucher')}`,
      )
    if (index % 5 === 0) log(index, 'cooper', JSON.stringify({ msg: 'lid not glued', barrel: `B-${index}` }))
    if (index % 3 === 0)
      log(index, 'courier', `parcel ${700 + index} returned from ${of(index / 3, 'Graz', 'Linz')}: nobody home`)
    if (index % 2 === 0)
      log(index, 'till', JSON.stringify({ msg: 'voucher posted', town: of(index / 2, 'Graz', 'Linz', 'Wels') }))
    const isFailed = index % 6 === 0
    const traced = { traceId: hex(index + 1, 32), isError: false, isFailed: false, statusMessage: '', version: '1.0.0' }
    spans.push({
      ...{ ...traced, spanId: hex(index + 1001, 16), parentSpanId: hex(index + 1, 16), service: 'wine-list' },
      ...{ name: 'tastings.seat', kind: 'server', isEntry: true, instance: 'wine-list-1' },
      ...{ startMs: END_MS - 59_990 - index * 20_000, endMs: END_MS - 59_950 - index * 20_000 + index },
      attributes: { 'table.size': of(index, 'small', 'large') },
    })
    spans.push({
      ...{ traceId: hex(index + 1, 32), spanId: hex(index + 1, 16), parentSpanId: '', service: 'wine-shop' },
      ...{ name: 'POST /tastings', kind: 'server', startMs: END_MS - 60_000 - index * 20_000 },
      ...{ endMs: END_MS - 59_900 - index * 20_000, isFailed, isError: isFailed, statusMessage: '', isEntry: true },
      attributes: {
        'http.response.status_code': isFailed ? 500 : 201,
        'guest.kind': of(index, 'agency', 'family', 'club'),
        'sales.room': of(index, 'hall', 'yard'),
      },
      ...{ version: '1.0.0', instance: 'wine-shop-1' },
    })
    points.push({
      ...{ timeMs: END_MS - 60_000 - index * 20_000, startMs: END_MS - 80_000 - index * 20_000, service: 'cellar' },
      ...{ name: 'cellar_humidity', unit: '%', attributes: { aisle: of(index, 'north', 'south') }, type: 'gauge' },
      ...{ value: 60 + (index % 10), buckets: null, version: '1.0.0', instance: 'cellar-1' },
    })
  }
  return { logs, spans, points }
}

async function said(question: string): Promise<string> {
  const world = { ...vineyard(), name: 'vineyard', startMs: END_MS - 3_600_000, endMs: END_MS, marks: {}, names: {} }
  const store = await stored({ ...world, services: ['press', 'cooper', 'till', 'wine-shop', 'cellar'] })
  return (await new Conversation(store).ask(question, END_MS)).text.split('\n\n')[0] ?? ''
}

const all = Array.from({ length: 60 }, (_, index) => index)

describe('a question that no slot takes word by word', { timeout: 120_000 }, () => {
  it.each([
    ['biggest vat today by grapes', 79],
    ['average number of grapes per vat', all.reduce((sum, index) => sum + 20 + index, 0) / 60],
    ['longest ELAPSED of a vat in seconds', 11],
    ['revenue in EUR over all receipts', all.filter((i) => i % 4 === 0).reduce((sum, i) => sum + 10 + i, 0)],
    ['dearest receipt printed in EUR', 66],
    ['tastings from agencies', 20],
    ['tastings at a large table', 30],
    ['how many lids could not be glued?', 12],
    ['parcels returned from Linz', 10],
    ['failed tastings that were not families', 10],
  ] as const)('counts or measures what has all of its words: "%s"', async (question, expected) => {
    expect(await said(question)).toMatch(
      new RegExp(`\\*\\*${RegExp.escape(expected.toLocaleString('en-US'))}(?:\\.?0+)?(?: s)?\\*\\*`),
    )
  })

  it.each([
    ['guest kind with the most failed tastings', /`agency` has the most failed requests/],
    ['sales rooms?', /`hall`.*30/],
    ['list all rooms', /\*\*2\*\* distinct rooms/],
    ['what guest kinds are there?', /\*\*3\*\* distinct guest kinds/],
  ] as const)('names the values of the key that goes by its nouns: "%s"', async (question, expected) => {
    expect(await said(question)).toMatch(expected)
  })

  it.each([
    ['were agency tastings affected as well?', /^I took "agency tastings".* \*\*50\.0 %\*\*/],
    ['did clubs suffer too?', /^No: \*\*0 %\*\*/],
    ['does it hit the hall too?', /^I took "hall".* \*\*35\.0 %\*\*/],
    ['which kind of guest was hit hardest?', /^`agency` has the most failed requests/],
  ] as const)('tells whether requests of a kind failed: "%s"', async (question, expected) => {
    expect(await said(question)).toMatch(expected)
  })

  it.each([
    'were cruise ships affected as well?',
    'did tastings from the app fail too?',
    'tastings from cruise ships',
    'average number of olives per vat',
    'biggest press today by raisins',
    'barrels burnt because of Leak',
    'failed tastings that were not gnomes',
  ])('gets no number where a word of it is nowhere: "%s"', async (question) => {
    expect(await said(question)).not.toMatch(/\*\*[\d.,]+\*\*/)
  })
})
