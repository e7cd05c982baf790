import { describe, expect, test } from 'vitest'
import { worded } from '../../../scripts/eval/questions/catalog/define.ts'
import { SYSTEMS, wordingOf } from '../../../scripts/eval/questions/catalog/systems.ts'
import { expectationSchema } from '../../../scripts/eval/questions/expectation.ts'

const END_MS = Date.parse('2026-11-22T06:40:13Z')
const WORLDS = SYSTEMS.map((system) => ({ system, world: system.make(END_MS) }))

describe('the catalogue of questions', () => {
  test('has at least 300 questions in at least 20 classes over at least three systems besides the shop', () => {
    const entries = SYSTEMS.flatMap((system) => system.entries)
    expect(2 * entries.length).toBeGreaterThanOrEqual(300)
    expect(new Set(entries.map((entry) => entry.class)).size).toBeGreaterThanOrEqual(20)
    expect(SYSTEMS.filter(({ name }) => name !== 'shop').length).toBeGreaterThanOrEqual(3)
  })

  test.each(WORLDS)('of $system.name has each question in both halves, in different words', ({ system, world }) => {
    const keys = system.entries.map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
    expect(Object.keys(system.held).toSorted()).toEqual(keys.toSorted())
    for (const entry of system.entries) {
      const dev = worded(world, wordingOf(system, entry, 'dev'))
      const held = worded(world, wordingOf(system, entry, 'held'))
      expect(held.toLowerCase()).not.toBe(dev.toLowerCase())
      expect(`${dev} ${held}`).not.toMatch(/[{}]@|undefined|NaN/)
    }
  })

  test.each(WORLDS)(
    'of $system.name has truths of the documented format, and numbers that mean something',
    ({ system, world }) => {
      const zeros = new Set(['since-deploy', 'rate-now', 'before', 'g3', 'compare', 'window', 'share'])
      for (const entry of system.entries) {
        const expected = expectationSchema.parse(entry.expect({ world, askedMs: END_MS + 30_000 }))
        for (const { value } of expected.numbers ?? []) {
          expect(Number.isFinite(value), entry.key).toBe(true)
          if (!zeros.has(entry.key)) expect(value, entry.key).toBeGreaterThan(0)
        }
        for (const pattern of [...(expected.says ?? []), ...(expected.saysFirst ?? [])].flat()) new RegExp(pattern, 'i')
      }
    },
  )

  test.each(WORLDS)('of $system.name is generated the same for the same end', ({ system, world }) => {
    const again = system.make(END_MS)
    expect([again.logs.length, again.spans.length, again.points.length]).toEqual([
      world.logs.length,
      world.spans.length,
      world.points.length,
    ])
    expect(again.logs.at(-1)).toEqual(world.logs.at(-1))
  })
})
