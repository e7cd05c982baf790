/** Words that are both a verb and a thing, a name and an order, a past and a present: which one a question means. */
import { beforeAll, describe, expect, it } from 'vitest'
import { readerOf } from '../../scripts/eval/questions/reader-of.ts'
import { bikes } from '../../scripts/eval/questions/systems/bikes.ts'
import { mailing } from '../../scripts/eval/questions/systems/mailing.ts'
import type { Plan } from '../../src/agent/questions/plan/plan.ts'
import { remarkOf } from '../../src/agent/questions/reader/remark-of.ts'
import type { TelemetryStore } from '../../src/telemetry/port.ts'
import { ask } from './ask.ts'
import { NOW_MS, storeWith } from './small-store.ts'

const END_MS = Date.parse('2026-11-20T15:00:07.312Z')
type Read = Awaited<ReturnType<typeof readerOf>>
let mails: Read
let rides: Read

beforeAll(async () => {
  mails = await readerOf(mailing(END_MS))
  rides = await readerOf(bikes(END_MS))
}, 120_000)

const planOf = async (read: Read, question: string): Promise<Plan | undefined> => (await read(question)).plans[0]
const routesOf = (plan: Plan | undefined): readonly string[] =>
  plan?.conditions.flatMap((condition) => (condition.on === 'operation' ? condition.values : [])) ?? []
const first = async (store: TelemetryStore, question: string): Promise<string> =>
  (await ask(store, question, NOW_MS)).text.split('\n')[0] ?? ''

describe('a word that routes are called by', { timeout: 60_000 }, () => {
  it.each(['how many sends failed today?', 'what share of the sends fails?'])(
    'is what is counted, also where it is a verb of everyday grammar and a part of a service\u2019s name: %s',
    async (question) => {
      const plan = await planOf(mails, question)
      expect(routesOf(plan)).toContain('POST /campaigns/{id}/send')
      expect(plan?.conditions.map(({ on }) => on)).not.toContain('service')
    },
  )

  it('is no service whose cause is asked for', async () => {
    expect(await planOf(mails, 'why do sends fail?')).toMatchObject({ intent: 'cause', conditions: [] })
  })

  it('tells whether people can do it, by all words of what they do', async () => {
    expect(routesOf(await planOf(rides, 'can people unlock bikes?'))).toEqual(['POST /locks/unlock'])
    expect((await rides('can people unlock zorblats?')).askBack?.because).toContain('"zorblats"')
  })
})

describe('a metric that is a gauge', { timeout: 60_000 }, () => {
  it.each([
    ['last rollup.lag', 'last'],
    ['rollup.lag', 'last'],
    ['restart count tracking-api', 'last'],
    ['average rollup.lag', 'mean'],
    ['rollup.lag in the last 20 minutes', 'mean'],
  ])('%j is told by its %s value', async (question, statistic) => {
    expect(await planOf(mails, question)).toMatchObject({ measure: { of: 'metric', statistic } })
  })
})

describe('two versions that are compared', { timeout: 60_000 }, () => {
  it('are taken from all the time that has telemetry, since the older one ended before the last hour', async () => {
    const plan = await planOf(mails, 'median render time: 3.6.1 vs 3.7.0')
    expect(Date.parse(plan?.time.from ?? '')).toBeLessThan(END_MS - 3_600_000)
  })
})

describe('a verb that changes things', () => {
  it.each(['and send-worker', 'restart count of web', 'update-job errors', 'run time of nightly'])(
    '%j is a name or what is counted, and no order',
    (text) => expect(remarkOf(text)).toBeNull(),
  )

  it.each(['restart send-worker', 'send the team an email', 'stop the deployment'])('%j stays an order', (text) =>
    expect(remarkOf(text)).toEqual({ kind: 'refusal', what: 'change' }),
  )
})

describe('what happened before the last hour', { timeout: 60_000 }, () => {
  const lines = Array.from({ length: 60 }, (_, at) => ({
    body: 'batch done',
    service: 'worker',
    severityNumber: 9,
    minutesAgo: 2 * at,
  }))
  const crash = { body: 'panic: out of memory', service: 'worker', severityNumber: 21 }

  it('makes a yes of "any …?" without a time, and the answer says so', async () => {
    const store = await storeWith([...lines, { ...crash, minutesAgo: 100 }])
    const { text } = await ask(store, 'any fatal logs?', NOW_MS)
    expect(text).toMatch(/^Yes: \*\*1\*\*/)
    expect(text).toContain('none in the last hour')
    expect(await first(store, 'any fatal logs in the last 30 minutes?')).toMatch(/^No: \*\*0\*\*/)
  })

  it('is no yes to whether something still crashes', async () => {
    const store = await storeWith([...lines, { ...crash, minutesAgo: 30 }])
    expect(await first(store, 'is worker still crashing?')).toMatch(/^\*\*No\*\*: `worker` crashes no more/)
    expect(await first(store, 'did worker crash?')).toMatch(/^\*\*Yes\*\*/)
  })
})

describe('more or less than before', { timeout: 60_000 }, () => {
  it.each([
    ['are more rentals failing than before?', 'more'],
    ['are fewer rentals failing than an hour ago?', 'less'],
  ])('is answered with yes or no: %s', async (question, isUsualAsked) => {
    expect(await planOf(rides, question)).toMatchObject({ intent: 'measure', isUsualAsked })
  })
})
