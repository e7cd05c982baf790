/** What is compared with a window before trouble or a release. */
import { describe, expect, it } from 'vitest'
import { windowOfBefore, withoutMoments } from '../../src/agent/questions/reader/before-moment.ts'

const MINUTE_MS = 60_000

describe('a window before a moment, to compare with', () => {
  it.each([
    ['compare error rate of web 10 min before the onset with the last 10 min', 'error rate of web the last 10 min', 10],
    ['error rate of web now compared to before the incident', 'error rate of web now', null],
    ['how does the p95 of web now compare to before the outage', 'p95 of web now', null],
    ['web error rate now vs pre-incident', 'web error rate now', null],
    ['errors of web: last 10 min vs the 10 min before it broke', 'errors of web: last 10 min', 10],
    ['error rate of web before the incident and now', 'error rate of web now', null],
    ['traffic of web compared to before the incident', 'traffic of web', null],
  ] as const)('is read from %j', (asked, text, minutes) => {
    const found = withoutMoments(asked)
    expect([found.text, found.before?.anchor]).toEqual([text, 'onset'])
    expect(found.before?.lengthMs ?? null).toBe(minutes === null ? null : minutes * MINUTE_MS)
  })

  it.each([
    ['p95 of web now vs before the deploy', null],
    ['p95 of web now vs before the api-gateway release', 'api-gateway'],
    ['p95 of web now vs before the release of api-gateway', 'api-gateway'],
  ])('is that before a release in %j', (asked, service) => {
    const { before } = withoutMoments(asked)
    expect([before?.anchor, before?.service]).toEqual(['deployment', service])
  })

  it.each([
    'error rate before and after the release',
    'did it start before the deploy?',
    'errors now vs an hour ago',
    'errors before the incident at 14:02 vs now',
    'errors from 10 minutes before the incident to now',
    'requests between 5 minutes before it started and now',
    'show logs since 5 min before the incident until now',
  ])('is none in %j', (asked) => {
    expect(withoutMoments(asked).before).toBeNull()
  })

  it('has a length and a side that wait for the moment', () => {
    const { before } = withoutMoments('errors now vs the 10 min before the incident')
    if (before === null) throw new Error('nothing was read')
    const time = { from: '2026-11-20T10:50:00.000Z', to: '2026-11-20T11:00:00.000Z', basis: 'asked' } as const
    expect(windowOfBefore(before, time, 0)).toMatchObject({
      from: '2026-11-20T10:40:00.000Z',
      to: '2026-11-20T10:50:00.000Z',
      anchor: 'onset',
      anchorSide: 'before',
      anchorLengthMs: 10 * MINUTE_MS,
    })
  })
})
