/** What a pipeline told of, what its service then states and what its lines say is one rollout of the answer. */
import { describe, expect, it } from 'vitest'
import { deploymentsAnswer } from '../../src/agent/answers/lists.ts'
import type { DeploymentsResult } from '../../src/agent/questions/execute/result.ts'
import { rolloutsOf } from '../../src/agent/questions/execute/rollouts.ts'
import type { PlanOf } from '../../src/agent/questions/plan/plan.ts'

const AT = Date.UTC(2026, 10, 20, 9)
const at = (minutes: number) => new Date(AT + minutes * 60_000).toISOString()

const told = (minutes: number, parts: Partial<NonNullable<DeploymentsResult['changes']>[number]> = {}) => ({
  id: `change-${minutes}`,
  at: at(minutes),
  endedAt: null,
  kind: 'deployment',
  services: ['checkout'],
  title: 'checkout 2.4.1 to production',
  version: '2.4.1',
  author: 'mira',
  status: 'succeeded',
  url: null,
  source: 'github',
  sources: ['github'],
  ...parts,
})
const line = (minutes: number, body: string, service = 'checkout') => ({
  id: `line-${minutes}-${service}`,
  time: at(minutes),
  service,
  severity: 'INFO',
  body,
})
const version = (minutes: number, to: string, service = 'checkout') => ({ service, from: '2.4.0', to, at: at(minutes) })

function found(parts: Partial<DeploymentsResult>): DeploymentsResult {
  const records = parts.records ?? []
  return {
    kind: 'deployments',
    window: { from: at(-60), to: at(60) },
    versionChanges: [],
    hasVersions: true,
    records,
    total: records.length,
    ...parts,
  }
}

const plan: PlanOf<'deployments'> = {
  intent: 'deployments',
  conditions: [],
  time: { from: at(-60), to: at(60), basis: 'asked' },
}
const answerOf = (result: DeploymentsResult) => deploymentsAnswer(plan, result, 'call-1', AT + 3_600_000).join('\n')

describe('a rollout', () => {
  it('is one entry of the answer, with who told of it and what telemetry says', () => {
    const result = found({
      changes: [told(0)],
      versionChanges: [version(3, '2.4.1')],
      records: [line(1, 'Deployed checkout v2.4.1'), line(4, 'rollout of checkout completed', 'deployer')],
    })
    expect(rolloutsOf(result)).toMatchObject([
      {
        change: { id: 'change-0' },
        version: { to: '2.4.1' },
        lines: [{ service: 'checkout' }, { service: 'deployer' }],
      },
    ])
    const answer = answerOf(result)
    expect(answer).toMatch(
      /^Deployment of `checkout`: `checkout 2\.4\.1 to production`.*by `mira`, told by `github`; telemetry: /,
    )
    expect(answer).toContain('from version `2.4.0` to `2.4.1`')
    expect(answer).toContain('Deployed checkout v2.4.1')
  })

  it('is one entry where a version changes and a line tells of it, and nobody told', () => {
    const result = found({ versionChanges: [version(3, '2.4.1')], records: [line(1, 'Deployed checkout v2.4.1')] })
    expect(rolloutsOf(result)).toHaveLength(1)
  })

  it.each([
    ['of another service', line(1, 'Deployed cart v2.4.1', 'cart')],
    ['with another version', line(1, 'Deployed checkout v2.5.0')],
    ['an hour later', line(60, 'Deployed checkout v2.4.1')],
    ['of a feature flag', line(1, 'feature flag new-basket is on')],
  ])('is another entry than a line %s', (_, other) => {
    const result = found({ changes: [told(0)], records: [other] })
    expect(rolloutsOf(result)).toHaveLength(2)
    expect(answerOf(result)).toContain('2 signs of a deployment')
  })

  it('takes the lines that are nearest to it where its service was deployed twice within minutes', () => {
    const changes = [told(0, { version: null }), told(6, { version: null })]
    const result = found({ changes, records: [line(1, 'deploying'), line(7, 'deploying')] })
    expect(rolloutsOf(result).map(({ at: began, lines }) => [began, lines.map(({ time }) => time)])).toEqual([
      [at(0), [at(1)]],
      [at(6), [at(7)]],
    ])
  })

  it('counts lines that are not listed', () => {
    const result = found({ changes: [told(0)], records: [line(1, 'Deployed checkout v2.4.1')], total: 4 })
    expect(answerOf({ ...result, changes: [told(0), told(30)] })).toContain('5 signs of a deployment')
  })

  it('is each line of restarts, as they come', () => {
    const result = found({ records: [line(0, 'starting up'), line(1, 'starting up')], hasVersions: false })
    expect(rolloutsOf(result)).toHaveLength(2)
  })
})
