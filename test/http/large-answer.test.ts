import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { writeAnswer } from '../../src/http/large-answer.ts'

const item = z.object({ id: z.string(), at: z.number(), note: z.string().nullable().optional() })
const schema = z.object({
  records: z.array(item),
  nextCursor: z.string().nullable(),
  extra: z.array(z.number()).optional(),
})
const itemsOf = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `r"${at}`, at, unknown: true }))

describe('an answer with a long list', () => {
  it('is written as one with a short list', async () => {
    const lengths = fc.constantFrom(0, 1, 99, 100, 101, 200, 250, 1_000)
    await fc.assert(
      fc.asyncProperty(lengths, fc.option(lengths, { nil: undefined }), async (records, extra) => {
        const result = {
          nextCursor: null,
          records: itemsOf(records),
          ...(extra === undefined ? {} : { extra: Array.from({ length: extra }, (_, n) => n) }),
          stranger: 1,
        }
        const written = await writeAnswer(schema, result)
        expect(written).toEqual({ text: JSON.stringify(schema.parse(result)) })
      }),
      { numRuns: 60 },
    )
  })

  it('is refused with the place of what does not fit', async () => {
    const records: unknown[] = itemsOf(300)
    records[217] = { id: 5, at: 1 }
    const written = await writeAnswer(schema, { records, nextCursor: null })
    const expected = schema.safeParse({ records, nextCursor: null })
    expect('issues' in written && written.issues).toEqual(expected.error?.issues)
    expect('issues' in written && written.issues[0]?.path).toEqual(['records', 217, 'id'])
  })

  it('keeps the bounds of the whole list', async () => {
    const bounded = z.object({ records: z.array(item).max(150) })
    expect(await writeAnswer(bounded, { records: itemsOf(200) })).toHaveProperty('issues')
    expect(await writeAnswer(bounded, { records: itemsOf(140) })).toHaveProperty('text')
  })

  it('lets others in while it is written', async () => {
    let turns = 0
    let isDone = false
    const count = async () => {
      while (!isDone) {
        turns++
        await scheduler.wait(0)
      }
    }
    const counting = count()
    await writeAnswer(schema, { records: itemsOf(1_000), nextCursor: null })
    isDone = true
    await counting
    expect(turns).toBeGreaterThan(4)
  })
})
