import { describe, expect, it } from 'vitest'
import { judgedAgainst } from '../../src/agent/answers/cause-aspects.ts'

const baselineOf = (seconds: number) => ({
  from: new Date(Date.UTC(2026, 4, 5, 10) - seconds * 1_000).toISOString(),
  to: new Date(Date.UTC(2026, 4, 5, 10)).toISOString(),
})

describe('what an answer says it is judged against', () => {
  it('is the hours of quiet that were learnt', () => {
    expect(judgedAgainst({ quietHours: 31, baseline: baselineOf(600) })).toContain(
      "31 hours of the project's own quiet",
    )
    expect(judgedAgainst({ quietHours: 1, baseline: baselineOf(60) })).toContain("an hour of the project's own quiet")
  })

  it('is what systems in general show, when there is a minute of telemetry from before and nothing was learnt', () => {
    expect(judgedAgainst({ baseline: baselineOf(62) })).toBe(
      'It is judged by what systems in general show: of the time before it there is a minute of telemetry.',
    )
    expect(judgedAgainst({ baseline: baselineOf(20) })).toContain('there is less than a minute')
  })

  it('is not mentioned with a baseline of usual length, or without any', () => {
    expect(judgedAgainst({ baseline: baselineOf(600) })).toBe('')
    expect(judgedAgainst({ baseline: null })).toBe('')
  })
})
