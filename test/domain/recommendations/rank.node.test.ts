import { v5 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { RECOMMENDATION_KINDS, TARGETS } from '../../../src/domain/recommendations/catalogue.ts'
import { rank } from '../../../src/domain/recommendations/rank.ts'
import type { Signal } from '../../../src/telemetry/model.ts'

const PROJECT = '0199aabb-ccdd-7eef-8899-aabbccddeeff'
const NOTHING = { sources: new Set<string>(), clients: new Set<never>(), coverage: new Map<string, Set<Signal>>() }
const find = (recommendations: ReturnType<typeof rank>, kind: string, targetId: string) => {
  const found = recommendations.find((one) => one.kind === kind && one.targetId === targetId)
  if (!found) throw new Error(`${kind} ${targetId} is missing`)
  return found
}

describe('recommendations', () => {
  it('recommendations name targets of all five kinds once each, with what they add and how to set them up', () => {
    expect(new Set(TARGETS.map(({ kind }) => kind))).toEqual(new Set(RECOMMENDATION_KINDS))
    expect(new Set(TARGETS.map(({ kind, targetId }) => `${kind} ${targetId}`)).size).toBe(TARGETS.length)
    for (const { adds, setUp } of TARGETS) expect(`${adds}${setUp}`).toMatch(/\w.*\w/)
  })

  it('recommendations rank from 1 without gaps, score within 0..100, and are the same for the same facts', () => {
    const answer = rank(PROJECT, NOTHING)
    expect(answer.map(({ priority }) => priority)).toEqual(TARGETS.map((_, index) => index + 1))
    for (const { roiScore } of answer) expect(roiScore >= 0 && roiScore <= 100 && Number.isInteger(roiScore)).toBe(true)
    expect(rank(PROJECT, NOTHING)).toEqual(answer)
  })

  it('the first recommendation to an empty project is to send all signals by OpenTelemetry', () => {
    const [first] = rank(PROJECT, NOTHING)
    expect(first).toMatchObject({ kind: 'log_source', targetId: 'otel', status: 'recommended', components: [] })
  })

  it('a connected target is shown as connected, and comes after everything that is not', () => {
    const answer = rank(PROJECT, {
      ...NOTHING,
      sources: new Set(['data_source vercel']),
      clients: new Set(['cli'] as const),
    })
    const connected = answer.filter(({ status }) => status === 'connected')
    expect(connected.map(({ kind, targetId }) => `${kind} ${targetId}`).sort()).toEqual([
      'data_source vercel',
      'sandbox_cli cli',
    ])
    expect(Math.min(...connected.map(({ priority }) => priority))).toBe(TARGETS.length - 1)
    expect(find(answer, 'log_source', 'vercel').status).toBe('recommended')
  })

  it('a missing signal raises the targets that bring it, and one that every service sends lowers them', () => {
    const logsOnly = new Map([['checkout', new Set<Signal>(['logs'])]])
    const all = new Map([['checkout', new Set<Signal>(['logs', 'spans', 'metrics'])]])
    const empty = find(rank(PROJECT, NOTHING), 'data_source', 'prometheus').roiScore
    const lacking = find(rank(PROJECT, { ...NOTHING, coverage: logsOnly }), 'data_source', 'prometheus')
    const covered = find(rank(PROJECT, { ...NOTHING, coverage: all }), 'data_source', 'prometheus')
    expect(lacking.roiScore).toBe(empty)
    expect(covered.roiScore).toBeLessThan(lacking.roiScore)
    expect(lacking.components.map(({ name }) => name)).toEqual(['checkout'])
    expect(covered.components).toEqual([])
  })

  it('the components of a recommendation are the services it would cover, under ids that follow from project and name', () => {
    const coverage = new Map([
      ['web', new Set<Signal>(['spans'])],
      ['api', new Set<Signal>(['logs', 'spans'])],
    ])
    const { components } = find(rank(PROJECT, { ...NOTHING, coverage }), 'data_source', 'vercel')
    expect(components.map(({ name }) => name)).toEqual(['web'])
    // uuidv5('web') in the namespace of the project.
    expect(components[0]?.id).toBe(v5('web', PROJECT))
    const again = find(rank(PROJECT, { ...NOTHING, coverage }), 'log_source', 'vercel').components
    expect(again).toEqual(components)
  })
})
