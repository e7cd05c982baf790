import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { issuesOf } from '../../src/contracts/issues.ts'

const issues = (schema: z.ZodType, value: unknown) => {
  const { error } = schema.safeParse(value)
  if (error === undefined) throw new Error('the value was valid')
  return issuesOf('body', error)
}

describe('what is wrong with an input', () => {
  it('names the first unknown fields and counts the others', () => {
    const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`k${i}`, i]))
    expect(issues(z.strictObject({}), many)).toEqual([
      ...[0, 1, 2, 3, 4].map((i) => ({ path: `body.k${i}`, message: 'is not a known field' })),
      { path: 'body', message: 'has 99995 more fields that are not known' },
    ])
  })

  it('names the first wrong values and counts the others', () => {
    const found = issues(z.object({ list: z.array(z.string()) }), { list: Array.from({ length: 50_000 }, () => 1) })
    expect(found).toHaveLength(21)
    expect(found.at(-1)).toEqual({ path: 'body', message: 'has 49980 more problems' })
  })

  it('is short where a field’s name is long', () => {
    const [issue] = issues(z.strictObject({}), { ['x'.repeat(1_000_000)]: 1 })
    expect(issue?.path.length).toBeLessThan(300)
  })
})
