/** The largest and smallest minute or hour of requests, errors, lines, shares and gauges, and when it was. */
import { describe, expect, it } from 'vitest'
import type { LogRow, World } from '../../scripts/eval/questions/records.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

/** So many bolts of cloth jammed in each of the last minutes. */
const JAMS = [1, 2, 7, 3, 1, 2]

/** A mill whose looms jam more and less often. */
function mill(): World {
  const plain = worldOf({
    gateway: 'mill-gate',
    routes: { 'POST /fleeces/weigh': 'weigh-svc', 'GET /looms': 'loom-svc' },
    failing: 'GET /looms',
    store: 'postgresql',
  })
  const logs = [...plain.logs]
  const body = 'bolt of cloth jammed'
  const first = Math.floor(END_MS / 60_000) * 60_000 - (JAMS.length + 1) * 60_000
  for (const [minute, count] of JAMS.entries()) {
    for (let index = 0; index < count; index++) {
      const row: LogRow = {
        ...{
          timeMs: first + minute * 60_000 + index * 1000,
          service: 'loom-svc',
          severity: 'INFO',
          body,
          message: body,
        },
        ...{ isSeveritySent: true, attributes: {}, traceId: '', spanId: '', version: '1.0.0', instance: 'loom-svc-1' },
      }
      logs.push(row)
    }
  }
  return { ...plain, logs }
}

const at = (minute: number): string =>
  new Date(Math.floor(END_MS / 60_000) * 60_000 + (minute - JAMS.length - 1) * 60_000).toISOString().slice(11, 19)

const store = storeWithWorld(mill())
const answer = async (...questions: readonly string[]): Promise<string> => {
  const talk = new Conversation(rememberingStore(await store))
  let text = ''
  for (const question of questions) text = (await talk.ask(question, END_MS)).text
  return text
}

describe('the busiest step', { timeout: 120_000 }, () => {
  it('of lines is told with its moment, its number and the average', async () => {
    for (const question of [
      'when did bolts jammed peak?',
      'most jammed bolts in one minute',
      'peak number of jammed bolts per minute',
      'how many bolts jammed in the worst minute?',
      'which minute had the most jammed bolts?',
    ])
      expect(await answer(question), question).toMatch(
        new RegExp(`^At \\*\\*${at(2)} UTC\\*\\*: in that minute there were the most .*\\*\\*7\\*\\*.* on average`),
      )
  })

  it('of requests is no average rate and no duration', async () => {
    for (const question of [
      'peak requests per minute of loom-svc',
      'when was traffic to loom-svc highest',
      'peak rpm of loom-svc and when',
    ])
      expect(await answer(question), question).toMatch(
        /^At \*\*[\d:]+ UTC\*\*: in that minute there were the most requests of `loom-svc`/,
      )
    expect(await answer('max requests per second on loom-svc')).toMatch(
      /the most requests of `loom-svc`, \*\*\d+\*\* \([\d.]+ per second\)/,
    )
    expect(await answer('quietest minute of loom-svc')).toMatch(
      /in that minute there were the fewest requests of `loom-svc`/,
    )
  })

  it('of a share is told as a share', async () => {
    expect(await answer('peak error rate of loom-svc')).toMatch(
      /in that minute the error rate of `loom-svc` was highest, \*\*\d.* %\*\*/,
    )
  })

  it('may be asked for behind a count, in one message or the next', async () => {
    const told = /At \*\*[\d:]+ UTC\*\*: in that minute there were the most .*`loom-svc`/
    expect(await answer('how many failed requests of loom-svc? when did they peak?')).toMatch(told)
    expect(await answer('how many failed requests of loom-svc?', 'when did they peak?')).toMatch(told)
  })

  it('is one of hours of the day, where hours are asked for', async () => {
    expect(await answer('busiest hour for loom-svc')).toMatch(
      /in that hour there were the most requests of `loom-svc`.*last 24 hours/,
    )
  })

  it('and the quietest one are two answers of one question', async () => {
    const text = await answer('min and max requests per minute on loom-svc')
    expect(text).toMatch(/the fewest requests of `loom-svc`.*the most requests of `loom-svc`/s)
  })

  it('is neither an average nor of all where it is asked by group', async () => {
    expect(await answer('peak requests per minute by service')).not.toMatch(/\*\*\d/)
    expect(await answer('what was the highest error rate of any service')).not.toMatch(/in that minute/)
  })

  it('is listed with the next ones', async () => {
    expect((await answer('top 3 busiest minutes of loom-svc')).match(/^- [\d:]+ UTC: \d+$/gm)).toHaveLength(3)
  })

  it('is none of what nothing tells', async () => {
    expect(await answer('when did camel shearings peak?')).not.toMatch(/\*\*\d/)
  })
})
