/** Who asks for names, reasons or one number for each gets them, or is told which field there is not. */
import { describe, expect, it } from 'vitest'
import type { LogRow, SpanRow, World } from '../../scripts/eval/questions/records.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

const BRANCHES = ['riverside', 'old-mill', 'station'] as const
const CHANNELS = ['app', 'desk'] as const
const REASONS = ['blurred', 'wrong size'] as const
const MINUTE_MS = 60_000

/** A framing shop: requests carry the branch and the channel; of its lines only some carry why they were written. */
function framer(): World {
  const plain = worldOf({
    gateway: 'front-bench',
    routes: { 'POST /frames': 'frame-cutter', 'GET /catalogue': 'print-shelf' },
    failing: 'POST /frames',
    store: 'postgresql',
  })
  const spans = plain.spans.map((span, index): SpanRow => {
    const turn = Math.floor(index / 3)
    // Only one branch has failures.
    const branch = span.isFailed ? BRANCHES[0] : (BRANCHES[turn % 3] ?? '')
    const own = { 'branch.name': branch, 'shop.channel': CHANNELS[turn % 4 === 0 ? 0 : 1] }
    return span.kind === 'server' ? { ...span, attributes: { ...span.attributes, ...own } } : span
  })
  const cut = spans.filter(({ name, service }) => name === 'POST /frames' && service === 'frame-cutter')
  const line = (timeMs: number, body: string, more: Partial<LogRow> = {}): LogRow => ({
    ...{ timeMs, service: 'frame-cutter', severity: 'INFO', isSeveritySent: true, message: body, body },
    ...{ attributes: {}, traceId: '', spanId: '', version: '1.0.0', instance: 'frame-cutter-1' },
    ...more,
  })
  const logs = [
    ...plain.logs,
    ...cut
      .filter((_, index) => index % 4 === 0)
      .map(({ traceId, spanId, endMs }) => line(endMs - 1, 'glass chipped while cutting', { traceId, spanId })),
    ...Array.from({ length: 15 }, (_, index) => {
      const reason = REASONS[index % 3 === 0 ? 1 : 0]
      return line(END_MS - (index + 2) * MINUTE_MS, 'scan rejected', { severity: 'WARN', attributes: { reason } })
    }),
    ...Array.from({ length: 12 }, (_, index) =>
      line(END_MS - (index + 3) * MINUTE_MS, `blade swapped for ${index % 3 === 0 ? 'rust' : 'wear'}`),
    ),
  ]
  return { ...plain, spans, logs }
}

const store = storeWithWorld(framer())
const answer = async (...questions: readonly string[]): Promise<string> => {
  const talk = new Conversation(rememberingStore(await store))
  let text = ''
  for (const question of questions) text = (await talk.ask(question, END_MS)).text
  return text
}

describe('Names', () => {
  it('are told where what they are called is asked for', async () => {
    for (const question of ['what are the branches called?', 'name each branch', 'branches we have seen so far'])
      expect(await answer(question), question).toMatch(/\*\*3\*\* distinct branch.*riverside/s)
  })

  it('are ranked by what is counted of a service', async () => {
    expect(await answer('branch of print-shelf with the most requests')).toMatch(/`branch\.name`[\s\S]*old-mill/)
  })

  it('are those that had trouble with something', async () => {
    const said = await answer('which branches had trouble with frames')
    expect(said).toMatch(/^`riverside` has the most failed requests/)
    expect(await answer('which branches had trouble with the catalogue')).toMatch(/^None: \*\*0\*\* failed requests/)
  })

  it('are those that were hit worst', async () => {
    for (const question of ['which branch was hit hardest by the lock thing?', 'branch that suffered most'])
      expect(await answer(question), question).toMatch(/^`riverside` has the most failed requests/)
  })

  it('of services that one of them took along are the chain', async () => {
    for (const question of [
      'components dragged down by frame-cutter',
      'list the services that suffered from frame-cutter',
    ])
      expect(await answer(question), question).toMatch(/front-bench/)
  })
})

describe('Reasons', () => {
  it('are told by their key', async () => {
    for (const question of [
      'why are scans rejected, by reason',
      'scan rejection reasons',
      'why were scans rejected? reasons with counts',
      'reasons why scans were rejected, with numbers',
    ])
      expect(await answer(question), question).toMatch(/^`blurred` has the most[\s\S]*`wrong size`: 5/)
  })

  it('are told by the lines where no key has them', async () => {
    expect(await answer('blade swaps by message')).toMatch(/wear[\s\S]*rust/)
  })
})

describe('Groups', () => {
  it('are those of the requests that lines belong to', async () => {
    const said = await answer('chipped glass per branch')
    expect(said).toMatch(/`riverside`/)
    expect(said).toContain('These lines do not carry `branch.name`; the requests they belong to do.')
  })

  it('that nothing has are no sum of all', async () => {
    expect(await answer('scans rejected per warehouse')).not.toMatch(/^\*\*\d/)
    expect(await answer('p95 of the frames for each apprentice')).not.toMatch(/\*\*[\d.]+ ms/)
  })
})

describe('Values', () => {
  it('that are words for a whole system restrict', async () => {
    expect(await answer('how much of front-bench traffic is app')).toMatch(
      /^\*\*2\d(?:\.\d)? %\*\*.*`shop\.channel` `app`/,
    )
  })

  it('compared in a statistic that stands behind have that statistic', async () => {
    const said = await answer('is riverside slower than station for frames? median of both please')
    expect(said).toMatch(/median duration/)
    expect(said).not.toMatch(/95th/)
  })

  it('asked about in what a service said are lines', async () => {
    expect(await answer('what did frame-cutter say about glass?')).toMatch(
      /log records of `frame-cutter`[\s\S]*chipped/,
    )
  })

  it('are no cause where a share of them is asked for', async () => {
    expect(await answer('proportion of scans with broken corners?')).not.toMatch(/Root cause/)
  })
})

describe('Groups of many values', () => {
  /** One user's requests come last and are the only ones that fail more than once; hundreds of others have more of them. */
  async function ofManyUsers(): Promise<(question: string) => Promise<string>> {
    const plain = worldOf({
      gateway: 'front-bench',
      routes: { 'GET /catalogue': 'print-shelf' },
      failing: '',
      store: 'postgresql',
    })
    const [pattern] = plain.spans.filter(({ service, kind }) => service === 'front-bench' && kind === 'server')
    if (pattern === undefined) throw new Error('No request to copy')
    const request = (user: string, index: number, isFailed: boolean): SpanRow => ({
      ...pattern,
      ...{
        traceId: index.toString(16).padStart(32, 'a'),
        spanId: index.toString(16).padStart(16, 'b'),
        parentSpanId: '',
      },
      ...{
        startMs: END_MS - 20 * MINUTE_MS + index,
        endMs: END_MS - 20 * MINUTE_MS + index + 5,
        isFailed,
        isError: isFailed,
      },
      attributes: { ...pattern.attributes, 'enduser.id': user, 'http.response.status_code': isFailed ? 503 : 200 },
    })
    const others = Array.from({ length: 900 }, (_, index) => request(`u-${1000 + (index % 300)}`, index, index < 60))
    const own = Array.from({ length: 2 }, (_, index) => request('u-77', 900 + index, true))
    const many = await storeWithWorld({ ...plain, spans: [...others, ...own], logs: [] })
    return async (question) => (await new Conversation(rememberingStore(many)).ask(question, END_MS)).text
  }

  it('are counted for all values, not for those with the most requests', async () => {
    const ask = await ofManyUsers()
    expect(await ask('which enduser.id has the most failed requests')).toMatch(
      /^`u-77` has the most failed requests: \*\*2\*\*/,
    )
    expect(await ask('failed requests by enduser.id')).toMatch(/In all 62 over 61 groups/)
  })
})
