/**
 * Systems that name things in their own way: statuses under other keys in each service, levels as one letter, values
 * that are everyday words. Every number is compared with plain loops over the rows.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import type { LogRow, SpanRow, World } from '../../scripts/eval/questions/records.ts'
import { arcade } from '../../scripts/eval/questions/systems/arcade.ts'
import type { TelemetryStore } from '../../src/telemetry/port.ts'
import { Conversation, embeddedAgent } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { storeWithWorld } from './world-store.ts'

const END_MS = Date.parse('2026-11-20T15:00:07.312Z')
const HOUR_MS = 3_600_000
const world: World = arcade(END_MS)
const agent = embeddedAgent()
let store: TelemetryStore

beforeAll(async () => {
  store = rememberingStore(await storeWithWorld(world))
})

/** The first sentences of the answers to the questions of one thread. */
async function answers(...questions: readonly string[]): Promise<string[]> {
  const talk = new Conversation(store, agent)
  const texts: string[] = []
  for (const question of questions) texts.push((await talk.ask(question, END_MS)).text.split('\n')[0] ?? '')
  return texts
}
const written = (value: number): string => `**${value.toLocaleString('en-US')}**`
const isRecent = (ms: number): boolean => ms >= END_MS - HOUR_MS
const requests = (where: (span: SpanRow) => boolean): number =>
  world.spans.filter((span) => span.isEntry && isRecent(span.startMs) && where(span)).length
const logs = (where: (log: LogRow) => boolean): number =>
  world.logs.filter((log) => isRecent(log.timeMs) && where(log)).length
const declined = (log: LogRow): boolean => /declined/.test(log.message)

describe('a system with names of its own', { timeout: 120_000 }, () => {
  it('has its failures counted, whatever key each service states a status under', async () => {
    const [edge, wallet, all] = await answers(
      'how many requests of edge-gw failed in the last hour?',
      'how many failed requests of wallet were there in the last hour?',
      'how many requests of edge-gw returned 502 or 503 in the last hour?',
    )
    expect(edge).toContain(written(requests((span) => span.service === 'edge-gw' && span.isFailed)))
    expect(wallet).toContain(written(requests((span) => span.service === 'wallet' && span.isFailed)))
    expect(all).toContain(
      written(
        requests(
          ({ service, attributes }) => service === 'edge-gw' && [502, 503].includes(Number(attributes['http.status'])),
        ),
      ),
    )
  })

  it('has levels of one letter counted', async () => {
    const [warnings] = await answers('how many warnings of matchmaker in the last hour?')
    expect(warnings).toContain(written(logs((log) => log.service === 'matchmaker' && log.severity === 'WARN')))
  })

  it('keeps a value for itself that is also a word of questions', async () => {
    const [ranked] = await answers('how many requests of matchmaker with mode ranked in the last hour?')
    expect(ranked).toContain(
      written(requests(({ service, attributes }) => service === 'matchmaker' && attributes['mode'] === 'ranked')),
    )
  })

  it('has what was asked first narrowed by a value, and by another one in its place', async () => {
    const [, pixelforge, northgate] = await answers(
      'how many charges were declined by bank?',
      'only pixelforge',
      'and northgate?',
    )
    const of = (tenant: string): string =>
      written(logs((log) => declined(log) && log.attributes['tenantId'] === tenant))
    expect(pixelforge).toContain(of('pixelforge'))
    expect(northgate).toContain(of('northgate'))
  })

  it('has a condition set free again by its noun, and the window moved by a length of its own', async () => {
    const [, , later, failed] = await answers(
      'edge-gw requests between 14:10 and 14:25',
      'only xbox',
      'and the 10 minutes after that',
      'all platforms again, but only the failed ones',
    )
    const from = Date.parse('2026-11-20T14:25:00Z')
    const within = (span: SpanRow): boolean =>
      span.service === 'edge-gw' && span.startMs >= from && span.startMs < from + 600_000
    expect(later).toContain(written(requests((span) => within(span) && span.attributes['platform'] === 'xbox')))
    expect(failed).toContain(written(requests((span) => within(span) && span.isFailed)))
  })

  it('has the subject at the end of a sentence for both of its questions', async () => {
    const [both] = await answers('how many 503s and how many 502s did edge-gw return?')
    for (const code of [502, 503])
      expect(both).toContain(
        written(requests(({ service, attributes }) => service === 'edge-gw' && attributes['http.status'] === code)),
      )
  })

  it('has a share taken of those that can have the value', async () => {
    const [share] = await answers('what fraction of traffic is switch')
    const all = requests(({ attributes }) => attributes['platform'] !== undefined)
    const part = requests(({ attributes }) => attributes['platform'] === 'switch')
    expect(share).toContain(`**${((part / all) * 100).toFixed(1)} %**`)
  })

  it('is not told to do things: an order to a service is refused', async () => {
    const [restart, scale] = await answers('restart inventory please', 'scale wallet to 6 replicas')
    expect(restart).toMatch(/cannot do that/)
    expect(scale).toMatch(/cannot do that/)
  })

  it('gives no number where a word of the question is told by no part of the plan', async () => {
    const [restarted] = await answers('how many times was inventory restarted')
    expect(restarted).not.toContain(written(logs((log) => log.service === 'inventory')))
    const [unusual] = await answers('how many unusual requests did edge-gw get?')
    expect(unusual).not.toContain(written(requests((span) => span.service === 'edge-gw')))
    expect(unusual).toMatch(/unusual/)
  })
})

describe('a thread whose last question was asked back', { timeout: 60_000 }, () => {
  it('gives no broader number to a question that only goes on from it', async () => {
    const [first, second] = await answers('how many gizmos of pixelforge were sold?', 'northgate?')
    expect(first).toMatch(/gizmos/)
    expect(second).not.toContain('**')
    expect(second).toMatch(/last question was not answered/)
  })

  it('answers a whole question all the same', async () => {
    const [, second] = await answers('how many gizmos of pixelforge were sold?', 'how many errors of wallet?')
    expect(second).toContain('**')
  })
})

describe('numbers that lines state', { timeout: 60_000 }, () => {
  it('are read where no request is meant', async () => {
    const [longest] = await answers('longest GC pause?')
    const pauses = world.logs.flatMap((log) =>
      isRecent(log.timeMs) ? [Number(/GC pause of (\d+) ms/.exec(log.message)?.[1])] : [],
    )
    const wanted = Math.max(...pauses.filter(Number.isFinite))
    expect(longest).toContain(`**${wanted >= 1000 ? `${Number((wanted / 1000).toPrecision(3))} s` : `${wanted} ms`}**`)
  })

  it('are not added up where a total of lines is meant', async () => {
    const [total] = await answers('purchases settled, total')
    expect(total).toContain(written(logs((log) => /^purchase \S+ settled/.test(log.message))))
  })

  it('are told apart by the codes that are compared', async () => {
    const talk = new Conversation(store, agent)
    const { text } = await talk.ask('edge-gw 502 vs 503 in the last hour', END_MS)
    for (const code of [502, 503])
      expect(text).toContain(
        `- \`${code}\`: ${requests((span) => span.service === 'edge-gw' && span.attributes['http.status'] === code)}`,
      )
  })
})
