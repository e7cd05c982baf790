import { describe, expect, it } from 'vitest'
import {
  binomialDispersion,
  binomialLlr,
  poissonLlr,
  rateLlr,
  ruleStrength,
} from '../../../src/agent/investigator/stats.ts'
import { stemOf } from '../../../src/agent/investigator/stems.ts'
import { maskVariableWords } from '../../../src/agent/investigator/variable-words.ts'

describe('evidence in nats', () => {
  it('is nothing when rates are equal and when a side is empty', () => {
    expect(binomialLlr(5, 10, 10, 20)).toBeCloseTo(0)
    expect(binomialLlr(0, 0, 3, 4)).toBe(0)
    expect(rateLlr(10, 100, 20, 200)).toBeCloseTo(0)
    expect(poissonLlr(7, 7)).toBeCloseTo(0)
  })

  it('grows with the counts behind the same change', () => {
    expect(binomialLlr(0, 5, 5, 5)).toBeGreaterThan(5)
    expect(binomialLlr(0, 50, 50, 50)).toBeGreaterThan(binomialLlr(0, 5, 5, 5) * 9)
  })

  it('stays small for one event in a few', () => {
    expect(binomialLlr(0, 10, 1, 10)).toBeLessThan(1.5)
  })

  it('is reduced by a baseline that scatters by itself', () => {
    const steady = binomialDispersion([5, 5, 5, 5, 5, 5], [10, 10, 10, 10, 10, 10])
    const bursty = binomialDispersion([0, 10, 0, 10, 0, 10], [10, 10, 10, 10, 10, 10])
    expect(steady).toBeLessThan(1.5)
    expect(bursty).toBeGreaterThan(5)
  })

  it('counts a broken rule whole and a shifted branch little', () => {
    expect(ruleStrength(60, 0, true)).toBe(60)
    expect(ruleStrength(60, 0.5, false)).toBeLessThan(2)
  })
})

describe('stems of log shapes', () => {
  it('are equal for shapes that differ in values only', () => {
    expect(stemOf('find station: york]')).toBe(stemOf('find station: leeds]'))
    expect(stemOf('type=Fast seats=<*>')).toBe(stemOf('type=Slow seats=<*>'))
    expect(stemOf('info: Seat(train=<*>, stops=[a, b])')).toBe(stemOf('info: Seat(train=<*>, stops=[a, b, c, d])'))
  })

  it('are equal for signed tokens, whatever pieces of them a shape leaves', () => {
    const stems = ['hrnd_<*>', '<*>gBi-<*>_M-FzgHO', '-<*>_uaUN', '<*>_jC4'].map((rest) =>
      stemOf(`[login][token: <*>.<*>.${rest} user: <*>]`),
    )
    expect(new Set(stems).size).toBe(1)
  })

  it('stay apart for outcomes', () => {
    expect(stemOf('[find][Find contacts]')).not.toBe(stemOf('[find][No contacts found]'))
    expect(stemOf('routes by ids failed')).not.toBe(stemOf('routes by ids success'))
  })

  it('mask a word that takes many values, and keep one that takes two', () => {
    const states = ['amber', 'basalt', 'cobalt', 'delta', 'ember'].map((word) => `state is now ${word}`)
    const outcomes = ['payment was accepted', 'payment was refused']
    const masked = maskVariableWords([...states, ...outcomes])
    expect(new Set(states.map((stem) => masked.get(stem))).size).toBe(1)
    expect(new Set(outcomes.map((stem) => masked.get(stem))).size).toBe(2)
  })
})
