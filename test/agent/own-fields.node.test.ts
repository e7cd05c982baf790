/** Words of asking that a project has fields of, metrics by their own keys, instances, and what is asked for in other grammar. */
import { describe, expect, it } from 'vitest'
import type { LogRow, PointRow, SpanRow, World } from '../../scripts/eval/questions/records.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

const APPS = ['ios', 'android', 'web'] as const
const SHOWS = ['north-side', 'slow-burn'] as const
const MINUTE_MS = 60_000

/** A theatre that streams: plays carry a show and the app, readings the app under a longer key. */
function theatre(): World {
  const plain = worldOf({
    gateway: 'stage-gate',
    routes: { 'POST /plays': 'play-svc', 'GET /seats/{id}': 'seat-svc' },
    failing: 'POST /plays',
    store: 'postgresql',
  })
  const spans = plain.spans.map((span, index): SpanRow => {
    const turn = Math.floor(index / 3)
    const own = { 'show.slug': SHOWS[turn % 2 === 0 ? 0 : 1], 'client.app': APPS[turn % 3] ?? 'web' }
    const isPlay = span.name === 'POST /plays'
    // Every third play is served by a second instance, which fails nothing.
    return isPlay ? { ...span, attributes: { ...span.attributes, ...own } } : span
  })
  const line = (minute: number, service: string, severity: LogRow['severity'], body: string): LogRow => ({
    ...{ timeMs: END_MS - minute * MINUTE_MS, service, severity, isSeveritySent: true, message: body, body },
    ...{ attributes: {}, traceId: '', spanId: '', version: '1.0.0', instance: `${service}-1` },
  })
  const point = (minute: number, name: string, value: number, more: Partial<PointRow>): PointRow => ({
    ...{ timeMs: END_MS - minute * MINUTE_MS, startMs: END_MS - 90 * MINUTE_MS, service: 'play-svc', name, unit: '' },
    ...{ type: 'gauge' as const, value, buckets: null, attributes: {}, version: '1.0.0', instance: 'play-svc-1' },
    ...more,
  })
  const points: PointRow[] = []
  for (let minute = 60; minute > 0; minute--) {
    for (const [index, app] of APPS.entries()) {
      const attributes = { 'client.app': app }
      // The first pod was replaced half an hour ago.
      const instance = minute > 30 ? 'play-svc-1' : 'play-svc-2'
      points.push(point(minute, 'viewers.online', 100 * (index + 1), { attributes, instance }))
    }
    points.push(point(minute, 'minutes_billed_total', 5_000 + 10 * (60 - minute), { type: 'cumulative' }))
  }
  const logs = [
    ...plain.logs,
    line(50, 'seat-svc', 'INFO', 'stopping: signal terminated'),
    line(49, 'seat-svc', 'INFO', 'seat-svc started'),
    ...[3, 7, 11].map((minute) => line(minute, 'seat-svc', 'INFO', 'no seats for "balcony"')),
  ]
  return { ...plain, spans, logs, points }
}

const store = storeWithWorld(theatre())
const answer = async (...questions: readonly string[]): Promise<string> => {
  const talk = new Conversation(rememberingStore(await store))
  let text = ''
  for (const question of questions) text = (await talk.ask(question, END_MS)).text
  return text
}
const first = async (...questions: readonly string[]): Promise<string> =>
  (await answer(...questions)).split('\n')[0] ?? ''

describe('a word of asking that a field goes by', { timeout: 120_000 }, () => {
  it('is that field behind "per" and "which"', async () => {
    expect(await first('failed plays per show')).toMatch(/failed requests on `POST \/plays`.*by `show\.slug`/)
    expect(await first('which show had the most failed plays?')).toMatch(/by `show\.slug`/)
  })

  it('goes before a built-in field of the name', async () => {
    expect(await first('plays by app')).toMatch(/by `client\.app`/)
  })

  it('is said to be none where no field has the name', async () => {
    expect(await first('plays done per usher')).toMatch(/usher/)
    expect(await first('plays done per usher')).not.toMatch(/\*\*\d/)
  })
})

describe('a metric', { timeout: 120_000 }, () => {
  it('is grouped by the key that its points carry', async () => {
    const text = await answer('viewers online per app, latest')
    expect(text).toMatch(/`web`: 300/)
    expect(text).toMatch(/`ios`: 100/)
  })

  it('is added up over the series that still send', async () => {
    expect(await first('how many viewers are online?')).toMatch(/\*\*600\*\*/)
  })

  it('that counts gained what is its total of a time', async () => {
    expect(await first('total of the minutes billed over the past 60 minutes')).toMatch(
      /Increase of `minutes_billed_total`: \*\*5\d\d\*\*/,
    )
  })

  it('whose whole name is written is measured, or the answer says that it is not', async () => {
    expect(await first('rise of minutes_billed_total with code 500')).not.toMatch(/requests with status/)
  })
})

describe('how a service is', { timeout: 120_000 }, () => {
  it('is not told by a stop of an hour ago', async () => {
    expect(await first('how is seat-svc?')).toMatch(/^\*\*Yes\*\*: `seat-svc` is healthy/)
  })

  it('is told with yes where somebody asks whether it is still alive', async () => {
    expect(await first('seat-svc still alive?')).toMatch(/^\*\*Yes\*\*: `seat-svc` still sends/)
  })

  it('is no answer to how one of its instances is', async () => {
    expect(await first('is seat-svc-b7 ok?')).not.toMatch(/^\*\*Yes\*\*|healthy/)
  })
})

describe('what is asked in other grammar', { timeout: 120_000 }, () => {
  it.each([
    ['which services send calls to play-svc', /^`play-svc` is called by `stage-gate`/],
    ['which services touch postgresql?', /`postgresql` is called by/],
    ['plays not coming from the ios app', /without `client\.app` `ios`/],
    ['stage-gate: how many requests per second did it handle in the past ten minutes', /requests per second/],
    ['sum up minutes_billed_total', /`minutes_billed_total`/],
    ["Give me the root cause of today's incident in one sentence.", /cause: `play-svc`/],
    ['pager says 503 on plays. what is it', /cause: `play-svc`/],
    ['slowest request of play-svc after 14:40, how long was it?', /\*\*\d+(?:\.\d+)? ms\*\*/],
    ['take the show north-side offline', /I only read telemetry/],
    ['open the stage door', /I only read telemetry/],
    ['any tips for learning the violin', /I only know this project/],
    ['have we got the outage behind us now?', /^\*\*Yes\*\*: it is over/],
    ['is the stage problem over?', /^\*\*Yes\*\*: it is over/],
    ['did play-svc go down?', /^\*\*(?:Yes|No)\*\*: `play-svc`/],
    ['how long were the play failures going on', /^It lasted \*\*\d+ min/],
    ['I need the number of requests play-svc took between 14:00 and 14:10', /^\*\*40\*\* requests of `play-svc`/],
    ['plays from ios phones', /with `client\.app` `ios`/],
    ['morning! anyone there?', /^Hello!/],
    ['name all services you know', /^\*\*3 services\*\*/],
    ['if play-svc is gone, which services notice?', /^`play-svc` is called by `stage-gate`/],
    ['has seat-svc logged a single error?', /^No: \*\*0\*\* errors of `seat-svc`/],
    ['plays after the fix at 14:50', /14:50:00–/],
    ['are failed plays still rising?', /^(?:No|Falling)/],
    [
      'ts=2026-11-20T14:57:00.000Z level=info msg="no seats for \\"balcony\\" 1234" seats=0 hall=1\nnumber of lines like that in total',
      /no seats for/,
    ],
  ])('is read (%s)', async (question, said) => {
    expect(await first(question)).toMatch(said)
  })

  it('keeps the last question where it names nothing of its own to count', async () => {
    expect(await first('how many plays failed?', 'how many for slow-burn')).toMatch(
      /failed requests on `POST \/plays` with `show\.slug` `slow-burn`/,
    )
    expect(await first('errors of play-svc in the last 30 min', 'make it an hour')).toMatch(/14:00:00–15:00:00/)
    expect(await first('since when?', 'and the cause?')).toMatch(/cause: `play-svc`/)
    expect(await first('plays between 14:20 and 14:30', 'next ten min?')).toMatch(/14:30:00–14:40:00/)
  })

  it('asks back where "it" is nothing yet', async () => {
    expect(await first('has it gone up compared to earlier')).toMatch(/^You name nothing/)
  })
})

describe('a time that hangs on an incident', { timeout: 120_000 }, () => {
  const calm = storeWithWorld(
    worldOf({
      ...{ gateway: 'stage-gate', routes: { 'POST /plays': 'play-svc' }, failing: 'nothing', store: 'postgresql' },
    }),
  )

  it('is all of it where there was none, which is said', async () => {
    const talk = new Conversation(rememberingStore(await calm))
    const { text } = await talk.ask('how many requests during the incident?', END_MS)
    expect(text).toMatch(/no incident found/)
  })
})
