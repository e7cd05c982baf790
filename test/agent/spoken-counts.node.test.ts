/** Counts, shares, tops and follow-ups as people say them, over a laundry whose dryings only log lines tell of. */
import { describe, expect, it } from 'vitest'
import type { LogRow, World } from '../../scripts/eval/questions/records.ts'
import { lastAnswer } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

const FABRICS = ['cotton', 'cotton', 'cotton', 'silk', 'silk', 'linen'] as const

/** Each minute one drying; every fourth minute a token is lost; some garments are refused, and some vouchers. */
function laundry(): World {
  const plain = worldOf({
    gateway: 'front-desk',
    routes: { 'POST /garments': 'wash-svc', 'GET /shelves': 'shelf-svc' },
    failing: 'GET /shelves',
    store: 'postgresql',
  })
  const line = (minute: number, service: string, body: string, attributes: Record<string, string> = {}): LogRow => ({
    ...{ timeMs: END_MS - minute * 60_000 + 1, service, severity: 'INFO', isSeveritySent: true, message: body, body },
    ...{ attributes, traceId: '', spanId: '', version: '1.0.0', instance: `${service}-1` },
  })
  const logs = [...plain.logs]
  for (let minute = 1; minute <= 48; minute++) {
    const fabric = FABRICS[minute % 6] ?? 'linen'
    logs.push(line(minute, 'shelf-svc', 'drying started', { fabric }))
    if (minute % 4 === 0)
      logs.push(line(minute, 'shelf-svc', 'token lost', { shop: minute % 12 === 0 ? 'mill' : 'dock' }))
    if (minute % 8 === 0) logs.push(line(minute, 'wash-svc', 'garment refused, label is missing'))
    if (minute % 3 === 0) logs.push(line(minute, 'shelf-svc', 'voucher refused'))
  }
  return { ...plain, logs }
}

const store = storeWithWorld(laundry())
/** The answer to the last of these questions. */
async function answer(...questions: readonly string[]): Promise<string> {
  return lastAnswer(rememberingStore(await store), questions, END_MS)
}
const boldIn = (text: string): string[] => [...text.matchAll(/\*\*([^*]+)\*\*/g)].map(([, bold = '']) => bold)
const numberIn = (text: string): string | undefined => boldIn(text)[0]

describe('a share', { timeout: 120_000 }, () => {
  it('is taken of all with the noun, and not of all with the value', async () => {
    expect(numberIn(await answer('share of dryings that are for silk'))).toBe('33.3 %')
  })
})

describe('a word that only describes a key', { timeout: 120_000 }, () => {
  it('restricts nothing where a value of the key, or all of them, are asked for', async () => {
    const text = await answer('how many dryings of flimsyish fabric were for silk?')
    expect(text).toMatch(/I took "flimsyish fabric" as `fabric`/)
    expect(numberIn(text)).toBe('16')
  })

  it('is asked back where it may restrict', async () => {
    expect(await answer('how many flimsyish dryings were there?')).not.toMatch(/\*\*\d/)
    expect(await answer('how many dryings of flimsyish fabric?')).not.toMatch(/\*\*\d/)
  })
})

describe('several numbers', { timeout: 120_000 }, () => {
  it('of one thing are all told', async () => {
    const bold = boldIn(
      (await answer('for wash-svc the median, the p95 and the longest, all three')).split('\n')[0] ?? '',
    )
    expect(bold.length).toBe(3)
  })

  it('of which ones and of all: that of all goes first', async () => {
    const text = await answer('Which shops lost tokens and how many in all?')
    expect(numberIn(text)).toBe('12')
    expect(text).toMatch(/`dock`: 8/)
  })
})

describe('how people count', { timeout: 120_000 }, () => {
  it.each([
    ['how many log records did shelf-svc write down?', 'how many log records did shelf-svc write?'],
    [
      'how busy was wash-svc in the last 20 minutes, in requests',
      'how many requests of wash-svc in the last 20 minutes',
    ],
    ['half of the garments are faster than what? so the median', 'median duration of garments'],
    ['in what time are 95 of 100 garments done', 'p95 duration of garments'],
    ['average time of a garment', 'average duration of garments'],
    ['tokens lost by kind of shop', 'tokens lost by shop'],
  ])('"%s"', async (said, plain) => {
    const expected = numberIn(await answer(plain))
    expect(expected).toMatch(/\d/)
    expect(numberIn(await answer(said))).toBe(expected)
  })
})

describe('a follow-up and the question written out', { timeout: 120_000 }, () => {
  it.each([
    [
      ['dryings in the last 30 minutes', 'only silk and only 12 min'],
      'dryings with fabric silk in the last 12 minutes',
    ],
    [
      ['garments in the last 30 minutes', 'how many were refused'],
      'how many garments were refused in the last 30 minutes',
    ],
    [['p95 of wash-svc', 'max instead of p95'], 'max duration of wash-svc'],
    [['p95 of wash-svc', 'make it the median'], 'median duration of wash-svc'],
    [
      ['dryings in the last 30 minutes', 'only silk', 'and linen?', 'both together but for 12 minutes'],
      'dryings with fabric silk or linen in the last 12 minutes',
    ],
  ])('%s', async (thread, written) => {
    const expected = numberIn(await answer(written))
    expect(expected).toMatch(/\d/)
    expect(numberIn(await answer(...thread))).toBe(expected)
  })
})
