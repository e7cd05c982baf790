/** Words that every object of JavaScript has too: in questions, in follow-ups and in lines. */
import { describe, expect, it } from 'vitest'
import type { LogRow, World } from '../../scripts/eval/questions/records.ts'
import { threadsOver } from './threads-over.ts'
import { END_MS, worldOf } from './trade-world.ts'

/** A shop of lamps whose baskets fail with an everyday error of JavaScript. */
function lamps(): World {
  const base = worldOf({
    ...{ gateway: 'lamp-edge', routes: { 'POST /baskets': 'basket-api' }, failing: 'none', store: 'mysql' },
  })
  const body = 'TypeError: Basket is not a constructor'
  const logs = Array.from(
    { length: 7 },
    (_, nth): LogRow => ({
      ...{ timeMs: END_MS - (nth + 1) * 60_000, service: 'basket-api', severity: 'ERROR', isSeveritySent: true },
      ...{ message: body, body, attributes: {}, traceId: '', spanId: '', version: '1.0.0', instance: 'basket-api-1' },
    }),
  )
  return { ...base, logs: [...base.logs, ...logs] }
}

const ask = threadsOver(lamps, END_MS)

describe('a word that every object has', () => {
  it('is counted where lines say it', async () => {
    expect(await ask('how many constructor errors')).toMatch(/^\*\*7\*\* /)
  })

  it('in lines stops no other question', async () => {
    expect(await ask('how many requests of basket-api')).toMatch(/^\*\*240\*\* requests/)
  })

  it.each([
    'errors above constructor',
    'constructor per constructor',
    'top constructor by constructor',
    'how many __proto__ lines',
    'constructor since constructor',
    'p95 of constructor',
  ])('is not known where nothing has it: %j', async (question) => {
    expect(await ask(question)).not.toMatch(/look-up failed/)
  })

  it.each(['constructor?', 'highest constructor', 'worse constructor in the last 20 minutes', 'per constructor'])(
    'behind a count is a word like any other: %j',
    async (question) => {
      expect(await ask('how many requests of basket-api', question)).not.toMatch(/look-up failed/)
    },
  )
})
