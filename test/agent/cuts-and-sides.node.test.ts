/** What a question is cut by, whether trouble is of one or of all, and what is set side by side. */
import { describe, expect, it } from 'vitest'
import type { SpanRow, World } from '../../scripts/eval/questions/records.ts'
import { cutsAsked } from '../../src/agent/questions/reader/cut-asked.ts'
import { oneOfThem } from '../../src/agent/questions/reader/moments-compared.ts'
import { oneOrAll } from '../../src/agent/questions/reader/one-or-all.ts'
import { plainTurn } from '../../src/agent/questions/reader/plain-turns.ts'
import { sparedAsked } from '../../src/agent/questions/reader/spared-asked.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

const GUILDS = ['oakfield', 'redmoor', 'stonebridge'] as const

/** A bindery of three guilds with two presses, of which press-a alone fails, for all guilds alike. */
function bindery(): World {
  const plain = worldOf({
    gateway: 'book-gate',
    routes: { 'POST /bindings': 'stitch-svc', 'POST /repairs': 'mend-svc', 'GET /covers': 'cover-svc' },
    failing: 'POST /bindings',
    store: 'postgresql',
  })
  const spans = plain.spans.map((span): SpanRow => {
    const nth = Number.parseInt(span.traceId, 16)
    const press = nth % 2 === 0 ? 'press-a' : 'press-b'
    const isFailed = span.isFailed && press === 'press-a'
    const carried = { 'guild.name': GUILDS[Math.floor(nth / 6) % 3] ?? '', 'press.name': press }
    const status = { 'http.response.status_code': isFailed ? 503 : 200 }
    const job = { 'job.kind': span.name === 'SELECT rows' && nth % 3 === 0 ? 'binding' : 'repair' }
    const own = span.isEntry ? { ...carried, ...status } : span.service === 'cover-svc' ? job : {}
    return { ...span, isFailed, isError: isFailed, attributes: { ...span.attributes, ...own } }
  })
  return { ...plain, spans }
}

const store = storeWithWorld(bindery())
const answers = async (...turns: readonly string[]): Promise<string> => {
  const talk = new Conversation(rememberingStore(await store))
  let text = ''
  for (const turn of turns) text = (await talk.ask(turn, END_MS)).text
  return text
}

type Known = Parameters<typeof cutsAsked>[1]
const known = {
  services: [{ name: 'web' }, { name: 'api' }],
  operations: [],
  keys: [
    { key: 'customer.name', scope: 'attribute', signal: 'spans', records: 9 },
    { key: 'machine.id', scope: 'attribute', signal: 'spans', records: 9 },
    { key: 'cache', scope: 'attribute', signal: 'logs', records: 9 },
    { key: 'booking', scope: 'attribute', signal: 'logs', records: 9 },
  ],
  values: [
    { key: 'machine.kind', scope: 'attribute', signal: 'spans', values: [{ value: 'north-1' }, { value: 'south-1' }] },
  ],
} as unknown as Known

describe('a cut that only a noun says', { timeout: 180_000 }, () => {
  it.each([
    ['503 guilds on book-gate', /by `guild\.name`/],
    ['status code mix of stitch-svc', /by `http\.response\.status_code`/],
    ['Q: 503s of book-gate by press?', /^`press-a` .*by `press\.name`/],
  ])('tells apart what is counted: %s', async (question, said) => {
    expect(await answers(question)).toMatch(said)
  })

  it('is one beside a word that ranks, or in the plural behind what is counted', () => {
    expect(cutsAsked('429 customers on web', known)[0]).toMatchObject({ noun: 'customers' })
    expect(cutsAsked('429 customers on web', known)[0]?.cores[0]).toBe('429 on web')
    expect(cutsAsked('customer hit hardest by refunds', known)[0]).toMatchObject({ noun: 'customer' })
  })

  it.each([
    'vends on tall machines, count',
    'saved bookings split by channel',
    'api cache hit percentage',
    'how many customers',
  ])('is none in passing: %s', (question) => {
    expect(cutsAsked(question, known)).toEqual([])
  })

  it('keeps the groups where a share is asked for behind them', async () => {
    expect(await answers('503s on book-gate per press', 'as percentages')).toMatch(/%.*by `press\.name`/)
  })

  it('leaves one of a list out and changes nothing', async () => {
    expect(await answers('failed bindings by guild', 'drop the redmoor one')).toMatch(/without `guild\.name` `redmoor`/)
    expect(await answers('drop the database')).toMatch(/^I cannot do that/)
    expect(plainTurn('drop the filter', undefined)).toBe('drop the filter')
  })

  it('is asked of what failed behind how a service is', async () => {
    expect(await answers('is book-gate healthy?', 'which press')).toMatch(/^`press-a` has the most failed requests/)
  })
})

describe('one of a kind or all of them', { timeout: 180_000 }, () => {
  it.each([
    [['how many bindings failed', 'only press-a or press-b too'], /^\*\*Only `press-a`\*\*/],
    [['how many bindings failed', 'is press-b affected as well or only press-a'], /^\*\*Only `press-a`\*\*/],
    [['how many bindings failed', 'both presses or just one'], /^\*\*Only `press-a`\*\*/],
    [['how many bindings failed', 'only redmoor or the other guilds too'], /^\*\*All 3\*\* by `guild\.name`/],
    [['anyone other than press-a failing?'], /^No: \*\*Only `press-a`\*\*/],
    [['anyone other than redmoor failing?'], /^Yes: \*\*All 3\*\*/],
  ])('is told by its failures: %s', async (turns, said) => {
    expect(await answers(...turns)).toMatch(said)
  })

  it('has no word that is neither', () => {
    expect(oneOrAll('only north-1 or the printers that jammed twice', known)).toBeNull()
    expect(oneOrAll('only north-1 or south-1 too', known)?.fields[0]?.field).toBe('machine.kind')
  })

  it('tells those that had none', async () => {
    expect(await answers('which services had no errors at all')).toMatch(
      /^\*\*2 of 4\*\* .*`mend-svc`.*`cover-svc`|`cover-svc`.*`mend-svc`/,
    )
    expect(sparedAsked('which services are totally fine', known)).toMatchObject({ field: 'service', isOfErrors: false })
    expect(sparedAsked('which services are slow', known)).toBeNull()
  })
})

describe('what is set side by side', { timeout: 180_000 }, () => {
  it('may be routes', async () => {
    expect(await answers('bindings vs repairs, which failed more')).toMatch(
      /`book-gate POST \/bindings` has the highest error rate/,
    )
  })

  it('is about the same where chance does as much', async () => {
    expect(await answers('oakfield vs stonebridge error rate')).toMatch(/^About the same: /)
    expect(await answers('press-a vs press-b error rate')).toMatch(/^`press-a` has the highest/)
  })

  it('is one of them and the other', () => {
    expect(oneOfThem('web hosts: is one worse than the other')).toBe('error rate of web by host')
    expect(oneOfThem('is one of the web pods slower than the others')).toBe('p95 duration of web by pod')
  })

  it('leaves out a caller', async () => {
    expect(await answers('who calls stitch-svc besides book-gate')).toMatch(/besides `book-gate`/)
  })
})

describe('what a follow-up names', { timeout: 180_000 }, () => {
  it('is a route where no request of the thread carries the value', async () => {
    expect(await answers('error rate of book-gate', 'same for repairs only')).toMatch(/on `POST \/repairs` failed/)
  })
})

it('one record tells what is asked of it', { timeout: 60_000 }, async () => {
  const text = await answers('first binding that failed, give me its press')
  expect(text).toMatch(/^The first of the failed requests/)
  expect(text).toMatch(/`press-a`/)
})

it('the worst minutes of a number are its peak', { timeout: 60_000 }, async () => {
  expect(await answers('book-gate p95 at its worst 5 minutes')).toMatch(/in that 5 min the 95th percentile duration/)
})
