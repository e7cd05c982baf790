/** Keys that metrics call otherwise, people told apart, amounts of things, and both sides of a moment. */
import { describe, expect, it } from 'vitest'
import type { LogRow, PointRow, SpanRow, World } from '../../scripts/eval/questions/records.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

const KILNS = { 'kiln-east': 410, 'kiln-west': 890 } as const
const GUILDS = ['oakfield', 'redmoor', 'stonebridge'] as const
const GLAZES = ['cobalt', 'celadon', 'ash'] as const

/** A pottery: kilns whose draught stands in a gauge, pots that are fired or cracked, pieces that are fetched by members. */
function pottery(): World {
  const plain = worldOf({
    gateway: 'pot-gate',
    routes: { 'POST /pots': 'kiln-svc', 'GET /shelves': 'shelf-svc' },
    failing: 'GET /shelves',
    store: 'postgresql',
  })
  const spans = plain.spans.map(
    (span, index): SpanRow =>
      span.name.includes('pots')
        ? {
            ...span,
            attributes: {
              ...span.attributes,
              'kiln.name': index % 2 === 0 ? 'kiln-east' : 'kiln-west',
              'member.id': `m-${Math.floor(index / 3) % 5}`,
              'clay.glaze': GLAZES[Math.floor(index / 3) % 3] ?? '',
            },
          }
        : span,
  )
  const traces = plain.spans
    .filter(({ name }) => name.includes('pots'))
    .map(({ traceId, spanId }) => ({ traceId, spanId }))
  const line = (
    minute: number,
    body: string,
    attributes: LogRow['attributes'],
    trace: Pick<LogRow, 'traceId' | 'spanId'> = { traceId: '', spanId: '' },
  ): LogRow => ({
    ...{ timeMs: END_MS - minute * 60_000 + 1000, service: 'kiln-svc', severity: 'INFO', isSeveritySent: true },
    ...{ message: body, body, attributes, ...trace, version: '1.0.0', instance: 'kiln-svc-1' },
  })
  const logs = [...plain.logs]
  const points: PointRow[] = []
  for (let minute = 59; minute > 0; minute--) {
    const tenant = GUILDS[minute % 3] ?? ''
    const pot = `POT-${4000 + minute}`
    const kilos = 10 + minute
    logs.push(
      line(minute, `msg="firing finished" pot=${pot} tenant=${tenant} kilos=${kilos} seconds=${minute * 10}`, {
        pot,
        tenant,
        kilos,
      }),
    )
    if (minute < 30) logs.push(line(minute, `msg="glaze cracked" tenant=${tenant}`, { tenant }))
    if (minute % 4 === 0) logs.push(line(minute, `draught alarm 7.${minute} percent at the flue`, {}))
    if (minute <= 20) logs.push(line(minute, 'basket handed over', {}, traces[minute * 3]))
    for (const [kiln, draught] of Object.entries(KILNS))
      points.push({
        ...{ timeMs: END_MS - minute * 60_000, startMs: END_MS - 90 * 60_000, service: 'kiln-svc', unit: 'm3/h' },
        ...{ type: 'gauge' as const, name: 'kiln.airflow', value: draught - (kiln === 'kiln-west' ? minute : 0) },
        ...{ buckets: null, attributes: { kiln }, version: '1.0.0', instance: 'kiln-svc-1' },
      })
  }
  return { ...plain, spans, logs, points }
}

const store = storeWithWorld(pottery())
const answer = async (question: string): Promise<string> =>
  (await new Conversation(rememberingStore(await store)).ask(question, END_MS)).text

describe('a metric whose points call a key otherwise', { timeout: 120_000 }, () => {
  it.each([
    ['which kiln has the most airflow', /^`kiln-west` has the highest maximum of `kiln\.airflow`/],
    ['mean airflow per kiln in the last 20 minutes', /`kiln-east`: 410/],
    ['airflo of kiln-east now', /I took "airflo" for airflow\. Last value of `kiln\.airflow` .*\*\*410/],
  ])('is grouped and restricted by its own: %s', async (question, said) => {
    expect(await answer(question)).toMatch(said)
  })
})

describe('those who are told apart', { timeout: 120_000 }, () => {
  it.each([
    ['how many customers had a glaze cracked', /\*\*3\*\* distinct customers/],
    ['how many clients have had a firing finished?', /\*\*3\*\* distinct clients/],
    [
      'how many members had a basket handed over',
      /\*\*5\*\* distinct members .*`member\.id`; the requests they belong to do/,
    ],
    ['how many glazes do we fire?', /\*\*3\*\* distinct glazes/],
  ])('are no number of lines: %s', async (question, said) => {
    expect(await answer(question)).toMatch(said)
  })
})

it('those who did a thing most are no id of it', { timeout: 120_000 }, async () => {
  expect(await answer('who cracked the most glazes?')).toMatch(/^`(?:oakfield|redmoor|stonebridge)` has the most/)
})

describe('amounts of things', { timeout: 120_000 }, () => {
  it.each([
    ['how big was the biggest firing in kilos', /^Maximum of `kilos` stated by log records/],
    ['average length of a finished firing in seconds', /Mean of `seconds` .*\*\*300/],
    ['worst draught alarm in the log lines of kiln-svc', /Maximum of `percent` .*\*\*7\.8/],
  ])('are numbers that lines state: %s', async (question, said) => {
    expect(await answer(question)).toMatch(said)
  })
})

describe('the other side of a moment', { timeout: 120_000 }, () => {
  it.each([
    ['how many firings were finished before 14:30 and how many glazes cracked after?'],
    ['how many firings were finished before 14:30 and how many after?'],
    ['firings finished before 14:30 and after'],
  ])('is no window of the first part: %s', async (question) => {
    const text = await answer(question)
    expect(text).toContain('(“before 14:30”)')
    expect(text).toContain('(“after 14:30”)')
  })

  it('is the clock time beside an event', async () => {
    expect(await answer('p95 of kiln-svc since the release at 14:20')).toContain('14:20:00–15:00:00')
    expect(await answer('p95 of kiln-svc before the last release at 14:20')).toMatch(/–14:20:00 UTC/)
  })
})

it('an id takes neither the noun nor the time from a question', { timeout: 120_000 }, async () => {
  expect(await answer('ovations for POT-4010 in the last 30 minutes')).not.toMatch(/\*\*\d/)
})
