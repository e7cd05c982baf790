import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  centsFromText,
  creditsText,
  fractionText,
  microCreditsFromText,
  microCreditsPriceCents,
  moneyText,
  proratedCents,
  proratedMicroCredits,
  usageMicroCredits,
  usageRate,
} from '../../src/billing/amounts.ts'
import { usageRateAt } from '../../src/billing/plans.ts'
import { PRICE_BOOK, USAGE_DIMENSIONS } from '../../src/billing/price-book.ts'
import { fraction, over, parse, roundHalfUp, times } from './exact-fraction.ts'

describe('amounts', () => {
  it('money is written with two decimals, credits without trailing zeros', () => {
    expect([0, 5, 2900, -123456].map(moneyText)).toEqual(['0.00', '0.05', '29.00', '-1234.56'])
    expect([0, 1, 12_500_000, -41_667, 13_000_000_000].map(creditsText)).toEqual([
      '0',
      '0.000001',
      '12.5',
      '-0.041667',
      '13000',
    ])
    expect([centsFromText('29.00'), microCreditsFromText('0.000001')]).toEqual([2900, 1])
  })

  it('an amount is rounded half-up, and only once', () => {
    expect(proratedCents('0.00', '1.00', '0.005000')).toBe(1)
    expect(proratedCents('0.00', '1.00', '0.004999')).toBe(0)
    expect(microCreditsPriceCents(41_666, '0.12')).toBe(0)
    expect(microCreditsPriceCents(41_667, '0.12')).toBe(1)
    expect(fractionText(1, 2_000_000)).toBe('0.000001')
    expect(fractionText(1, 2_000_001)).toBe('0.000000')
    expect(proratedMicroCredits('300', '200', '0.500000')).toBe(0)
  })

  it('an amount that is not whole, or too large to be exact, is refused', () => {
    expect(() => moneyText(0.5)).toThrow(RangeError)
    expect(() => creditsText(Number.MAX_SAFE_INTEGER + 1)).toThrow(RangeError)
    expect(() => microCreditsFromText('99999999999999')).toThrow(RangeError)
    expect(() => centsFromText('1e')).toThrow()
  })

  it('the price of a line of usage is that of exact fractions (1,500 cases)', () => {
    const totals = fc.integer({ min: 0, max: 1_000_000_000_000 })
    fc.assert(
      fc.property(totals, fc.constantFrom(...USAGE_DIMENSIONS), (total, dimension) => {
        const prices = PRICE_BOOK.usage[0]?.prices[dimension]
        if (prices === undefined) throw new Error(dimension)
        const exact = times(fraction(BigInt(total)), over(parse(prices.credits), parse(prices.per)))
        const micro = roundHalfUp(times(exact, fraction(1_000_000n)), 0)
        expect(usageMicroCredits(total, usageRateAt(dimension, 500_000)).toString()).toBe(micro)
      }),
      { numRuns: 1500 },
    )
  })

  it('usage prices are kept as reduced fractions that fit 64-bit arithmetic', () => {
    expect(usageRate('4', '1000000000')).toEqual({ numerator: 1, denominator: 250 })
    for (const dimension of USAGE_DIMENSIONS) expect(usageRateAt(dimension, 0).numerator).toBeLessThan(9000)
  })
})
