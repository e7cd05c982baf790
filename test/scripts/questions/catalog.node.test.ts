import { describe, expect, test } from 'vitest'
import { worded } from '../../../scripts/eval/questions/catalog/define.ts'
import { SYSTEMS, wordingOf } from '../../../scripts/eval/questions/catalog/systems.ts'
import { expectationSchema, type Unit } from '../../../scripts/eval/questions/expectation.ts'
import { judge } from '../../../scripts/eval/questions/judge/judge.ts'

const END_MS = Date.parse('2026-11-22T06:40:13Z')
const WORLDS = SYSTEMS.map((system) => ({ system, world: system.make(END_MS) }))

/** As an answer prints it. */
function printed(value: number, unit: Unit): string {
  switch (unit) {
    case 'count':
      return `${Number.isInteger(value) ? value.toLocaleString('en') : value.toFixed(2)} records`
    case 'percent':
      return `${value.toFixed(1)} %`
    case 'ms':
      return value >= 1000 ? `${(value / 1000).toFixed(2)} s` : `${value.toPrecision(3)} ms`
    case 'per_second':
      return `${value.toFixed(2)} requests per second`
    case 'bytes':
      return `${(value / 1e6).toFixed(1)} MB`
    case 'any':
      return value.toFixed(2)
  }
}

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

  test.each(WORLDS)('of $system.name judges its own truths right and twice as much wrong', ({ system, world }) => {
    const askedMs = END_MS + 30_000
    for (const entry of system.entries) {
      const expected = entry.expect({ world, askedMs })
      const { numbers } = expected
      if (numbers?.length !== 1 || numbers[0] === undefined) continue
      const { value, unit, also = [] } = numbers[0]
      for (const half of ['dev', 'held'] as const) {
        const question = worded(world, wordingOf(system, entry, half))
        const said = (number: number) =>
          judge({
            ...{ question, expect: { numbers }, nowMs: askedMs },
            answer: {
              text: `**${printed(number, unit)}** from 05:40:00 UTC to 06:40:00 UTC [call_2].\n\n- more: 12`,
              rows: [],
            },
          })
        expect(said(value), `${entry.key} ${half}`).toEqual({ verdict: 'right', why: '' })
        const double = 2 * value + 7
        const isAlsoFair = also.some((one) => Math.abs(one - double) <= 0.06 * one)
        if (!isAlsoFair && !question.includes(String(double)))
          expect(said(double).verdict, `${entry.key} ${half}`).toBe('wrong')
      }
    }
  })

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
