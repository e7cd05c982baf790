/** What is done, by its verb: which requests a noun means, what was done without something, and how a service does. */
import { describe, expect, it } from 'vitest'
import type { LogRow, SpanRow, World } from '../../scripts/eval/questions/records.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

const PUPILS = 'POST /schools/{id}/pupils'
const DISTRICTS = ['hill', 'shore'] as const

/** Schools: pupils are transferred on a route, a worker archives their files, a mailer tells of it afterwards. */
function schools(): World {
  const plain = worldOf({
    gateway: 'school-gate',
    routes: { [PUPILS]: 'pupil-desk', 'POST /schools': 'school-desk', 'GET /terms': 'term-desk' },
    failing: PUPILS,
    store: 'postgresql',
  })
  const spans = plain.spans.map(
    (span, index): SpanRow =>
      span.name === PUPILS
        ? { ...span, attributes: { ...span.attributes, district: DISTRICTS[Math.floor(index / 3) % 2] ?? '' } }
        : span,
  )
  const line = (timeMs: number, service: string, body: string, more: Partial<LogRow> = {}): LogRow => ({
    ...{ timeMs, service, severity: 'INFO', isSeveritySent: true, message: body, body, attributes: {} },
    ...{ traceId: '', spanId: '', version: '1.0.0', instance: `${service}-1`, ...more },
  })
  const logs = [...plain.logs]
  for (const span of spans.filter((one) => one.name === PUPILS && one.service === 'pupil-desk' && !one.isFailed))
    logs.push(line(span.startMs + 12, 'seat-plan', 'pupil transferred', { traceId: span.traceId, spanId: span.spanId }))
  for (let minute = 1; minute <= 60; minute++) {
    const timeMs = END_MS - minute * 60_000
    const queue = (service: string, name: string, tookMs: number, nth: number): SpanRow => ({
      ...{ traceId: String(minute * 2 + nth).padStart(32, 'a'), spanId: String(minute * 2 + nth).padStart(16, 'b') },
      ...{ parentSpanId: '', service, name, kind: 'consumer', startMs: timeMs, endMs: timeMs + tookMs },
      ...{ isError: false, isFailed: false, isEntry: true, statusMessage: '', version: '1.0.0', attributes: {} },
      instance: `${service}-1`,
    })
    spans.push(queue('archive-worker', 'files.closed process', 700, 0))
    spans.push(queue('letter-svc', 'files.archived process', 30, 1))
    if (minute % 10 === 0) logs.push(line(timeMs, 'pupil-desk', 'transfer needs the approval of both heads'))
    if (minute % 12 === 0)
      logs.push(
        line(timeMs, 'letter-svc', 'stamp stored', { attributes: { district: DISTRICTS[(minute / 12) % 2] ?? '' } }),
      )
    if (minute > 20 && minute % 5 === 0) logs.push(line(timeMs, 'school-desk', 'school opened'))
    const { traceId = '' } =
      spans.find((one) => one.attributes['district'] === DISTRICTS[(minute / 3) % 2] && one.startMs >= timeMs) ?? {}
    if (minute < 30 && minute % 3 === 0)
      logs.push(line(timeMs, 'term-desk', 'timetable refused: room taken twice', { severity: 'ERROR', traceId }))
    if (minute > 25) logs.push(line(timeMs, 'bell-ringer', 'bell rung'))
  }
  logs.push(line(END_MS - 100 * 60_000, 'term-desk', 'settings read', { attributes: { change: 'CHG-217' } }))
  return { ...plain, startMs: END_MS - 100 * 60_000, services: [...plain.services, 'bell-ringer'], spans, logs }
}

const store = storeWithWorld(schools())
async function answers(...questions: string[]): Promise<string> {
  const talk = new Conversation(rememberingStore(await store))
  let text = ''
  for (const question of questions) text = (await talk.ask(question, END_MS)).text
  return text
}

describe('requests by what is done on them', { timeout: 120_000 }, () => {
  it('are meant by the noun of a verb that lines say of them', async () => {
    expect(await answers('transfers by district')).toMatch(/pupil transferred.*`POST \/schools\/\{id\}\/pupils`/s)
    expect(await answers('how many transfers from shore got a 503?')).toMatch(/\*\*\d+\*\* requests.*503.*`shore`/)
    expect(await answers('do transfers work at the moment?')).toMatch(/Yes: \*\*100 %\*\*.*pupils/)
    expect(await answers('slowest transfer, which trace')).toMatch(/pupils`.*took \*\*/)
  })

  it('are not those that follow it over a queue', async () => {
    const text = await answers('median archive time')
    expect(text).toMatch(/`archive-worker`: \*\*700 ms\*\*/)
    expect(text).not.toMatch(/files\.archived/)
  })

  it('are those on which the thing itself is made', async () => {
    const text = await answers('can people still create schools?')
    expect(text).toMatch(/`POST \/schools`/)
    expect(text).not.toMatch(/pupils/)
  })
})

describe('what was done', { timeout: 120_000 }, () => {
  it('without something is what lines say was needed, and never all other lines', async () => {
    expect(await answers('how often did somebody try to transfer without approval?')).toMatch(/\*\*6\*\*/)
    expect(await answers('how often did people send letters without stamp?')).not.toMatch(/without the words/)
  })

  it('is new anyway, and none of it in a while is a number', async () => {
    expect(await answers('how many new schools were opened in the last 10 minutes?')).toMatch(/\*\*0\*\*/)
    expect(await answers('did any transfer go through in the last 10 minutes?')).toMatch(/^(?:I took .*?\. )?Yes/)
  })

  it('first is no beginning of the trouble', async () => {
    expect(await answers('when did term-desk start refusing timetables?')).toMatch(/\*\*14:33:00 UTC\*\*/)
  })
})

it('lines by a value that only their requests carry', { timeout: 120_000 }, async () => {
  expect(await answers('how many timetables were refused in hill?')).toMatch(/\*\*4\*\*/)
  expect(await answers('refused timetables of hill vs shore')).toMatch(
    /`shore`.*\*\*5\*\*.*the requests they belong to do/s,
  )
})

describe('a part of the last answer', { timeout: 120_000 }, () => {
  it('is nothing where that was asked back', async () => {
    const text = await answers('how many frobs did pupil-desk have?', 'how many of those got a 503')
    expect(text).not.toMatch(/\*\*\d/)
    expect(text).toContain('was not answered')
    expect(await answers('how many of those got a 503')).not.toMatch(/\*\*\d/)
  })
})

describe('plain words', { timeout: 120_000 }, () => {
  it('ask what a service fails with', async () => {
    expect(await answers('what does term-desk fail with?')).toMatch(/timetable refused: room taken twice/)
  })

  it('ask which services there are', async () => {
    expect(await answers('which services make up our school office')).toMatch(/\*\*\d+ services\*\*/)
  })

  it('ask whether a service runs beside when it was last heard', async () => {
    const text = await answers('is bell-ringer running and when was its last line?')
    expect(text).toMatch(/\*\*No\*\*/)
    expect(text).toMatch(/14:34:00/)
  })

  it('name a change by its id alone', async () => {
    expect(await answers('CHG-217?')).toMatch(/settings read/)
  })
})
