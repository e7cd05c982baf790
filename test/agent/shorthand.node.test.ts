/** Questions typed in a hurry, and numbers for each of several in whatever order they are asked for. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { World } from '../../scripts/eval/questions/records.ts'
import { isBack } from '../../src/agent/questions/execute/rollouts.ts'
import type { Plan } from '../../src/agent/questions/plan/plan.ts'
import { ofBacks } from '../../src/agent/questions/reader/back-asked.ts'
import { partsOf } from '../../src/agent/questions/reader/message-parts.ts'
import { inPlainOrder } from '../../src/agent/questions/reader/plain-order.ts'
import { resourcesApart } from '../../src/agent/questions/reader/side-by-side.ts'
import type { TelemetryStore } from '../../src/telemetry/port.ts'
import { Conversation, embeddedAgent } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

const plain = (asked: string): string => inPlainOrder(asked, { services: [] })

describe('a question typed in a hurry', () => {
  it.each([
    ['POST /login hits, last 20', 'POST /login hits in the last 20 minutes'],
    ['logins last 20 vs prev 20', 'logins in the last 20 minutes vs the 20 minutes before that'],
    ['p50 of search pre vs post 4.2.0', 'p50 of search before and after 4.2.0'],
    ['mailer last line ts', 'when was the last line of mailer'],
    ['last bounced mail, timestamp', 'when was the last bounced mail'],
    ['mailer back up at', 'when did mailer come back up'],
    ['whole evening instead', 'this evening instead'],
    ['hi, two things: how many mails bounced', 'how many mails bounced'],
    ['errors since 20 minutes', 'errors in the last 20 minutes'],
    ['errors between 10:20 & 10:35', 'errors between 10:20 and 10:35'],
    ['warn and above of mailer', 'warn or worse of mailer'],
    ['can we fail over?', 'what should i do?'],
    ['can I restart it?', 'should i restart it?'],
    ['is traffic up?', 'are requests rising?'],
    ['which errors are new?', 'new errors since it started?'],
    ['which routes are failing?', 'failed requests by routes?'],
    ['what happened right before?', 'what changed in the 20 minutes before it started?'],
    ['is mailer dropping requests?', 'is mailer failing?'],
    ['number of distinct values of plan', 'how many different plan'],
    ['the highest number of failed requests by service', 'the most failed requests by service'],
    ['did the mailer release have anything to do with it?', 'did the mailer release cause it?'],
  ])('%j asks %j', (asked, meant) => {
    expect(plain(asked)).toBe(meant)
  })

  it.each([
    'show errors, last 20',
    'last 20 errors of mailer',
    'the highest number of connections waiting',
    'errors since 20 minutes ago',
    'not sure',
  ])('%j is left as it is', (asked) => {
    expect(plain(asked)).toBe(asked)
  })
})

/** A nursery's shop: seedlings are ordered and potted; one line a minute, a little slower at its end. */
function nursery(): World {
  const world = worldOf({
    gateway: 'nursery-gate',
    routes: { 'POST /seedlings': 'potting-svc', 'GET /beds/{id}': 'bed-svc' },
    failing: 'POST /seedlings',
    store: 'postgresql',
  })
  const spans = world.spans.map((span, at) => ({
    ...span,
    attributes: { ...span.attributes, 'plant.kind': at % 3 === 0 ? 'fern' : 'moss' },
  }))
  return { ...world, spans }
}

describe('a number for each of several', { timeout: 120_000 }, () => {
  const agent = embeddedAgent()
  let store: TelemetryStore | null = null
  beforeAll(async () => {
    store = rememberingStore(await storeWithWorld(nursery()))
  }, 120_000)

  const ask = async (question: string): Promise<string> => {
    if (store === null) throw new Error('no store')
    return (await new Conversation(store, agent).ask(question, END_MS)).text
  }

  it.each([
    'rank services by error rate',
    'services sorted by error rate',
    'all services and their error rate',
    'list all services with their error rate',
    'per-service error rate',
    'table of error rate by service',
    'how does the error rate differ between services?',
    'what are the error rates of the services?',
    'compare error rates of all services',
    'compare services by error rate',
  ])('is told by %j', async (question) => {
    const said = await ask(question)
    expect(said).toMatch(/`potting-svc`: 25\.0 % \(60 of 240\)/)
    expect(said).toMatch(/`bed-svc`: 0 % \(0 of 240\)/)
  })

  it.each(['top 2 services by requests', 'services ranked by requests', 'top services by number of requests'])(
    'is told of requests by %j',
    async (question) => {
      expect(await ask(question)).toMatch(/^`nursery-gate` has the most requests: \*\*480\*\*/)
    },
  )

  it('is told of a key of the project, and of nothing that is none', async () => {
    expect(await ask('plant.kind ranked by requests')).toMatch(/by `plant\.kind`/)
    expect(await ask('rank gnomes by requests')).not.toMatch(/^\*\*[1-9]/)
  })

  it('is told of two keys at once', async () => {
    const said = await ask('requests by plant.kind and service')
    expect(said).toMatch(/by `plant\.kind and service`/)
    const counted = nursery().spans.filter(
      ({ isEntry, service, attributes }) => isEntry && service === 'bed-svc' && attributes['plant.kind'] === 'moss',
    ).length
    expect(said).toContain(`\`moss bed-svc\`: ${counted}`)
  })

  it('does not take the step that has just begun for a fall', async () => {
    expect(await ask('did traffic drop?')).toMatch(/^No, steady/)
  })

  it('takes no product for a slip of another word', async () => {
    expect(await ask('is postgres ok?')).not.toMatch(/POST|posts/)
  })
})

describe('a roll-back', () => {
  const change = (to: string, from: string) => ({
    at: '2026-11-20T14:00:00.000Z',
    change: null,
    version: { service: 'potting-svc', from, to, at: '2026-11-20T14:00:00.000Z' },
    lines: [],
  })

  it.each([
    ['4.2.1', '4.3.0', true],
    ['v1.9.9', 'v1.10.0', true],
    ['4.10.0', '4.9.0', false],
    ['4.3.0', '4.3.0', false],
    ['main-77', 'main-76', false],
  ])('to %s from %s: %s', (to, from, isOne) => {
    expect(isBack(change(to, from))).toBe(isOne)
  })

  it('is what is asked for, and no other release', () => {
    const time = { from: '2026-11-20T14:00:00.000Z', to: '2026-11-20T15:00:00.000Z', basis: 'asked' } as const
    const releases: Plan = { intent: 'deployments', conditions: [], time }
    expect(ofBacks('was there a rollback?', releases)).toEqual({ ...releases, isBackAsked: true })
    expect(ofBacks('any deploys?', releases)).toEqual(releases)
  })
})

describe('several numbers of one thing', () => {
  it.each([
    ['error rate and p95 of web', ['error rate of web', 'p95 of web']],
    [
      'web-front: requests, error rate and p99',
      ['requests of web-front', 'error rate of web-front', 'p99 of web-front'],
    ],
    [
      'what are the error rate and latency of web in the last 10 minutes?',
      ['error rate of web in the last 10 minutes?', 'latency of web in the last 10 minutes?'],
    ],
  ])('%j are as many questions', (asked, parts) => {
    expect(partsOf(asked)).toEqual(parts)
  })

  it.each(['errors and warnings of web', 'p95 of web', 'error rate before and after 10:00'])(
    '%j is one question',
    (asked) => {
      expect(partsOf(asked)).toEqual([asked])
    },
  )

  it('are told of resources as well', () => {
    expect(resourcesApart('cpu and memory of web')).toBe('cpu of web? memory of web?')
    expect(resourcesApart('cpu of web')).toBe('cpu of web')
  })
})
