import { expect, it } from 'vitest'
import { countDelivery } from '../../src/http/delivery-limit.ts'

it('one key brings twelve thousand deliveries a minute, another as many, and the next minute begins anew', () => {
  const now = Date.UTC(2026, 4, 4, 10, 30, 20)
  for (let i = 0; i < 12_000; i += 1) countDelivery('a', now)
  expect(() => countDelivery('a', now)).toThrow(/12000 deliveries/)
  expect(() => countDelivery('a', now)).toThrow(
    expect.objectContaining({ code: 'TOO_MANY_REQUESTS', detail: { retryAfterSeconds: 40 } }),
  )
  countDelivery('b', now)
  countDelivery('a', now + 60_000)
})
