/**
 * Short follow-ups that only say what to do with the last answer, over a system that recovered: each has to go on from
 * what was counted, and none may answer a broader question. Numbers are compared with plain loops over the rows.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { simulate } from '../../scripts/demo/simulate.ts'
import type { LogRow, SpanRow, World } from '../../scripts/eval/questions/records.ts'
import { telecom } from '../../scripts/eval/questions/systems/telecom.ts'
import { isErrorLog } from '../../scripts/eval/questions/truth.ts'
import type { TelemetryStore } from '../../src/telemetry/port.ts'
import { Conversation, embeddedAgent } from './ask.ts'
import { storeWithSignals } from './demo-logs.ts'
import { rememberingStore } from './remembering-store.ts'
import { storeWithWorld } from './world-store.ts'

const END_MS = Date.parse('2026-11-20T15:00:07.312Z')
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const world: World = telecom(END_MS)
const agent = embeddedAgent()
let store: TelemetryStore

beforeAll(async () => {
  store = rememberingStore(await storeWithWorld(world))
})

/** The answer to the last question of a thread. */
async function answered(...questions: string[]): Promise<string> {
  const talk = new Conversation(store, agent)
  let text = ''
  for (const question of questions) text = (await talk.ask(question, END_MS)).text
  return text
}
const first = async (...questions: string[]): Promise<string> => (await answered(...questions)).split('\n')[0] ?? ''
const written = (value: number): string => `**${value.toLocaleString('en-US')}**`
const errors = (where: (log: LogRow) => boolean = () => true): LogRow[] =>
  world.logs.filter((log) => log.timeMs >= END_MS - HOUR_MS && isErrorLog(log) && where(log))
const requests = (fromMs: number, where: (span: SpanRow) => boolean): SpanRow[] =>
  world.spans.filter((span) => span.isEntry && span.startMs >= fromMs && where(span))

const COUNT = 'how many errors in the last hour?'

describe('what was counted', { timeout: 120_000 }, () => {
  it.each(['show me the lines', 'show me those', 'can you show them?', 'examples?', 'which ones?'])(
    'is listed, and nothing else, after "%s"',
    async (question) => {
      expect(await first(COUNT, question)).toMatch(
        new RegExp(`^\\*\\*${errors().length.toLocaleString('en-US')}\\*\\* errors, `),
      )
    },
  )

  it('is listed as the errors that were logged, where it was failed requests, and the answer says so', async () => {
    const own = errors(({ service }) => service === 'balance-api').length
    const said = await first('how many requests of balance-api failed in the last hour?', 'show me the lines')
    expect(said).toMatch(/^These are the errors that were logged then: requests themselves have no lines\./)
    expect(said).toContain(`${written(own)} errors of \`balance-api\``)
  })

  it('is cut to so many', async () => {
    const said = await answered(COUNT, 'just the last 3')
    expect(said.match(/^- /gm)).toHaveLength(3)
    expect(await first(COUNT, 'just the last 3')).toContain('the newest 3')
    expect(await first(COUNT, 'only the first two')).toContain('the oldest 2')
  })

  it.each(['from which service?', 'which service is that?', 'where do they come from?', 'who logs them?'])(
    'is told service by service after "%s"',
    async (question) => {
      const own = errors(({ service }) => service === 'balance-api').length
      expect(await first(COUNT, question)).toContain(`\`balance-api\` has the most errors: ${written(own)}`)
    },
  )

  it('is told in steps, and as a rate', async () => {
    expect(await answered(COUNT, 'per 5 minutes')).toMatch(/: \*\*[\d,]+\*\* errors,.*per 5 min/)
    const [, rate = ''] = /^\*\*([\d.]+)\*\* errors per minute/.exec(await first(COUNT, 'how many per minute?')) ?? []
    expect(Number(rate)).toBeCloseTo(errors().length / 60, 0)
  })

  it('has its first message explained', async () => {
    const said = await answered('top 5 error messages', 'what does it mean?')
    expect(said).toContain('The line: `dial tcp 10.20.4.11:5432: socket: too many open files`')
    expect(await first('top 5 error messages', 'what does it mean?', 'show me some examples')).toContain(
      'too many open files',
    )
  })
})

describe('what is usual', { timeout: 120_000 }, () => {
  const faulty = requests(END_MS - HOUR_MS, ({ isFailed }) => isFailed)
  const firstFailure = Math.min(...faulty.map(({ startMs }) => startMs))

  it('is the time before the incident', async () => {
    const said = await first(COUNT, 'is that normal?')
    expect(said).toMatch(/^\*\*No\*\*, more than before: errors \*\*[\d,]+\*\* in /)
    const [, to = ''] = /before the incident \*\*0\*\* in [\d:]+\u2013(\d\d:\d\d:\d\d) UTC/.exec(said) ?? []
    expect(Math.abs(Date.parse(`2026-11-20T${to}Z`) - firstFailure)).toBeLessThan(MINUTE_MS)
  })

  it('answers yes where more is asked for and it is more', async () => {
    expect(await first(COUNT, 'is that more than usual?')).toMatch(/^\*\*Yes\*\*, more than before/)
    expect(await first(COUNT, 'is that a lot?')).toMatch(/^\*\*Yes\*\*, more than before/)
  })

  it('is what it was where nothing differs', async () => {
    expect(await first('how many requests failed in the last 5 minutes?', 'is that normal?')).toMatch(
      /^\*\*Yes\*\*, about as before/,
    )
  })

  it('is asked for by itself as the time before the incident', async () => {
    const share = await first('error rate of public-gateway in the last 30 min', 'and before the incident?')
    expect(share).toMatch(/^\*\*0 %\*\* of requests of `public-gateway` failed: 0 of /)
  })
})

describe('a follow-up after a state', { timeout: 120_000 }, () => {
  it('with a name that nothing has is no answer about another one', async () => {
    expect(await first('is balance-api ok?', 'and the mainframe?')).toMatch(/^I have no telemetry of "mainframe"/)
  })

  it('shows the lines of the service that a cause blames, from the onset on', async () => {
    expect(await first('what broke?', 'show me the lines')).toMatch(/of `balance-api`, 14:2\d:\d\d/)
  })

  it('says what was left out', async () => {
    expect(await first(COUNT, 'what did you leave out?')).toMatch(
      /^Nothing of `how many errors in the last hour\?` was left out/,
    )
  })
})

describe('a question of a few words', { timeout: 120_000 }, () => {
  it('for the worst service ranks by what fails', async () => {
    const own = requests(END_MS - HOUR_MS, ({ service }) => service === 'balance-api')
    const share = (100 * own.filter(({ isFailed }) => isFailed).length) / own.length
    expect(await first('which service is the worst?')).toContain(
      `\`balance-api\` has the highest error rate: **${share.toFixed(1)} %**`,
    )
  })

  it('for slow requests ranks routes by their duration', async () => {
    expect(await first('which requests are slow?')).toContain('has the highest 95th percentile duration')
  })

  it('whether it gets worse compares the last minutes with those before', async () => {
    expect(await first('is it getting worse?')).toMatch(/^No: error rate: \*\*[\d.]+ %\*\* .*, then \*\*0 %\*\*/)
  })

  it('for the top errors lists their kinds', async () => {
    expect(await first('top 5 errors')).toMatch(
      /^The most frequent of errors: \*\*1,086\*\* times `dial tcp …: socket: too many open files`/,
    )
  })

  it('for the last error says when it was', async () => {
    const last = Math.max(...errors().map(({ timeMs }) => timeMs))
    expect(await first('last error?')).toContain(`was at **${new Date(last).toISOString().slice(11, 19)} UTC**`)
  })

  it('for a rollback says whether a release is to blame', async () => {
    expect(await first('rollback?')).toMatch(/^\*\*No\*\*: `balance-api` broke at .* what was deployed does not fit/)
  })

  it('for what changed compares with the time before the incident, and names what is new', async () => {
    expect(await first('what changed?')).toMatch(/kinds? of lines? (?:are|is) new\*\*.* from 14:2\d:\d\d UTC/)
  })

  it('for errors that are new since the incident lists them, though there were none before', async () => {
    const said = await answered('new errors since the incident?')
    expect(said).toContain('`upstream failed` 0 \u2192 694')
    expect(said).not.toContain('nothing to compare with')
  })

  it('for the last minutes does not tell of trouble that was over by then as theirs', async () => {
    const said = await answered('what happened in the last 5 minutes?')
    expect(said).toMatch(/^\*\*Nothing broke\*\* in 14:55:07/)
    expect(said).toContain('Before it, `balance-api` was in trouble from 14:26')
  })

  it('for a trend says that it rose and fell again', async () => {
    expect(await first('error rate over time')).toMatch(/^Rose and fell again: .* peak 4\d\.\d %/)
  })
})

describe('what succeeded', { timeout: 120_000 }, () => {
  it('is counted as requests where lines tell of the attempt as well', async () => {
    const shop = simulate({ seed: 1, endMs: END_MS, durationMinutes: 60 })
    const own = rememberingStore(await storeWithSignals(shop, ['logs', 'spans', 'metrics']))
    const placed = shop.spans.filter(
      ({ kind, name, isError, startMs }) =>
        kind === 'server' && name === 'POST /orders' && !isError && startMs >= END_MS - HOUR_MS,
    ).length
    const say = async (question: string): Promise<string> =>
      (await new Conversation(own, agent).ask(question, END_MS)).text
    expect(await say('how many successful orders in the last hour?')).toContain(
      `${written(placed)} successful requests`,
    )
    expect(await say('when was the last successful order?')).toMatch(
      /^The last of the successful requests on `POST \/orders`/,
    )
  })
})
