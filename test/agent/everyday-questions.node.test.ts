/**
 * Everyday questions over systems with names of their own: subjects that services are called after, other languages,
 * numbers that lines state, states of routes. Every number is compared with plain loops over the rows.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import type { LogRow, SpanRow, World } from '../../scripts/eval/questions/records.ts'
import { claims } from '../../scripts/eval/questions/systems/claims.ts'
import { telecom } from '../../scripts/eval/questions/systems/telecom.ts'
import type { TelemetryStore } from '../../src/telemetry/port.ts'
import { Conversation, embeddedAgent } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { storeWithWorld } from './world-store.ts'

const END_MS = Date.parse('2026-11-20T15:00:07.312Z')
const HOUR_MS = 3_600_000
const world: World = claims(END_MS)
const agent = embeddedAgent()
let store: TelemetryStore

beforeAll(async () => {
  store = rememberingStore(await storeWithWorld(world))
})

async function answer(question: string): Promise<string> {
  return (await new Conversation(store, agent).ask(question, END_MS)).text.split('\n')[0] ?? ''
}
const written = (value: number): string => `**${value.toLocaleString('en-US')}**`
const logs = (where: (log: LogRow) => boolean): LogRow[] =>
  world.logs.filter((log) => log.timeMs >= END_MS - HOUR_MS && where(log))

describe('a noun that several services are called after', { timeout: 120_000 }, () => {
  it('is what is counted, where lines tell of it', async () => {
    const said = await answer('number of claims registered in the last hour')
    expect(said).toContain(written(logs(({ body }) => /claim CLM-\d+ registered/.test(body)).length))
  })

  it('has its share told among the lines that differ in one word', async () => {
    const registered = logs(({ body }) => /claim CLM-\d+ registered/.test(body))
    const share = (100 * registered.filter(({ body }) => body.includes('via broker')).length) / registered.length
    expect(await answer('how many percent of the claims came through brokers in the last hour?')).toContain(
      `**${share.toFixed(1)} %**`,
    )
  })

  it('is still a service where the question says so', async () => {
    expect(await answer('is the claims service healthy?')).toMatch(/claims-intake-fn.* or claims-pg|may be/)
  })
})

describe('a question in another language', { timeout: 120_000 }, () => {
  it('is read with the verb before its subject', async () => {
    expect(await answer('Läuft claims-pg wieder?')).toMatch(/\*\*Yes\*\*: `claims-pg` is healthy/)
  })

  it('is counted in everyday verbs of Spanish and French', async () => {
    const requests = world.spans.filter(
      ({ isEntry, service, startMs }) => isEntry && service === 'fraud-score-fn' && startMs >= END_MS - HOUR_MS,
    ).length
    expect(await answer('¿Cuántas peticiones recibió fraud-score-fn en la última hora?')).toContain(written(requests))
    expect(await answer('combien de requêtes fraud-score-fn a-t-il reçues dans la dernière heure ?')).toContain(
      written(requests),
    )
    expect(await answer('combien de requêtes sur fraud-score-fn ces 60 dernières minutes ?')).toContain(
      written(requests),
    )
    expect(await answer('¿Cuántas peticiones recibió fraud-score-fn en los 60 últimos minutos?')).toContain(
      written(requests),
    )
  })
})

describe('numbers that lines state', { timeout: 120_000 }, () => {
  const recent = (pattern: RegExp): number[] =>
    logs(({ body }) => pattern.test(body)).map(({ body }) => Number(pattern.exec(body)?.[1]))

  it('are taken under the key that the question names', async () => {
    const times = recent(/"responseTime":(\d+(?:\.\d+)?)/)
    expect(await answer('max responseTime that customer-portal logged in the last hour')).toContain(
      `**${Math.max(...times).toLocaleString('en-US')} ms**`,
    )
  })

  it('are money where a currency stands behind them', async () => {
    const amounts = recent(/payout of (\d+(?:\.\d+)?) EUR/)
    const sum = amounts.reduce((total, amount) => total + amount, 0)
    expect(await answer('how much money was paid out in the last hour (EUR)?')).toContain(written(Math.round(sum)))
  })
})

describe('a system of everyday names', { timeout: 120_000 }, () => {
  const mobile: World = telecom(END_MS)
  let own: TelemetryStore
  const ask = async (question: string): Promise<string> =>
    (await new Conversation(own, agent).ask(question, END_MS)).text.split('\n')[0] ?? ''
  const requests = (where: (span: SpanRow) => boolean): number =>
    mobile.spans.filter((span) => span.isEntry && span.startMs >= END_MS - HOUR_MS && where(span)).length
  beforeAll(async () => {
    own = rememberingStore(await storeWithWorld(mobile))
  })

  it('has the state of a route told by its noun', async () => {
    expect(await ask('are topups working again?')).toMatch(/^Yes: \*\*\d+(?:\.\d)? %\*\* of requests on `POST/)
  })

  it('has a release told from the trouble by which came first, and by how much', async () => {
    const minutes = /\*\*(?:3[12]) min(?: \d+ s)?\*\*: `balance-api` broke at .+ after `plan-catalog` went from version/
    expect(await ask('how long after the release did it start?')).toMatch(minutes)
    expect(await ask('did it start before or after the deploy?')).toMatch(/^\*\*After\*\* it: `balance-api` broke/)
  })

  it('has a channel that is called like an everyday word left out', async () => {
    const expected = requests(
      ({ service, attributes }) => service === 'public-gateway' && attributes['app.channel'] !== 'app',
    )
    expect(await ask('how many public-gateway requests were not from the app in the last hour?')).toContain(
      written(expected),
    )
  })

  it('has values found under keys that are read only when a word is not explained', async () => {
    const expected = requests(
      ({ service, attributes }) => service === 'payment-adapter' && attributes['payment.provider'] === 'cardstream',
    )
    expect(await ask('how many requests of payment-adapter for cardstream in the last hour?')).toContain(
      written(expected),
    )
  })

  it('has people with an error told apart', async () => {
    const failed = mobile.spans.filter(
      ({ isEntry, isFailed, startMs, attributes }) =>
        isEntry && isFailed && startMs >= END_MS - HOUR_MS && attributes['subscriber.id'] !== undefined,
    )
    const people = new Set(failed.map(({ attributes }) => attributes['subscriber.id']))
    expect(await ask('how many subscribers saw an error in the last hour?')).toContain(written(people.size))
  })

  it('has lines like a pasted one counted, whatever their ids', async () => {
    const expected = mobile.logs.filter(
      ({ timeMs, body }) => timeMs >= END_MS - HOUR_MS && body.includes('paid but not credited'),
    ).length
    const line =
      'ts=2026-11-20T14:27:16.557Z level=error msg="top-up TU-881035 paid but not credited: balance-api answered 500" topup=TU-881035 amount=20'
    expect(await ask(`${line}\nhow many of these in the last hour?`)).toContain(written(expected))
  })

  it('has lines counted that part a word', async () => {
    const expected = mobile.logs.filter(
      ({ timeMs, body }) => timeMs >= END_MS - HOUR_MS && body.includes('top-up credited'),
    ).length
    expect(await ask('how many topups were credited in the last hour?')).toContain(written(expected))
  })

  it('is asked back where a question names nothing', async () => {
    expect(await ask('how many?')).toMatch(/^You name nothing that I could count/)
  })
})
