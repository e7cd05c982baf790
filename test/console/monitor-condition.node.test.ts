import { describe, expect, it } from 'vitest'
import { given, listed } from '../../console/src/views/setup/form-values.ts'
import { conditionOf, conditionText } from '../../console/src/views/setup/monitor-condition.ts'

describe('conditionOf', () => {
  it('makes of a form what the API takes', () => {
    expect(conditionOf({ measure: 'p99', service: ' checkout ', comparison: 'above', threshold: '800' })).toEqual({
      measure: { signal: 'requests', statistic: 'percentile', percentile: 99, service: 'checkout' },
      comparison: { kind: 'above', threshold: 800 },
    })
    expect(conditionOf({ measure: 'error_logs', service: '', metric: 'declined', comparison: 'unusual' })).toEqual({
      measure: { signal: 'logs', statistic: 'count', service: null, severityMin: 'error', contains: 'declined' },
      comparison: { kind: 'unusual' },
    })
    expect(conditionOf({ measure: 'metric', metric: 'queue.depth', comparison: 'absent' }).measure).toEqual({
      signal: 'metric',
      statistic: 'avg',
      metric: 'queue.depth',
      service: null,
    })
  })

  it('words a condition as a person says it', () => {
    const values = { measure: 'error_ratio', service: 'checkout', comparison: 'above', threshold: '0.05' }
    expect(conditionText(conditionOf(values))).toBe('share of requests with errors of checkout above 0.05')
  })
})

describe('fields of a form', () => {
  it('count as absent where they are blank, and as lists where commas stand in them', () => {
    expect(given('  ')).toBeUndefined()
    expect(given(' a ')).toBe('a')
    expect(listed('a, b,, c ')).toEqual(['a', 'b', 'c'])
  })
})
