/** Several things asked of one thing: the thing is read once, each aspect is told, and what cannot be told is said. */
import { describe, expect, it } from 'vitest'
import { charging } from '../../scripts/eval/questions/systems/charging.ts'
import { claims } from '../../scripts/eval/questions/systems/claims.ts'
import { parcel } from '../../scripts/eval/questions/systems/parcel.ts'
import { podcasts } from '../../scripts/eval/questions/systems/podcasts.ts'
import { taxi } from '../../scripts/eval/questions/systems/taxi.ts'
import { vending } from '../../scripts/eval/questions/systems/vending.ts'
import { weather } from '../../scripts/eval/questions/systems/weather.ts'
import { thingAndAspects } from '../../src/agent/questions/reader/aspects/thing-and-aspects.ts'
import { threadsAmong } from './threads-over.ts'

const END_MS = Date.parse('2026-11-27T23:00:00.000Z')
const last = threadsAmong({ charging, claims, parcel, podcasts, taxi, vending, weather }, END_MS)

async function answer(system: string, ...questions: readonly string[]): Promise<string> {
  return (await last(system, ...questions)).replace(/ ?\[call_\d+\]/g, '')
}

function apart(question: string): string {
  const asked = thingAndAspects(question)
  if (asked === null) return 'no'
  const kinds = asked.aspects.map(({ aspect }) => aspect.is).join(' ')
  return `${asked.thing} | ${kinds}`
}

describe('A thing and its aspects', () => {
  it.each([
    ['503s at the portal: first, last, count', '503s at the portal | first last count'],
    ['mean vs p99 of GET /orders', 'GET /orders | statistic statistic'],
    ['refunds that failed, how many and per tenant', 'refunds that failed | count groups'],
    ['heap of billing - min/max, and when was that', 'heap of billing | statistic statistic when'],
    ['count + trend of timeouts since 14:00', 'timeouts since 14:00 | count trend'],
    ['queue depth: how long above 300', 'queue depth | level'],
    ['how long was the queue above 300 and what was the maximum', 'queue | level statistic'],
    ['404s, who returns them and how many', '404s | groups count'],
    ['disk of db-1 now, and when will it be full', 'disk of db-1 | now level'],
    ['429s: how many, how many users, which route most', '429s | count other groups'],
    ['as 5 min buckets', ' | course'],
  ])('are told apart in "%s"', (said, told) => {
    expect(apart(said)).toBe(told)
  })

  it.each([
    ['why do orders fail and since when'],
    ['is web up and what is its error rate'],
    ['orders refused: how many, why'],
    ['slowest endpoint and its p95'],
    ['how many bags were routed and how many not'],
    ['requests of web in the last 20 min'],
    ['mean temperature by line'],
    ['"count, first" is a text'],
    ['p95 of /api/min/max'],
  ])('are not seen in "%s"', (said) => {
    expect(apart(said)).toMatch(/^no$|^[^|]* \| statistic$/)
  })
})

describe('Each aspect is told, in the order asked', () => {
  it.each([
    [
      'vending',
      '503s on POST /v2/vends: count, first, last',
      /^\*\*\d+\*\* requests on .* The first of .* was at \*\*[\d:]+ UTC\*\*.* The last of .* was at \*\*/,
    ],
    ['charging', 'cdr-builder warnings, last one + count', /^The last of the warnings .*\*\*\d+\*\* warnings/],
    ['vending', 'sorter S3 temperature min/max/avg', /^Minimum of .*\bMaximum of .*\bMean of .*S3/],
    ['vending', 'mean vs p95 of POST /authorizations', /^Mean duration .*\b95th percentile duration/],
    [
      'charging',
      'time_wait connections on token-auth: now, peak, when',
      /^Last value of .*At \*\*[\d:]+ UTC\*\*: .* highest/,
    ],
    [
      'podcasts',
      '502s, who returns them, how many, since when',
      /^`media-locator` has the most .*\*\*\d+\*\* requests .*The first/,
    ],
    ['claims', '503s at the portal: first, last, count', /The first of .*The last of .*\*\*254\*\* requests/],
    [
      'podcasts',
      'GET /locate p95: now vs worst minute',
      /^95th percentile duration .* in that minute the 95th percentile/,
    ],
    ['charging', '402 vs 409 on driver-api over time', /status 402.* Per 5 min from .*status 409.* Per 5 min from/],
    [
      'podcasts',
      'req/min web-edge peak and when',
      /^At \*\*[\d:]+ UTC\*\*: in that minute there were the most requests/,
    ],
    ['vending', 'driver-text errors, group them', /^The most frequent of errors of `driver-text`/],
    [
      'taxi',
      'cpu of disponent before, during and after',
      /before it started.*during the incident.*Mean of `process.cpu.utilization`/,
    ],
    ['parcel', 'fill level of /var/spool now, and when did it hit 100', /^Last value .* first reached 100 %/],
  ])('%s: "%s"', async (system, question, told) => {
    expect((await answer(system, question)).split('\n\n')[0]).toMatch(told)
  })

  it('and what the thing does not have is said', async () => {
    const told = await answer('vending', '503s on POST /v2/vends: count, per colour of the box')
    expect(told).toMatch(/^I could not tell "per colour of the box" of this\. \*\*\d+\*\* requests/)
  })
})

describe('Aspects alone', () => {
  it('are asked of what the thread is about', async () => {
    expect(await answer('vending', 'max clock offset of token-vault', 'how long was it above 300')).toMatch(
      /^For \*\*\d+ min\*\* the maximum of `clock\.offset` of `token-vault` was above 5 min, from/,
    )
    expect(await answer('vending', 'refunds not paid, how many and per tenant', 'which minute was the worst')).toMatch(
      /^At \*\*[\d:]+ UTC\*\*: in that minute there were the most log records/,
    )
    expect(await answer('vending', 'how many texts were held back', 'as 10 min buckets')).toMatch(/Per 10 min from/)
  })

  it('are asked of what was said to be in trouble', async () => {
    expect(await answer('parcel', 'scans are getting lost, why?', 'how many so far and per depot')).toMatch(
      /^\*\*\d[\d,]*\*\* log records that say `scans lost`.* has the most/,
    )
  })

  it('say when a straight line comes to a level', async () => {
    const told = await answer('weather', 'disk usage grid-store, is it growing? when will it hit 80%')
    expect(told).toMatch(
      /^Rising: .* About \*\*[\d: -]+ UTC\*\*, in 3 h \d+ min: then .* comes to 80 % by a straight line/,
    )
  })
})
