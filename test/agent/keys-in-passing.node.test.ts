/** Keys in everyday grammar and ways of asking in passing, over a pottery whose kilns have jobs for pots of studios. */
import { describe, expect, it } from 'vitest'
import type { LogRow, PointRow, World } from '../../scripts/eval/questions/records.ts'
import { lastAnswer } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

const KILNS = ['K1', 'K2', 'K3'] as const
const GLAZES = ['ash', 'ash', 'celadon', 'none', 'none'] as const

/** Jobs carry their kiln; every fifth check of a pot finds a crack, which lines tell with what is cracked. */
function pottery(): World {
  const plain = worldOf({
    gateway: 'front-desk',
    routes: { 'POST /jobs': 'kiln-svc', 'GET /glazes': 'glaze-svc', 'POST /intake': 'kiln-svc' },
    failing: 'GET /glazes',
    store: 'postgresql',
  })
  const spans = plain.spans.map((span, at) => {
    if (span.name === 'GET /glazes') {
      const glaze = GLAZES[Number.parseInt(span.traceId, 16) % GLAZES.length] ?? 'ash'
      return { ...span, attributes: { ...span.attributes, 'pot.glaze': glaze, studio: at % 2 ? 'east' : 'west' } }
    }
    if (span.name === 'POST /intake')
      return {
        ...span,
        attributes: { ...span.attributes, shape: Number.parseInt(span.traceId, 16) % 2 ? 'mug' : 'bowl' },
      }
    return span.name === 'POST /jobs'
      ? {
          ...span,
          attributes: {
            ...span.attributes,
            kiln: KILNS[(Number.parseInt(span.traceId, 16) % 6) >> 1] ?? 'K1',
            clay: 'red',
          },
        }
      : span
  })
  const line = (minute: number, service: string, body: string, attributes: Record<string, string>): LogRow => ({
    ...{ timeMs: END_MS - minute * 60_000 + 1, service, severity: 'INFO', isSeveritySent: true, message: body, body },
    ...{ attributes, traceId: '', spanId: '', version: '1.0.0', instance: `${service}-1` },
  })
  const logs = [...plain.logs]
  logs.push(line(31, 'kiln-svc', 'signal 15, leaving after the open jobs', {}))
  const points: PointRow[] = []
  for (let minute = 1; minute <= 50; minute++) {
    const pot = `P-${1000 + minute}`
    logs.push(
      line(minute, 'glaze-svc', minute % 5 === 0 ? 'crack found' : 'no crack', {
        pot,
        studio: minute % 2 ? 'east' : 'west',
      }),
    )
    if (minute > 12) logs.push(line(minute, 'shelf-scan', 'shelf scanned', { shelf: 'top' }))
    for (const [shelf, ratio] of [
      ['A', 0.4],
      ['B', 0.7],
    ] as const)
      points.push({
        ...{ timeMs: END_MS - minute * 60_000, startMs: END_MS - 90 * 60_000, service: 'kiln-svc', unit: '' },
        ...{ name: 'drying_rack_fill_ratio', type: 'gauge' as const, value: ratio, buckets: null },
        ...{ attributes: { rack: shelf }, version: '1.0.0', instance: 'kiln-svc-1' },
      })
    points.push({
      ...{ timeMs: END_MS - minute * 60_000, startMs: END_MS - 90 * 60_000, service: 'kiln-svc', unit: '' },
      ...{ name: 'workshop_temperature', type: 'gauge' as const, value: 30 - minute / 5, buckets: null },
      ...{ attributes: {}, version: '1.0.0', instance: 'kiln-svc-1' },
    })
  }
  return { ...plain, services: [...plain.services, 'shelf-scan'], spans, logs, points }
}

const store = storeWithWorld(pottery())
/** The answer to the last of these questions. */
async function answer(...questions: readonly string[]): Promise<string> {
  return lastAnswer(rememberingStore(await store), questions, END_MS)
}
const boldIn = (text: string): string[] => [...text.matchAll(/\*\*([^*]+)\*\*/g)].map(([, bold = '']) => bold)

describe('a key in everyday grammar', { timeout: 120_000 }, () => {
  it('is said twice where something is counted by it', async () => {
    expect(await answer('kiln jobs by kiln')).toMatch(/by `kiln`.*\n\n- `K\d`: \d+\n- `K\d`: \d+/s)
  })

  it('is what is told apart where each got one of what a route makes', async () => {
    expect(boldIn(await answer('how many kilns were given a job?'))[0]).toBe('3')
  })

  it('restricts nothing where it is what a service is there for', async () => {
    expect(await answer('do jobs for kilns go through at the moment?')).toMatch(
      /^Yes: \*\*100 %\*\* of requests on `POST \/jobs`/,
    )
  })

  it('tells the kind of a noun that it is called by, without those that have none', async () => {
    const text = await answer('glazes by kind')
    expect(text).toMatch(/by `pot\.glaze`/)
    expect(text).toMatch(/- `ash`: \d+\n- `celadon`: \d+/)
    expect(text).not.toMatch(/- `none`/)
  })

  it('counts nothing by itself beside a value of another key', async () => {
    expect(boldIn(await answer('clays for the east studio in the last 30 min'))).toEqual([])
  })

  it('has values of which several are counted on a route', async () => {
    expect(await answer('mugs at intake since 14:40')).toMatch(/requests on `POST \/intake` with `shape` `mug`/)
    expect(boldIn(await answer('how many mugs failed at intake?'))[0]).toBe('0')
  })

  it('may have letters for values', async () => {
    expect(boldIn(await answer('how full is rack B right now'))[0]).toBe('0.700')
  })
})

describe('what lines say that there is none of', { timeout: 120_000 }, () => {
  it('is not counted with what there is', async () => {
    expect(boldIn(await answer('how many different pots with a crack'))[0]).toBe('10')
  })
})

describe('asked in passing', { timeout: 120_000 }, () => {
  it('a metric beside the question is what it is about', async () => {
    expect(await answer('is it getting hotter in here? workshop_temperature')).toMatch(/^Yes, rising/)
  })

  it('answers that came back from a service are its answers', async () => {
    expect(boldIn(await answer('how many 503s came back from glaze-svc since 14:25'))[0]).toBe('60')
  })

  it('a code says how something was refused', async () => {
    expect(boldIn(await answer('glazes refused with 503 since 14:25'))[0]).toBe('60')
  })

  it('failed requests may be anywhere', async () => {
    expect(await answer('did requests fail anywhere before 14:20?')).toMatch(/^No: \*\*0\*\* failed requests/)
  })

  it('the last line of a service is asked for with a bare at', async () => {
    expect(await answer('shelf-scan: latest line at?')).toMatch(/silent since \*\*14:47/)
  })

  it('what a line is meant to say asks for its meaning', async () => {
    expect(await answer("what's 'lock held' supposed to mean?")).toMatch(/It comes from `glaze-svc`/)
  })

  it('what goes on where something grows asks for the cause', async () => {
    expect(await answer('the workshop temperature rises and rises, what is going on there?')).toMatch(
      /Root cause: `glaze-svc`/,
    )
  })

  it('so does why a number moves that a metric is named by', async () => {
    expect(await answer('why is the workshop temperature rising?')).toMatch(/Root cause: `glaze-svc`/)
  })

  it('what did it after all asks for the cause once more', async () => {
    const text = await answer('did kiln-svc cause the failures from 14:25 to 14:45?', 'so what did?')
    expect(text).toMatch(/glaze-svc/)
    expect(text).not.toMatch(/give no number/)
  })

  it('the same minutes half an hour ago are a window of their own', async () => {
    const text = await answer('front-desk requests in the last 5 min and in the same 5 min half an hour ago')
    expect(text).toMatch(/14:55:00–15:00:00/)
    expect(text).toMatch(/14:25:00–14:30:00/)
  })

  it.each(['name the culprit', 'name the component at fault'])('%j asks which service is to blame', async (question) =>
    expect(await answer(question)).toMatch(/glaze-svc/),
  )

  it('names of all services that were hit are listed', async () => {
    expect(await answer('name every service hit by the glaze outage')).toMatch(/`glaze-svc`/)
  })
})
