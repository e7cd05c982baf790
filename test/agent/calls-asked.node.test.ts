/** Questions for what services call, and for the level of a gauge, in the words of those on call. */
import { beforeAll, describe, expect, it } from 'vitest'
import { dnshost } from '../../scripts/eval/questions/systems/dnshost.ts'
import { flagship } from '../../scripts/eval/questions/systems/flagship.ts'
import { technologyIn, technologyOf } from '../../src/agent/questions/vocabulary/technologies.ts'
import type { TelemetryStore } from '../../src/telemetry/port.ts'
import { Conversation, embeddedAgent } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { storeWithWorld } from './world-store.ts'

const END_MS = Date.parse('2026-11-20T15:00:00.000Z')
const agent = embeddedAgent()
const worlds = { flagship: flagship(END_MS), dnshost: dnshost(END_MS) }
const stores: Record<string, TelemetryStore> = {}

beforeAll(async () => {
  for (const [name, world] of Object.entries(worlds)) stores[name] = rememberingStore(await storeWithWorld(world))
})

async function answers(system: keyof typeof worlds, ...questions: string[]): Promise<string[]> {
  const store = stores[system]
  if (store === undefined) throw new Error(`no store of ${system}`)
  const talk = new Conversation(store, agent)
  const texts: string[] = []
  for (const question of questions) texts.push((await talk.ask(question, END_MS)).text)
  return texts
}

const first = async (system: keyof typeof worlds, question: string): Promise<string> =>
  (await answers(system, question))[0]?.split('\n')[0] ?? ''

function callsOf(service: string, store: string): { readonly calls: number; readonly failed: number } {
  const all = worlds.flagship.spans.filter(
    (span) => span.service === service && span.attributes['db.system.name'] === store,
  )
  return { calls: all.length, failed: all.filter(({ isFailed }) => isFailed).length }
}

describe('calls of stores and brokers', { timeout: 120_000 }, () => {
  it('are told by the spans of those who call, against the time before trouble began', async () => {
    const { failed } = callsOf('evaluator', 'redis')
    const said = await first('flagship', 'redis errors?')
    expect(said).toContain(`**${failed}** of `)
    expect(said).toContain('before that 0 of ')
    expect(said).toMatch(/since \*\*[\d:]+ UTC\*\*, still going on/)
  })

  it('have short names, and are restricted to who calls', async () => {
    expect(await first('flagship', 'is pg slow for evaluator')).toMatch(
      /^\*\*No\*\*: calls to `postgresql` by `evaluator` take as long as before, p95 \*\*[\d.]+ ms\*\*, before/,
    )
  })

  it('answer a question for trouble with no where all is well', async () => {
    expect(await first('flagship', 'any problems with clickhouse?')).toMatch(/^\*\*No\*\*: none of \d+ calls/)
    expect(await first('flagship', 'any problems with redis?')).toMatch(/^\*\*Yes\*\*: /)
  })

  it('are counted over the whole window', async () => {
    const { failed } = callsOf('evaluator', 'redis')
    const hour = worlds.flagship.spans.filter(
      ({ attributes, startMs }) => attributes['db.system.name'] === 'redis' && startMs > END_MS - 3_600_000,
    )
    const said = await first('flagship', 'redis calls of evaluator: how many, any failed?')
    const [, all = '', lost = ''] =
      /^\*\*([\d,]+)\*\* calls to `redis` by `evaluator`, \*\*(\d+)\*\* of them/.exec(said) ?? []
    expect(Math.abs(Number(all.replace(',', '')) - hour.length)).toBeLessThanOrEqual(5)
    expect(Number(lost)).toBe(failed)
  })

  it('are told by their kind', async () => {
    const said = await first('flagship', 'clickhouse inserts ok?')
    expect(said).toMatch(/^\*\*Yes\*\*: none of \d+ calls to `clickhouse` on `INSERT /)
  })

  it('are apart from the work on the messages of a broker', async () => {
    const said = await first('flagship', 'is kafka the culprit?')
    expect(said).toMatch(
      /^\*\*No sign\*\* that it is `kafka`: none of \d+ messages sent to|^\*\*No sign\*\* .*calls to `kafka`/,
    )
    expect(said).toContain('But working on its messages is in trouble')
  })

  it('are found to be in trouble where we or they are to blame, with the cause behind them', async () => {
    const [text = ''] = await answers('flagship', 'is it our side or redis?')
    expect(text).toMatch(/^\*\*The calls to it are in trouble\*\*: \*\*[\d.]+ %\*\* of calls to `redis`/)
    expect(text).toContain('**Root cause: `evaluator`**')
  })

  it('are gone on from with another store, and since when', async () => {
    const [, since = '', other = ''] = await answers('flagship', 'redis errors?', 'since when?', 'and clickhouse?')
    expect(since).toMatch(/calls to `redis` by `evaluator` failed: .* since \*\*/)
    expect(other).toMatch(/^None of \d+ calls to `clickhouse`/)
  })

  it('leave lines and metrics of a store to what else is asked', async () => {
    expect(await first('flagship', 'redis memory right now')).toContain('`redis.memory.used`')
    expect(await first('flagship', 'how many log lines mention redis')).toMatch(/log records/)
  })
})

describe('levels', { timeout: 120_000 }, () => {
  it('are told with their limit', async () => {
    expect(await first('flagship', 'how full is redis memory vs its max')).toMatch(
      /^\*\*100 %\*\*: last value of `redis\.memory\.used` is \*\*4\.295 GB\*\* of \*\*4\.295 GB\*\* \(`redis\.memory\.max`\)/,
    )
  })

  it('are told with their course where they pile up', async () => {
    const said = await first('dnshost', 'how many held changes are piling up')
    expect(said).toMatch(/^Last value of `zone\.changes\.held`: \*\*\d+ changes\*\*/)
    expect(said).toContain('Rising')
  })

  it('are said to have risen too, or not, behind trouble', async () => {
    const [, lag = ''] = await answers('flagship', 'what broke?', 'consumer lag too?')
    expect(lag).toMatch(/^\*\*Yes\*\*: `kafka\.consumer\.lag` of `event-ingest` has been above .* since \*\*/)
  })

  it('say what the points of a gauge do not tell apart', async () => {
    const said = await first('dnshost', 'lag on renewals.due worst partition')
    expect(said).toMatch(/^Points of `kafka\.consumer\.lag` do not say `renewals\.due`\. `1` has the highest maximum/)
  })

  it('go by a name that leaves out the product and says what is left', async () => {
    expect(await first('dnshost', 'xids left on zone-publisher')).toMatch(/`postgresql\.xid\.remaining`/)
  })
})

describe('names of products', () => {
  it('are one for all their spellings', () => {
    expect(technologyOf('pg')).toBe(technologyIn('postgresql'))
    expect(technologyOf('rabbit')).toBe(technologyIn('rabbitmq'))
    expect(technologyIn('aws.dynamodb')).toBe(technologyOf('dynamo'))
    expect(technologyOf('constructor')).toBeNull()
  })
})
