import { describe, expect, it } from 'vitest'
import { pseudonyms } from '../../src/agent/masking/pseudonyms.ts'

const none = new Set<string>()

const HIDDEN: readonly (readonly [string, string])[] = [
  ['mail from jane.doe+test@shop.example.com failed', 'jane.doe+test@shop.example.com'],
  ['connect to 10.20.30.40:5432 refused', '10.20.30.40'],
  ['client 2001:db8::ff00:42:8329 gone', '2001:db8::ff00:42:8329'],
  ['peer fe80::1 lost', 'fe80::1'],
  ['host db-1.prod.internal unreachable', 'db-1.prod.internal'],
  ['GET https://api.shop.example.com/v1/items', 'api.shop.example.com'],
  ['order 550e8400-e29b-41d4-a716-446655440000 failed', '550e8400-e29b-41d4-a716-446655440000'],
  ['trace 0af7651916cd43dd8448eb211c80319c', '0af7651916cd43dd8448eb211c80319c'],
  ['pod checkout-5c66d57d58-6mp2b restarted', 'checkout-5c66d57d58-6mp2b'],
  ['instance i-0abcd1234ef567890 stopped', 'i-0abcd1234ef567890'],
  ['node ip-10-0-12-7 drained', 'ip-10-0-12-7'],
  ['customer cus_N1abcDEF2345xyz charged', 'cus_N1abcDEF2345xyz'],
]

const KEPT: readonly string[] = [
  'at 12:30:45 the job began',
  'version 1.2.3 of payment-gateway',
  '2026-11-20T14:35:00.000Z',
  'java.net.SocketTimeoutException: Read timed out',
  'com.shop.CartController#getCart',
  'latency 12.5 ms, 99.9 percent',
  'inventory-service answered 503',
  'QueuePool limit of size 20 overflow 0 reached',
  'std::vector::at',
]

describe('pseudonyms', () => {
  it.each(HIDDEN)('hide what identifies in "%s" and give it back', (text, secret) => {
    const names = pseudonyms(none)
    const masked = names.mask(text)
    expect(masked).not.toContain(secret)
    expect(masked).toMatch(/\b(?:email|id|ip|host)-x1\b/)
    expect(names.unmask(masked)).toBe(text)
  })

  it.each(KEPT)('leave "%s" as it is', (text) => {
    expect(pseudonyms(none).mask(text)).toBe(text)
  })

  it('are the same for the same name, and other for another, in texts and inside values', () => {
    const names = pseudonyms(none)
    expect(names.mask('10.0.0.1 10.0.0.2 10.0.0.1')).toBe('ip-x1 ip-x2 ip-x1')
    const value = { rows: [{ '10.0.0.2': 'a@b.example' }, 3, null] }
    expect(names.maskValue(value)).toEqual({ rows: [{ 'ip-x2': 'email-x1' }, 3, null] })
    expect(names.unmaskValue(names.maskValue(value))).toEqual(value)
  })

  it('keep their numbers when a thread grows at its end', () => {
    const before = pseudonyms(none)
    before.mask('a 10.0.0.1 b 10.0.0.2')
    const after = pseudonyms(none)
    after.mask('a 10.0.0.1 b 10.0.0.2')
    after.mask('c 10.0.0.3')
    expect(after.unmask('ip-x2')).toBe('10.0.0.2')
    expect(before.unmask('ip-x2')).toBe('10.0.0.2')
  })

  it('do not touch tool call ids, which answers cite, nor mask what is masked', () => {
    const names = pseudonyms(new Set(['call_a1b2c3d4e5f6a7b8']))
    expect(names.mask('see call_a1b2c3d4e5f6a7b8')).toBe('see call_a1b2c3d4e5f6a7b8')
    const once = names.mask('10.0.0.1 and jane@shop.example')
    expect(names.mask(once)).toBe(once)
  })
})
