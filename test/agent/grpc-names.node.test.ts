import { describe, expect, it } from 'vitest'
import { readQuestion } from '../../src/agent/questions/reader/read-question.ts'
import { catalogueOf } from './catalogue.ts'

const NOW = Date.parse('2026-05-04T12:00:00Z')
const context = {
  catalogue: catalogueOf({
    services: ['edge', 'quote-post', 'fares'],
    operations: ['fares.v2.Quotes/Reserve', 'POST /tickets', 'GET /tickets'],
    keys: [
      { key: 'rpc.grpc.status_code', scope: 'attribute', signal: 'spans', records: 500 },
      { key: 'http.request.method', scope: 'attribute', signal: 'spans', records: 500 },
    ],
    lastMs: NOW,
  }),
  values: [
    {
      key: 'http.request.method',
      scope: 'attribute' as const,
      signal: 'spans' as const,
      records: 500,
      values: [
        { value: 'POST', count: 300 },
        { value: 'GET', count: 200 },
      ],
    },
  ],
  askedAtMs: NOW,
  previous: null,
}
const conditionsOf = (question: string) => {
  const [plan] = readQuestion(question, context, {}).reading.plans
  return plan === undefined || !('conditions' in plan) ? null : plan.conditions
}

describe('procedures and methods', () => {
  it('finds a procedure without the package of its service', () => {
    expect(conditionsOf('mean duration of Quotes/Reserve')).toEqual([
      { on: 'operation', values: ['fares.v2.Quotes/Reserve'] },
    ])
  })

  it('reads a method in front of a path as no service that has the word', () => {
    expect(conditionsOf('p95 of POST /tickets?')).toEqual([{ on: 'operation', values: ['POST /tickets'] }])
  })
})

describe('status codes of gRPC by their names', () => {
  it.each([
    ['UNAVAILABLE responses of fares', 14],
    ['how many deadline exceeded calls did fares have', 4],
    ['DEADLINE_EXCEEDED on fares', 4],
  ])('%s', (question, code) => {
    expect(conditionsOf(question)).toContainEqual({ on: 'status_code', from: code, to: code })
  })

  it('is no status without a noun of answers, unless it is written as one', () => {
    expect(conditionsOf('is fares unavailable')).toEqual([{ on: 'service', values: ['fares'] }])
    expect(conditionsOf('OK so how many requests did fares get')).toEqual([{ on: 'service', values: ['fares'] }])
  })
})
