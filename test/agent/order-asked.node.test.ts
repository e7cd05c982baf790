/** Which of two came first, a release or the trouble, and how much later the other was. */
import { describe, expect, it } from 'vitest'
import { orderAsked } from '../../src/agent/questions/reader/order-asked.ts'
import { catalogueOf } from './catalogue.ts'

const CONTEXT = {
  catalogue: catalogueOf({ services: ['web'] }),
  values: [],
  askedAtMs: Date.UTC(2026, 10, 20, 9),
  previous: null,
}

describe('the order of a release and the trouble', () => {
  it.each([
    ['did it start before or after the deploy?', 'trouble'],
    ['did the 502s start before the release?', 'trouble_first'],
    ['did the incident begin after the rollout', 'trouble_later'],
    ['was the release before or after the first 502?', 'release'],
    ['was the deploy after it started', 'trouble_first'],
    ['how long after the deploy did it start?', 'length'],
    ['how many minutes after the deploy did errors begin', 'length'],
    ['how long did it take from the release to the first error', 'length'],
    ['time between the rollout and the incident', 'length'],
  ])('is asked for by %j', (text, order) => {
    expect(orderAsked(text, CONTEXT)?.orderAsked).toBe(order)
  })

  it.each([
    'did it start right after the deploy?',
    'errors 10 minutes after the deploy',
    'did the deploy cause this?',
    'p95 before and after the release',
    'how long did the release take',
  ])('is not asked for by %j', (text) => {
    expect(orderAsked(text, CONTEXT)).toBeNull()
  })
})
