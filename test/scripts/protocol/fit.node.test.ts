import { describe, expect, it } from 'vitest'
import { parametersFor, readFitted } from '../../../scripts/eval/fit/fitted-file.ts'
import { flatten, rounded, type Values, withValues } from '../../../scripts/eval/fit/parameter-tree.ts'
import { perturbed, spreadOf } from '../../../scripts/eval/fit/perturbation.ts'
import { Search } from '../../../scripts/eval/fit/search.ts'
import { doublings, movedBy } from '../../../scripts/eval/fit/shares.ts'
import { DEFAULT_PARAMETERS, START_PARAMETERS } from '../../../src/agent/investigator/parameters.ts'

describe('parameters as named numbers', () => {
  const tree = { floor: 12, roles: { processor: 1, host: 0.2 } }

  it('are taken apart and put together again without loss', () => {
    const values = flatten(tree)
    expect([...values]).toEqual([
      ['floor', 12],
      ['roles.processor', 1],
      ['roles.host', 0.2],
    ])
    expect(withValues(tree, values)).toEqual(tree)
    expect(withValues(tree, new Map([['roles.host', 0.3]]))).toEqual({ floor: 12, roles: { processor: 1, host: 0.3 } })
  })

  it('refuse what is not a number, naming it', () => {
    expect(() => flatten({ roles: { host: 'much' } })).toThrow('roles.host')
  })

  it('keep four digits', () => {
    expect(rounded(new Map([['a', 1.234567]])).get('a')).toBe(1.235)
  })
})

describe('a parameter that is a share', () => {
  it('moves in odds and stays one, back and forth', () => {
    const up = movedBy('ranking.nearness', 0.9, 1.6)
    expect(up).toBeGreaterThan(0.9)
    expect(up).toBeLessThan(1)
    expect(movedBy('ranking.nearness', up, 1 / 1.6)).toBeCloseTo(0.9)
    expect(doublings('ranking.nearness', 0.9, movedBy('ranking.nearness', 0.9, 2))).toBeCloseTo(1)
    expect(movedBy('ranking.convincing', 9, 2)).toBe(18)
    expect(doublings('ranking.convincing', 9, 18)).toBeCloseTo(1)
  })
})

describe('the search', () => {
  /** Each system has its own best place; the parameter `idle` matters to none. */
  const evaluate = async (values: Values) => {
    const loss = (name: string, best: number) => Math.log((values.get(name) ?? 0) / best) ** 2
    return new Map([
      ['shop', loss('floor', 8)],
      ['bank', loss('floor', 8) + loss('slope', 4)],
      ['odd', loss('floor', 0.5)],
    ])
  }
  const start = new Map([
    ['floor', 2],
    ['slope', 1],
    ['idle', 5],
  ])
  const searchOf = () => new Search({ start, free: ['floor', 'slope', 'idle'], evaluate, factor: 2, rounds: 4 })

  it('finds what lowers the mean loss of its systems and leaves alone what does not matter', async () => {
    const best = await searchOf().best(['shop', 'bank'])
    expect(best.get('floor')).toBeGreaterThan(5)
    expect(best.get('slope')).toBeGreaterThan(2)
    expect(best.get('idle')).toBe(5)
  })

  it('does not look at a system that is left out', async () => {
    const search = searchOf()
    expect((await search.best(['odd'])).get('floor')).toBeLessThan(1)
    expect((await search.best(['shop', 'bank'])).get('floor')).toBeGreaterThan(5)
  })

  it('computes the single moves of a round once for all folds', async () => {
    const search = new Search({ start, free: ['floor', 'slope', 'idle'], evaluate, factor: 2, rounds: 1 })
    await search.best(['shop'])
    const first = search.evaluations
    expect(first).toBe(1 + 2 * 3)
    await search.best(['odd'])
    expect(search.evaluations).toBeLessThanOrEqual(first + 1)
  })

  it('does not move parameters that are not free', async () => {
    const search = new Search({ start, free: ['slope'], evaluate, factor: 2, rounds: 3 })
    expect((await search.best(['shop', 'bank'])).get('floor')).toBe(2)
  })
})

describe('a perturbation', () => {
  it('moves every parameter within the share, the same for the same draw', () => {
    const values = new Map(Array.from({ length: 50 }, (_, index) => [`p${index}`, index + 1] as const))
    const moved = perturbed(values, 0.25, 3)
    expect(moved).toEqual(perturbed(values, 0.25, 3))
    expect(moved).not.toEqual(perturbed(values, 0.25, 4))
    for (const [name, value] of values) {
      const ratio = (moved.get(name) ?? 0) / value
      expect(ratio).toBeGreaterThanOrEqual(0.75)
      expect(ratio).toBeLessThanOrEqual(1.25)
    }
  })

  it('is summed up by least, median and most', () => {
    expect(spreadOf([0.7, 0.9, 0.8])).toEqual({ low: 0.7, median: 0.8, high: 0.9 })
    expect(spreadOf([])).toBeNull()
  })
})

describe('the fitted file', () => {
  const record = readFitted()

  it('names only parameters that exist, and the product uses what it says', () => {
    const known = flatten(START_PARAMETERS)
    const lists = [record?.values ?? {}, ...Object.values(record?.without ?? {})]
    for (const path of lists.flatMap((list) => Object.keys(list))) expect([...known.keys()]).toContain(path)
    const used = flatten(DEFAULT_PARAMETERS)
    for (const [path, start] of known) expect(used.get(path)).toBe(record?.values[path] ?? start)
  })

  it('gives a system what was fitted without it, and a system it has not seen what the product uses', () => {
    const [path = ''] = flatten(START_PARAMETERS).keys()
    const fitted = {
      values: {},
      record: { losses: {}, questions: {}, free: [], rounds: 0, factor: 1, looks: '' },
      without: { shop: { [path]: 77 } },
    }
    expect(flatten(parametersFor('shop', fitted)).get(path)).toBe(77)
    expect(parametersFor('bank', fitted)).toBe(DEFAULT_PARAMETERS)
    expect(parametersFor('shop', null)).toBe(DEFAULT_PARAMETERS)
  })
})
