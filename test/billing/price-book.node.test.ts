import { describe, expect, it } from 'vitest'
import { compareAmounts } from '../../src/billing/amounts.ts'
import { findPlan, isUpgrade, listedPlans } from '../../src/billing/plans.ts'
import { PRICE_BOOK } from '../../src/billing/price-book.ts'
import { fraction, over, parse, plus, roundHalfUp, times } from './exact-fraction.ts'

describe('the price book', () => {
  it('the price book sells a free plan, two self-serve plans and a large one, each dearer and larger than the one before', () => {
    const offered = PRICE_BOOK.plans.filter((plan) => plan.availability === 'offered')
    expect(offered.map((plan) => plan.slug)).toEqual(['free', 'starter', 'team', 'scale'])
    for (const [index, plan] of offered.slice(1).entries()) {
      const smaller = offered[index]
      if (smaller === undefined) throw new Error('no smaller plan')
      expect(isUpgrade(smaller, plan)).toBe(true)
      expect(compareAmounts(plan.cycleCredits, smaller.cycleCredits)).toBe(1)
    }
  })

  it.each(PRICE_BOOK.plans)('every amount of $slug is written as the API shows it', (plan) => {
    expect(plan.price).toMatch(/^\d+\.\d{2}$/)
    expect(plan.additionalCreditPrice).toMatch(/^\d+\.\d{2}$/)
    expect(plan.currency).toMatch(/^[a-z]{3}$/)
    for (const credits of [plan.cycleCredits, plan.targetCreditBalance, plan.overdraftCredits]) {
      expect(credits).toMatch(/^(0|[1-9]\d*)(\.\d{0,5}[1-9])?$/)
    }
    for (const count of [plan.logsIncludedBytes, plan.aiTokensIncluded]) expect(count).toMatch(/^[1-9]\d*$/)
  })

  it.each(PRICE_BOOK.plans)('the usage that $slug promises is exactly what its credits pay for', (plan) => {
    const prices = PRICE_BOOK.usage.at(-1)?.prices
    if (prices === undefined) throw new Error('no usage prices')
    const perUnit = (price: { credits: string; per: string }) => over(parse(price.credits), parse(price.per))
    const logs = times(parse(plan.logsIncludedBytes), perUnit(prices.log_bytes))
    const tokens = parse(plan.aiTokensIncluded)
    const input = times(times(tokens, fraction(3n, 4n)), perUnit(prices.ai_input_tokens))
    const output = times(times(tokens, fraction(1n, 4n)), perUnit(prices.ai_output_tokens))
    expect(roundHalfUp(plus(logs, plus(input, output)), 6)).toBe(`${plan.cycleCredits}.000000`)
  })

  it('a retired plan is listed only for the organization that holds it', () => {
    expect(listedPlans('starter').map((plan) => plan.slug)).not.toContain('starter-preview')
    expect(listedPlans('starter-preview').map((plan) => plan.slug)).toContain('starter-preview')
    expect(findPlan('starter-preview')).not.toBeNull()
    expect(findPlan('nothing')).toBeNull()
  })
})
