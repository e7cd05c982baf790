/** A question beside what people paste: alerts, lines, JSON, stack traces, commands, addresses, ids and chat. */
import { describe, expect, it } from 'vitest'
import type { LogRow, World } from '../../scripts/eval/questions/records.ts'
import type { Plan } from '../../src/agent/questions/plan/plan.ts'
import { isOtherKind } from '../../src/agent/questions/reader/check-reading.ts'
import { pastedApart } from '../../src/agent/questions/reader/pasted-apart.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

/** A laundry: loads are washed, some are refused, a dryer overheats. */
function laundry(): World {
  const plain = worldOf({
    gateway: 'wash-gate',
    routes: { 'POST /loads': 'drum-svc', 'GET /dryers': 'heat-svc' },
    failing: 'GET /dryers',
    store: 'postgresql',
  })
  const line = (minute: number, service: string, body: string, attributes: Record<string, string> = {}): LogRow => ({
    ...{ timeMs: END_MS - minute * 60_000, service, severity: 'INFO', isSeveritySent: true, message: body, body },
    ...{ attributes, traceId: '', spanId: '', version: '1.0.0', instance: `${service}-1` },
  })
  const logs = [...plain.logs]
  for (let minute = 1; minute <= 12; minute++) {
    logs.push(line(minute, 'drum-svc', 'load refused, too heavy', { hamper: minute % 3 === 0 ? 'hm-201' : 'hm-202' }))
    if (minute % 2 === 0) logs.push(line(minute, 'heat-svc', 'filter clogged', { hotel: 'seaside' }))
  }
  return { ...plain, logs }
}

const store = storeWithWorld(laundry())
const answer = async (question: string): Promise<string> =>
  (await new Conversation(rememberingStore(await store)).ask(question, END_MS)).text

describe('a question that says all that it asks', { timeout: 120_000 }, () => {
  for (const pasted of [
    '[FIRING:1] DryerHot service="heat-svc" severity=page',
    'PagerDuty #812 TRIGGERED\nService: laundry / heat-svc\nUrgency: high',
    '{"level":"warn","ts":1795644970.2,"msg":"filter clogged","hotel":"seaside"}',
    'at org.wash.Drum.spin(Drum.java:88)\nCaused by: java.lang.IllegalStateException: no water',
    "curl -XPOST https://wash.example/loads -d '{}'\nHTTP/1.1 422",
    'mina: "the seaside hotel says nothing is dry"',
    '> nothing is dry\n> since noon',
    'need it for ticket OPS-4410',
  ])
    it(`is read by itself below ${JSON.stringify(pasted.slice(0, 30))}`, async () => {
      const text = await answer(`${pasted}\nhow many loads were refused?`)
      expect(text).toMatch(/\*\*12\*\*/)
      expect(text).not.toMatch(/seaside|heat-svc|\*\*0\*\*/)
    })

  it('is read without a sentence before it that names nothing', async () => {
    expect(await answer('The boss wants a table. How many loads were refused by hamper?')).toMatch(/hm-202.*\*\*8\*\*/)
  })
})

describe('a question that points at what is pasted', { timeout: 120_000 }, () => {
  it('means the value under its noun', async () => {
    const text = await answer('{"hamper":"hm-201","state":"wet"}\nhow many times was this hamper refused?')
    expect(text).toMatch(/\*\*4\*\*.*`hm-201`/)
  })

  it('means the service that an alert names', async () => {
    expect(await answer('PagerDuty #9 triggered\nservice: heat-svc\nis it still failing?')).toMatch(/`heat-svc` is/)
  })

  it('counts lines of the kind, whatever they have', async () => {
    const line = '{"level":"warn","ts":1795644970.2,"msg":"filter clogged","hotel":"seaside"}'
    expect(await answer(`${line}\nhow often this message, any hotel`)).toMatch(/\*\*6\*\*/)
    expect(await answer(`${line}\nhow many hotels had this problem?`)).toMatch(/\*\*6\*\*/)
  })

  it('is the alert where nothing is asked', async () => {
    expect(await answer('[FIRING:1] DryerHot service="heat-svc" severity=page')).toMatch(/`heat-svc` is/)
  })
})

describe('what is pasted', () => {
  it('is told from the question by its shape', () => {
    expect(pastedApart('W1125 22:17:42.7 21 fan.cc:287] slow\nhow many errors?')?.asked).toBe('how many errors?')
    expect(pastedApart('any hotel without water?\nhow many errors?')).toBeNull()
    expect(pastedApart('how many errors of web with status=500?')).toBeNull()
    expect(pastedApart('errors of web\nbetween 14:00 and 14:10')?.isShaped ?? false).toBe(false)
  })
})

describe('a plan of another kind', () => {
  const time = { range: null, basis: 'asked' }
  const measured = (measure: object, more: object = {}): Plan =>
    // Only what is looked at is put in.
    ({
      intent: 'measure',
      conditions: [],
      groupBy: [],
      per: null,
      intervalMs: null,
      against: null,
      time,
      measure,
      ...more,
    }) as unknown as Plan

  const isOther = (text: string, plan: Plan): boolean => isOtherKind(text, plan, { metrics: [] })

  it('is a count for money, a pace for a share, and a ranking of one', () => {
    expect(isOther('how much did tenants spend today', measured({ of: 'records' }))).toBe(true)
    expect(isOther('hotel with the highest revenue', measured({ of: 'metric', metric: 'loads.waiting' }))).toBe(true)
    expect(isOther('hotel with the highest revenue', measured({ of: 'metric', metric: 'revenue_eur' }))).toBe(false)
    expect(isOther('win rate in the last hour', measured({ of: 'records' }, { per: 'second' }))).toBe(true)
    expect(isOther('request rate in the last hour', measured({ of: 'requests' }, { per: 'second' }))).toBe(false)
    const ofOne = {
      conditions: [{ on: 'service', values: ['drum-svc'] }],
      groupBy: [{ field: 'service', scope: 'builtin' }],
    }
    expect(isOther('who refuses most', measured({ of: 'records' }, ofOne))).toBe(true)
  })
})
