/** What was done and what lines say of it, where requests on the route of the thing end in errors as well. */
import { describe, expect, it } from 'vitest'
import type { SpanRow, World } from '../../scripts/eval/questions/records.ts'
import { Conversation } from './ask.ts'
import { bakeryWorld } from './bakery-world.ts'
import { orchard } from './orchard-world.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

/** Each batch that is baked calls a store, whose spans carry no status. */
function withStore(world: World): World {
  const calls = world.spans
    .filter(({ name, service }) => name === 'POST /batches' && service === 'bake-desk')
    .map(
      (span, at): SpanRow => ({
        ...span,
        ...{ spanId: (0xca000000 + at).toString(16).padStart(16, '0'), parentSpanId: span.spanId, kind: 'client' },
        ...{ name: 'find tins', attributes: { 'db.system.name': 'mongodb' }, isEntry: false, isFailed: false },
      }),
    )
  // Trays go by one key on the requests of a bay, and by another one on those for a batch.
  const spans = world.spans.map((span) => {
    const key = span.service === 'bay-desk' ? 'tray' : span.service === 'bake-desk' ? 'tray.id' : null
    return key === null ? span : { ...span, attributes: { ...span.attributes, [key]: `tr-${span.startMs % 3}` } }
  })
  const [line] = world.logs.filter(({ service }) => service === 'weigh-desk')
  const trays = Array.from({ length: 10 }, (_, at) => {
    const message = `Tray T-${4000 + at} opened at bay A: ${10 + at} min`
    return line === undefined ? [] : [{ ...line, timeMs: END_MS - (at + 2) * 60_000, message, body: message }]
  }).flat()
  return { ...world, spans: [...spans, ...calls], logs: [...world.logs, ...trays] }
}

const bakery = storeWithWorld(withStore(bakeryWorld()))
const trees = storeWithWorld(orchard())
const ask = async (question: string, store = bakery): Promise<string> =>
  (await new Conversation(rememberingStore(await store)).ask(question, END_MS)).text

describe('what was done', { timeout: 120_000 }, () => {
  it('was done by no request that ended in an error', async () => {
    for (const question of ['how many batches were made?', 'batches made', 'batches created in the last hour'])
      expect(await ask(question), question).toMatch(
        /^\*\*180\*\* without an error of \*\*240\*\* requests on `POST \/batches`/,
      )
  })

  it('is first told by lines that say so', async () => {
    expect(await ask('payouts approved', trees)).toMatch(/^\*\*30\*\* log records/)
    expect(await ask('how many payouts were made?', trees)).toMatch(
      /\*\*\d+\*\* without an error of \*\*240\*\* requests/,
    )
  })

  it('is all requests where they are asked for, or what failed', async () => {
    expect(await ask('requests on POST /batches')).toMatch(/^\*\*240\*\* requests/)
    expect(await ask('how many batches failed?')).toMatch(/\*\*60\*\*/)
  })
})

describe('a status on another span of the trace', { timeout: 120_000 }, () => {
  it('is counted where it stands, and the answer says so', async () => {
    expect(await ask('how many find tins calls of bake-desk ended with 503')).toMatch(
      /^`find tins` carries no status, so I counted the requests in which it is called\. \*\*60\*\*/,
    )
  })
})

describe('a share of a route with a status', { timeout: 120_000 }, () => {
  it('is one of the requests, whatever lines have the noun', async () => {
    expect(await ask('percent of batches on bake-desk answered 503')).toMatch(
      /^\*\*25\.0 %\*\* of requests of `bake-desk` on `POST \/batches` have status 503: 60 of 240/,
    )
  })
})

describe('a number that lines state', { timeout: 120_000 }, () => {
  it('is told of them where the question says that they do, or asked back', async () => {
    expect(await ask('how long is an opened tray on average, in minutes as the log says')).toMatch(
      /\*\*14 min 30 s\*\*, over 10 records/,
    )
    expect(await ask('how long does a batch take on average in minutes, as the log says')).not.toMatch(/duration/)
  })
})

describe('a line that is pasted for its kind', { timeout: 120_000 }, () => {
  it('is counted with all others of its kind', async () => {
    for (const asked of [
      'how many times did we get this kind of line',
      'how many such lines',
      'number of lines like this',
    ])
      expect(await ask(`${asked}: Loaf L-8006 held: weight differs by 17 g`), asked).toMatch(/^\*\*10\*\*/)
  })
})

describe('groups by a noun', { timeout: 120_000 }, () => {
  it('go by the key that what is counted carries', async () => {
    expect(await ask('requests of bay-desk per bay')).toMatch(/by `bay`/)
    expect(await ask('requests of bake-desk per tray')).toMatch(/by `tray\.id`/)
  })
})

describe('why a service stopped', { timeout: 120_000 }, () => {
  it('is told by what it wrote then', async () => {
    expect(await ask('why was price-api shut down?', trees)).toMatch(/node is drained for a new kernel/)
  })
})

describe('a line that is pasted behind why it comes', { timeout: 120_000 }, () => {
  it('asks for the cause, and for none of its numbers', async () => {
    const line = `2026-11-27 15:44:44,541 ERROR Loaf L-9004 timed out in bay B: no oven free`
    expect(await ask(`why does this happen: ${line}`)).not.toMatch(/could not find/)
  })
})
