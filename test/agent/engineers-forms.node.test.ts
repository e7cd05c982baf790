/** What engineers type in short asks the same as the whole sentence: the first line of the answer is the same. */
import { describe, expect, it } from 'vitest'
import { airline } from '../../scripts/eval/questions/systems/airline.ts'
import { bank } from '../../scripts/eval/questions/systems/bank.ts'
import { claims } from '../../scripts/eval/questions/systems/claims.ts'
import { fulfil } from '../../scripts/eval/questions/systems/fulfil.ts'
import { hospital } from '../../scripts/eval/questions/systems/hospital.ts'
import { inference } from '../../scripts/eval/questions/systems/inference.ts'
import { lifts } from '../../scripts/eval/questions/systems/lifts.ts'
import { metering } from '../../scripts/eval/questions/systems/metering.ts'
import { payroll } from '../../scripts/eval/questions/systems/payroll.ts'
import { photoprint } from '../../scripts/eval/questions/systems/photoprint.ts'
import { video } from '../../scripts/eval/questions/systems/video.ts'
import { threadsAmong } from './threads-over.ts'

const END_MS = Date.parse('2026-11-20T15:00:07.312Z')
const last = threadsAmong(
  { airline, bank, claims, fulfil, hospital, inference, lifts, metering, payroll, photoprint, video },
  END_MS,
)

async function answer(system: string, ...questions: readonly string[]): Promise<string> {
  return (await last(system, ...questions)).replace(/ ?\[call_\d+\]/g, '')
}

describe('A course', () => {
  it.each([
    ['requests of tech-api minute by minute', 'requests of tech-api per minute over time'],
    ['tech-api requests time series', 'tech-api requests over time'],
    ['request count of tech-api per minute, as a series', 'requests of tech-api per minute over time'],
  ])('is asked for by "%s"', async (said, plain) => {
    const told = await answer('lifts', said)
    expect(told).toBe(await answer('lifts', plain))
    expect(told).toMatch(/peak/)
  })

  it('of a window is told of that window, and not compared with the one before', async () => {
    const told = await answer('lifts', 'requests of tech-api over time in the last 20 minutes')
    expect(told).toMatch(/^(?:Steady|Rising|Falling).*On average/)
    expect(await answer('lifts', 'did requests of tech-api go up in the last 20 minutes')).toMatch(/, then \*\*/)
  })

  it('of a number per minute says whether it gets worse', async () => {
    const told = await answer(
      'metering',
      'lock wait timeouts per minute',
      'only the last 10 min',
      'is it getting worse',
    )
    expect(told).toMatch(/^(?:No|Yes), .*On average/)
  })
})

describe('Levels', () => {
  it('or worse are no question for a course', async () => {
    const told = await answer('lifts', 'how many warnings or worse does voice-bridge have')
    expect(told).toBe(await answer('lifts', 'warnings and errors of voice-bridge'))
    expect(told).toMatch(/^\*\*\d+\*\* warnings and errors of `voice-bridge`/)
  })

  it('are told one by one where either may be meant', async () => {
    expect(await answer('payroll', 'does SepaExport have errors or just warnings')).toMatch(
      /^`warn` has the most .*over 1 group/,
    )
  })
})

describe('The greatest of all', () => {
  it.each([
    ['highest p95 among services', 'which service has the highest p95'],
    ['highest error rate among services', 'which service has the highest error rate'],
    ['p95 of all services', 'p95 by service'],
    ['top 3 ops by p99', 'top 3 operations by p99'],
    ['which tenant.id suffers most', 'which tenant.id has the most failed requests'],
  ])('is asked for by "%s"', async (said, plain) => {
    const told = await answer('lifts', said)
    expect(told).toBe(await answer('lifts', plain))
    expect(told).toMatch(/has the (?:highest|most)/)
  })

  it('of an availability is the lowest share that succeeds', async () => {
    expect(await answer('inference', 'zone with the worst availability')).toMatch(/has the lowest success rate/)
  })
})

describe('A key and its value', () => {
  it.each([
    ['requests to lift-ingest with telegram.kind: alarm', 'requests of lift-ingest with telegram.kind = alarm'],
    [
      'callout-planner requests with lift.model other than gearless-7',
      'requests of callout-planner except lift.model = gearless-7',
    ],
    [
      'callout-planner requests with lift.model not gearless-7',
      'requests of callout-planner except lift.model = gearless-7',
    ],
  ])('restrict in "%s"', async (said, plain) => {
    const told = await answer('lifts', said)
    expect(told).toBe(await answer('lifts', plain))
    expect(told).toMatch(/^\*\*\d+\*\* requests of `[\w-]+` with(?:out)? `(?:telegram\.kind|lift\.model)`/)
  })
})

describe('A thing, and what is asked of it', () => {
  it.each([
    ['inference', 'how many 429 and for whom', /^`fjord` has the most requests with status 429/],
    ['inference', 'explain grpc status 8', /^gRPC status 8, RESOURCE_EXHAUSTED: a quota or limit/],
    [
      'inference',
      'what does "rpc error: code = Unavailable desc = closed" mean',
      /^gRPC status 14, UNAVAILABLE: the server cannot be reached now\. No record says it/,
    ],
    ['inference', 'what does "INTERNAL ERROR in job" mean', /^No record says `internal error in job`.*do not know/],
    ['payroll', '502 timeline, 5 minute buckets', /requests with status 502.*per 5 min/],
    ['payroll', 'ERiC 610301 rejections in TaxFiling, what is that about', /It comes from `TaxFiling`: \d+ records/],
    ['photoprint', 'warnings of tint-check, which text comes most', /times `image IMG-… is coarse/],
    ['photoprint', 'lab-porto retries?', /^\*\*[1-9]\d*\*\* log records with `lab` `lab-porto` that say `retries`/],
    [
      'photoprint',
      'how many requests per country and which has the highest failure share',
      /has the most requests.*has the highest error rate/,
    ],
    ['metering', 'sqlstate 55P03, wtf', /^A transaction waited too long for a lock/],
    ['metering', 'portal is throwing 504s - how bad?', /^\*\*[\d.]+ %\*\* of requests of `portal_bff` have status 504/],
    [
      'airline',
      'seat-map stale cache warnings, normal or not?',
      /^\*\*Yes\*\*, as ever: \*\*\d+\*\* warnings of `seat-map`/,
    ],
    [
      'airline',
      'how much slower is POST /checkin now than at 14:30',
      /^Mean duration on `POST \/checkin`: .*, then \*\*/,
    ],
    [
      'claims',
      'avg duration of fraud-score-fn, any change after 14:08',
      /^Mean duration of `fraud-score-fn`: .*about the same/,
    ],
    ['claims', 'FATAL lines please', /^\*\*3\*\* fatal errors.*the table has all of them/],
    ['claims', 'payouts per method that succeded', /has the most successful requests/],
    [
      'hospital',
      'can i trust that login still works?',
      /^Yes: \*\*100 %\*\* of requests on `POST \/api\/login` succeeded/,
    ],
    ['video', 'was there an OOM kill somewhere', /^Yes: \*\*1\*\* log records that say `oom kill`/],
    ['video', 'which container was killed', /^`ad-decider` stopped at .*OOMKilled.* instance `ad-decider-0`/],
    ['video', 'edge-api 99.9 percentile?', /^99\.9th percentile duration of requests of `edge-api`/],
  ] as const)('of %s: "%s"', async (system, said, told) => {
    expect(await answer(system, said)).toMatch(told)
  })

  it('is of the service that is named, and not of one called after what it does', async () => {
    expect(await answer('fulfil', 'how many 4xx did dock-board return')).toMatch(
      /^\*\*\d+\*\* requests of `dock-board` with/,
    )
    expect(await answer('fulfil', 'how many 201 did dock-board return')).toMatch(/`dock-board` with status 201/)
  })

  it('which never failed is not told of by lines where requests are counted', async () => {
    expect(await answer('lifts', 'how many failed requests were there on parts-depot')).toMatch(
      /^\*\*0\*\* failed requests of `parts-depot`/,
    )
  })
})

describe('A version', () => {
  it('that was rolled back to runs again since the later one was gone', async () => {
    expect(await answer('bank', 'which version of fraud-scorer runs now')).toMatch(
      /^`fraud-scorer` runs version `4\.2\.1` again since .*, rolled back from `4\.3\.0`, which it ran since/,
    )
  })
})
